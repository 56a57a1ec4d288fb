import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Turn } from '../../shared/model'
import { applyTimelineOp, type TimelineOp } from '../../shared/timeline'
import { makeState, makeTurn, makeTurns } from './testing'
import { earlierStep, isApart, isGone, leftAt, newSince, reopenLimit, shownTurns, staleTurn, withoutGone, withPart } from './window.logic'

const numbers = (turns: readonly { number: number }[]) => turns.map((turn) => turn.number)
const run = (first: number, last: number) => numbers(makeTurns(first, last))

describe('the turns on the screen', () => {
  it('are the window to a reader at the end', () => {
    const state = makeState({ turns: makeTurns(25, 34), totalTurns: 34 })
    expect(shownTurns(makeTurns(1, 24), state, true)).toBe(state.turns)
    expect(shownTurns([], state, false)).toBe(state.turns)
    expect(shownTurns(makeTurns(25, 30), state, false)).toBe(state.turns)
  })

  it('are also what the window drops to a reader further up', () => {
    const state = makeState({ turns: makeTurns(26, 35), totalTurns: 35 })
    expect(numbers(shownTurns(makeTurns(25, 34), state, false))).toEqual(run(25, 35))
  })

  it('stand apart while turns in between are missing, and are the same as long as nothing happens to them', () => {
    const before = makeTurns(1, 10)
    const state = makeState({ turns: makeTurns(12, 21), totalTurns: 21 })
    expect(shownTurns(before, state, false)).toBe(before)
    expect([isApart(before, state), isApart(makeTurns(5, 21), state), isApart([], makeState())]).toEqual([true, false, false])
  })
})

it('knows which turns are gone: those that were cleared, and those that there never were', () => {
  const state = makeState({ turns: makeTurns(19, 20), totalTurns: 20, clearedTurns: 18 })
  expect([18, 19, 20, 21].map((turn) => isGone(turn, state))).toEqual([true, false, false, true])
  expect(isGone(1, makeState())).toBe(true)
})

describe('a part that was read', () => {
  const state = makeState({ turns: makeTurns(91, 100), totalTurns: 100 })
  it('takes the place of what was shown, and is joined by all that adjoins it', () => {
    expect(numbers(withPart(makeTurns(91, 100), makeTurns(20, 30), state))).toEqual(run(20, 30))
    expect(numbers(withPart(makeTurns(31, 40), makeTurns(20, 30), state))).toEqual(run(20, 40))
    expect(numbers(withPart(makeTurns(31, 40), makeTurns(41, 50), state))).toEqual(run(31, 50))
    expect(numbers(withPart(makeTurns(31, 40), makeTurns(85, 90), state))).toEqual(run(85, 100))
    expect(numbers(withPart(makeTurns(31, 90), makeTurns(91, 99), state))).toEqual(run(31, 100))
  })

  it('changes nothing when there is none', () => {
    const shown = makeTurns(20, 30)
    expect(withPart(shown, [], state)).toBe(shown)
  })

  it('is newer than what was shown, and older than what the stream has', () => {
    const as = (turns: Turn[], steps: number) => turns.map((turn) => ({ ...turn, steps }))
    const joined = withPart(as(makeTurns(80, 95), 1), as(makeTurns(85, 95), 2), makeState({ turns: as(makeTurns(91, 100), 3) }))
    expect(joined.map((turn) => turn.steps)).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3])
  })
})

describe('whatever is read, arrives and is loaded', () => {
  const step = fc.oneof(
    fc.constant({ kind: 'new' as const }),
    fc.constant({ kind: 'change' as const }),
    fc.constant({ kind: 'earlier' as const }),
    fc.constant({ kind: 'later' as const }),
    fc.constant({ kind: 'end' as const }),
    fc.record({ kind: fc.constant('jump' as const), to: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ kind: fc.constant('away' as const), turns: fc.integer({ min: 0, max: 300 }) })
  )

  it('the turns on the screen are one run without a gap, each as it is now, with the turn that was asked for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 40 }), (total, limit, steps) => {
        let all = makeTurns(1, total)
        let state = makeState({ limit, turns: all.slice(-limit), totalTurns: total })
        let shown = shownTurns([], state, true)
        let atEnd = true
        const begin = () => (all = [...all, makeTurn(all.length + 1)])
        const read = (first: number, last: number) => {
          shown = withPart(shown, all.slice(Math.max(0, first - 1), last), state)
        }
        const take = (op: TimelineOp) => {
          state = applyTimelineOp(state, op)
          shown = shownTurns(shown, state, atEnd)
        }
        for (const each of steps) {
          switch (each.kind) {
            case 'new':
              begin()
              take({ op: 'turn', turn: makeTurn(all.length) })
              break
            case 'change':
              take({ op: 'turn', turn: makeTurn(all.length, { steps: 9 }) })
              break
            case 'earlier': {
              atEnd = false
              const way = earlierStep(shown, state)
              if (way?.kind === 'grow') take({ op: 'earlier', limit: way.limit, turns: all.slice(Math.max(0, all.length - way.limit), all.length - state.turns.length) })
              else if (way) read(way.first, way.last)
              break
            }
            case 'later':
              if (isApart(shown, state)) read((shown.at(-1)?.number ?? 0) + 1, (shown.at(-1)?.number ?? 0) + 10)
              break
            case 'jump': {
              atEnd = false
              const turn = 1 + Math.floor(each.to * (all.length - 1))
              read(turn - 3, turn + 10)
              expect(numbers(shown)).toContain(turn)
              break
            }
            case 'end':
              atEnd = true
              shown = state.turns
              break
            case 'away': {
              for (let turn = 0; turn < each.turns; turn += 1) begin()
              const size = reopenLimit(state, all.length)
              state = makeState({ limit: size, turns: all.slice(-size), totalTurns: all.length })
              shown = shownTurns(shown, state, atEnd)
            }
          }
          const first = shown[0]?.number ?? 0
          expect(numbers(shown)).toEqual(run(first, shown.at(-1)?.number ?? 0))
          expect(isApart(shown, state)).toBe(shown.at(-1)?.number !== all.length)
          if (atEnd) expect(shown).toEqual(state.turns)
        }
      })
    )
  })
})

