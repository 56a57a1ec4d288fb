import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorIndex, distanceFromEnd, estimatedHeight, movedUp, nextTurn } from './scroll.logic'
import { makeInput, makeTurn } from './testing'

describe('the guess at a height', () => {
  it('is more for more text', () => {
    const long = makeTurn(1, { inputs: [makeInput({ text: 'x'.repeat(800) })], reply: { messageId: 'r', text: 'a\n'.repeat(40), at: 0 } })
    expect(estimatedHeight(long, false)).toBeGreaterThan(estimatedHeight(makeTurn(1), false) + 800)
  })

  it('is the same for all folded turns', () => {
    const long = makeTurn(1, { reply: { messageId: 'r', text: 'a\n'.repeat(40), at: 0 } })
    expect(estimatedHeight(long, true)).toBe(estimatedHeight(makeTurn(2), true))
  })
})

describe('what is held when heights change', () => {
  it('is the first thing that begins in view', () => {
    expect(anchorIndex([-200, 100, 300], 0, 600)).toBe(1)
    expect(anchorIndex([0, 100], 0, 600)).toBe(0)
    expect(anchorIndex([-200, 60, 80], 50, 600)).toBe(1)
  })

  it('is the last that began before where nothing begins in view', () => {
    expect(anchorIndex([-900, -100, 900], 0, 600)).toBe(1)
    expect(anchorIndex([], 0, 600)).toBe(-1)
  })

  it('begins in the view whenever anything does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 30 }), fc.integer({ min: 0, max: 9_000 }), (heights, scrolled) => {
        let top = -scrolled
        const tops = heights.map((height) => (top += height) - height)
        const found = tops[anchorIndex(tops, 0, 600)] ?? Number.NaN
        if (tops.some((place) => place >= 0 && place < 600)) expect(found >= 0 && found < 600).toBe(true)
        else if (tops.some((place) => place < 0)) expect(found).toBe(Math.max(...tops.filter((place) => place < 0)))
        else expect(found).toBeNaN()
      })
    )
  })
})

describe('whether the reader scrolled up', () => {
  const since = { top: 97, height: 539, content: 636, tallest: 539, shortest: 636 }

  it('is seen from the view alone', () => {
    expect(distanceFromEnd(since)).toBe(0)
    expect(movedUp(since, { top: 57, height: 539, content: 636 })).toBe(true)
    expect(movedUp(since, { top: 97, height: 539, content: 900 })).toBe(false)
    expect(movedUp(since, { top: 140, height: 539, content: 900 })).toBe(false)
  })

  it('is not claimed when the view has grown, even if the content has grown since', () => {
    const grown = { ...since, tallest: 561 }
    expect(movedUp(grown, { top: 75, height: 561, content: 748 })).toBe(false)
    expect(movedUp(grown, { top: 35, height: 561, content: 748 })).toBe(true)
  })

  it('is not claimed when content was shorter for a moment', () => {
    expect(movedUp({ ...since, shortest: 600 }, { top: 61, height: 539, content: 748 })).toBe(false)
  })
})

describe('J and K', () => {
  const numbers = [25, 26, 27, 28]
  it('begin at the first turn in view', () => {
    expect(nextTurn(numbers, null, 26, 1)).toBe(26)
    expect(nextTurn(numbers, null, 26, -1)).toBe(25)
    expect(nextTurn(numbers, null, 25, -1)).toBe(25)
  })

  it('go on from where they are and stop at the ends', () => {
    expect(nextTurn(numbers, 26, 25, 1)).toBe(27)
    expect(nextTurn(numbers, 26, 25, -1)).toBe(25)
    expect(nextTurn(numbers, 28, 25, 1)).toBeNull()
    expect(nextTurn(numbers, 25, 25, -1)).toBeNull()
    expect(nextTurn([], null, 0, 1)).toBeNull()
  })
})
