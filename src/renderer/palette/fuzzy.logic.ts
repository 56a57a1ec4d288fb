/** How well a name fits what was typed: the beginning first, then words, then parts of words, then initials. */
import { foldCase, type TextRange } from '../../shared/find'

export interface Candidate {
  readonly name: string
  /** More words that it is found by, of less weight. */
  readonly detail: string
}

export interface Fit {
  /** Larger is better. */
  readonly score: number
  /** What of the name was typed, ascending. */
  readonly ranges: readonly TextRange[]
}

const BEGIN = 100
const WORD = 80
const INSIDE = 60
const INITIALS = 50
const SCATTERED = 30
const DETAIL = 20
/** How much later places count less, per character. */
const LATER = 0.2
/** Letters may stand this many times as far apart as they are many. */
const SPREAD = 3

/** Null where it does not fit. Every word of the query has to fit somewhere. */
export function fit(query: string, { name, detail }: Candidate): Fit | null {
  const terms = foldCase(query).split(' ').filter((term) => term !== '')
  const [folded, more] = [foldCase(name), foldCase(detail)]
  let score = 0
  const ranges: TextRange[] = []
  for (const term of terms) {
    const found = inName(term, folded) ?? (more.includes(term) ? { score: DETAIL, ranges: [] } : null)
    if (!found) return null
    score += found.score
    // Folding may change lengths: then nothing is marked.
    if (folded.length === name.length) ranges.push(...found.ranges)
  }
  return { score: terms.length === 0 ? 0 : score / terms.length, ranges: apart(ranges) }
}

function inName(term: string, name: string): Fit | null {
  const at = bestPlace(term, name)
  if (at >= 0) {
    const kind = at === 0 ? BEGIN : isWordStart(name, at) ? WORD : INSIDE
    return { score: kind - Math.min(at * LATER, 10), ranges: [{ start: at, end: at + term.length }] }
  }
  return initials(term, name) ?? scattered(term, name)
}

/** At the beginning of a word, if it stands there anywhere. */
function bestPlace(term: string, name: string): number {
  const first = name.indexOf(term)
  for (let at = first; at >= 0; at = name.indexOf(term, at + 1)) if (isWordStart(name, at)) return at
  return first
}

function isWordStart(name: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(name[at - 1] ?? '')
}

function initials(term: string, name: string): Fit | null {
  const starts = [...name.matchAll(/[\p{L}\p{N}]+/gu)].map((word) => word.index)
  const letters = starts.map((at) => name[at] ?? '').join('')
  const at = letters.indexOf(term)
  if (term.length < 2 || at < 0) return null
  return { score: INITIALS - at * LATER, ranges: starts.slice(at, at + term.length).map((start) => ({ start, end: start + 1 })) }
}

function scattered(term: string, name: string): Fit | null {
  if (term.length < 2) return null
  const places: number[] = []
  let from = 0
  for (const letter of term) {
    const at = name.indexOf(letter, from)
    if (at < 0) return null
    places.push(at)
    from = at + letter.length
  }
  const span = from - (places[0] ?? 0)
  if (span > term.length * SPREAD) return null
  return { score: SCATTERED - (span - term.length), ranges: places.map((start) => ({ start, end: start + 1 })) }
}

function apart(ranges: readonly TextRange[]): TextRange[] {
  const sorted = ranges.toSorted((a, b) => a.start - b.start)
  const out: TextRange[] = []
  for (const range of sorted) {
    const last = out.at(-1)
    if (last && range.start <= last.end) out[out.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
    else out.push(range)
  }
  return out
}
