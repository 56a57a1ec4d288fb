/**
 * What the host says, in Chinese. The host writes English, also into the logs and for agents; its sentences are known
 * here one by one. What is not known stays as it is. Pure: the window and notifications use it alike.
 */
import { AGENTS } from './agents'
import { ENGINES } from './engines'
import { PROJECT } from './project'
import { RECORDS } from './records'
import type { Sentence } from './sentences'
import { SESSION } from './session'

export const SENTENCES: readonly Sentence[] = [...AGENTS, ...ENGINES, ...PROJECT, ...RECORDS, ...SESSION]

interface Known {
  readonly pattern: RegExp
  readonly chinese: string
}

const exact = new Map(SENTENCES.filter(([english]) => !english.includes('{}')))
/** Those that say the most themselves come first: the others would take their words for what differs. */
const patterns: readonly Known[] = SENTENCES.filter(([english]) => english.includes('{}'))
  .toSorted(([a], [b]) => b.replaceAll('{}', '').length - a.replaceAll('{}', '').length)
  .map(([english, chinese]) => ({ pattern: new RegExp(`^${english.split('{}').map(escape).join('(.+?)')}$`, 's'), chinese }))

/** Sentences that were looked up lately. */
const found = new Map<string, string>()
const FOUND_MAX = 500
/** A longer text is none of the host's sentences: it is what an agent said. */
const LONGEST = 2_000

export function inChinese(text: string): string {
  if (text === '' || text.length > LONGEST) return text
  const known = found.get(text)
  if (known !== undefined) return known
  const chinese = withQuote(text) ?? sentencesOf(text).map((sentence) => whole(sentence, 0) ?? sentence).join(' ').replaceAll(/(?<=[。：]) /g, '')
  if (found.size >= FOUND_MAX) found.clear()
  found.set(text, chinese)
  return chinese
}

/** A sentence that ends with what an endpoint said itself, which stays as it is; null where there is none, or none that is known. */
function withQuote(text: string): string | null {
  const [, before, quote = '', after = ''] = /^([^“]+) \((“[^”]*”)\)\.(.*)$/s.exec(text) ?? []
  if (before === undefined) return null
  const said = inChinese(`${before}.`)
  return said === `${before}.` ? null : `${said.replace(/。$/, '')}（${quote}）。${inChinese(after.trim())}`
}

/** Its sentences as the host joins them: with a blank, or a line end after a colon. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=["“A-Z{\d])|(?<=:)\n/).map((sentence) => sentence.trim()).filter((sentence) => sentence !== '')
}

function whole(text: string, depth: number): string | null {
  const said = exact.get(text)
  if (said !== undefined) return said
  // What is known without its end may stand with one.
  const bare = text.endsWith('.') ? exact.get(text.slice(0, -1)) : undefined
  if (bare !== undefined) return `${bare}。`
  for (const { pattern, chinese } of patterns) {
    const match = pattern.exec(text) ?? (text.endsWith('.') ? pattern.exec(text.slice(0, -1)) : null)
    if (!match) continue
    const end = text.endsWith('.') && !/[。]$/.test(chinese) ? '。' : ''
    const slots = match.slice(1).map((slot) => (depth < 3 ? (whole(slot, depth + 1) ?? slot) : slot))
    return chinese.replaceAll(/\{(\d)\}/g, (_, place: string) => slots[Number(place)] ?? '') + end
  }
  return null
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
