/** A log of rows in a file: read once in slices, then tailed as it grows, and paged from where its rows lie. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { CountsView } from '../../../shared/imports'
import { DocumentSplitter } from './document-splitter'
import { Feed, rowOf } from './feed'
import { isJson } from './json'
import { MAIN, type Findings, type Fold, type LogPlace, type RowFormat } from './format'
import { PAGE_BYTES, type Log, type PlacedDraft } from './log'
import { problemOf, type Problem } from './problems'
import { PlainSource, type Source, type Stamp } from './source'
import { LineSplitter, type Piece } from './splitter'
import { ZstdSource } from './zstd-source'
import type { RowIndex } from './row-index'

/** Longest time that rows are folded without a turn of the event loop, in ms. */
const SLICE_MS = 8
/** Rows that lie this close are read at once, in bytes. */
const GAP = 64 * 1024
const READ_MAX = 1024 * 1024
/** How far back the first look at the end of a log goes, in bytes. */
const TAIL_MIN = 256 * 1024
const TAIL_MAX = 8 * 1024 * 1024
const [NEWLINE, RETURN] = [0x0a, 0x0d]

export function isPacked(path: string): boolean {
  return /\.zstd?$|\.zst$/.test(path)
}

export function isDocument(path: string): boolean {
  return path.endsWith('.json')
}

/** All that was read of one file; thrown away when another takes its place. */
class Reading {
  readonly fold: Fold
  readonly feed: Feed
  readonly source: Source
  splitter: LineSplitter | DocumentSplitter
  /** Bytes of the stream that were taken. */
  position = 0
  /** The last line had no end, but was a whole row; what follows may only be the end of the line. */
  provisional = false

  constructor(format: RowFormat, place: LogPlace, root: string) {
    this.fold = format.fold(place)
    this.feed = new Feed(this.fold, isDocument(place.path))
    this.source = isPacked(place.path) ? new ZstdSource(place.path, root) : new PlainSource(place.path, root)
    this.splitter = isDocument(place.path) ? new DocumentSplitter() : new LineSplitter()
  }
}

export class FileLog implements Log {
  readonly #format: RowFormat
  readonly #place: LogPlace
  readonly #root: string
  #reading: Reading
  #stamp: Stamp | null = null
  #problem: Problem | null = null
  #complete = false
  /** The last look failed for a reason that may pass while the file stays as it is. */
  #again = false
  #running: Promise<boolean> | null = null
  #closed = false
  #waiting = new Set<() => void>()

  /** @param root the folder that it was found in; it is not read when it has come to lie outside */
  constructor(format: RowFormat, place: LogPlace, root: string) {
    this.#format = format
    this.#place = place
    this.#root = root
    this.#reading = new Reading(format, place, root)
  }

  get findings(): Findings {
    return this.#reading.fold.findings
  }

  get counts(): CountsView {
    return this.#reading.feed.counts.view()
  }

  get problem(): Problem | null {
    return this.#problem
  }

  get writtenAt(): number | null {
    return this.#stamp?.mtimeMs ?? null
  }

