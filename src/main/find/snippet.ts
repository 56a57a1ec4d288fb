/** The part of a message that shows why it was found. */
import { matchesIn, type TextRange } from '../../shared/find'

export interface Snippet {
  readonly snippet: string
  readonly ranges: TextRange[]
  readonly cutBefore: boolean
  readonly cutAfter: boolean
}

/** Characters before the first match, and of the whole. */
const BEFORE = 48
const LENGTH = 220
/** The line that opens or closes a block of code in Markdown. */
const FENCE = /^[ \t]*(?:```|~~~)[^\n`]*$/gm
/** How far a cut may move to the next space, in characters. */
const TO_SPACE = 16

/** On one line, without the fences of code. */
export function snippetOf(text: string, terms: readonly string[]): Snippet {
  const first = matchesIn(text, terms, 1)[0] ?? { start: 0, end: 0 }
  const start = cutAt(text, Math.max(0, first.start - BEFORE))
  const end = cutAt(text, Math.min(text.length, Math.max(start + LENGTH, first.end)))
  const part = text.slice(start, end)
  const tidy = oneLine(part.replace(FENCE, ' '))
  const ranges = matchesIn(tidy, terms)
  // What was looked for may be the very thing that was left out.
  const shown = ranges.length > 0 ? { snippet: tidy, ranges } : { snippet: part.replace(/\s/g, ' '), ranges: matchesIn(part, terms) }
  return { ...shown, cutBefore: text.slice(0, start).trim() !== '', cutAfter: text.slice(end).trim() !== '' }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The place itself, or the begin of the next word if that is near; never within a character. */
function cutAt(text: string, place: number): number {
  if (place === 0 || place >= text.length) return Math.min(place, text.length)
  const near = text.slice(place, place + TO_SPACE)
  const space = near.search(/\s\S/)
  const at = space < 0 ? place : place + space + 1
  return /[\udc00-\udfff]/.test(text[at] ?? '') && /[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at + 1 : at
}
