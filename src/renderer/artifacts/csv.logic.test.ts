import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { COLUMNS_MAX, isNumeric, readCsv, ROWS_MAX } from './csv.logic'

describe('separated values', () => {
  it('are a table, whatever separates them', () => {
    const table = { head: ['name', 'n'], rows: [['a, b', '1'], ['c', '']], moreColumns: 0, isCut: false }
    expect(readCsv('name,n\n"a, b",1\nc\n\n', 'x.csv')).toEqual(table)
    expect(readCsv('name;n\r\n"a, b";1\r\nc;\r\n', 'x.csv')).toEqual(table)
    expect(readCsv('\uFEFFname\tn\na, b\t1\nc\t\n', 'x.TSV')).toEqual(table)
    expect(readCsv('only\none\n', 'x.csv')).toEqual({ head: ['only'], rows: [['one']], moreColumns: 0, isCut: false })
  })

  it('are none where quotes never end, or there is nothing', () => {
    expect(readCsv('a,b\n"open,1\n', 'x.csv')).toBeNull()
    expect(readCsv('', 'x.csv')).toBeNull()
  })

  it('come back as they were written, where what separates them is known', () => {
    const value = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\t', '字', ' ', '1'), minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 10 }), (rows) => {
        const read = readCsv(Papa.unparse(rows, { quotes: true, delimiter: '\t' }), 'x.tsv')
        expect([read?.head, ...(read?.rows ?? [])]).toEqual(rows)
      })
    )
  })

  it('are bounded in both directions', () => {
    const wide = readCsv(`${'a,'.repeat(COLUMNS_MAX + 9)}a\n`, 'x.csv')
    expect([wide?.head.length, wide?.moreColumns]).toEqual([COLUMNS_MAX, 10])
    const long = readCsv('a,b\n'.repeat(ROWS_MAX + 10), 'x.csv')
    expect([long?.rows.length, long?.isCut]).toEqual([ROWS_MAX - 1, true])
    expect(readCsv(`a,b\n${'x'.repeat(9_000)},1`, 'x.csv')?.rows[0]?.[0]).toHaveLength(501)
  })

  it('know which columns are numbers', () => {
    const csv = readCsv('a,b,c\n1,x,-2.5\n"1,000",,+3 %\n', 'x.csv')
    expect(csv && [0, 1, 2].map((column) => isNumeric(csv, column))).toEqual([true, false, true])
  })
})
