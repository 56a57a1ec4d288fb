import { describe, expect, it } from 'vitest'
import type { QueueItem } from '../../shared/attention'
import { makeAsk } from '../approvals/testing'
import { projectWords } from './project-words.logic'

const words = (busy: number, paused: boolean, ...asks: ReturnType<typeof makeAsk>[]) => projectWords({ sessionId: 'p', paused, busy }, asks, [])

describe('the end of a Project’s row', () => {
  it('says nothing where there is nothing to say', () => {
    expect(words(0, false)).toEqual({ waiting: '', rest: [] })
    expect(words(0, false, makeAsk({ sessionId: 'other' }))).toEqual({ waiting: '', rest: [] })
    expect(words(1, true)).toEqual({ waiting: '', rest: ['paused', '1 busy'] })
  })

  it('counts each request, and no worker as busy that waits for an answer', () => {
    const twoOfOne = [makeAsk({ id: 'a', workerId: 'w' }), makeAsk({ id: 'b', workerId: 'w' })]
    expect(words(3, false, ...twoOfOne)).toEqual({ waiting: '2 waiting', rest: ['2 busy'] })
    expect(words(1, false, ...twoOfOne)).toEqual({ waiting: '2 waiting', rest: [] })
  })

  it('tells failures before work, and work before what was not read; no more than two of them', () => {
    const item = (rank: 'failed' | 'unread', workerId: string, sessionId = 'p'): QueueItem => ({
      rank, key: workerId, sessionId, workerId, name: workerId, since: 0, turn: 1, outcome: { kind: 'completed' }
    })
    const items = [item('failed', 'a'), item('unread', 'b'), item('unread', 'c'), item('failed', 'd', 'other')]
    const rest = (busy: number) => projectWords({ sessionId: 'p', paused: false, busy }, [], items).rest
    expect(rest(2)).toEqual(['1 failed', '2 busy'])
    expect(rest(0)).toEqual(['1 failed', '2 not read'])
  })

  it('does not take the Coordinator for a worker', () => {
    expect(words(2, false, makeAsk({ workerId: 'p' }))).toEqual({ waiting: '1 waiting', rest: ['2 busy'] })
  })
})
