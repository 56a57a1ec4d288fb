import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RowIndex } from './row-index'

type Step = { readonly put: number; readonly key: string | undefined } | { readonly rewind: string } | 'clear'

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ put: fc.nat({ max: 4 }), key: fc.option(key, { nil: undefined }) }) },
  { weight: 1, arbitrary: fc.record({ rewind: key }) },
  { weight: 1, arbitrary: fc.constant('clear' as const) }
)

describe('RowIndex', () => {
  it('is a list of rows that replace each other and are taken back', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const index = new RowIndex()
        let rows: { key: string | undefined; offset: number; count: number }[] = []
        steps.forEach((one, offset) => {
          if (one === 'clear') {
            index.clear()
            rows = []
          } else if ('rewind' in one) {
            index.rewind(one.rewind)
            rows = rows.slice(0, Math.max(0, rows.findIndex((row) => row.key === one.rewind)))
          } else {
            index.put(offset, 7, one.put, one.key)
            const known = one.key === undefined ? -1 : rows.findIndex((row) => row.key === one.key)
            if (known === -1) rows.push({ key: one.key, offset, count: one.put })
            else rows[known] = { key: one.key, offset, count: one.put }
          }
        })
        expect(index.rows).toBe(rows.length)
        expect(index.total).toBe(rows.reduce((sum, { count }) => sum + count, 0))
        const owners = rows.flatMap(({ count }, row) => Array.from({ length: count }, () => row))
        owners.forEach((row, entry) => expect(index.find(entry)).toBe(row))
        expect(index.find(owners.length)).toBe(rows.length)
        let before = 0
        rows.forEach(({ offset, count }, row) => {
          expect(index.at(row)).toEqual({ offset, length: 7, before, count })
          before += count
        })
        for (const name of ['a', 'b', 'c', 'd', 'e']) expect(index.has(name)).toBe(rows.some((row) => row.key === name))
      })
    )
  })
})
