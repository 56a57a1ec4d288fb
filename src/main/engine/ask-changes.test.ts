import { describe, expect, it } from 'vitest'
import { changeOf } from './ask-changes'

describe('what would be written', () => {
  it('is all new where there is no file', () => {
    expect(changeOf('a.txt', null, 'one\ntwo\n')).toEqual({ path: 'a.txt', diff: '+one\n+two', isCut: false })
  })

  it('is what comes and goes, with a few lines around it', () => {
    const before = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n')
    const after = before.replace('line 5\n', 'LINE 5\n').replace('line 20', 'LINE 20')
    const { diff } = changeOf('a.txt', before, after)
    expect(diff.split('\n')).toEqual([
      ' line 2', ' line 3', ' line 4', '-line 5', '+LINE 5', ' line 6', ' line 7', ' line 8',
      '@@',
      ' line 17', ' line 18', ' line 19', '-line 20', '+LINE 20', ' line 21', ' line 22', ' line 23'
    ])
  })

  it('is nothing where nothing would change', () => {
    expect(changeOf('a.txt', 'same\n', 'same\n').diff).toBe('')
  })

  it('is cut between lines, and says so', () => {
    const { diff, isCut } = changeOf('a.txt', null, 'x'.repeat(99).concat('\n').repeat(1_000))
    expect(isCut).toBe(true)
    expect(diff.length).toBeLessThanOrEqual(24_000)
    expect(diff.split('\n').every((line) => line.length === 100)).toBe(true)
  })

  it('is cut within a line that is too long by itself', () => {
    expect(changeOf('a.txt', null, 'y'.repeat(100_000))).toMatchObject({ isCut: true, diff: `+${'y'.repeat(23_999)}` })
  })

  it('is not compared where it is no text or too much of it', () => {
    expect(changeOf('a.bin', '\0old', 'new')).toEqual({ path: 'a.bin', diff: '+new', isCut: false })
    expect(changeOf('a.txt', 'x'.repeat(1_000_000), 'new').diff).toBe('+new')
  })
})
