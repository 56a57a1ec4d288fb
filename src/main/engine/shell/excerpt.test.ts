import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf } from './excerpt'

const bytes = (text: string) => Buffer.from(text)
const whole = (text: string) => ({ head: bytes(text), tail: bytes(''), gap: 0 })

describe('excerptOf', () => {
  it('shows all that fits', () => {
    expect(excerptOf({ head: bytes('one\ntw'), tail: bytes('o\n\n'), gap: 0 }, 100)).toEqual({ head: 'one\ntwo', tail: null, leftOut: 0 })
  })

  it('cuts between lines and counts what lies between', () => {
    const text = Array.from({ length: 100 }, (_, index) => `line ${String(index).padStart(3, '0')}`).join('\n')
    const { head, tail, leftOut } = excerptOf(whole(text), 40)
    expect([head, tail]).toEqual(['line 000\nline 001', 'line 098\nline 099'])
    expect(leftOut).toBe(96 * 9)
  })

  it('cuts inside a line that is too long, never inside a character', () => {
    const { head, tail, leftOut } = excerptOf(whole('😀'.repeat(50)), 11)
    expect([head, tail, leftOut]).toEqual(['😀😀', '😀😀', 46 * 4])
  })

  it('counts what was never kept', () => {
    const { head, tail, leftOut } = excerptOf({ head: bytes('a\nb\nc\n'), tail: bytes('x\ny\nz\n'), gap: 1_000 }, 8)
    expect([head, tail, leftOut]).toEqual(['a\nb', 'y\nz', 1_000 + 2 + 2])
  })

  it('is bounded, whatever the output is', () => {
    const part = fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.string({ unit: 'binary', maxLength: 200 }).map((text) => new Uint8Array(bytes(text))))
    fc.assert(
      fc.property(part, part, fc.integer({ min: 0, max: 5 }), fc.integer({ min: 2, max: 300 }), (head, tail, gap, budget) => {
        const excerpt = excerptOf({ head, tail, gap }, budget)
        expect(excerpt.head.length + (excerpt.tail ?? '').length).toBeLessThanOrEqual(budget)
        expect(excerpt.leftOut).toBeGreaterThanOrEqual(gap)
        expect(excerpt.head).not.toMatch(/[\uD800-\uDBFF]$/)
        expect(excerpt.tail ?? '').not.toMatch(/^[\uDC00-\uDFFF]/)
      }),
      { numRuns: 500 }
    )
  })
})
