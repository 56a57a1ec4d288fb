/**
 * The one owner of the scroll position of a timeline. A reader at the end stays at the end, whatever grows or shrinks; a
 * reader further up stays at the block that they read, to the pixel, whatever comes before or after it, grows, or gets
 * another width. Only the reader's own scrolling changes which of the two holds.
 *
 * It also says which rows are drawn. Rows stand in the flow of the page between two paddings, which take the place of
 * those that are not drawn, so that nothing but the scroll position ever has to be corrected:
 *
 *   plan()     while rendering: the rows to draw for where the reader is
 *   settle()   after each commit and each change of a size, before it is painted: measures, then corrects
 */
import { firstInView, placeIn, type Seen } from './blocks'
import { rowsBetween, rowAt, sameRange, topsOf, type Range } from './layout.logic'
import type { Hold } from './places'
import { distanceFromEnd, END_THRESHOLD, movedUp, type Extremes, type View } from './scroll.logic'

/** Drawn beyond each edge of the view, in px. */
const OVERSCAN = 400
/** How near an edge of what is loaded more is asked for, in px. */
const NEAR = 600
/** How long the view must rest before its place is stored, in ms. */
const REST_MS = 300
/** Smaller errors than this are no errors: the browser keeps whole device pixels. */
const EXACT = 0.5

export interface KeeperOptions {
  /** Where to begin; null at the end. */
  readonly hold: Hold | null
  /** Renders the rows anew; at once, before the next paint, where the view shows what is not drawn. */
  redraw(now: boolean): void
  /** Another place is held; null is the end. */
  onHold(hold: Hold | null): void
  /** The reader scrolls towards an edge of what is loaded, and is near it. */
  onNear(edge: 'earlier' | 'later'): void
  /** The view has come to rest. */
  onRest(): void
  /** The end of the newest turn has come into view, or has left it. */
  onEnd(isInView: boolean): void
  /** Whether the last row is the newest turn: else its end is not the end. */
  isNewest(): boolean
}

/** What is held: also where it is within its row, and the element itself while it is drawn. */
interface Held extends Hold {
  offset: number
  readonly within: number
  readonly element: Element | null
}

