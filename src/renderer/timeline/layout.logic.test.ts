import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowAt, rowsBetween, topsOf } from './layout.logic'

const heights = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 60 })

describe('where rows are', () => {
  it('adds up', () => {
    expect([...topsOf(3, (index) => [10, 20, 5][index] ?? 0)]).toEqual([0, 10, 30, 35])
    expect([...topsOf(0, () => 1)]).toEqual([0])
  })

  it('is found again from a place', () => {
    const tops = topsOf(3, () => 10)
    expect([-5, 0, 9.9, 10, 29, 30, 99].map((place) => rowAt(tops, place))).toEqual([0, 0, 0, 1, 2, 2, 2])
  })

  it('tells exactly the rows that overlap a view, whatever their heights', () => {
    fc.assert(
      fc.property(heights, fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 2_000 }), (list, share, height) => {
        const tops = topsOf(list.length, (index) => list[index] ?? 0)
        const from = share * ((tops.at(-1) ?? 0) - 1)
        const { first, end } = rowsBetween(tops, from, from + height)
        const overlapping = list.map((_, index) => index).filter((index) => (tops[index + 1] ?? 0) > from && (tops[index] ?? 0) < from + height)
        expect([first, end - 1]).toEqual([overlapping.at(0), overlapping.at(-1)])
      })
    )
  })

  it('tells some row for every view beyond the ends, and none where there are none', () => {
    fc.assert(
      fc.property(heights, fc.integer({ min: -9_000, max: 99_000 }), fc.integer({ min: 0, max: 900 }), (list, from, height) => {
        const { first, end } = rowsBetween(topsOf(list.length, (index) => list[index] ?? 0), from, from + height)
        expect(first).toBeGreaterThanOrEqual(0)
        expect(first).toBeLessThan(end)
        expect(end).toBeLessThanOrEqual(list.length)
      })
    )
    expect(rowsBetween(topsOf(0, () => 1), 0, 100)).toEqual({ first: 0, end: 0 })
  })
})
