import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fit } from './fuzzy.logic'

const order = (query: string, names: readonly string[]): string[] =>
  names
    .map((name) => ({ name, fits: fit(query, { name, detail: '' }) }))
    .filter(({ fits }) => fits !== null)
    .toSorted((a, b) => (b.fits?.score ?? 0) - (a.fits?.score ?? 0))
    .map(({ name }) => name)
const marked = (query: string, name: string): string =>
  (fit(query, { name, detail: '' })?.ranges ?? []).map(({ start, end }) => name.slice(start, end)).join('|')

describe('a name', () => {
  it('fits best where it begins so, then where a word does, then inside, then by initials', () => {
    expect(order('wor', ['Forework', 'New worker', 'Worker 1 to 9'])).toEqual(['Worker 1 to 9', 'New worker', 'Forework'])
    expect(order('nw', ['Renew it', 'New worker', 'Next week', 'nothing'])).toEqual(['New worker', 'Next week', 'Renew it'])
  })

  it('needs every word, in any order', () => {
    expect(order('turn stop', ['Stop the turn', 'Next turn'])).toEqual(['Stop the turn'])
    expect(fit('fare harbour', { name: 'Fare rules', detail: 'harbour-docs' })).not.toBeNull()
    expect(fit('fare other', { name: 'Fare rules', detail: 'harbour-docs' })).toBeNull()
  })

  it('fits in Chinese too, whatever the case and the width', () => {
    expect(order('工作', ['新建工作者', '设置'])).toEqual(['新建工作者'])
    expect(order('ａｐｉ', ['The API', 'none'])).toEqual(['The API'])
  })

  it('shows what was typed', () => {
    expect(marked('wor new', 'New worker')).toBe('New|wor')
    expect(marked('nw', 'New worker')).toBe('N|w')
    expect(marked('sttr', 'Stop the turn')).toBe('St|t|r')
    expect(marked('x', 'New worker')).toBe('')
  })

  it('never has marks outside of it or overlapping ones', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abAB 工作ﬁ'), maxLength: 12 })
    fc.assert(
      fc.property(text, text, (query, name) => {
        let end = 0
        for (const range of fit(query, { name, detail: '' })?.ranges ?? []) {
          expect(range.start).toBeGreaterThanOrEqual(end)
          expect(range.end).toBeGreaterThan(range.start)
          end = range.end
        }
        expect(end).toBeLessThanOrEqual(name.length)
      })
    )
  })
})
