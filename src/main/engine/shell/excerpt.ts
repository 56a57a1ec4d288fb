/** What is shown of a command's output: all of it, or its head and its tail and how much lies between. */
import { cleanBytes } from './terminal-text'

export interface Excerpt {
  readonly head: string
  /** Null where the head is everything. */
  readonly tail: string | null
  /** Bytes of output that neither shows. */
  readonly leftOut: number
}

export interface Kept {
  /** The first bytes of the output, and the last of those that follow; `gap` bytes lie between them. */
  readonly head: Uint8Array
  readonly tail: Uint8Array
  readonly gap: number
}

/** @param budget how many characters head and tail may have together */
export function excerptOf(kept: Kept, budget: number): Excerpt {
  if (kept.gap === 0) {
    const all = tidy(cleanBytes(Buffer.concat([kept.head, kept.tail])))
    if (all.length <= budget) return { head: all, tail: null, leftOut: 0 }
    const headEnd = endOfHead(all, budget / 2)
    const tailStart = Math.max(startOfTail(all, budget / 2), headEnd)
    return { head: tidy(all.slice(0, headEnd)), tail: all.slice(tailStart), leftOut: Buffer.byteLength(all.slice(headEnd, tailStart)) }
  }
  const first = cleanBytes(kept.head)
  const last = tidy(cleanBytes(kept.tail))
  const headEnd = endOfHead(first, budget / 2)
  const tailStart = startOfTail(last, budget / 2)
  const cut = Buffer.byteLength(first.slice(headEnd)) + Buffer.byteLength(last.slice(0, tailStart))
  return { head: tidy(first.slice(0, headEnd)), tail: last.slice(tailStart), leftOut: kept.gap + cut }
}

/** Without the line ends at its end. */
function tidy(text: string): string {
  return text.replace(/\n+$/, '')
}

/** After the last whole line that fits; inside a line only where that would waste more than half of the room. */
function endOfHead(text: string, room: number): number {
  if (text.length <= room) return text.length
  const line = text.lastIndexOf('\n', room - 1) + 1
  return line > room / 2 ? line : Math.floor(room) - (isSecondHalf(text, Math.floor(room)) ? 1 : 0)
}

function startOfTail(text: string, room: number): number {
  const earliest = Math.max(text.length - Math.floor(room), 0)
  if (earliest === 0) return 0
  const line = text.indexOf('\n', earliest - 1) + 1
  return line > 0 && line < text.length - room / 2 ? line : earliest + (isSecondHalf(text, earliest) ? 1 : 0)
}

/** Whether a cut here would tear a character of two units. */
function isSecondHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}
