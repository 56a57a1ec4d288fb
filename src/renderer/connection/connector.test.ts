import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HOST_BEAT_MS, HOST_SILENT_MS } from '../../shared/limits'
import { CONNECT_TIMEOUT_MS, Connector, type ConnectionFacts } from './connector'
import { unavailable } from './refusal'
import type { Transport } from './transport'

/** A host that can be up or down, be silent, or hang, under a clock of its own. */
class FakeHost {
  up = true
  hangs = false
  silent = false
  visible = true
  attempts = 0
  facts: ConnectionFacts = { state: 'connecting', heardAt: null, lostAt: null }
  readonly states: string[] = []
  readonly beatSignals: AbortSignal[] = []
  open: { transport: Transport; closeByHost: () => void } | null = null
  #onVisibility: () => void = () => undefined

  readonly connector = new Connector({
    open: (signal) => this.#open(signal),
    beats: async (signal) => this.#beats(signal),
    isVisible: () => this.visible,
    onVisibility: (listener) => (this.#onVisibility = listener),
    now: () => Date.now(),
    elapsed: () => Date.now(),
    publish: (facts) => {
      if (facts.state !== this.facts.state) this.states.push(facts.state)
      this.facts = facts
    }
  })

  show(visible: boolean): void {
    this.visible = visible
    this.#onVisibility()
  }

  die(): void {
    this.up = false
    this.open?.closeByHost()
  }

  #open(signal: AbortSignal): Promise<Transport> {
    this.attempts++
    if (this.hangs) return new Promise((_, reject) => signal.addEventListener('abort', () => reject(unavailable())))
    if (!this.up) return Promise.reject(unavailable())
    const gone = new AbortController()
    const transport: Transport = {
      call: async () => (gone.signal.aborted ? Promise.reject(unavailable()) : 'answer'),
      onClose: (listener) => gone.signal.addEventListener('abort', listener, { once: true }),
      close: () => gone.abort()
    }
    this.open = { transport, closeByHost: () => gone.abort() }
    return Promise.resolve(transport)
  }

  async *#beats(signal: AbortSignal): AsyncGenerator<{ at: number }> {
    this.beatSignals.push(signal)
    while (!signal.aborted) {
      if (!this.silent) yield { at: Date.now() + 5_000 }
      await new Promise((resolve) => setTimeout(resolve, HOST_BEAT_MS))
    }
  }
}

describe('Connector', () => {
  let host: FakeHost
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 })
    host = new FakeHost()
  })
  afterEach(() => vi.useRealTimers())

  it('is live with the first beat, and keeps the time of the host', async () => {
    host.connector.start()
    expect(host.facts.state).toBe('connecting')
    await vi.advanceTimersByTimeAsync(0)
    expect(host.facts).toEqual({ state: 'live', heardAt: 1_005_000, lostAt: null })
    expect(host.connector.hostNow()).toBe(1_005_000)
    expect(host.connector.isOpen()).toBe(true)
  })

  it('is lost at once when the transport closes, comes back by itself, and rejects calls meanwhile', async () => {
    host.connector.start()
    await vi.advanceTimersByTimeAsync(600)
    host.die()
    expect(host.facts.state).toBe('lost')
    expect(host.connector.isOpen()).toBe(false)
    await expect(host.connector.call(['any'], {}, { context: {} })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    host.up = true
    await vi.advanceTimersByTimeAsync(250)
    expect(host.states).toEqual(['live', 'lost', 'live'])
    await expect(host.connector.call(['any'], {}, { context: {} })).resolves.toBe('answer')
  })

  it('says that a silent host is lost within two seconds, and closes that transport', async () => {
    host.connector.start()
    await vi.advanceTimersByTimeAsync(0)
    host.silent = true
    host.up = false
    await vi.advanceTimersByTimeAsync(HOST_SILENT_MS - 1)
    expect(host.facts.state).toBe('live')
    await vi.advanceTimersByTimeAsync(1)
    expect(host.facts.state).toBe('lost')
    expect(host.beatSignals.at(-1)?.aborted).toBe(true)
  })

  it('does not take a window that was held up for a silent host', async () => {
    host.connector.start()
    await vi.advanceTimersByTimeAsync(0)
    // The machine sleeps: the clock jumps, and every timer is late.
    vi.setSystemTime(Date.now() + 60_000)
    await vi.advanceTimersByTimeAsync(HOST_SILENT_MS)
    expect(host.states).toEqual(['live'])
  })

  it('waits longer after each failure, up to two seconds, and at once after "try now"', async () => {
    host.up = false
    host.connector.start()
    await vi.advanceTimersByTimeAsync(0)
    const made: number[] = []
    for (const ms of [250, 500, 1_000, 2_000, 2_000]) {
      await vi.advanceTimersByTimeAsync(ms - 1)
      made.push(host.attempts)
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(made).toEqual([1, 2, 3, 4, 5])
    host.connector.retryNow()
    expect(host.attempts).toBe(7)
  })

  it('gives up an attempt that hangs', async () => {
    host.hangs = true
    host.connector.start()
    await vi.advanceTimersByTimeAsync(CONNECT_TIMEOUT_MS)
    expect(host.facts.state).toBe('lost')
    host.hangs = false
    await vi.advanceTimersByTimeAsync(250)
    expect(host.facts.state).toBe('live')
  })

  it('asks nothing while hidden, and is right at once on show', async () => {
    host.connector.start()
    await vi.advanceTimersByTimeAsync(600)
    const gate = vi.fn()
    host.connector.subscribe(gate)
    host.show(false)
    expect(host.beatSignals.at(-1)?.aborted).toBe(true)
    expect(host.connector.isOpen()).toBe(false)
    expect(gate).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(host.facts.state).toBe('live')
    expect(host.beatSignals).toHaveLength(1)
    host.show(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(host.facts.heardAt).toBe(Date.now() + 5_000)
    expect(host.attempts).toBe(1)
  })

  it('does not reconnect while hidden, but at once on show', async () => {
    host.connector.start()
    await vi.advanceTimersByTimeAsync(0)
    host.show(false)
    host.die()
    expect(host.facts.state).toBe('lost')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(host.attempts).toBe(1)
    host.up = true
    host.show(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(host.facts.state).toBe('live')
  })
})