  get progress(): { bytes: number; of: number } {
    return { bytes: this.#reading.position, of: Math.max(this.#stamp?.size ?? 0, this.#reading.position) }
  }

  get complete(): boolean {
    return this.#complete
  }

  get keyed(): boolean {
    return this.#format.keyed
  }

  get endSeq(): number {
    return this.#reading.position
  }

  advance(): Promise<boolean> {
    this.#running ??= this.#advance().finally(() => {
      this.#running = null
      this.#tell()
    })
    return this.#running
  }

  async reached(thread: string, entries: number): Promise<void> {
    while (this.#running && this.total(thread) < entries) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  total(thread: string): number {
    return this.#reading.feed.indexes.get(thread)?.total ?? 0
  }

  async page(thread: string, offset: number, limit: number): Promise<readonly PlacedDraft[]> {
    const { source, feed } = this.#reading
    const index = feed.indexes.get(thread)
    if (!index) return []
    const placed: PlacedDraft[] = []
    let [row, bytes] = [index.find(offset), 0]
    while (row < index.rows && placed.length < limit && bytes < PAGE_BYTES) {
      const end = this.#together(index, row, limit - placed.length)
      const start = index.at(row).offset
      const last = index.at(end - 1)
      const block = await source.read(start, last.offset + last.length - start)
      bytes += block.length
      for (; row < end; row++) {
        const { offset: at, length, before, count } = index.at(row)
        const found = this.#placed(block.subarray(at - start, at - start + length), at, thread)
        if (found.length !== count) return placed
        placed.push(...found.slice(Math.max(0, offset - before)))
      }
    }
    return placed.slice(0, limit)
  }

  async tail(limit: number): Promise<readonly PlacedDraft[] | null> {
    if (this.#format.keyed || isPacked(this.#place.path)) return null
    const { source } = this.#reading
    const { size } = await source.stamp()
    for (let window = TAIL_MIN; ; window *= 4) {
      const start = Math.max(0, size - window)
      const placed = this.#tailOf(await source.read(start, size - start), start)
      if (placed.length >= limit || start === 0 || window >= TAIL_MAX) return placed.slice(-limit)
    }
  }

  close(): void {
    this.#closed = true
    this.#tell()
  }

  /** The first row behind `row` that is not read with it. */
  #together(index: RowIndex, row: number, entries: number): number {
    const first = index.at(row)
    let [end, stop, count] = [row + 1, first.offset + first.length, first.count]
    while (end < index.rows && count < entries) {
      const next = index.at(end)
      if (next.offset < stop || next.offset - stop > GAP || next.offset + next.length - first.offset > READ_MAX) break
      stop = next.offset + next.length
      count += next.count
      end += 1
    }
    return end
  }

  #placed(bytes: Buffer, offset: number, thread: string): PlacedDraft[] {
    const read = rowOf({ bytes, start: 0, length: bytes.length }, isDocument(this.#place.path))
    if (!read) return []
    const { at, drafts } = this.#format.drafts(read.row, thread)
    // A row has more bytes than entries, so these numbers grow along the log and are never given twice.
    return drafts.map((draft, i) => ({ seq: offset + i, at, draft }))
  }

  #tailOf(bytes: Buffer, start: number): PlacedDraft[] {
    const placed: PlacedDraft[] = []
    const from = start === 0 ? 0 : bytes.indexOf(NEWLINE) + 1
    const splitter = new LineSplitter(start + from)
    const take = ({ bytes: of, start: at, length, offset }: Piece) => {
      const read = of ? rowOf({ bytes: of, start: at, length }, false) : null
      if (of && read && this.#format.isMain(read.row, this.#place)) placed.push(...this.#placed(of.subarray(at, at + length), offset, MAIN))
    }
    splitter.push(bytes.subarray(from), take)
    const rest = splitter.rest()
    if (rest) take(rest)
    return placed
  }

  async #advance(): Promise<boolean> {
    try {
      const stamp = await this.#reading.source.stamp()
      const known = this.#stamp
      const isSame = known !== null && known.size === stamp.size && known.mtimeMs === stamp.mtimeMs && known.identity === stamp.identity
      if (isSame && this.#complete && !this.#again) return false
      this.#complete = false
      this.#again = false
      if (known && (await this.#isReplaced(known, stamp))) this.#restart()
      this.#stamp = stamp
      await this.#read()
      this.#problem = this.#complaint()
      this.#complete = !this.#closed
      return true
    } catch (error) {
      const problem = problemOf(error)
      const isNews = problem.message !== this.#problem?.message
      this.#problem = problem
      this.#again = problem.code !== 'malformed'
      this.#complete = true
      return isNews
    }
  }

  /** A document is written anew each time; a log only grows, unless another one has taken its place. */
  async #isReplaced(known: Stamp, stamp: Stamp): Promise<boolean> {
    return known.identity !== stamp.identity || isDocument(this.#place.path) || !(await this.#reading.source.holds())
  }

  #restart(): void {
    this.#reading = new Reading(this.#format, this.#place, this.#root)
  }

  async #read(): Promise<void> {
    const { source, feed } = this.#reading
    const reading = this.#reading
    let since = performance.now()
    for await (const chunk of source.stream(reading.position)) {
      if (this.#closed) return
      if (reading.provisional && !continuesWell(chunk)) {
        this.#restart()
        return this.#read()
      }
      reading.provisional &&= chunk.length === 1 && chunk[0] === RETURN
      reading.position += chunk.length
      reading.splitter.push(chunk, (piece) => feed.piece(piece))
      this.#tell()
      if (performance.now() - since < SLICE_MS) continue
      await breathe()
      since = performance.now()
    }
    this.#settle(reading)
  }

  /** A last line without its end is taken when it is a whole row; otherwise it waits for the rest. */
  #settle(reading: Reading): void {
    const rest = reading.splitter.rest()
    const read = rest ? rowOf(rest, false) : null
    if (rest && read && isJson(read.row)) {
      reading.feed.piece(rest)
      reading.splitter = new LineSplitter(rest.offset + rest.length, rest.line)
      reading.provisional = true
    }
    reading.feed.counts.unfinished = reading.position - reading.splitter.restart
  }

  #complaint(): Problem | null {
    const { splitter, feed, position } = this.#reading
    if (position > 0 && feed.counts.rows === feed.counts.corrupt && feed.counts.rows > 0) {
      return { code: 'malformed', message: 'No line of this file is JSON; it may be in another encoding or of another kind.' }
    }
    if (splitter instanceof DocumentSplitter && !splitter.whole) {
      return { code: 'partial', message: 'This document is not whole; what could be read of it is shown.' }
    }
    return null
  }

  #tell(): void {
    const waiting = this.#waiting
    this.#waiting = new Set()
    for (const resolve of waiting) resolve()
  }
}

/** The end of a line, and nothing before it. */
function continuesWell(chunk: Buffer): boolean {
  return chunk[0] === NEWLINE || (chunk[0] === RETURN && (chunk.length === 1 || chunk[1] === NEWLINE))
}