export class ScrollKeeper {
  /** Null at the end. */
  #hold: Held | null
  #heights = new Map<number, number>()
  #numbers: readonly number[] = []
  #guess: (index: number) => number = () => 0
  #tops = topsOf(0, () => 0)
  #drawn: Range = { first: 0, end: 0 }
  #list: HTMLElement | null = null
  /** Where the view was when it was last looked at. */
  #top = 0
  /** What the reader has scrolled since, while no event has told of it. */
  #owed = 0
  /** The geometry since the view was last where it was known to be. */
  #since: Extremes
  #width: number
  #wasPinnedAtEnd = false
  /** What was told of the end last. */
  #isEndInView: boolean | null = null
  readonly #watched = new Set<Element>()
  readonly #sizes = new ResizeObserver(() => this.#resized())
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly scroller: HTMLElement,
    private readonly options: KeeperOptions
  ) {
    this.#hold = options.hold && { ...options.hold, within: 0, element: null }
    this.#since = this.#extremes()
    this.#width = scroller.clientWidth
  }

  /** Listens; returns the disposer. */
  attach(list: HTMLElement): () => void {
    this.#list = list
    const onScroll = (): void => this.#scrolled()
    this.scroller.addEventListener('scroll', onScroll, { passive: true })
    this.#sizes.observe(this.scroller)
    return () => {
      clearTimeout(this.#rest)
      this.#sizes.disconnect()
      this.#watched.clear()
      this.scroller.removeEventListener('scroll', onScroll)
      this.#list = null
    }
  }

  /** The rows to draw. `guess` is the height of a row that was never drawn, in px. */
  plan(numbers: readonly number[], guess: (index: number) => number): Range {
    this.#numbers = numbers
    this.#guess = guess
    this.#tops = this.#stack()
    const [first, last] = [numbers[0], numbers.at(-1)]
    // Other turns than those are shown now.
    if (this.#hold && first !== undefined && last !== undefined && (this.#hold.turn < first || this.#hold.turn > last)) {
      this.#hold = { turn: first, block: -1, offset: 0, within: 0, element: null }
    }
    this.#drawn = this.#rowsAround(OVERSCAN)
    return this.#drawn
  }

  /** The heights of what is not drawn, above and below, in px. */
  paddings({ first, end }: Range): { above: number; below: number } {
    const total = this.#tops.at(-1) ?? 0
    return { above: this.#tops[first] ?? 0, below: total - (this.#tops[end] ?? total) }
  }

  /** To be called after every commit of the rows. */
  settle(): void {
    if (!this.#list) return
    this.#watchRows(this.#list)
    if (this.#measure(this.#list)) this.#tops = this.#stack()
    this.#put()
    if (!sameRange(this.#rowsAround(OVERSCAN), this.#drawn)) this.options.redraw(false)
  }

  /** The reader goes to the top of a turn: from now on the view is no longer held at its end. */
  goTo(turn: number): void {
    this.#let({ turn, block: -1, offset: 0, within: 0, element: null })
    this.options.redraw(false)
  }

  goToEnd(): void {
    this.#let(null)
    this.options.redraw(false)
  }

  /** The first turn whose text is in view; 0 where there is none. */
  firstTurn(): number {
    return this.#numbers[rowAt(this.#tops, this.#viewTop() + 1)] ?? 0
  }

  /** A row is about to change its height by the reader's own hand: its head stays where it is, or comes into view. */
  readonly pin = (turn: number): void => {
    const row = this.#row(turn)
    if (!row) return
    this.#wasPinnedAtEnd = this.#hold === null
    this.#let({ turn, block: -1, offset: Math.max(0, this.#topOf(row)), within: 0, element: row })
  }

  /** All heights that were measured are wrong from now on. */
  forgetHeights(): void {
    this.#heights.clear()
  }

  #stack(): Float64Array {
    return topsOf(this.#numbers.length, (index) => this.#heights.get(this.#numbers[index] ?? 0) ?? this.#guess(index))
  }

  /** Rows that overlap the view and `margin` px around it. */
  #rowsAround(margin: number): Range {
    const top = this.#viewTop()
    return rowsBetween(this.#tops, top - margin, top + this.scroller.clientHeight + margin)
  }

  /** Where the view begins, in px from the top of the first row, by what is held and not by what is on the screen. */
  #viewTop(): number {
    const end = Math.max(0, (this.#tops.at(-1) ?? 0) - this.scroller.clientHeight)
    const first = this.#numbers[0]
    if (!this.#hold || first === undefined) return end
    const index = Math.min(Math.max(this.#hold.turn - first, 0), this.#numbers.length - 1)
    return Math.min((this.#tops[index] ?? 0) + this.#hold.within - this.#hold.offset, end)
  }

  /** Corrects the scroll position. */
  #put(): void {
    if (this.#hold === null && movedUp(this.#since, this.#view())) this.#scrolled()
    const { scroller } = this
    if (this.#hold === null) {
      if (distanceFromEnd(this.#view()) >= EXACT) scroller.scrollTop = scroller.scrollHeight
    } else {
      const unheard = scroller.scrollTop - this.#top
      const isClamped = unheard < 0 && distanceFromEnd(this.#view()) <= 1
      if (Math.abs(unheard) >= EXACT && !isClamped) {
        this.#hold.offset -= unheard
        this.#owed += unheard
      }
      const error = this.#locate(this.#hold) - this.#hold.offset
      if (Math.abs(error) >= EXACT) {
        scroller.scrollTop += error
        // Nearer to the end than that there is nothing: it is held where it is.
        const rest = this.#locate(this.#hold) - this.#hold.offset
        if (Math.abs(rest) > 1) this.#hold.offset += rest
      }
      if (this.#wasPinnedAtEnd && distanceFromEnd(this.#view()) <= 1) this.#let(null)
      // What was held without being drawn was held by a guess.
      else if (this.#hold.element === null && this.#list && this.#row(this.#hold.turn)) this.#let(this.#whatIsInView(this.#list))
      this.#wasPinnedAtEnd = false
    }
    this.#top = scroller.scrollTop
    this.#since = this.#extremes()
    this.#tellEnd()
  }

  #scrolled(): void {
    const { scroller } = this
    const moved = scroller.scrollTop - this.#top + this.#owed
    this.#owed = 0
    if (Math.abs(moved) < EXACT || !this.#list) return
    this.#note()
    const view = this.#view()
    const stays = this.#hold === null && !movedUp(this.#since, view)
    if (!stays) {
      const isAtEnd = this.options.isNewest() && distanceFromEnd(view) <= (moved < 0 ? EXACT : END_THRESHOLD)
      this.#let(isAtEnd ? null : this.#whatIsInView(this.#list))
    }
    this.#top = scroller.scrollTop
    this.#since = this.#extremes()
    this.#tellEnd()
    this.#draw()
    // A view that moved by itself asks for nothing.
    if (stays) return
    if (moved < 0 && view.top < NEAR) this.options.onNear('earlier')
    if (moved > 0 && distanceFromEnd(view) < NEAR) this.options.onNear('later')
  }

  #resized(): void {
    const isWidth = this.scroller.clientWidth !== this.#width
    this.#width = this.scroller.clientWidth
    if (isWidth) this.#heights.clear()
    this.settle()
    // The paddings are those of the old width.
    if (isWidth) this.options.redraw(true)
  }

  /** Has the rows drawn that came into view. */
  #draw(): void {
    const wanted = this.#rowsAround(OVERSCAN)
    if (sameRange(wanted, this.#drawn)) return
    const seen = this.#rowsAround(0)
    this.options.redraw(seen.first < this.#drawn.first || seen.end > this.#drawn.end)
  }

  #tellEnd(): void {
    const isInView = this.options.isNewest() && distanceFromEnd(this.#view()) <= END_THRESHOLD
    if (isInView === this.#isEndInView) return
    this.#isEndInView = isInView
    this.options.onEnd(isInView)
  }

  #let(hold: Held | null): void {
    this.#hold = hold
    this.options.onHold(hold && { turn: hold.turn, block: hold.block, offset: Math.round(hold.offset) })
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => this.options.onRest(), REST_MS)
  }

  #whatIsInView(list: HTMLElement): Held {
    const top = this.scroller.getBoundingClientRect().top
    const seen: Seen | null = firstInView(list.children, top, top + this.scroller.clientHeight)
    if (seen) return { ...seen, offset: seen.top - top }
    // The view was thrown to where nothing is drawn yet.
    const place = top - list.getBoundingClientRect().top
    const index = rowAt(this.#tops, place)
    return { turn: this.#numbers[index] ?? 1, block: -1, within: 0, offset: (this.#tops[index] ?? 0) - place, element: null }
  }

  /** Where what is held is now, in px from the top of the view. */
  #locate(hold: Held): number {
    if (hold.element?.isConnected) return this.#topOf(hold.element)
    const row = this.#row(hold.turn)
    if (row) return placeIn(row, hold) - this.scroller.getBoundingClientRect().top
    const first = this.#numbers[0] ?? hold.turn
    const listTop = this.#list ? this.#topOf(this.#list) : 0
    return listTop + (this.#tops[hold.turn - first] ?? 0) + hold.within
  }

  /** Takes the heights of what is drawn; whether one is not what it was. */
  #measure(list: HTMLElement): boolean {
    let hasChanged = false
    for (const row of list.children) {
      const number = turnOf(row)
      const { height } = row.getBoundingClientRect()
      if (Math.abs((this.#heights.get(number) ?? -1) - height) < 0.01) continue
      this.#heights.set(number, height)
      hasChanged = true
    }
    return hasChanged
  }

  #watchRows(list: HTMLElement): void {
    for (const row of this.#watched) {
      if (row.isConnected) continue
      this.#sizes.unobserve(row)
      this.#watched.delete(row)
    }
    for (const row of list.children) {
      if (this.#watched.has(row)) continue
      this.#watched.add(row)
      this.#sizes.observe(row, { box: 'border-box' })
    }
  }

  #row(turn: number): Element | null {
    return this.#list?.querySelector(`:scope > [data-turn="${turn}"]`) ?? null
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

function turnOf(row: Element): number {
  return row instanceof HTMLElement ? Number(row.dataset['turn']) : 0
}
