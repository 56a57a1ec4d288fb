import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AskView } from './asks'
import { applyAttentionOp, askItem, compareItems, countsOf, factId, factItem, isUnread, NOT_READ, queueOf, type AttentionFact, type Marks, type ReadMark } from './attention'
import type { Outcome } from './model'

const DONE: Outcome = { kind: 'completed' }
const FAULT: Outcome = { kind: 'error', error: { code: 'E', message: 'It broke.' } }

const ask = (id: string, askedAt: number, workerId = `w-${id}`): AskView => ({
  id,
  sessionId: 'p',
  workerId,
  workerName: workerId,
  turn: 1,
  askedAt,
  request: { kind: 'question', title: 'What?', detail: '', tool: null, act: 'other', paths: [], options: [] },
  state: 'open',
  optionId: null,
  text: null,
  decidedBy: null,
  decidedAt: null
})
const ended = (workerId: string, turn: number, at: number, outcome: Outcome = DONE, failure: { turn: number; at: number; outcome: Outcome } | null = null): AttentionFact => ({
  kind: 'ended',
  sessionId: 'p',
  workerId,
  name: workerId,
  last: { turn, at, outcome },
  failure
})
const unknown = (workerId: string, heardAt: number): AttentionFact => ({ kind: 'unknown', sessionId: 'p', workerId, name: workerId, turn: 3, heardAt, what: 'bash' })

interface Desk {
  reads?: Record<string, ReadMark>
  snoozes?: Record<string, Record<string, number>>
  muted?: readonly string[]
  seenBefore?: number
}
const marks = ({ reads = {}, snoozes = {}, muted = [], seenBefore = 0 }: Desk = {}): Marks => ({
  read: (workerId) => reads[workerId] ?? NOT_READ,
  snoozes: (workerId) => snoozes[workerId] ?? {},
  isMuted: (workerId) => muted.includes(workerId),
  seenBefore
})
const keys = (asks: AskView[], facts: AttentionFact[], desk: Desk = {}, now = 1_000) =>
  queueOf(asks, facts, marks(desk), now).items.map((item) => `${item.rank} ${item.workerId}`)

describe('the queue', () => {
  it('has questions first, then failures and unknowns, then what was not read; what waits longest first', () => {
    const facts = [ended('read-me', 1, 10), ended('broken', 1, 30, FAULT), unknown('silent', 20), ended('older', 1, 5)]
    expect(keys([ask('b', 60), ask('a', 50)], facts)).toEqual(['ask w-a', 'ask w-b', 'unknown silent', 'failed broken', 'unread older', 'unread read-me'])
  })

  it('keeps a failure that a later turn has come over', () => {
    const { items } = queueOf([], [ended('w', 6, 60, DONE, { turn: 4, at: 40, outcome: FAULT })], marks(), 1_000)
    expect(items).toMatchObject([{ rank: 'failed', turn: 4, since: 40, outcome: FAULT }])
    expect(keys([], [ended('w', 6, 60, DONE, { turn: 4, at: 40, outcome: FAULT })], { reads: { w: { turn: 5, unread: false } } })).toEqual(['unread w'])
  })

  it('holds nothing that was seen, by the worker or by all at once', () => {
    expect(keys([], [ended('w', 3, 10)], { reads: { w: { turn: 3, unread: false } } })).toEqual([])
    expect(keys([], [ended('w', 3, 10)], { seenBefore: 10 })).toEqual([])
    expect(keys([], [ended('w', 3, 10)], { seenBefore: 10, reads: { w: { turn: 2, unread: true } } })).toEqual(['unread w'])
  })

  it('holds of a muted worker its questions only', () => {
    expect(keys([ask('q', 1, 'w')], [ended('w', 1, 10, FAULT), unknown('w', 5)], { muted: ['w'] })).toEqual(['ask w'])
  })

  it('puts off exactly one item, until its time has come', () => {
    const facts = [ended('w', 2, 10)]
    const desk = { snoozes: { w: { 'turn:2': 2_000 } } }
    expect(queueOf([], facts, marks(desk), 1_999)).toMatchObject({ items: [], snoozed: [{ key: 'turn:2' }], nextAt: 2_000 })
    expect(queueOf([], facts, marks(desk), 2_000)).toMatchObject({ items: [{ key: 'turn:2' }], snoozed: [], nextAt: null })
    expect(keys([], [ended('w', 3, 20)], desk)).toEqual(['unread w'])
  })

  it('is counted by kind', () => {
    const { items } = queueOf([ask('a', 1)], [ended('x', 1, 10, FAULT), unknown('y', 5), ended('z', 1, 10)], marks(), 1_000)
    expect(countsOf(items)).toEqual({ asks: 1, failures: 2, unread: 1 })
  })
})

