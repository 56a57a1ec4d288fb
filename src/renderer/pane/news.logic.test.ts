import { describe, expect, it } from 'vitest'
import { makeTurn } from '../timeline/testing'
import { newsOf } from './news.logic'

const open = { endedAt: null, outcome: null }

describe('newsOf', () => {
  it('says what begins and what ends', () => {
    expect(newsOf([makeTurn(1)], [makeTurn(1), makeTurn(2, open)])).toBe('Turn 2 has started.')
    expect(newsOf([makeTurn(2, open)], [makeTurn(2)])).toBe('Turn 2: completed.')
    expect(newsOf([makeTurn(1)], [makeTurn(1), makeTurn(2, { outcome: { kind: 'error', error: { message: 'x', code: '1' } } })])).toBe('Turn 2: error.')
  })

  it('says nothing of the first look, of what ticks, and of earlier turns', () => {
    expect(newsOf([], [makeTurn(1)])).toBe('')
    expect(newsOf([makeTurn(2, open)], [makeTurn(2, { ...open, steps: 9 })])).toBe('')
    expect(newsOf([makeTurn(2)], [makeTurn(1), makeTurn(2)])).toBe('')
  })
})
