import { expect, it } from 'vitest'
import { listTarget, nextInList } from './list-keys.logic'

it('leads from row to row, by pages and to the ends, and never out of the list', () => {
  const from = (at: number) => (key: string) => listTarget(key, at, 500, 12)
  expect(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].map(from(20))).toEqual([19, 21, 8, 32, 0, 499])
  expect(['ArrowUp', 'PageUp'].map(from(0))).toEqual([0, 0])
  expect(['ArrowDown', 'PageDown'].map(from(499))).toEqual([499, 499])
  expect(from(3)('a')).toBeNull()
  expect(listTarget('End', 0, 0, 12)).toBeNull()
})

it('goes through a list under a text field, round its ends', () => {
  expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'a'].map((key) => nextInList(key, 0, 20))).toEqual([1, 19, 8, 0, null, null])
  expect(nextInList('ArrowDown', 19, 20)).toBe(0)
  expect(nextInList('PageDown', 15, 20)).toBe(19)
  expect(nextInList('ArrowDown', -1, 0)).toBeNull()
})
