/**
 * Reads one transcript for the screen: its end first, or any place; more of it at either end as the reader goes there;
 * what is new while they look. One question to the host at a time for each of these, and none when nobody looks.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { FIND_MAX_ENTRIES, TRANSCRIPT_PAGE } from '../../shared/limits'
import type { BoundedPage } from '../../shared/records-seen'
import { refusalOf, type RefusalView } from '../connection'
import { begun, endOf, HELD_MAX_ENTRIES, holdsBeginning, holdsEnd, withEarlier, withLater, type Held } from './held.logic'
import type { News, TranscriptSource } from './sources'

export interface Find {
  readonly query: string
  /** Positions of entries that hold the words, ascending. */
  readonly offsets: readonly number[]
  /** From here to the end all was searched; 0 when all of it was. */
  readonly searchedFrom: number
  /** Of the entries that there were when the search began. */
  readonly total: number
  /** Which of them is in view; null before the first was gone to. */
  readonly current: number | null
  /** Why it did not go on. */
  readonly problem: RefusalView | null
}

export interface ReaderState {
  /** Null until the first page is there. */
  readonly held: Held | null
  /** Whether what came last was added to the end that was in view, and no page that was read on. */
  readonly followsEnd: boolean
  readonly reading: 'first' | 'earlier' | 'later' | null
  /** Why there is nothing to show. */
  readonly refusal: RefusalView | null
  /** Why reading on did not work. */
  readonly problem: RefusalView | null
  /** The record had that many entries, and has another number now: its pages may not fit together. */
  readonly partial: { readonly was: number; readonly is: number } | null
  readonly find: Find | null
  /** The position to be brought into view, counted up so that the same one can be asked for again. */
  readonly target: { readonly offset: number; readonly asked: number } | null
}

const EMPTY: ReaderState = { held: null, followsEnd: false, reading: null, refusal: null, problem: null, partial: null, find: null, target: null }

export class TranscriptReader {
  readonly store: StoreApi<ReaderState> = createStore<ReaderState>(() => EMPTY)
  /** The position that the reader is at; null at the end. Kept by the view. */
  place: number | null = null
  readonly #disposed = new AbortController()
  #opening: AbortController | null = null
  #searching: AbortController | null = null
  #isTaking = false
  #hasNews = false
  /** News came before the first page did. */
  #hasMissed = false
  #asked = 0
  #stopWatching: () => void = () => undefined

  constructor(readonly source: TranscriptSource) {}

  /** Opens it at its end, or at a position, and hears of news from then on. */
  start(at: number | null = null): void {
    void this.open(at)
    this.#stopWatching = this.source.watch((news) => this.#hear(news))
  }

  dispose(): void {
    this.#stopWatching()
    this.#disposed.abort()
  }

