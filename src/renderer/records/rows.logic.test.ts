import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { SeenEntry } from '../../shared/records-seen'
import { beginningOf } from './long-text.logic'
import { briefOf, copyOf, foldRows, inputText, KINDS, shownRows, type Row } from './rows.logic'

const text = (seq: number): SeenEntry => ({ kind: 'text', seq, at: seq, text: `${seq}` })
const tool = (seq: number, toolId: string, input: unknown = {}): SeenEntry => ({ kind: 'tool', seq, at: seq, toolId, toolName: 'bash', toolPhase: 'requested', input })
const patch = (seq: number, toolId: string, summary: string): SeenEntry => ({ kind: 'tool_patch', seq, at: seq, toolId, toolPhase: 'completed', isError: false, summary })

describe('rows', () => {
  it('are one for each call, wherever its patches stand', () => {
    const { rows, rowOf } = foldRows([tool(1, 'a'), text(2), tool(3, 'b'), patch(4, 'a', 'first'), patch(5, 'b', 'second'), patch(6, 'gone', 'third')], 100)
    expect(rows.map(({ key, item }) => [key, item.kind, 'summary' in item ? item.summary : null])).toEqual([
      ['e100', 'call', 'first'],
      ['e101', 'text', null],
      ['e102', 'call', 'second'],
      ['e105', 'call', 'third']
    ])
    expect(rowOf).toEqual([0, 1, 2, 0, 2, 3])
  })

  it('keep their keys when entries come before them', () => {
    const entries = fc.array(fc.constantFrom('text', 'a', 'b', 'pa', 'pb'), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(entries, fc.nat(39), (kinds, cut) => {
        const all = kinds.map((kind, seq) => (kind === 'text' ? text(seq) : kind.startsWith('p') ? patch(seq, kind.slice(1), '') : tool(seq, kind)))
        const from = Math.min(cut, all.length - 1)
        const whole = new Set(foldRows(all, 0).rows.map(({ key }) => key))
        const later = foldRows(all.slice(from), from)
        expect(later.rowOf).toHaveLength(all.length - from)
        for (const { key, item } of later.rows) if (item.kind === 'text') expect(whole.has(key)).toBe(true)
      })
    )
  })

  it('are filtered by kind', () => {
    const { rows } = foldRows([tool(1, 'a'), text(2), { kind: 'end', seq: 3, at: 3, status: 'completed' }], 0)
    const kinds = (shown: readonly (typeof KINDS)[number][]) => shownRows(rows, new Set(shown)).map(({ item }) => item.kind)
    expect(kinds(KINDS)).toEqual(['call', 'text', 'end'])
    expect(kinds(['text'])).toEqual(['text'])
    expect(kinds(['mark', 'call'])).toEqual(['call', 'end'])
    expect(kinds([])).toEqual([])
  })
})

describe('a call in one line', () => {
  const brief = (input: unknown) => {
    const [row] = foldRows([tool(1, 'a', input)], 0).rows
    return row?.item.kind === 'call' ? briefOf(row.item) : null
  }
  it.each([
    [{ command: 'npm  test\n--run' }, 'npm test --run'],
    [{ content: 'long', file_path: '/a/b.ts' }, '/a/b.ts'],
    [{ command: ['bash', '-lc', 'ls'] }, 'bash -lc ls'],
    [{ nested: { query: 'x' } }, 'x'],
    ['plain', 'plain'],
    [{}, ''],
    [null, ''],
    [{ command: 7 }, '7']
  ])('of %j is %j', (input, line) => {
    expect(brief(input)).toBe(line)
  })

  it('ends somewhere', () => {
    expect(brief({ command: 'x'.repeat(10_000) })?.length).toBe(240)
    const loop: Record<string, unknown> = {}
    loop['a'] = loop
    expect(brief(loop)).toBe('')
  })
})

it('arguments are read as they are, or as JSON', () => {
  expect([inputText('a\nb'), inputText({ a: 1 }), inputText({}), inputText(undefined)]).toEqual(['a\nb', '{\n  "a": 1\n}', null, null])
})

it('a row is copied as it reads', () => {
  const rows: readonly Row[] = foldRows([tool(1, 'a', { command: 'ls' }), patch(2, 'a', 'out'), text(3)], 0).rows
  expect(rows.map(({ item }) => copyOf(item))).toEqual(['bash\n{\n  "command": "ls"\n}\nout', '3'])
})

describe('the beginning of a text', () => {
  it.each([
    ['one\ntwo', 4, null],
    ['1\n2\n3\n4\n5\n6\n7', 4, null],
    ['1\n2\n3\n4\n5\n6\n7\n8', 4, { text: '1\n2\n3\n4…', lines: 8 }],
    ['', 4, null]
  ])('of %j in %i lines', (text, lines, beginning) => {
    expect(beginningOf(text, lines)).toEqual(beginning)
  })

  it('is short also where there are no lines', () => {
    expect(beginningOf('x'.repeat(100_000), 4)?.text.length).toBe(1_601)
  })
})
