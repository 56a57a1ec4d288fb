import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { BoundedPage, SeenEntry } from '../../shared/records-seen'
import { begun, endOf, HELD_MAX_ENTRIES, holdsBeginning, holdsEnd, withEarlier, withLater, type Held } from './held.logic'

const entry = (seq: number, text = `${seq}`): SeenEntry => ({ kind: 'text', seq, at: seq, text })
const record = (count: number) => Array.from({ length: count }, (_, index) => entry(index * 3))

function page(all: readonly SeenEntry[], offset: number, limit: number): BoundedPage {
  const entries = all.slice(offset, offset + limit)
  return { run_id: 'r', workerId: 'w', status: 'running', entries, total: all.length, offset, limit, truncated: false, skipped: 0, complete: true, corruptAt: [] }
}

const shape = (held: Held | null) => held && [held.from, held.entries.length, held.total]

describe('what is held of a transcript', () => {
  it('grows at both ends without a gap and without a repetition', () => {
    const all = record(100)
    let held: Held | null = begun(page(all, 50, 10))
    held = withEarlier(held, page(all, 40, 11))
    expect(shape(held)).toEqual([40, 20, 100])
    held = held && withLater(held, page(all, 59, 11))
    expect(shape(held)).toEqual([40, 30, 100])
    expect(held?.entries).toEqual(all.slice(40, 70))
  })

  it('is the same as the record, however it was read together', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 40 })), { maxLength: 60 }), fc.nat(), (count, moves, start) => {
        const all = record(count)
        let held = begun(page(all, start % count, 5))
        for (const [isEarlier, size] of moves) {
          const from = held.from ?? 0
          const end = endOf(held) ?? 0
          const next = isEarlier
            ? withEarlier(held, page(all, Math.max(0, from - size), Math.min(from, size) + 1))
            : withLater(held, page(all, Math.max(from, end - 1), size))
          if (!next) throw new Error('A page of the same record fits.')
          held = next
        }
        expect(held.entries).toEqual(all.slice(held.from ?? 0, endOf(held) ?? 0))
        expect([holdsBeginning(held), holdsEnd(held)]).toEqual([held.from === 0, endOf(held) === count])
      })
    )
  })

  it('takes what the end says now for what it said before', () => {
    const all = [...record(10), { kind: 'end' as const, seq: 40, at: 40, status: 'completed' }]
    const held = begun(page(all, 5, 6))
    const grown = [...all.slice(0, 10), entry(40, 'more'), entry(43)]
    expect(withLater(held, page(grown, 8, 50))?.entries).toEqual(grown.slice(5))
  })

  it('does not take pages of another record', () => {
    const held = begun(page(record(20), 10, 5))
    const other = record(30).map((one) => ({ ...one, seq: one.seq + 1 }))
    expect(withLater(held, page(other, 14, 10))).toBeNull()
    expect(withEarlier(held, page(other, 5, 6))).toBeNull()
    expect(withLater(held, page(record(12), 14, 10))).toBeNull()
    expect(withEarlier(held, page(record(20), 2, 4))).toBeNull()
  })

  it('lets go of the other end when it is too much', () => {
    const all = record(HELD_MAX_ENTRIES + 500)
    const held = begun(page(all, 400, HELD_MAX_ENTRIES))
    expect(shape(withEarlier(held, page(all, 200, 201)))).toEqual([200, HELD_MAX_ENTRIES, all.length])
    expect(shape(withLater(held, page(all, 399 + HELD_MAX_ENTRIES, 101)))).toEqual([500, HELD_MAX_ENTRIES, all.length])
    const large = Array.from({ length: 40 }, (_, index) => entry(index, 'x'.repeat(1_000_000)))
    const some = begun(page(large, 10, 20))
    const more = withEarlier(some, page(large, 0, 11))
    expect([more?.from, more?.entries.length]).toEqual([0, 24])
  })

  it('knows no position while the record is still being read', () => {
    const held = begun({ ...page(record(5), 0, 5), offset: null, complete: false })
    expect([held.from, endOf(held), holdsEnd(held), withEarlier(held, page(record(5), 0, 5))]).toEqual([null, null, true, null])
  })
})
