import { expect, it } from 'vitest'
import { listTarget } from './list-keys.logic'

it('leads from row to row, by pages and to the ends, and never out of the list', () => {
  const from = (at: number) => (key: string) => listTarget(key, at, 500, 12)
  expect(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].map(from(20))).toEqual([19, 21, 8, 32, 0, 499])
  expect(['ArrowUp', 'PageUp'].map(from(0))).toEqual([0, 0])
  expect(['ArrowDown', 'PageDown'].map(from(499))).toEqual([499, 499])
  expect(from(3)('a')).toBeNull()
  expect(listTarget('End', 0, 0, 12)).toBeNull()
})
