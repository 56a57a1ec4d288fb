import { afterEach, describe, expect, it } from 'vitest'
import { useLanguage } from '../words'
import { formatAge, formatBytes, formatClock, formatCost, formatCount, formatDuration, formatHeard, formatMoment, formatNumber } from './format'
import { langOf } from './lang'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const plain = (text: string): string => text.replaceAll('\u202f', ' ')

describe('figures', () => {
  it('has a narrow no-break space before its unit', () => expect(formatAge(12 * SECOND)).toBe('12\u202fs'))

  it('writes an age as one figure, rounded down', () => {
    const ages: [number, string][] = [
      [-5 * SECOND, '0 s'],
      [59.9 * SECOND, '59 s'],
      [MINUTE, '1 m'],
      [59.9 * MINUTE, '59 m'],
      [HOUR, '1 h'],
      [24 * HOUR, '1 d'],
      [400 * 24 * HOUR, '400 d']
    ]
    for (const [ms, text] of ages) expect(plain(formatAge(ms))).toBe(text)
  })

  it('never makes a proof look fresher than it is', () => {
    expect(plain(formatHeard(0))).toBe('1 s')
    expect(plain(formatHeard(1_001))).toBe('2 s')
  })

  it('writes a duration as two figures where there are two', () => {
    const durations: [number, string][] = [
      [48 * SECOND, '48 s'],
      [2 * MINUTE, '2 m'],
      [9 * MINUTE + 2 * SECOND, '9 m 02 s'],
      [HOUR + 5 * MINUTE, '1 h 05 m'],
      [51 * HOUR, '2 d 03 h']
    ]
    for (const [ms, text] of durations) expect(plain(formatDuration(ms))).toBe(text)
  })

  it('writes clock, bytes and counts', () => {
    const at = new Date(2026, 0, 2, 4, 5, 6).getTime()
    expect([formatClock(at), formatClock(at, 'second')]).toEqual(['04:05', '04:05:06'])
    expect([999, 214_000, 1_240_000, 3_000_000_000].map(formatBytes).map(plain)).toEqual(['999 B', '214 kB', '1.2 MB', '3.0 GB'])
    expect([640, 48_200, 1_200_000].map(formatCount).map(plain)).toEqual(['640', '48 k', '1.2 M'])
  })
})

describe('figures in Chinese', () => {
  afterEach(() => useLanguage.setState({ language: 'en' }))

  it('have Chinese units', () => {
    useLanguage.setState({ language: 'zh' })
    expect([12 * SECOND, MINUTE, HOUR, 49 * HOUR].map(formatAge).map(plain)).toEqual(['12 秒', '1 分', '1 小时', '2 天'])
    expect([48 * SECOND, 9 * MINUTE + 2 * SECOND, HOUR + 5 * MINUTE].map(formatDuration).map(plain)).toEqual(['48 秒', '9 分 02 秒', '1 小时 05 分'])
    expect([9_999, 48_200, 123_456_789].map(formatCount).map(plain)).toEqual(['9999', '4.8 万', '1.2 亿'])
    expect(formatMoment(new Date(2026, 0, 2, 4, 5, 6).getTime())).toContain('2026年1月2日')
  })

  it('and the words of English in English', () => {
    expect(formatMoment(new Date(2026, 0, 2, 4, 5, 6).getTime())).toMatch(/January/)
    expect(formatNumber(12_345)).toMatch(/^12.345$/)
  })
})

describe('langOf', () => {
  it('tells the languages of Han characters apart where the text does', () => {
    const texts: [string, string | undefined][] = [
      ['現場報告のまとめ', 'ja'],
      ['カタカナ', 'ja'],
      ['한국어 漢字', 'ko'],
      ['现场报告', 'zh-Hans'],
      ['plain text', undefined],
      ['', undefined]
    ]
    for (const [text, lang] of texts) expect(langOf(text)).toBe(lang)
  })
})

it('writes costs in dollars', () => {
  expect([0, 0.004, 0.04, 12.345].map(formatCost)).toEqual(['$0.00', 'less than $0.01', '$0.04', '$12.35'])
})
