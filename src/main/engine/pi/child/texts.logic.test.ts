import { describe, expect, it } from 'vitest'
import { TOOL_TEXT_MAX } from '../../engine'
import { countLines } from './changes'
import { boundedArguments, boundedResult, lastLine, oneLine, subjectOf, wholeSubjectOf } from './texts.logic'

describe('bounds', () => {
  it('keep arguments whole where they are short, and JSON where they are not', () => {
    expect(boundedArguments({ path: 'a', content: 'b' })).toBe('{"path":"a","content":"b"}')
    const long = boundedArguments({ path: 'a', content: 'x'.repeat(50_000) })
    expect(JSON.parse(long)).toMatchObject({ path: 'a', content: expect.stringContaining('[50000 characters in all]') })
    const many = boundedArguments({ list: Array.from({ length: 5_000 }, (_, index) => `item ${index}`) })
    expect(many.length).toBeLessThanOrEqual(TOOL_TEXT_MAX)
    expect(JSON.parse(many)).toHaveProperty('cut')
  })

  it('keep the beginning and the end of a result, and name the file', () => {
    const text = boundedResult(`first${'x'.repeat(40_000)}last`, '/state/results/a.txt')
    expect(text).toHaveLength(TOOL_TEXT_MAX)
    expect(text).toMatch(/^first[\s\S]*40009 characters in all, kept in \/state\/results\/a\.txt[\s\S]*last$/)
  })

  it('make one line of a call and of an output', () => {
    expect(subjectOf({ command: 'ls\n  -la' })).toBe('ls -la')
    expect(wholeSubjectOf({ command: `ls\n  -la ${'x'.repeat(500)}` })).toBe(`ls\n  -la ${'x'.repeat(500)}`)
    expect(subjectOf({ files: [] })).toBe('')
    expect(subjectOf(null)).toBe('')
    expect(lastLine('one\ntwo\n\n')).toBe('two')
    expect(oneLine('x'.repeat(500))).toHaveLength(160)
  })
})

describe('counted lines', () => {
  it('are those that came and went', () => {
    expect(countLines(null, 'a\nb\n')).toEqual({ added: 2, removed: 0 })
    expect(countLines({ text: 'a\nb\nc\n' }, 'a\nc\nd')).toEqual({ added: 1, removed: 1 })
    expect(countLines({ text: 'a' }, '')).toEqual({ added: 0, removed: 1 })
    expect(countLines({}, 'a')).toBeNull()
  })

  it('are given up where it takes too long', () => {
    const lines = (prefix: string) => Array.from({ length: 40_000 }, (_, index) => `${prefix}${(index * 7919) % 40_009}`).join('\n')
    const startedAt = performance.now()
    expect(countLines({ text: lines('a') }, lines('b'))).toBeNull()
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })
})
