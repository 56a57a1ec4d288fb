import { describe, expect, it } from 'vitest'
import { formatAge, formatBytes, formatClock, formatCount, formatDuration, formatHeard } from './format'
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
