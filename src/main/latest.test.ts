import { describe, expect, it } from 'vitest'
import { latest } from './latest'

function startSource() {
  const listeners = new Set<() => void>()
  return {
    listeners,
    onChange: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change: () => listeners.forEach((listener) => listener())
  }
}

describe('the latest value', () => {
  it('comes at once, then after each change; changes meanwhile are one', async () => {
    const source = startSource()
    let value = 1
    const reader = new AbortController()
    const stream = latest(reader.signal, source.onChange, () => value, 0)
    expect((await stream.next()).value).toBe(1)
    for (value = 2; value < 5; value++) source.change()
    expect((await stream.next()).value).toBe(5)
    const next = stream.next()
    value = 6
    source.change()
    expect((await next).value).toBe(6)
    reader.abort()
    expect((await stream.next()).done).toBe(true)
  })

  it('also tells a change that comes while the value is read', async () => {
    const source = startSource()
    let value = 1
    const stream = latest(undefined, source.onChange, async () => {
      const read = value
      if (value === 1) {
        value = 2
        source.change()
      }
      return read
    }, 0)
    expect((await stream.next()).value).toBe(1)
    expect((await stream.next()).value).toBe(2)
    await stream.return()
  })

  it.each([[0], [60_000]])('ends with its reader, who waits, and listens no more (%i ms apart)', async (everyMs) => {
    const source = startSource()
    const reader = new AbortController()
    const stream = latest(reader.signal, source.onChange, () => 1, everyMs)
    await stream.next()
    const waiting = stream.next()
    expect(source.listeners.size).toBe(1)
    reader.abort()
    expect((await waiting).done).toBe(true)
    expect(source.listeners.size).toBe(0)
  })

  it('ends with a reader who goes between two values', async () => {
    const source = startSource()
    for await (const value of latest(undefined, source.onChange, () => 1)) {
      expect(value).toBe(1)
      break
    }
    expect(source.listeners.size).toBe(0)
  })
})
