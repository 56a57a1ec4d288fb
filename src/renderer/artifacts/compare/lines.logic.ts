/**
 * Two texts as the lines that stand beside each other: what is the same, what went and what came, and within a line that
 * was rewritten, which words.
 */
import { diffLines, diffWordsWithSpace } from 'diff'

/** Longer than this a comparison is not tried further, in ms; it is made apart from the window. */
const LINES_MAX_MS = 3_000
const WORDS_MAX_MS = 50
/** Longer lines are not compared by their words, in characters. */
const WORDS_LINE_MAX = 500
/** Nor are more lines than these. */
const WORDS_LINES_MAX = 1_000
/** Of two lines at least this part has to be the same, so that it is one that was rewritten and not another one. */
const ALIKE = 0.4

/** Begin and end of words that differ, in characters of the line. */
export type Words = readonly (readonly [number, number])[]

/** A line of one text. */
export interface Line {
  /** Counted from 1. */
  readonly number: number
  readonly text: string
  readonly words: Words
}

/** Lines that stand beside each other: the same, or instead of each other, or one alone. */
export interface Pair {
  readonly kind: 'same' | 'different'
  readonly left: Line | null
  readonly right: Line | null
}

export interface Compared {
  readonly pairs: readonly Pair[]
  readonly added: number
  readonly removed: number
  /** The lines are the same; only what ends them is not. */
  readonly onlyEndings: boolean
}

/** Null where it cannot be said in good time. */
export function compareTexts(before: string, after: string): Compared | null {
  const [left, right] = [linesOf(before), linesOf(after)]
  const parts = diffLines(joined(left), joined(right), { timeout: LINES_MAX_MS })
  if (!parts) return null
  const pairs: Pair[] = []
  let [l, r, gone] = [0, 0, 0]
  let wordLines = 0
  const settle = (came: number): void => {
    // What went and what came at one place stands beside each other, line by line.
    for (let index = 0; index < Math.max(gone, came); index++) {
      const one = index < gone ? (left[l + index] ?? null) : null
      const other = index < came ? (right[r + index] ?? null) : null
      const words = one !== null && other !== null && wordLines++ < WORDS_LINES_MAX ? differingWords(one, other) : NO_WORDS
      pairs.push({
        kind: 'different',
        left: one === null ? null : { number: l + index + 1, text: one, words: words.left },
        right: other === null ? null : { number: r + index + 1, text: other, words: words.right }
      })
    }
    l += gone
    r += came
    gone = 0
  }
  let [added, removed] = [0, 0]
  for (const part of parts) {
    if (part.removed) {
      gone = part.count
      removed += part.count
    } else if (part.added) {
      added += part.count
      settle(part.count)
    } else {
      settle(0)
      for (let index = 0; index < part.count; index++) {
        const text = left[l] ?? ''
        pairs.push({ kind: 'same', left: { number: ++l, text, words: [] }, right: { number: ++r, text, words: [] } })
      }
    }
  }
  settle(0)
  return { pairs, added, removed, onlyEndings: added === 0 && removed === 0 && before !== after }
}

/** Without what ends them. A text that ends with a line end has no empty line after it. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

const NO_WORDS: { left: Words; right: Words } = { left: [], right: [] }

function differingWords(left: string, right: string): { left: Words; right: Words } {
  if (left.length > WORDS_LINE_MAX || right.length > WORDS_LINE_MAX) return NO_WORDS
  const parts = diffWordsWithSpace(left, right, { timeout: WORDS_MAX_MS })
  if (!parts) return NO_WORDS
  const found: { left: [number, number][]; right: [number, number][] } = { left: [], right: [] }
  let [l, r, same] = [0, 0, 0]
  for (const { value, added, removed } of parts) {
    if (removed) found.left.push([l, (l += value.length)])
    else if (added) found.right.push([r, (r += value.length)])
    else {
      l += value.length
      r += value.length
      same += value.trim().length
    }
  }
  return same >= ALIKE * Math.max(left.trim().length, right.trim().length) ? found : NO_WORDS
}

/** A stretch of lines that is shown, or one that is folded away because nothing differs in it. */
export type Stretch = { readonly kind: 'shown' | 'folded'; readonly from: number; readonly to: number }

/** Same lines around a difference. */
const AROUND = 3
/** A stretch that would hide fewer lines is not folded. */
const FOLD_MIN = 4

/** Which pairs are shown at first; ends are exclusive. */
export function stretchesOf(pairs: readonly Pair[]): Stretch[] {
  const stretches: Stretch[] = []
  const add = (kind: Stretch['kind'], from: number, to: number): void => {
    const last = stretches.at(-1)
    if (from >= to) return
    if (last?.kind === kind) stretches[stretches.length - 1] = { ...last, to }
    else stretches.push({ kind, from, to })
  }
  for (let at = 0; at < pairs.length; ) {
    let end = at
    const isSame = pairs[at]?.kind === 'same'
    while (end < pairs.length && (pairs[end]?.kind === 'same') === isSame) end += 1
    const from = at === 0 ? at : at + AROUND
    const to = end === pairs.length ? end : end - AROUND
    if (!isSame || to - from < FOLD_MIN) add('shown', at, end)
    else {
      add('shown', at, from)
      add('folded', from, to)
      add('shown', to, end)
    }
    at = end
  }
  return stretches
}

/** One line of a view in one column. */
export interface UnifiedRow {
  readonly kind: 'same' | 'removed' | 'added'
  readonly left: Line | null
  readonly right: Line | null
}

/** The pairs in one column: of lines that differ, first those that went, then those that came. */
export function unified(pairs: readonly Pair[]): UnifiedRow[] {
  const rows: UnifiedRow[] = []
  let came: UnifiedRow[] = []
  for (const { kind, left, right } of pairs) {
    if (kind === 'same') {
      rows.push(...came, { kind, left, right })
      came = []
      continue
    }
    if (left) rows.push({ kind: 'removed', left, right: null })
    if (right) came.push({ kind: 'added', left: null, right })
  }
  return [...rows, ...came]
}
