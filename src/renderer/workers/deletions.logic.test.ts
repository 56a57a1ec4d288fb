import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../../shared/errors'
import { DELETE_UNDO_MS } from '../../shared/limits'
import { cutOff } from '../connection/refusal'
import { Deletions, type Deletion } from './deletions.logic'

describe('Deletions', () => {
  let list: readonly Deletion[]
  let asked: string[]
  let told: string[]
  let answer: () => Promise<unknown>
  let left: ('there' | 'leaving' | 'gone')[]
  let deletions: Deletions

  beforeEach(() => {
    vi.useFakeTimers()
    list = []
    asked = []
    told = []
    left = []
    answer = async () => ({})
    deletions = new Deletions({
      ask: (_, workerId) => {
        asked.push(workerId)
        return answer()
      },
      look: async () => left.shift() ?? 'gone',
      publish: (next) => {
        list = next
        told.push(next.map(({ state }) => state).join())
      }
    })
  })
  afterEach(() => vi.useRealTimers())

  it('asks the host only when the time to undo is over, and then forgets', async () => {
    deletions.request('p', 'a', 'A')
    expect(list).toMatchObject([{ workerId: 'a', state: 'held', dueAt: performance.now() + DELETE_UNDO_MS }])
    vi.setSystemTime(Date.now() - 3_600_000)
    await vi.advanceTimersByTimeAsync(DELETE_UNDO_MS - 1)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toEqual(['a'])
    expect(list).toEqual([])
  })

  it('asks nothing after an undo', async () => {
    deletions.request('p', 'a', 'A')
    await vi.advanceTimersByTimeAsync(DELETE_UNDO_MS - 1)
    expect(deletions.undo('a')).toBe(true)
    await vi.advanceTimersByTimeAsync(DELETE_UNDO_MS)
    expect({ asked, list }).toEqual({ asked: [], list: [] })
    expect(deletions.undo('a')).toBe(false)
  })

  it('undoes the last one of several, and each on its own time', async () => {
    deletions.request('p', 'a', 'A')
    await vi.advanceTimersByTimeAsync(3_000)
    deletions.request('p', 'b', 'B')
    deletions.request('p', 'a', 'A')
    expect(deletions.undoLast()).toBe(true)
    await vi.advanceTimersByTimeAsync(DELETE_UNDO_MS)
    expect(asked).toEqual(['a'])
    expect(deletions.undoLast()).toBe(false)
  })

  it('cannot undo what the host has already', async () => {
    answer = () => new Promise(() => undefined)
    deletions.request('p', 'a', 'A')
    await vi.advanceTimersByTimeAsync(DELETE_UNDO_MS)
    expect(list).toMatchObject([{ state: 'asked' }])
    expect(deletions.undo('a')).toBe(false)
  })

  it('keeps a refused delete with its reason until it is tried again or put away', async () => {
    answer = async () => {
      throw new Refusal('UNAVAILABLE', 'The host cannot be reached.')
    }
    deletions.request('p', 'a', 'A')
    await vi.advanceTimersByTimeAsync(DELETE_UNDO_MS)
    expect(list).toMatchObject([{ state: 'failed', refusal: { code: 'UNAVAILABLE' } }])
    deletions.request('p', 'a', 'A')
    expect(list).toMatchObject([{ state: 'held' }])
    await vi.advanceTimersByTimeAsync(DELETE_UNDO_MS)
    deletions.dismiss(list[0]?.batch ?? 0)
    expect(list).toEqual([])
  })

  it('does not know what became of one whose connection ended, until the host shows it', async () => {
    answer = async () => {
      throw cutOff()
    }
    told = []
    left = ['gone']
    deletions.request('p', 'a', 'A')
    await vi.advanceTimersByTimeAsync(DELETE_UNDO_MS)
    expect(told).toEqual(['held', 'asked', 'unknown', ''])

    told = []
    left = ['there']
    deletions.request('p', 'a', 'A')
    await vi.advanceTimersByTimeAsync(DELETE_UNDO_MS)
    expect(told).toEqual(['held', 'asked', 'unknown', 'failed'])
    expect(list[0]?.refusal?.message).toBe('The connection was lost before it got through.')

    told = []
    left = ['leaving', 'gone']
    deletions.request('p', 'a', 'A')
    await vi.advanceTimersByTimeAsync(DELETE_UNDO_MS)
    expect(told).toEqual(['held', 'asked', 'unknown', 'asked', 'unknown', ''])
    expect(asked).toHaveLength(4)
  })

  it('holds several together, undoes them together, and asks for those that are left', async () => {
    const all = ['a', 'b', 'c'].map((workerId) => ({ sessionId: 'p', workerId, name: workerId }))
    deletions.requestAll(all)
    expect(deletions.undoLast()).toBe(true)
    expect(list).toEqual([])
    deletions.requestAll(all)
    deletions.undo('b')
    await vi.advanceTimersByTimeAsync(DELETE_UNDO_MS)
    expect({ asked, list }).toEqual({ asked: ['a', 'c'], list: [] })
  })

  it('asks for a few at a time, and for each of many once', async () => {
    let [open, most] = [0, 0]
    answer = async () => {
      most = Math.max(most, ++open)
      await Promise.resolve()
      open--
    }
    deletions.requestAll(Array.from({ length: 100 }, (_, at) => ({ sessionId: 'p', workerId: `w${at}`, name: 'W' })))
    await vi.advanceTimersByTimeAsync(DELETE_UNDO_MS)
    expect(new Set(asked).size).toBe(100)
    expect(asked).toHaveLength(100)
    expect(most).toBeLessThanOrEqual(8)
  })

  it('takes a worker that is not there any more for deleted', async () => {
    answer = async () => {
      throw new Refusal('NOT_FOUND', 'There is no such worker.')
    }
    deletions.request('p', 'a', 'A')
    await vi.advanceTimersByTimeAsync(DELETE_UNDO_MS)
    expect(list).toEqual([])
  })
})
