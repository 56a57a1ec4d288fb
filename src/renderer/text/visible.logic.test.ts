import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MARKS_KEPT, runsOf, visible } from './visible.logic'

describe('what is not seen', () => {
  it('is shown where it changes the direction', () => {
    expect(visible('if (admin\u202e \u2066// check\u2069 \u2066')).toBe('if (admin⟦RLO⟧ ⟦LRI⟧// check⟦PDI⟧ ⟦LRI⟧')
    expect(runsOf('a\u202eb')).toEqual([
      { text: 'a', note: null },
      { text: '\u202e', note: 'RLO' },
      { text: 'b', note: null }
    ])
  })

  it('leaves what scripts need: accents, Hebrew points, Thai, emoji, marks of direction', () => {
    for (const text of ['é', 'בְּרֵאשִׁ֖ית', 'ที่นั่ง', 'Việt', '👨‍👩‍👧', 'a\u200eb\u200f', 'नमस्ते']) expect(visible(text)).toBe(text)
  })

  it('counts the marks of a heap', () => {
    const heap = `z${'\u0335'.repeat(100)}a`
    expect(visible(heap)).toBe(`z${'\u0335'.repeat(MARKS_KEPT)}⟦+${100 - MARKS_KEPT}⟧a`)
  })

  it('never loses a character', () => {
    const strange = fc.string({ unit: fc.constantFrom('a', '\u202e', '\u2067', '\u0301', '\u0489', '字', '\u{1d167}') })
    fc.assert(fc.property(strange, (text) => runsOf(text).map((run) => run.text).join('') === text))
  })

  it('takes no longer than the text is long', () => {
    const before = performance.now()
    visible('\u0301'.repeat(500_000))
    visible('\u202e'.repeat(500_000))
    expect(performance.now() - before).toBeLessThan(2_000)
  })
})
