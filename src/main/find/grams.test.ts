import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldCase } from '../../shared/find'
import { gramsOf, gramsOfTerms } from './grams'

describe('the pieces of a text', () => {
  it('are three characters of words, and one and two of what has no spaces', () => {
    expect([...gramsOf('deploy 部署了')]).toEqual(['dep', 'epl', 'plo', 'loy', '部', '署', '了', '部署', '署了'])
    expect([...gramsOf('用api接口, up')]).toEqual(['用', 'api', '接', '口', '接口'])
    expect([...gramsOf('𠮷野家')]).toEqual(['𠮷', '野', '家', '𠮷野', '野家'])
  })

  it('are asked for as far as a term has them', () => {
    expect(gramsOfTerms(['部署'])).toEqual(['部署'])
    expect(gramsOfTerms(['部'])).toEqual(['部'])
    expect(gramsOfTerms(['up', 'a.b', '…'])).toEqual([])
    expect(gramsOfTerms(['foo.bar'])).toEqual(['foo', 'bar'])
  })

  it('of any text have those of whatever stands in it', () => {
    const mix = fc.string({ unit: fc.oneof(fc.constantFrom(...'abcde1_-. 部署项目かなカナ한글𠮷éøßя\u0301\u0308'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })), maxLength: 60 })
    fc.assert(
      fc.property(mix, fc.nat(60), fc.nat(60), (text, a, b) => {
        const folded = foldCase(text)
        const characters = [...folded]
        const part = characters.slice(Math.min(a, b), Math.max(a, b)).join('')
        expect([...gramsOf(folded)]).toEqual(expect.arrayContaining(gramsOfTerms([part])))
      }),
      { numRuns: 3_000 }
    )
  })
})
