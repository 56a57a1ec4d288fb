/** Turns and parts of them on the clipboard, as Markdown. */
import type { Turn } from '../../shared/model'
import { turnMarkdown } from '../../shared/turn-markdown'
import { useView } from '../connection'
import { copyText } from '../text/copy'
import { showTrouble } from '../ui'
import { useLanguage } from '../words'
import { markdownIn } from './selection'
import { wholeText, wholeTurn } from './whole-text'
import { words } from './words'

/** Each answers whether the clipboard has it; why not is said on the screen. */
export async function copyTurn(turn: Turn): Promise<boolean> {
  const { language } = useLanguage.getState()
  return copying(async () => turnMarkdown(await wholeTurn(turn), useView.getState().sessionId, language))
}

export async function copyReply(turn: Turn): Promise<boolean> {
  return copying(async () => (turn.reply ? wholeText(turn.number, turn.reply) : ''))
}

/** What is selected in the timeline. */
export async function copySelection(): Promise<boolean> {
  return copying(async () => selectedMarkdown())
}

/** Empty where nothing is selected in a message. */
export function selectedMarkdown(): string {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return ''
  const range = selection.getRangeAt(0)
  const common = range.commonAncestorContainer
  const element = common instanceof Element ? common : common.parentElement
  return element?.closest('.timeline') ? markdownIn(range) : ''
}

async function copying(text: () => Promise<string>): Promise<boolean> {
  try {
    return await copyText(await text())
  } catch (error) {
    showTrouble(words().notRead, error)
    return false
  }
}
