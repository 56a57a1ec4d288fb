import { describe, expect, it, vi } from 'vitest'
import { Workshop, type WorkerLike } from './workshop'

/** A worker that answers by hand. */
class FakeWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null
  onerror: WorkerLike['onerror'] = null
  jobs: { id: number; code: string }[] = []
  isEnded = false

  postMessage(job: { id: number; code: string }): void {
    this.jobs.push(job)
  }

  terminate(): void {
    this.isEnded = true
  }

  answer(index: number, pieces: string): void {
    this.onmessage?.(new MessageEvent('message', { data: { id: this.jobs[index]?.id ?? 0, pieces } }))
  }
}

function open() {
  const workers: FakeWorker[] = []
  const shop = new Workshop<{ code: string }, { pieces: string }>(() => {
    const worker = new FakeWorker()
    workers.push(worker)
    return worker
  }, 1_000)
  return { shop, workers }
}

describe('a workshop', () => {
  it('does one job after the other, in one worker', async () => {
    const { shop, workers } = open()
    const [a, b] = [shop.ask({ code: 'a' }), shop.ask({ code: 'b' })]
    expect(workers[0]?.jobs.map((job) => job.code)).toEqual(['a'])
    workers[0]?.answer(0, 'A')
    expect(await a.result).toMatchObject({ pieces: 'A' })
    workers[0]?.answer(1, 'B')
    expect(await b.result).toMatchObject({ pieces: 'B' })
    expect(workers).toHaveLength(1)
  })

  it('ends a worker that takes too long; the next job gets a new one', async () => {
    vi.useFakeTimers()
    const { shop, workers } = open()
    const [slow, next] = [shop.ask({ code: 'slow' }), shop.ask({ code: 'next' })]
    vi.advanceTimersByTime(999)
    expect(workers[0]?.isEnded).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await slow.result).toBeNull()
    expect(workers[0]?.isEnded).toBe(true)
    workers[1]?.answer(0, 'N')
    expect(await next.result).toMatchObject({ pieces: 'N' })
    vi.advanceTimersByTime(60_000)
    expect(workers[1]?.isEnded).toBe(true)
    vi.useRealTimers()
  })

  it('does not do what was taken back, and hears no answer to it', async () => {
    const { shop, workers } = open()
    const [first, second, third] = ['1', '2', '3'].map((code) => shop.ask({ code }))
    second?.cancel()
    expect(await second?.result).toBeNull()
    workers[0]?.answer(0, 'one')
    await first?.result
    expect(workers[0]?.jobs.map((job) => job.code)).toEqual(['1', '3'])
    workers[0]?.answer(1, 'three')
    expect(await third?.result).toMatchObject({ pieces: 'three' })
  })

  it('answers with null where no worker can be had', async () => {
    const shop = new Workshop<{ code: string }, object>(() => {
      throw new Error('no workers here')
    }, 1_000)
    expect(await shop.ask({ code: 'x' }).result).toBeNull()
  })
})
