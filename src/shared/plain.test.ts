import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainLine } from './plain'

describe('a plain line', () => {
  it.each([
    ['**Done.** You said:\n\n> 说明', 'Done. You said: 说明'],
    ['```text\nThe guide has a page.\n```\n\nexit 0 · 0.0 s', 'The guide has a page. exit 0 · 0.0 s'],
    ['# Title\n\n- [ ] one\n- [x] *two*\n1. three', 'Title one *two* three'],
    ['| Check | Cases |\n| --- | ---: |\n| Fields | 24 |', 'Check · Cases Fields · 24'],
    ['See [the report](reports/a.md) and `x_y`.\n\n---\n\nEnd', 'See the report and x_y. End'],
    ['2 * 3 is 6, and -1 is less', '2 * 3 is 6, and -1 is less'],
    ['', '']
  ])('%j', (markdown, line) => {
    expect(plainLine(markdown, 200)).toBe(line)
  })

  it('is bounded, has one line, and loses no words of a plain text', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 100 }), (text, max) => {
        const line = plainLine(text, max)
        expect(line.length).toBeLessThanOrEqual(max)
        expect(line).not.toMatch(/\n/)
      })
    )
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), (said) => {
        expect(plainLine(said.join('\n'), 1_000)).toBe(said.join(' ').slice(0, 1_000))
      })
    )
  })
})
