import { afterEach, describe, expect, it, vi } from 'vitest'
import fc from 'fast-check'
import type { BoundedPage, SeenEntry } from '../../shared/records-seen'
import { entryHas } from '../../shared/records-text'
import type { News, TranscriptSource } from './sources'
import { END, TranscriptReader } from './transcript-reader'

const entry = (seq: number, text = `entry ${seq}`): SeenEntry => ({ kind: 'text', seq, at: seq, text })
const end = (seq: number): SeenEntry => ({ kind: 'end', seq, at: seq, status: 'completed' })

/** A record that a test writes, read in pages that end early, as large ones do. */
class Written implements TranscriptSource {
  readonly key = 'written'
  readonly overlap = 8
  isRemote = false
  entries: SeenEntry[]
  /** Entries that fit into a page. */
  room = 120
  /** How far from its end it begins where its end is asked for; as far as a page reaches unless told otherwise. */
  fromEnd: number | null = null
  /** Null while it is being read: then only its end is known. */
  isRead = true
  failure: Error | null = null
  asked = 0
  tell: (news: News) => void = () => undefined

  constructor(count: number) {
    this.entries = Array.from({ length: count }, (_, seq) => entry(seq))
  }

  page({ offset, limit }: { offset: number | null; limit: number }): Promise<BoundedPage> {
    this.asked += 1
    if (this.failure) return Promise.reject(this.failure)
    const total = this.entries.length
    const most = Math.min(limit, this.room)
    const from = offset ?? Math.max(0, total - (this.fromEnd ?? most))
    const entries = this.entries.slice(from, from + most)
    return Promise.resolve({
      run_id: 'r', workerId: 'w', status: 'running', entries, total, offset: this.isRead ? from : null, limit: Math.max(1, entries.length),
      truncated: false, skipped: 0, complete: this.isRead, corruptAt: []
    })
  }

  find({ query, from, to }: { query: string; from: number; to: number }) {
    const searchedTo = Math.min(to, from + this.room)
    const offsets = this.entries.flatMap((one, offset) => (offset >= from && offset < searchedTo && entryHas(one, query) ? [offset] : []))
    return Promise.resolve({ offsets, searchedTo })
  }

  watch(onNews: (news: News) => void): () => void {
    this.tell = onNews
    return () => (this.tell = () => undefined)
  }

  grow(...more: SeenEntry[]): void {
    this.entries = [...this.entries, ...more]
    this.tell({ kind: 'grown', total: this.entries.length })
  }
}

const readers: TranscriptReader[] = []
afterEach(() => readers.splice(0).forEach((reader) => reader.dispose()))

async function opened(source: Written, at: number | null = null): Promise<TranscriptReader> {
  const reader = new TranscriptReader(source)
  readers.push(reader)
  reader.start(at)
  await vi.waitFor(() => expect(reader.store.getState().reading).toBeNull())
  return reader
}

const heldOf = (reader: TranscriptReader) => {
  const { held } = reader.store.getState()
  return held && [held.from, (held.from ?? 0) + held.entries.length, held.total]
}
const wholeOf = (reader: TranscriptReader, source: Written) => {
  const { held } = reader.store.getState()
  return held?.entries.every((one, index) => one === source.entries[(held.from ?? 0) + index])
}

