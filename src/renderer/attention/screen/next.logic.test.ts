import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QueueItem } from '../../../shared/attention'
import { nextOf, roundKey } from './next.logic'

const item = (id: string): QueueItem => ({ rank: 'unread', key: `turn:${id}`, sessionId: 'p', workerId: id, name: id, since: 0, turn: 1, outcome: { kind: 'completed' } })
const go = (items: readonly QueueItem[], shown: Set<string>, here: string | null = null) => {
  const next = nextOf(items, shown, here)
  if (next) shown.add(roundKey(next))
  return next?.workerId ?? null
}

describe('one key through the queue', () => {
  it('shows every item once before any of them again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1 }), (ids) => {
        const items = ids.map(item)
        const shown = new Set<string>()
        expect(ids.map(() => go(items, shown))).toEqual(ids)
        expect(go(items, shown)).toBe(ids[0])
      })
    )
  })

  it('shows what is new first, whatever stands after it', () => {
    const shown = new Set<string>()
    expect(go([item('b'), item('c')], shown)).toBe('b')
    expect(go([item('a'), item('b'), item('c')], shown)).toBe('a')
    expect(go([item('a'), item('b'), item('c')], shown)).toBe('c')
  })

  it('leaves what has the focus, unless there is nothing else', () => {
    expect(go([item('a'), item('b')], new Set(), 'turn:a')).toBe('b')
    expect(go([item('a')], new Set(), 'turn:a')).toBe('a')
    expect(go([], new Set(), 'turn:a')).toBeNull()
  })
})
