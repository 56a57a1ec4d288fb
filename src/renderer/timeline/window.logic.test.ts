import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyTimelineOp, type TimelineOp } from '../../shared/timeline'
import { makeState, makeTurn, makeTurns } from './testing'
import { TIMELINE_MAX_TURNS, earlierLimit, limitFrom, shownTurns, windowWords } from './window.logic'

const numbers = (turns: readonly { number: number }[] | null) => turns?.map((turn) => turn.number)

describe('shownTurns', () => {
  it('shows the window as it is to a reader at the end', () => {
    const state = makeState({ turns: makeTurns(25, 34), totalTurns: 34 })
    expect(shownTurns(makeTurns(1, 24), state, true)).toBe(state.turns)
    expect(shownTurns([], state, false)).toBe(state.turns)
  })

  it('keeps what the window drops for a reader further up', () => {
    const state = makeState({ turns: makeTurns(26, 35), totalTurns: 35 })
    expect(numbers(shownTurns(makeTurns(25, 34), state, false))).toEqual(numbers(makeTurns(25, 35)))
  })

  it('has no answer while turns in between are missing', () => {
    expect(shownTurns(makeTurns(1, 10), makeState({ turns: makeTurns(12, 21), totalTurns: 21 }), false)).toBeNull()
  })

  it('never loses, doubles or reorders a turn for a reader further up', () => {
    const step = fc.oneof(fc.constant('new' as const), fc.constant('change' as const), fc.integer({ min: 1, max: 5 }))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 40 }), (total, limit, steps) => {
        let all = makeTurns(1, total)
        let state = makeState({ limit, turns: all.slice(-limit), totalTurns: total })
        let shown = shownTurns([], state, false)
        const oldest = shown?.[0]?.number ?? 0
        for (const each of steps) {
          const op: TimelineOp =
            each === 'new'
              ? { op: 'turn', turn: makeTurn(all.length + 1) }
              : each === 'change'
                ? { op: 'turn', turn: makeTurn(all.length, { steps: 9 }) }
                : { op: 'earlier', limit: state.limit + each, turns: all.slice(-(state.limit + each), -state.limit) }
          if (each === 'new') all = [...all, makeTurn(all.length + 1)]
          state = applyTimelineOp(state, op)
          shown = shownTurns(shown ?? [], state, false)
          const first = shown?.[0]?.number ?? 0
          expect(first).toBeLessThanOrEqual(oldest)
          expect(numbers(shown)).toEqual(numbers(makeTurns(first, all.length)))
        }
      })
    )
  })
})

describe('the window', () => {
  it('grows by ten from what is shown', () => {
    expect(earlierLimit(makeTurns(25, 34), 34)).toBe(20)
    // Two turns were kept beyond the window of ten.
    expect(earlierLimit(makeTurns(23, 34), 34)).toBe(22)
    expect(earlierLimit(makeTurns(1, 4), 4)).toBeNull()
    expect(earlierLimit([], 0)).toBeNull()
  })

  it('has a largest size', () => {
    expect(earlierLimit(makeTurns(8, 8), TIMELINE_MAX_TURNS)).toBe(TIMELINE_MAX_TURNS)
    expect(earlierLimit(makeTurns(2, 2), TIMELINE_MAX_TURNS + 1)).toBeNull()
    expect(limitFrom(1, 1_000_000, 10)).toBe(TIMELINE_MAX_TURNS)
  })

  it('reaches back to a turn, and is never smaller than asked', () => {
    expect(limitFrom(25, 34, 10)).toBe(10)
    expect(limitFrom(5, 34, 10)).toBe(30)
    expect(limitFrom(40, 34, 10)).toBe(10)
  })

  it('is said in words', () => {
    expect(windowWords(makeTurns(25, 34), 34)).toBe('turns 25–34 of 34')
    expect(windowWords(makeTurns(1, 1), 1)).toBe('turn 1 of 1')
    expect(windowWords([], 0)).toBe('no turns')
  })
})