  /** Reads anew from its end, or around a position. What was there stays until the answer is. */
  async open(at: number | null): Promise<void> {
    this.#opening?.abort()
    const opening = new AbortController()
    this.#opening = opening
    const signal = AbortSignal.any([opening.signal, this.#disposed.signal])
    this.#set({ reading: 'first', problem: null })
    try {
      const offset = at === null ? null : Math.max(0, at - LEAD)
      let held = begun(await this.source.page({ offset, limit: TRANSCRIPT_PAGE }, signal))
      // The end, or the place, may lie behind what fitted into the first page.
      while (!holdsEnd(held) && (at === null || (endOf(held) ?? Infinity) <= at)) {
        const more = withLater(held, await this.source.page({ offset: endOf(held), limit: TRANSCRIPT_PAGE }, signal))
        if (!more || more.entries.length === held.entries.length) break
        held = more
      }
      if (signal.aborted) return
      // A place that the record does not have any more.
      if (at !== null && held.entries.length === 0 && held.total > 0) return await this.open(null)
      this.place = at
      this.#set({ held, followsEnd: at === null, reading: null, refusal: null, partial: null })
      if (at !== null) this.#aim(Math.min(at, (endOf(held) ?? 1) - 1))
      if (this.#hasMissed) {
        this.#hasMissed = false
        this.#hear({ kind: 'grown', total: null })
      }
    } catch (error) {
      if (signal.aborted) return
      const refusal = refusalOf(error)
      this.#set(this.#state.held ? { reading: null, problem: refusal } : { reading: null, refusal })
    }
  }

  /** Reads on at the beginning of what is held. */
  async earlier(): Promise<void> {
    const { held, reading } = this.#state
    if (!held || held.from === null || reading !== null || holdsBeginning(held)) return
    const first = Math.max(0, held.from - TRANSCRIPT_PAGE)
    const { from } = held
    await this.#readOn('earlier', (signal) => this.#stretch(first, from, signal), withEarlier)
  }

  /** Reads on at the end of what is held. */
  async later(): Promise<void> {
    const { held, reading } = this.#state
    if (!held || reading !== null || holdsEnd(held)) return
    await this.#readOn('later', (signal) => this.source.page(this.#wishBehind(1), signal), withLater)
  }

  /** Brings a position into view, reading there first where that is needed. */
  goTo(offset: number): void {
    const { held } = this.#state
    const end = held && endOf(held)
    if (held && held.from !== null && end !== null && offset >= held.from && offset < end) this.#aim(offset)
    else void this.open(offset)
  }

  goToEnd(): void {
    this.place = null
    const { held } = this.#state
    if (held && holdsEnd(held)) this.#aim(END)
    else void this.open(null).then(() => this.#aim(END))
  }

  /** Searches the whole record for words, from its end backwards. An empty query ends the search. */
  async search(query: string): Promise<void> {
    this.#searching?.abort()
    const words = query.trim()
    const { held } = this.#state
    const total = held && held.from !== null ? held.total : 0
    if (words === '' || total === 0) return this.#set({ find: null })
    const searching = new AbortController()
    this.#searching = searching
    const signal = AbortSignal.any([searching.signal, this.#disposed.signal])
    let find: Find = { query: words, offsets: [], searchedFrom: total, total, current: null, problem: null }
    this.#set({ find })
    try {
      while (find.searchedFrom > 0) {
        const to = find.searchedFrom
        const from = Math.max(0, to - FIND_MAX_ENTRIES)
        const found = await this.#findAll(words, from, to, signal)
        const { current } = this.#state.find ?? find
        find = { ...find, offsets: [...found, ...find.offsets], searchedFrom: from, current: current === null ? null : current + found.length }
        this.#set({ find })
        if (find.current === null && find.offsets.length > 0) this.step(-1)
        find = this.#state.find ?? find
      }
    } catch (error) {
      if (!signal.aborted) this.#set({ find: { ...find, problem: refusalOf(error) } })
    }
  }

  /** Goes to the next or the previous place that was found; from one end to the other. */
  step(by: 1 | -1): void {
    const { find } = this.#state
    if (!find || find.offsets.length === 0) return
    const count = find.offsets.length
    const current = find.current === null ? this.#nearest(find.offsets, by) : (find.current + by + count) % count
    this.#set({ find: { ...find, current } })
    this.goTo(find.offsets[current] ?? 0)
  }

  /** The match to begin with: the last one above where the reader is, or the first below. */
  #nearest(offsets: readonly number[], by: 1 | -1): number {
    if (this.place === null) return by < 0 ? offsets.length - 1 : 0
    const behind = offsets.findIndex((offset) => offset >= (this.place ?? 0))
    if (behind < 0) return offsets.length - 1
    return by < 0 ? Math.max(0, behind - 1) : behind
  }

  async #findAll(query: string, from: number, to: number, signal: AbortSignal): Promise<number[]> {
    const offsets: number[] = []
    for (let at = from; at < to; ) {
      const found = await this.source.find({ query, from: at, to }, signal)
      offsets.push(...found.offsets)
      if (found.searchedTo <= at) break
      at = found.searchedTo
    }
    return offsets
  }

  #hear(news: News): void {
    const { held, refusal } = this.#state
    if (refusal !== null || news.kind === 'anew') return void this.open(news.kind === 'anew' ? null : this.place)
    if (!held) {
      this.#hasMissed = true
      return
    }
    if (news.total !== null && held.from !== null && news.total < held.total) return void this.open(this.place)
    if (held.from === null) return void this.#take(() => this.open(null))
    // A reader who is far up in all that can be held keeps that.
    const isFull = this.place !== null && held.entries.length > HELD_MAX_ENTRIES / 2
    if (holdsEnd(held) && !isFull) return void this.#take(() => this.#takeNew())
    // What is new lies behind what is held: it is read when the reader goes there.
    if (news.total !== null && news.total !== held.total) this.#set({ held: { ...held, total: news.total } })
  }

  /** One after the other; news that come meanwhile are one. */
  async #take(work: () => Promise<void>): Promise<void> {
    this.#hasNews = true
    if (this.#isTaking) return
    this.#isTaking = true
    while (this.#hasNews && !this.#disposed.signal.aborted) {
      this.#hasNews = false
      await work()
    }
    this.#isTaking = false
  }

  async #takeNew(): Promise<void> {
    const before = this.#held
    if (!holdsEnd(before) && this.place !== null) return
    try {
      // Entries that are read again may fill a page alone: what comes after them is read on its own then.
      const overlap = holdsEnd(before) ? this.source.overlap : 1
      const page = await this.source.page(this.#wishBehind(overlap), this.#disposed.signal)
      const held = withLater(this.#held, page)
      if (held) {
        this.#set({ held, followsEnd: this.place === null, problem: null })
        // More came than one page holds, and the reader wants the end.
        const goesOn = holdsEnd(before) || (endOf(held) ?? 0) > (endOf(before) ?? 0)
        this.#hasNews ||= !holdsEnd(held) && this.place === null && goesOn
      } else if (this.#state.held === before) await this.open(this.place)
      else this.#hasNews = true
    } catch (error) {
      if (!this.#disposed.signal.aborted) this.#set({ problem: refusalOf(error) })
    }
  }

  async #readOn(
    reading: 'earlier' | 'later',
    read: (signal: AbortSignal) => Promise<BoundedPage>,
    join: (held: Held, page: BoundedPage) => Held | null
  ): Promise<void> {
    const signal = this.#disposed.signal
    const before = this.#held
    this.#set({ reading, problem: null })
    try {
      const page = await read(signal)
      // Joined to what is held now: news may have come meanwhile.
      const held = join(this.#held, page)
      if (held) {
        const isPartial = this.source.isRemote && held.total !== before.total
        this.#set({ held, followsEnd: false, reading: null, ...(isPartial ? { partial: { was: before.total, is: held.total } } : {}) })
        // Another record stands there by now: what is held is no part of it.
      } else if (this.#state.held === before) await this.open(this.place)
      else this.#set({ reading: null })
    } catch (error) {
      if (!signal.aborted) this.#set({ reading: null, problem: refusalOf(error) })
    }
  }

  /** All entries from one position up to another, and the one there: in as many pages as they need. */
  async #stretch(from: number, to: number, signal: AbortSignal): Promise<BoundedPage> {
    let page = await this.source.page({ offset: from, limit: to + 1 - from }, signal)
    while (page.offset !== null && page.offset + page.entries.length < to) {
      const at = page.offset + page.entries.length
      const next = await this.source.page({ offset: at, limit: to + 1 - at }, signal)
      if (next.offset !== at || next.entries.length === 0) break
      page = { ...next, offset: page.offset, entries: [...page.entries, ...next.entries], skipped: page.skipped + next.skipped }
    }
    return page
  }

  #wishBehind(overlap: number): { offset: number; limit: number } {
    const held = this.#held
    return { offset: Math.max(held.from ?? 0, (endOf(held) ?? 0) - overlap), limit: TRANSCRIPT_PAGE }
  }

  #aim(offset: number): void {
    this.#set({ target: { offset, asked: ++this.#asked } })
  }

  get #held(): Held {
    const { held } = this.#state
    if (!held) throw new Error('Nothing of the transcript is held.')
    return held
  }

  get #state(): ReaderState {
    return this.store.getState()
  }

  #set(change: Partial<ReaderState>): void {
    if (!this.#disposed.signal.aborted) this.store.setState(change)
  }
}

/** Stands for the end of the record in `target`. */
export const END = Number.MAX_SAFE_INTEGER
/** Entries before a place that are read with it. */
const LEAD = 40
