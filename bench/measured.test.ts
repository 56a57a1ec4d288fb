import { expect, it } from 'vitest'
import { median, quantile, rounded } from './measured'

it('takes the middle of values in any order', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 3, 2])).toBe(2.5)
})

it('takes a quantile between two values in proportion', () => {
  const values = Array.from({ length: 101 }, (_, index) => 100 - index)
  expect(quantile(values, 0.99)).toBe(99)
  expect(quantile(values, 0)).toBe(0)
  expect(quantile([10, 20], 0.25)).toBe(12.5)
  expect(() => quantile([], 0.5)).toThrow('nothing')
})

it('rounds for print', () => {
  expect(rounded(12.345)).toBe(12.3)
  expect(rounded(1.23456, 3)).toBe(1.235)
})