describe('"Load earlier"', () => {
  it('lets the window grow by ten where the window is what is shown', () => {
    expect(earlierStep(makeTurns(25, 34), makeState({ turns: makeTurns(25, 34), totalTurns: 34 }))).toEqual({ kind: 'grow', limit: 20 })
    expect(earlierStep(makeTurns(1, 4), makeState({ turns: makeTurns(1, 4), totalTurns: 4 }))).toBeNull()
    expect(earlierStep(makeTurns(8, 9), makeState({ turns: makeTurns(8, 9), totalTurns: 9, clearedTurns: 7 }))).toBeNull()
    expect(earlierStep(makeTurns(9, 9), makeState({ turns: makeTurns(8, 9), totalTurns: 9, clearedTurns: 7 }))).toEqual({ kind: 'read', first: 8, last: 8 })
    expect(earlierStep([], makeState())).toBeNull()
  })

  it('reads ten turns where something else is shown', () => {
    const state = makeState({ turns: makeTurns(91, 100), totalTurns: 100 })
    expect(earlierStep(makeTurns(80, 100), state)).toEqual({ kind: 'read', first: 70, last: 79 })
    expect(earlierStep(makeTurns(4, 9), state)).toEqual({ kind: 'read', first: 1, last: 3 })
  })
})

describe('a stream that is opened again', () => {
  it('begins where the last one ended, within bounds', () => {
    const state = makeState({ limit: 30, turns: makeTurns(71, 100) })
    expect([reopenLimit(null, 100), reopenLimit(state, 100), reopenLimit(state, 150), reopenLimit(state, 5_000)]).toEqual([10, 30, 51, 100])
  })

  it('does not know what became of a turn before it', () => {
    const shown = [...makeTurns(1, 9), makeTurn(10, { outcome: null })]
    expect(staleTurn(shown, makeState({ turns: makeTurns(11, 20) }))).toBe(10)
    expect(staleTurn(shown, makeState({ turns: makeTurns(10, 20) }))).toBeNull()
    expect(staleTurn(makeTurns(1, 9), makeState())).toBeNull()
  })

  it('has no capsule of a worker that is gone', () => {
    const capsule = { workerId: 'a', name: 'a', segment: 1, kind: 'updated' as const }
    const shown = [makeTurn(1, { capsules: [capsule, { ...capsule, workerId: 'b' }] })]
    expect(withoutGone(shown, (id) => id === 'c')).toBe(shown)
    expect(withoutGone(shown, (id) => id === 'a')[0]?.capsules.map(({ workerId }) => workerId)).toEqual(['b'])
  })
})

describe('what is new', () => {
  const state = (last: number, over: Partial<Turn> = {}) => makeState({ turns: [...makeTurns(last - 9, last - 1), makeTurn(last, over)], totalTurns: last })

  it('are turns that began since the reader left the end', () => {
    const left = leftAt(state(20))
    expect([newSince(left, state(20)), newSince(left, state(22)), newSince(left, state(900))]).toEqual([0, 2, 880])
    expect(newSince(leftAt(makeState()), makeState())).toBe(0)
    const cleared = makeState({ totalTurns: 18, clearedTurns: 18 })
    expect(newSince(leftAt(cleared), cleared)).toBe(0)
  })

  it('is also that the turn that ran then has ended', () => {
    const left = leftAt(state(20, { outcome: null }))
    expect([newSince(left, state(20, { outcome: null })), newSince(left, state(20)), newSince(left, state(21)), newSince(left, state(90))]).toEqual([0, 1, 2, 71])
  })
})
