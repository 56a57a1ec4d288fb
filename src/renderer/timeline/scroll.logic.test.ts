import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorIndex, distanceFromEnd, EARLIER_HEIGHT, estimatedHeight, initialOffset, movedUp, nextTurn } from './scroll.logic'
import { makeInput, makeTurn, makeTurns } from './testing'

describe('where a timeline begins', () => {
  const turns = makeTurns(1, 20)
  const height = estimatedHeight(makeTurn(1))

  it('is its end', () => {
    expect(initialOffset(turns, 600, null)).toBe(EARLIER_HEIGHT + 20 * height - 600)
    expect(initialOffset(makeTurns(1, 1), 600, null)).toBe(0)
  })

  it('is the turn that the reader left, and how far it was scrolled out', () => {
    expect(initialOffset(turns, 600, { turn: 3, offset: 17 })).toBe(EARLIER_HEIGHT + 2 * height + 17)
    expect(initialOffset(turns, 600, { turn: 99, offset: 0 })).toBe(initialOffset(turns, 600, null))
  })

  it('guesses more for more text', () => {
    const long = makeTurn(1, { inputs: [makeInput({ text: 'x'.repeat(800) })], reply: { messageId: 'r', text: 'a\n'.repeat(40), at: 0 } })
    expect(estimatedHeight(long)).toBeGreaterThan(estimatedHeight(makeTurn(1)) + 800)
  })
})

describe('what is held when heights change', () => {
  it('is the first thing that begins in view', () => {
    expect(anchorIndex([{ top: -200, bottom: 100 }, { top: 100, bottom: 300 }], 600)).toBe(1)
    expect(anchorIndex([{ top: 0, bottom: 100 }], 600)).toBe(0)
  })

  it('is what fills the view where nothing begins in it', () => {
    expect(anchorIndex([{ top: -900, bottom: -100 }, { top: -100, bottom: 900 }, { top: 900, bottom: 950 }], 600)).toBe(1)
    expect(anchorIndex([], 600)).toBe(-1)
  })

  it('is always in view', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 30 }), fc.integer({ min: 0, max: 9_000 }), (heights, scrolled) => {
        let top = -scrolled
        const boxes = heights.map((height) => ({ top, bottom: (top += height) }))
        const box = boxes[anchorIndex(boxes, 600)]
        const inView = boxes.some((each) => each.bottom > 0 && each.top < 600)
        expect(box !== undefined).toBe(inView)
        if (box) expect(box.bottom > 0 && box.top < 600).toBe(true)
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
