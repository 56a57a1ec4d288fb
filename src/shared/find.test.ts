import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containsAll, foldCase, matchesIn, termsOf } from './find'

const marked = (text: string, query: string): string[] => matchesIn(text, termsOf(query)).map(({ start, end }) => text.slice(start, end))

describe('a query', () => {
  it.each([
    ['deploy  Failed', ['deploy', 'failed']],
    ['"exit code" 1', ['exit code', '1']],
    ['"not closed', ['not closed']],
    ['部署 ＡＰＩ', ['部署', 'api']],
    ['a A ａ', ['a']],
    ['  ""  " "', []]
  ])('%j has the terms %j', (query, terms) => {
    expect(termsOf(query)).toEqual(terms)
  })
})

describe('matches', () => {
  it('are found whatever the case and the width', () => {
    expect(marked('The API, the ＡＰＩ and the api', 'Api')).toEqual(['API', 'ＡＰＩ', 'api'])
    expect(marked('ｶﾞｲﾄﾞ と ガイド', 'ガイド')).toEqual(['ｶﾞｲﾄﾞ', 'ガイド'])
    expect(marked('한글 ha 한글', '한글')).toEqual(['한글', '한글'])
    expect(marked('ΟΔΟΣ οδος', 'οδοσ')).toEqual(['ΟΔΟΣ', 'οδος'])
    expect(marked('caf\u00e9, cafe\u0301', 'café')).toEqual(['caf\u00e9', 'cafe\u0301'])
  })

  it('are found with accents and without, however these are written', () => {
    expect(marked('Østerby, Osterby, ＯＳＴＥＲＢＹ', 'osterby')).toEqual(['Østerby', 'Osterby', 'ＯＳＴＥＲＢＹ'])
    expect(marked('Osterby', 'Østerby')).toEqual(['Osterby'])
    expect(marked('a caf\u00e9, a cafe\u0301.', 'cafe')).toEqual(['caf\u00e9', 'cafe\u0301'])
    expect(marked('a cafe', 'cafe\u0301')).toEqual(['cafe'])
    expect(marked('Straße, STRASSE', 'straße')).toEqual(['Straße', 'STRASSE'])
    expect(marked('Łódź and Tiếng Việt', 'lodz "tieng viet"')).toEqual(['Łódź', 'Tiếng Việt'])
    expect(marked('Ёлка, שָׁלוֹם, مُحَمَّد', 'елка שלום محمد')).toEqual(['Ёлка', 'שָׁלוֹם', 'مُحَمَّد'])
    // Other syllables and the opposite, not other accents.
    expect(marked('a ≠ b', '=')).toEqual([])
    expect(marked('ガ か\u3099', 'カ か')).toEqual([])
    expect(marked('か\u3099', 'が')).toEqual(['か\u3099'])
  })

  it('are whole characters where only a part of one matches', () => {
    expect(marked('of\ufb01ce', 'fi')).toEqual(['\ufb01'])
    expect(marked('of\ufb01ce', 'i')).toEqual(['\ufb01'])
    expect(marked('İstanbul', 'i')).toEqual(['İ'])
  })

  it('do not overlap, and spaces are spaces', () => {
    expect(marked('aaaa', 'aa')).toEqual(['aa', 'aa'])
    expect(marked('abcd', 'abc bcd')).toEqual(['abcd'])
    expect(marked('exit\ncode\u3000one', '"exit code one"')).toEqual(['exit\ncode\u3000one'])
    expect(marked('no such thing', 'other')).toEqual([])
  })
})

describe('the folding', () => {
  const MARKS = Array.from({ length: 0x70 }, (_, at) => String.fromCodePoint(0x300 + at)).filter((mark) => mark !== '\u0338')
  const letter = fc.integer({ min: 0x41, max: 0x24f }).map((code) => String.fromCodePoint(code))
  const text = fc.string({ unit: fc.oneof(letter, fc.constantFrom(...MARKS, ...'한가각ᆨがかガｶﾞйאָ部≠\u0338 .'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })), maxLength: 30 })

  it('knows no difference between the forms of a text', () => {
    fc.assert(
      fc.property(text, (value) => {
        for (const form of ['NFC', 'NFD'] as const) expect(foldCase(value.normalize(form))).toBe(foldCase(value))
      }),
      { numRuns: 3_000 }
    )
  })

  it('knows no accents', () => {
    fc.assert(fc.property(letter, fc.array(fc.constantFrom(...MARKS), { maxLength: 4 }), (base, marks) => { expect(foldCase(base + marks.join(''))).toBe(foldCase(base)) }))
    fc.assert(fc.property(text, (value) => { expect(foldCase(value)).not.toMatch(/[\u0300-\u0337\u0339-\u036f]/) }))
  })

  it('knows no width', () => {
    const wide = (value: string) => value.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)).replaceAll(' ', '\u3000')
    const plain = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)) })
    fc.assert(fc.property(plain, (value) => { expect(foldCase(wide(value))).toBe(foldCase(value)) }))
  })
})

const exactly = (text: string): string => `"${text.replaceAll('"', ' ')}"`
const mix = fc.string({ unit: fc.oneof(fc.constantFrom(...'abAB .部署项目ＡｂﬁİßΣς한가ᄒ\u1161ｶﾞéøÆ\u0301\u3099\n"'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })), maxLength: 40 })

describe('over any texts', () => {
  it('a match folds to its term, as part of whole characters', () => {
    fc.assert(
      fc.property(mix, mix, (text, query) => {
        const terms = termsOf(query)
        for (const { start, end } of matchesIn(text, terms)) {
          expect(end).toBeGreaterThan(start)
          expect(terms.some((term) => foldCase(text.slice(start, end)).includes(term))).toBe(true)
        }
        expect(matchesIn(text, terms).length > 0).toBe(terms.some((term) => foldCase(text).includes(term)))
      }),
      { numRuns: 2_000 }
    )
  })

  it('a text contains what stands in it, in any case', () => {
    fc.assert(
      fc.property(mix, mix, mix, (before, inside, after) => {
        // Marks and parts of syllables belong to the character before them.
        const [left, right] = [` ${before} `, ` ${after}`]
        expect(containsAll(foldCase(left + inside.replaceAll('"', ' ') + right), termsOf(exactly(inside.toLowerCase())))).toBe(true)
        expect(containsAll(foldCase(left + inside.replaceAll('"', ' ') + right), termsOf(exactly(inside)))).toBe(true)
      }),
      { numRuns: 2_000 }
    )
  })
})