describe('a transcript', () => {
  it('is read from its end, or from a place', async () => {
    const source = new Written(1_000)
    expect(heldOf(await opened(source))).toEqual([880, 1_000, 1_000])
    const placed = await opened(source, 500)
    expect(heldOf(placed)).toEqual([460, 580, 1_000])
    expect(placed.store.getState().target).toMatchObject({ offset: 500 })
    source.room = 30
    expect(heldOf(await opened(source, 500))).toEqual([460, 520, 1_000])
    // An instance that gives less than it is asked for.
    source.fromEnd = 200
    expect(heldOf(await opened(source))).toEqual([800, 1_000, 1_000])
  })

  it('is read on at both ends without a gap, however early its pages end', async () => {
    const source = new Written(1_000)
    source.room = 30
    const reader = await opened(source, 500)
    await reader.earlier()
    expect(heldOf(reader)).toEqual([260, 520, 1_000])
    await reader.later()
    expect(heldOf(reader)).toEqual([260, 549, 1_000])
    expect(wholeOf(reader, source)).toBe(true)
    for (let i = 0; i < 4; i++) await reader.earlier()
    expect(heldOf(reader)?.[0]).toBe(0)
    const { asked } = source
    await reader.earlier()
    expect(source.asked).toBe(asked)
  })

  it('grows under the eyes of who is at its end, also by more than a page holds', async () => {
    const source = new Written(50)
    const reader = await opened(source)
    source.grow(entry(50), end(51))
    await vi.waitFor(() => expect(heldOf(reader)).toEqual([0, 52, 52]))
    expect(reader.store.getState().followsEnd).toBe(true)
    // The end is taken back when it goes on.
    source.entries = source.entries.slice(0, 51)
    source.grow(...Array.from({ length: 400 }, (_, seq) => entry(60 + seq)))
    await vi.waitFor(() => expect(heldOf(reader)).toEqual([0, 451, 451]))
    expect(wholeOf(reader, source)).toBe(true)
  })

  it('only counts what is new for who reads further up', async () => {
    const source = new Written(1_000)
    const reader = await opened(source, 100)
    const before = heldOf(reader)?.slice(0, 2)
    source.grow(entry(1_000))
    expect(heldOf(reader)).toEqual([...(before ?? []), 1_001])
    reader.goToEnd()
    await vi.waitFor(() => expect(heldOf(reader)?.[1]).toBe(1_001))
    await vi.waitFor(() => expect(reader.store.getState().target?.offset).toBe(END))
  })

  it('is read anew when another one stands in its place', async () => {
    const source = new Written(100)
    const reader = await opened(source)
    source.entries = Array.from({ length: 200 }, (_, seq) => entry(5_000 + seq))
    source.tell({ kind: 'grown', total: 200 })
    await vi.waitFor(() => expect(heldOf(reader)).toEqual([80, 200, 200]))
    source.entries = []
    source.tell({ kind: 'anew' })
    await vi.waitFor(() => expect(heldOf(reader)).toEqual([0, 0, 0]))
    source.grow(entry(1))
    await vi.waitFor(() => expect(heldOf(reader)).toEqual([0, 1, 1]))
  })

  it('shows its end while the rest is still being read, and all once it is, whatever comes first', async () => {
    const source = new Written(300)
    source.isRead = false
    const reader = await opened(source)
    expect(reader.store.getState().held?.from).toBeNull()
    await reader.earlier()
    source.isRead = true
    source.tell({ kind: 'grown', total: null })
    await vi.waitFor(() => expect(heldOf(reader)).toEqual([180, 300, 300]))
    // News that come before the first page are not lost.
    const early = new Written(300)
    early.isRead = false
    const other = new TranscriptReader(early)
    readers.push(other)
    other.start()
    early.tell({ kind: 'grown', total: null })
    early.isRead = true
    await vi.waitFor(() => expect(heldOf(other)).toEqual([180, 300, 300]))
  })

  it('says why it cannot be read, and is read once it can', async () => {
    const source = new Written(10)
    source.failure = new Error('gone')
    const reader = await opened(source)
    expect(reader.store.getState()).toMatchObject({ held: null, refusal: { message: expect.any(String) } })
    source.failure = null
    source.tell({ kind: 'grown', total: 10 })
    await vi.waitFor(() => expect(reader.store.getState()).toMatchObject({ refusal: null, held: { total: 10 } }))
    source.failure = new Error('gone again')
    await reader.open(null)
    expect(reader.store.getState()).toMatchObject({ held: { total: 10 }, problem: { message: expect.any(String) } })
  })

  it('of another instance that changed between two pages is told as partial', async () => {
    const source = new Written(1_000)
    source.isRemote = true
    const reader = await opened(source, 500)
    source.entries = [...source.entries, entry(1_000)]
    await reader.earlier()
    expect(reader.store.getState().partial).toEqual({ was: 1_000, is: 1_001 })
    await reader.open(null)
    expect(reader.store.getState().partial).toBeNull()
  })
})

describe('a search', () => {
  it('goes over the whole record from its end, and from match to match', async () => {
    const source = new Written(5_000)
    for (const at of [7, 2_500, 4_990]) source.entries[at] = entry(at, `a Needle at ${at}`)
    const reader = await opened(source)
    await reader.search('needle')
    const found = () => reader.store.getState().find
    expect(found()).toMatchObject({ offsets: [7, 2_500, 4_990], searchedFrom: 0, current: 2 })
    reader.step(-1)
    await vi.waitFor(() => expect(reader.store.getState().target?.offset).toBe(2_500))
    reader.step(-1)
    reader.step(-1)
    expect(found()?.current).toBe(2)
    reader.step(1)
    expect(found()?.current).toBe(0)
    await reader.search('nothing like it')
    expect(found()).toMatchObject({ offsets: [], searchedFrom: 0, current: null })
    await reader.search(' ')
    expect(found()).toBeNull()
  })

  it('gives way to the one that comes after it', async () => {
    const source = new Written(5_000)
    source.entries[10] = entry(10, 'second')
    const reader = await opened(source)
    await Promise.all([reader.search('entry'), reader.search('second')])
    expect(reader.store.getState().find).toMatchObject({ query: 'second', offsets: [10] })
  })
})

it('whatever happens to a record and its reader, what is held is a part of it, and its end for who is there', async () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant('grow' as const), count: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ kind: fc.constantFrom('earlier' as const, 'later' as const, 'end' as const, 'anew' as const), count: fc.constant(0) }),
    fc.record({ kind: fc.constant('goTo' as const), count: fc.nat(400) })
  )
  await fc.assert(
    fc.asyncProperty(fc.nat(300), fc.integer({ min: 5, max: 60 }), fc.array(act, { maxLength: 25 }), async (count, room, acts) => {
      const source = new Written(count)
      source.room = room
      const reader = new TranscriptReader(source)
      reader.start()
      let seq = 10_000
      for (const { kind, count: size } of acts) {
        if (kind === 'grow') source.grow(...Array.from({ length: size }, () => entry(seq++)))
        else if (kind === 'anew') {
          source.entries = Array.from({ length: 20 }, () => entry(seq++))
          source.tell({ kind: 'anew' })
        } else if (kind === 'goTo') reader.goTo(size)
        else if (kind === 'end') reader.goToEnd()
        else void reader[kind]()
        if (size % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      for (let i = 0; i < 60; i++) await new Promise((resolve) => setImmediate(resolve))
      expect(wholeOf(reader, source)).toBe(true)
      if (reader.place === null) expect(heldOf(reader)?.slice(1)).toEqual([source.entries.length, source.entries.length])
      reader.dispose()
    }),
    { numRuns: 200 }
  )
})
