import { describe, expect, it } from 'vitest'
import { extended, leavesText, stepIn, textAt, type Walk } from './history.logic'

const walk: Walk = { texts: ['newest', 'older'], at: -1, draft: 'mine' }

describe('a walk through what was said', () => {
  it('goes back to the oldest and forth to the draft, and no further', () => {
    const one = stepIn(walk, 1)
    const two = one && stepIn(one, 1)
    expect([one, two].map((step) => step && textAt(step))).toEqual(['newest', 'older'])
    expect(two && stepIn(two, 1)).toBeNull()
    const back = one && stepIn(one, -1)
    expect(back && textAt(back)).toBe('mine')
    expect(back && stepIn(back, -1)).toBeNull()
  })

  it('grows at its old end, without what was said twice in a row', () => {
    expect(extended(walk, ['older', ' ', 'oldest', 'newest']).texts).toEqual(['newest', 'older', 'oldest', 'newest'])
  })
})

describe('an arrow key', () => {
  it('leaves the text on its first or last line, and never with a selection', () => {
    expect(leavesText('ArrowUp', 'one\ntwo', 2, 2)).toBe(true)
    expect(leavesText('ArrowUp', 'one\ntwo', 5, 5)).toBe(false)
    expect(leavesText('ArrowDown', 'one\ntwo', 5, 5)).toBe(true)
    expect(leavesText('ArrowDown', 'one\ntwo', 2, 2)).toBe(false)
    expect(leavesText('ArrowUp', 'one', 0, 2)).toBe(false)
  })
})
