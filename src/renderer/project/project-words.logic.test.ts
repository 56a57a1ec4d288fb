import { describe, expect, it } from 'vitest'
import { makeAsk } from '../approvals/testing'
import { projectWords } from './project-words.logic'

const words = (busy: number, paused: boolean, ...asks: ReturnType<typeof makeAsk>[]) => projectWords({ sessionId: 'p', paused, busy }, asks)

describe('the end of a Project’s row', () => {
  it('says nothing where there is nothing to say', () => {
    expect(words(0, false)).toEqual({ waiting: '', rest: '' })
    expect(words(0, false, makeAsk({ sessionId: 'other' }))).toEqual({ waiting: '', rest: '' })
    expect(words(1, true)).toEqual({ waiting: '', rest: 'paused · 1 busy' })
  })

  it('counts each request, and no worker as busy that waits for an answer', () => {
    const twoOfOne = [makeAsk({ id: 'a', workerId: 'w' }), makeAsk({ id: 'b', workerId: 'w' })]
    expect(words(3, false, ...twoOfOne)).toEqual({ waiting: '2 waiting', rest: '2 busy' })
    expect(words(1, false, ...twoOfOne)).toEqual({ waiting: '2 waiting', rest: '' })
  })

  it('does not take the Coordinator for a worker', () => {
    expect(words(2, false, makeAsk({ workerId: 'p' }))).toEqual({ waiting: '1 waiting', rest: '2 busy' })
  })
})
