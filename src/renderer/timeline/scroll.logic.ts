/** The arithmetic of the timeline's scrolling. All lengths in px. */
import type { Turn } from '../../shared/model'

/** How near the end counts as at the end. */
export const END_THRESHOLD = 40

const HEAD = 36
const TEXT_COLUMNS = 72
/** A folded turn: its head, and one line. */
const FOLDED = 72

const estimates = new WeakMap<Turn, number>()

/** A guess at the height of a turn that has not been drawn yet. It only decides how true the scroll bar is. */
export function estimatedHeight(turn: Turn, isFolded: boolean): number {
  if (isFolded) return FOLDED
  let height = estimates.get(turn)
  if (height === undefined) {
    const inputs = turn.inputs.reduce((sum, input) => sum + 8 + 20 * lineCount(input.text), 0)
    const reply = turn.reply ? 8 + 26 * lineCount(turn.reply.text) : 40
    const crew = turn.capsules.length > 0 ? 28 : 0
    height = HEAD + inputs + crew + Math.max(reply, 44 * turn.artifacts.length) + 16
    estimates.set(turn, height)
  }
  return height
}

function lineCount(text: string): number {
  let count = 0
  let from = 0
  for (;;) {
    const end = text.indexOf('\n', from)
    count += Math.max(1, Math.ceil(((end < 0 ? text.length : end) - from) / TEXT_COLUMNS))
    if (end < 0) return count
    from = end + 1
  }
}

/** What a scrolling element says of itself. */
export interface View {
  readonly top: number
  readonly height: number
  readonly content: number
}

/** A view at one moment, and the tallest view and the shortest content since then. */
export interface Extremes extends View {
  tallest: number
  shortest: number
}

export function distanceFromEnd({ top, height, content }: View): number {
  return content - height - top
}

/**
 * Whether a reader has scrolled up. A view that grows and content that shrinks also move the view up, each by as much
 * as it changes; only what goes beyond that was the reader.
 */
export function movedUp(since: Extremes, now: View): boolean {
  const clamped = Math.max(0, since.tallest - since.height) + Math.max(0, since.content - since.shortest)
  return since.top - now.top > clamped + 1
}

/**
 * What must not move when everything changes its height, by the tops of a turn and its blocks: the first one that begins
 * in the view, else the last one that began before it. A head that sticks to the view is none of them.
 */
export function anchorIndex(tops: readonly number[], top: number, bottom: number): number {
  const starting = tops.findIndex((place) => place >= top && place < bottom)
  return starting >= 0 ? starting : tops.lastIndexOf(Math.max(...tops.filter((place) => place < top)))
}

/** The turn that J (1) or K (-1) goes to from `current`, or from the first one in view. Null: there is none further. */
export function nextTurn(numbers: readonly number[], current: number | null, firstInView: number, step: 1 | -1): number | null {
  const at = current === null ? -1 : numbers.indexOf(current)
  if (at >= 0) return numbers[at + step] ?? null
  const from = numbers.indexOf(firstInView)
  return numbers[step === 1 ? from : Math.max(from - 1, 0)] ?? null
}
