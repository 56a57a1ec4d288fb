import { describe, expect, it } from 'vitest'
import { all, NOTHING, stretch, toggle } from './selection.logic'

const ROWS = ['a', 'b', 'c', 'd']
const chosen = ({ ids }: { ids: ReadonlySet<string> }): string => [...ids].toSorted().join('')

describe('a selection', () => {
  it('takes one in and lets it go', () => {
    const one = toggle(NOTHING, 'b')
    expect(chosen(one)).toBe('b')
    expect(chosen(toggle(toggle(one, 'd'), 'b'))).toBe('d')
  })

  it('stretches from where it began, in both directions', () => {
    const from = toggle(NOTHING, 'b')
    const down = stretch(from, 'd', ROWS, null)
    expect(chosen(down)).toBe('bcd')
    expect(chosen(stretch(down, 'a', ROWS, null))).toBe('ab')
  })

  it('begins at what is shown where nothing was chosen before, or what was is gone', () => {
    expect(chosen(stretch(NOTHING, 'c', ROWS, 'b'))).toBe('bc')
    expect(chosen(stretch({ ids: new Set(), anchor: 'gone' }, 'c', ROWS, 'd'))).toBe('cd')
    expect(chosen(stretch(NOTHING, 'c', ROWS, null))).toBe('c')
  })

  it('can be all', () => {
    expect(chosen(all(ROWS, NOTHING))).toBe('abcd')
  })
})
