import { expect, it } from 'vitest'
import { inOrder } from './in-order.logic'

it('lets an answer count unless a later question was answered already', () => {
  const order = inOrder()
  const [first, second, third] = [order(), order(), order()]
  expect(first()).toBe(true)
  expect(third()).toBe(true)
  expect(second()).toBe(false)
  expect(order()()).toBe(true)
})
