/**
 * Keeps the reader's place in one timeline. A reader at the end stays at the end, whatever grows or shrinks; a reader
 * further up stays at what they read, also when the width changes. Only the reader's own scrolling changes which of
 * the two holds. It moves the view through the virtualizer, which is the one owner of the scroll position.
 */
import type { ReactVirtualizer } from '@tanstack/react-virtual'
import { dropKept } from './observer'
import { placeOf, type Place } from './places'
import { anchorIndex, distanceFromEnd, END_THRESHOLD, movedUp, type Extremes, type View } from './scroll.logic'

/** How long the view must rest before what is in it is taken as the place to hold, in ms. */
const REST_MS = 80

export type RowVirtualizer = ReactVirtualizer<HTMLDivElement, HTMLLIElement>

export class ScrollKeeper {
  readonly #place: Place
  /** Aimed at until the view has come to rest: heights become known while the first rows are drawn. */
  #restoring: Place['at']
  /** The geometry since the view was last where it was known to be. */
  #since: Extremes
  /** What a new width must not move, and where it was, in px from the top of the view. */
  #anchor: { element: Element; top: number } | null = null
  #virtualizer: RowVirtualizer | null = null
  #width: number

  constructor(
    private readonly scroller: HTMLDivElement,
    workerId: string
  ) {
    this.#place = placeOf(workerId)
    this.#restoring = this.#place.at
    this.#since = this.#extremes()
    this.#width = scroller.clientWidth
  }

  /** Where to begin; null at the end. */
  get at(): Place['at'] {
    return this.#place.at
  }

  /** Listens; returns the disposer. */
  attach(virtualizer: RowVirtualizer): () => void {
    this.#virtualizer = virtualizer
    let rest: ReturnType<typeof setTimeout> | undefined
    const restSoon = (): void => {
      clearTimeout(rest)
      rest = setTimeout(() => this.#takeAnchor(), REST_MS)
    }
    const onScroll = (): void => {
      this.#scrolled()
      restSoon()
    }
    restSoon()
    this.scroller.addEventListener('scroll', onScroll, { passive: true })
    const observer = new ResizeObserver(() => this.#resized())
    observer.observe(this.scroller)
    return () => {
      clearTimeout(rest)
      observer.disconnect()
      this.scroller.removeEventListener('scroll', onScroll)
      this.#virtualizer = null
    }
  }

  /** To be called whenever rows have come, gone or changed their heights. */
  keep(): void {
    const virtualizer = this.#virtualizer
    if (!virtualizer) return
    this.#note()
    // A reader may have scrolled without the event for it having come yet.
    if (this.#place.at === null && movedUp(this.#since, this.#view())) this.#scrolled()
    if (this.#place.at === null) this.#keepEnd(virtualizer)
    else if (this.#restoring) scrollToPlace(virtualizer, this.#restoring)
  }

  /** The reader goes to a turn: from now on the view is no longer held at its end. */
  goTo(turn: number, index: number): void {
    this.#place.at = { turn, offset: 0 }
    this.#virtualizer?.scrollToIndex(index, { align: 'start' })
  }

  goToEnd(): void {
    this.#place.at = null
    dropKept()
    this.#virtualizer?.scrollToEnd()
  }

  #keepEnd(virtualizer: RowVirtualizer): void {
    if (distanceFromEnd(this.#view()) < 1) return
    virtualizer.scrollToEnd()
    this.#since = this.#extremes()
  }

  #scrolled(): void {
    const view = this.#view()
    this.#note()
    const wasAtEnd = this.#place.at === null
    const isAtEnd = distanceFromEnd(view) <= END_THRESHOLD
    if (isAtEnd) this.#place.at = null
    else if (!wasAtEnd || movedUp(this.#since, view)) this.#place.at = this.#firstRow(view.top)
    this.#since = this.#extremes()
    if (isAtEnd && !wasAtEnd) dropKept()
  }

  #resized(): void {
    const virtualizer = this.#virtualizer
    if (!virtualizer) return
    const isWidth = this.scroller.clientWidth !== this.#width
    this.#width = this.scroller.clientWidth
    if (isWidth) measureAgain(virtualizer)
    this.keep()
    if (isWidth && this.#place.at !== null && this.#anchor?.element.isConnected) {
      const { element, top } = this.#anchor
      virtualizer.scrollToOffset(this.scroller.scrollTop + this.#topOf(element) - top)
    }
  }

  #takeAnchor(): void {
    this.#restoring = null
    const element = this.#place.at === null ? null : firstInView(this.scroller)
    this.#anchor = element && { element, top: this.#topOf(element) }
  }

  #firstRow(top: number): Place['at'] {
    const row = this.#virtualizer?.getVirtualItemForOffset(top)
    return row ? { turn: Number(row.key), offset: top - row.start } : null
  }

  #topOf(element: Element): number {
    return element.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top
  }

  #view(): View {
    const { scrollTop: top, clientHeight: height, scrollHeight: content } = this.scroller
    return { top, height, content }
  }

  #extremes(): Extremes {
    const { top, height, content } = this.#view()
    return { top, height, content, tallest: height, shortest: content }
  }

  #note(): void {
    const { height, content } = this.#view()
    this.#since.tallest = Math.max(this.#since.tallest, height)
    this.#since.shortest = Math.min(this.#since.shortest, content)
  }
}

/** Puts a turn back where the reader left it, as far as its height is known by now. */
function scrollToPlace(virtualizer: RowVirtualizer, at: { turn: number; offset: number }): void {
  const row = virtualizer.getVirtualItems().find((item) => item.key === at.turn)
  if (row) virtualizer.scrollToOffset(row.start + at.offset)
}

/** Forgets the heights that belong to the old width, and measures what is drawn. */
function measureAgain(virtualizer: RowVirtualizer): void {
  const drawn = [...virtualizer.elementsCache.values()]
  virtualizer.measure()
  for (const element of drawn) virtualizer.measureElement(element)
}

/** The turn, or the block of a turn that fills the view, to which the view is held. */
function firstInView(scroller: HTMLDivElement): Element | null {
  const view = scroller.getBoundingClientRect()
  const pick = (elements: Element[]): Element | null => {
    const boxes = elements.map((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return { element, top: top - view.top, bottom: bottom - view.top }
    })
    boxes.sort((a, b) => a.top - b.top)
    return boxes[anchorIndex(boxes, view.height)]?.element ?? null
  }
  const row = pick([...scroller.querySelectorAll('.turn')])
  if (!row || row.getBoundingClientRect().top >= view.top) return row
  return pick([...row.querySelectorAll('.said, .fault, .now, .md > *')]) ?? row
}
