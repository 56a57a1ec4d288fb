import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainName } from './names'

describe('a name', () => {
  it.each([
    ['  Booking form ', 'Booking form'],
    ['two\nlines\tand a tab', 'two lines and a tab'],
    ['evil\u202egpj.exe', 'evilgpj.exe'],
    ['\u2066isolated\u2069', 'isolated'],
    ['bell\u0007 and \u001b[31mred', 'bell and [31mred'],
    ['zero\u200bwidth\ufeff', 'zerowidth'],
    ['\u200b\u2060', ''],
    ['多言語ヘルプ', '多言語ヘルプ'],
    ['👩‍💻 on call', '👩‍💻 on call'],
    ['می‌خواهم', 'می‌خواهم'],
    [`z${'\u0301'.repeat(40)}!`, `z${'\u0301'.repeat(4)}!`]
  ])('%j is shown as %j', (text, shown) => {
    expect(plainName(text)).toBe(shown)
  })

  it('is one line that stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const name = plainName(text)
        expect(plainName(name)).toBe(name)
        expect(name).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
      })
    )
  })
})
