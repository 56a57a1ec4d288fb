import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excessOf, FENCED_MARKS_MAX, MARKDOWN_MAX_CHARS, MARKS_MAX, NESTING_MAX, TABLE_MAX_ROWS } from './bounds.logic'

const table = (rows: number) => `| a | b |\n| - | - |\n${'| 1 | 2 |\n'.repeat(rows)}`

describe('excessOf', () => {
  it('has nothing against an ordinary reply', () => {
    expect(excessOf(`# Done\n\nThe *form* validates, see [docs](https://e.example).\n\n- one\n  - two\n\n${table(40)}\n\`\`\`ts\nconst a = [1]\n\`\`\`\n`)).toBeNull()
  })

  it('bounds the length and says it in bytes', () => {
    expect(excessOf('x'.repeat(MARKDOWN_MAX_CHARS))).toBeNull()
    expect(excessOf('é'.repeat(MARKDOWN_MAX_CHARS + 1))).toEqual({ kind: 'long', bytes: 2 * (MARKDOWN_MAX_CHARS + 1) })
  })

  it('bounds the rows of all tables together', () => {
    expect(excessOf(table(TABLE_MAX_ROWS))).toBeNull()
    expect(excessOf(table(TABLE_MAX_ROWS + 1))).toEqual({ kind: 'table', rows: TABLE_MAX_ROWS + 1 })
    expect(excessOf(`${table(TABLE_MAX_ROWS)}\n\n${table(1)}`)?.kind).toBe('table')
    expect(excessOf(`> a | b\n> - | -\n${'> x\n'.repeat(TABLE_MAX_ROWS + 1)}`)?.kind).toBe('table')
  })

  it('does not take a listing, a list or lines under a heading for a table', () => {
    expect(excessOf(`\`\`\`\n${table(TABLE_MAX_ROWS + 1)}\`\`\`\n`)).toBeNull()
    expect(excessOf(`Title\n---\n${'a line\n'.repeat(TABLE_MAX_ROWS + 1)}`)).toBeNull()
    expect(excessOf('- a\n'.repeat(TABLE_MAX_ROWS + 1))).toBeNull()
  })

  it('bounds nesting, on one line and over many', () => {
    expect(excessOf('- '.repeat(NESTING_MAX + 1))?.kind).toBe('deep')
    expect(excessOf('>'.repeat(NESTING_MAX + 1))?.kind).toBe('deep')
    expect(excessOf(Array.from({ length: 300 }, (_, level) => `${' '.repeat(2 * level)}- x`).join('\n'))?.kind).toBe('deep')
    expect(excessOf(Array.from({ length: 40 }, (_, level) => `${' '.repeat(2 * level)}- x`).join('\n'))).toBeNull()
    expect(excessOf(`${' '.repeat(500)}right aligned`)).toBeNull()
  })

  it('bounds the marks of one paragraph, not of the whole text', () => {
    expect(excessOf('*_a'.repeat(MARKS_MAX))?.kind).toBe('dense')
    expect(excessOf('[^a]'.repeat(MARKS_MAX))?.kind).toBe('dense')
    expect(excessOf('a *b* c\n\n'.repeat(MARKS_MAX))).toBeNull()
    expect(excessOf(`\`\`\`json\n${'[1],'.repeat(MARKS_MAX)}\n\`\`\``)).toBeNull()
    expect(excessOf(`\`\`\`json\n${'[1],'.repeat(FENCED_MARKS_MAX)}\n\`\`\``)?.kind).toBe('dense')
  })

  it('answers for any text, in time that grows with its length only', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('`', '~', '>', '-', '|', ' ', '\n', 'a', '*', '1.', '\t'), maxLength: 400 }), (text) => void excessOf(text)))
    const before = performance.now()
    for (const piece of ['>', ' ', '- ', '`', '|', '-|', '\n', '| - ', '    '])
      excessOf(piece.repeat(Math.floor(MARKDOWN_MAX_CHARS / piece.length)))
    expect(performance.now() - before).toBeLessThan(2_000)
  })
})
