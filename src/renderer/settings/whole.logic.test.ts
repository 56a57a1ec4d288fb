import { describe, expect, it } from 'vitest'
import { parseWhole, wholeText } from './whole.logic'

const bounds = { min: 1, max: 100_000 }
const problem = 'A whole number from 1 to 100,000.'

describe('a field for a whole number', () => {
  it('takes figures within its bounds, however they are grouped', () => {
    expect(parseWhole('1', bounds)).toEqual({ ok: true, value: 1 })
    expect(parseWhole(' 100,000 ', bounds)).toEqual({ ok: true, value: 100_000 })
    expect(parseWhole('12\u202f000', bounds)).toEqual({ ok: true, value: 12_000 })
  })

  it('says what would be right for everything else', () => {
    for (const text of ['', ' ', '0', '-1', '1.5', '1e3', 'many', '100001', '٣', '9'.repeat(40)]) {
      expect(parseWhole(text, bounds), text).toEqual({ ok: false, problem })
    }
  })

  it('may be empty where that has a meaning', () => {
    expect(parseWhole(' ', { ...bounds, optional: true })).toEqual({ ok: true, value: null })
    expect(parseWhole('x', { ...bounds, optional: true })).toEqual({ ok: false, problem: 'A whole number from 1 to 100,000, or nothing.' })
    expect([wholeText(null), wholeText(8)]).toEqual(['', '8'])
  })
})
