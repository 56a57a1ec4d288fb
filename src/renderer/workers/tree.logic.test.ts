import { describe, expect, it } from 'vitest'
import { makeWorker } from './testing'
import { treeOf } from './tree.logic'

const worker = (workerId: string, parentId: string | null = null) => makeWorker({ workerId, parentId })
const shape = (...workers: ReturnType<typeof worker>[]) =>
  treeOf(workers).map(({ worker, depth, up, first }) => [worker.workerId, depth, up, first])

describe('the tree of workers', () => {
  it('puts children under their parents, both in the order of creation', () => {
    expect(shape(worker('a'), worker('b'), worker('a1', 'a'), worker('b1', 'b'), worker('a2', 'a'))).toEqual([
      ['a', 0, 0, false],
      ['a1', 1, 1, true],
      ['a2', 1, 1, false],
      ['b', 0, 0, false],
      ['b1', 1, 1, true]
    ])
  })

  it('leads the line of a child past the children of the one before it', () => {
    expect(shape(worker('a'), worker('a1', 'a'), worker('a2', 'a'), worker('a11', 'a1'), worker('a12', 'a1'))).toEqual([
      ['a', 0, 0, false],
      ['a1', 1, 1, true],
      ['a11', 2, 1, true],
      ['a12', 2, 1, false],
      ['a2', 1, 3, false]
    ])
  })

  it('shows every worker once, also one whose parent is gone or is itself', () => {
    expect(shape(worker('child', 'gone'), worker('own', 'own'), worker('c'))).toEqual([
      ['child', 0, 0, false],
      ['own', 0, 0, false],
      ['c', 0, 0, false]
    ])
  })

  it('gives the same rows for the same list', () => {
    const list = [worker('a')]
    expect(treeOf(list)).toBe(treeOf(list))
  })
})
