/** A table of a text with separated values, as far as it is shown. */
import Papa from 'papaparse'

/** Rows that are read, the head included; more exist where there are as many. */
export const ROWS_MAX = 2_000
export const COLUMNS_MAX = 40
/** Longer values are cut, in characters. */
const VALUE_MAX = 500

export interface Csv {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Columns that are not shown. */
  readonly moreColumns: number
  /** There are rows that were not read. */
  readonly isCut: boolean
}

/** Null for what is no table. */
export function readCsv(text: string, path: string): Csv | null {
  const delimiter = path.toLowerCase().endsWith('.tsv') ? '\t' : ''
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter, preview: ROWS_MAX + 1, skipEmptyLines: 'greedy' })
  const [head, ...rows] = data
  // One column needs no delimiter, and has none to be found.
  if (!head || errors.some(({ type, code }) => type === 'Quotes' || (type === 'Delimiter' && code !== 'UndetectableDelimiter'))) return null
  const columns = rows.reduce((most, row) => Math.max(most, row.length), head.length)
  const cut = (row: readonly string[]): string[] =>
    Array.from({ length: Math.min(columns, COLUMNS_MAX) }, (_, index) => {
      const value = row[index] ?? ''
      return value.length > VALUE_MAX ? `${value.slice(0, VALUE_MAX)}…` : value
    })
  return { head: cut(head), rows: rows.slice(0, ROWS_MAX - 1).map(cut), moreColumns: Math.max(0, columns - COLUMNS_MAX), isCut: rows.length >= ROWS_MAX }
}

/** Whether a column holds numbers, to be written flush right. */
export function isNumeric({ rows }: Csv, column: number): boolean {
  const values = rows.map((row) => row[column]?.trim() ?? '').filter((value) => value !== '')
  return values.length > 0 && values.every((value) => /^[-+]?[\d.,]+ ?%?$/.test(value))
}
