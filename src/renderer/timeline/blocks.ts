/** The blocks of a drawn turn: what the eye holds on to while everything around it changes. */
import { anchorIndex } from './scroll.logic'

/** Parts of a turn that begin on a line of their own, without what stands beside them. The order is that of the document. */
const BLOCKS = '.said, .crew, .now, .fault, .reply, .md :is(p, li, pre, tr, blockquote, h3, h4, h5, h6)'

export interface Seen {
  readonly turn: number
  /** Which block of the turn; -1 for the turn itself. */
  readonly block: number
  /** The top of it, in px from the top of the window, and from the top of its turn. */
  readonly top: number
  readonly within: number
  readonly element: Element
}

/** The first turn or block that begins between `top` and `bottom`, else the one that fills the view; null for neither. */
export function firstInView(rows: Iterable<Element>, top: number, bottom: number): Seen | null {
  for (const row of rows) {
    const box = row.getBoundingClientRect()
    if (box.bottom <= top) continue
    if (box.top >= bottom) return null
    const elements = [row, ...row.querySelectorAll(BLOCKS)]
    const tops = elements.map((element) => element.getBoundingClientRect().top)
    const index = anchorIndex(tops, top, bottom)
    const next = row.nextElementSibling?.getBoundingClientRect().top ?? Infinity
    // Nothing begins in the rest of this turn: the next one does.
    if ((tops[index] ?? 0) < top && next < bottom) continue
    const element = elements[index] ?? row
    return { turn: Number(row.getAttribute('data-turn')), block: index - 1, top: tops[index] ?? 0, within: (tops[index] ?? 0) - box.top, element }
  }
  return null
}

/** The top of a block of a drawn row, in px from the top of the window; of the row, where it has no such block any more. */
export function placeIn(row: Element, { block, within }: { block: number; within: number }): number {
  const element = block < 0 ? row : row.querySelectorAll(BLOCKS)[block]
  return element ? element.getBoundingClientRect().top : row.getBoundingClientRect().top + within
}
