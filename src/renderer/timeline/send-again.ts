import type { Attachment, Turn } from '../../shared/model'
import { showTrouble } from '../ui'
import { wholeTurn } from './whole-text'
import { words } from './words'
import { askedText } from './words.logic'

/** Sends a text once more, as a new message, with what came along with it. */
export type SendAgainFn = (text: string, attachments: readonly Attachment[]) => void

/** Sends what a turn was asked once more, with all of its text. */
export async function sendAgain(turn: Turn, send: SendAgainFn): Promise<void> {
  try {
    send(askedText(await wholeTurn(turn)), turn.inputs.flatMap(({ attachments = [] }) => attachments))
  } catch (error) {
    showTrouble(words().notRead, error)
  }
}