const worker = fc.constantFrom('a', 'b', 'c')
const at = fc.integer({ min: 1, max: 20 })
const outcome = fc.constantFrom(DONE, FAULT)
const anyFact: fc.Arbitrary<AttentionFact> = fc.oneof(
  fc.tuple(worker, at, at, outcome).map(([id, turn, time, how]) => ended(id, turn, time, how)),
  fc.tuple(worker, at).map(([id, time]) => unknown(id, time))
)
const facts = fc.uniqueArray(anyFact, { selector: factId })
const asks = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1, maxLength: 2 }), at, worker), { selector: ([id]) => id }).map((list) => list.map(([id, time, who]) => ask(id, time, who)))
const desk: fc.Arbitrary<Desk> = fc.record({
  reads: fc.dictionary(worker, fc.record({ turn: fc.integer({ min: 0, max: 20 }), unread: fc.boolean() })),
  snoozes: fc.dictionary(worker, fc.dictionary(at.map((turn) => `turn:${turn}`), at)),
  muted: fc.subarray(['a', 'b', 'c']),
  seenBefore: fc.integer({ min: 0, max: 20 })
})

describe('nothing is lost from the queue', () => {
  it('that nobody has seen, answered, put off or muted, and nothing is there twice', () => {
    fc.assert(
      fc.property(asks, facts, desk, at, (open, known, said, now) => {
        const own = marks(said)
        const { items, snoozed, nextAt } = queueOf(open, known, own, now)
        const all = [...items, ...snoozed].map((item) => `${item.workerId} ${item.key}`)
        expect(new Set(all).size).toBe(all.length)
        const wanted = [
          ...open.map(askItem),
          ...known.flatMap((fact) => {
            const isSeen = fact.kind === 'ended' && !isUnread(fact.last, own.read(fact.workerId), own.seenBefore)
            return isSeen || own.isMuted(fact.workerId) ? [] : (factItem(fact, own) ?? [])
          })
        ].map((item) => `${item.workerId} ${item.key}`)
        expect(all.toSorted()).toEqual(wanted.toSorted())
        expect(snoozed.length > 0).toBe(nextAt !== null)
        if (nextAt !== null) expect(nextAt).toBeGreaterThan(now)
        const ranks = items.map((item) => ['ask', 'failed', 'unread'].indexOf(item.rank === 'unknown' ? 'failed' : item.rank))
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
        // One after the other, without a doubt: that is how the key goes through them.
        for (const [index, item] of items.entries()) {
          expect(compareItems(item, item)).toBe(0)
          expect(items.findIndex((other) => compareItems(other, item) > 0)).toBe(index + 1 < items.length ? index + 1 : -1)
        }
      })
    )
  })
})

describe('the patches of the facts', () => {
  it('bring a reader to the state of the host, whatever came before', () => {
    fc.assert(
      fc.property(facts, facts, (before, after) => {
        const ops = [
          ...before.filter((fact) => !after.some((other) => factId(other) === factId(fact))).map((fact) => ({ op: 'drop', id: factId(fact) }) as const),
          ...after.map((fact) => ({ op: 'put', fact }) as const)
        ]
        const state = ops.reduce(applyAttentionOp, { facts: before })
        const sorted = (list: readonly AttentionFact[]) => list.toSorted((a, b) => (factId(a) < factId(b) ? -1 : 1))
        expect(sorted(state.facts)).toEqual(sorted(after))
      })
    )
  })
})
