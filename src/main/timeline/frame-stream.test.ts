import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FLUSH_MS, STREAM_CREDITS } from '../../shared/limits'
import type { Frame } from '../../shared/frames'
import { FrameStream } from './frame-stream'

type NumberFrame = Frame<number[], number, 'over'>

function counting() {
  const state: number[] = []
  let ops: number[] = []
  const stream = new FrameStream<number[], number, 'over'>('s', {
    snapshot: () => [...state],
    drain: () => {
      const drained = ops
      ops = []
      return drained
    }
  })
  const push = (value: number, urgent = false) => {
    state.push(value)
    ops.push(value)
    stream.touch(urgent)
  }
  return { stream, push }
}

/** Reads frames into a list as they come, like a transport. */
function read(frames: AsyncGenerator<NumberFrame, void>): NumberFrame[] {
  const got: NumberFrame[] = []
  void (async () => {
    for await (const frame of frames) got.push(frame)
  })()
  return got
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('a stream of frames', () => {
  it('begins with a snapshot and goes on with patches that join', async () => {
    const { stream, push } = counting()
    push(1)
    const got = read(stream.frames(undefined))
    await settle()
    expect(got).toEqual([{ kind: 'snapshot', stream: 's', rev: 1, state: [1] }])
    stream.ack(1)
    push(2, true)
    await settle()
    expect(got[1]).toEqual({ kind: 'patch', from: 1, rev: 2, ops: [2] })
  })

  it('coalesces what happens within one flush interval', async () => {
    const { stream, push } = counting()
    const got = read(stream.frames(undefined))
    await settle()
    stream.ack(1)
    push(1)
    push(2)
    await vi.advanceTimersByTimeAsync(FLUSH_MS - 1)
    expect(got).toHaveLength(1)
    push(3)
    await vi.advanceTimersByTimeAsync(2)
    expect(got[1]).toEqual({ kind: 'patch', from: 1, rev: 2, ops: [1, 2, 3] })
  })

  it('waits for a reader that does not acknowledge, and merges meanwhile', async () => {
    const { stream, push } = counting()
    const got = read(stream.frames(undefined))
    for (let i = 0; i < 50; i++) {
      push(i, true)
      await vi.advanceTimersByTimeAsync(FLUSH_MS)
    }
    expect(got).toHaveLength(STREAM_CREDITS)
    stream.ack(STREAM_CREDITS)
    await vi.advanceTimersByTimeAsync(FLUSH_MS)
    expect(got).toHaveLength(STREAM_CREDITS + 1)
    const last = got.at(-1)
    expect(last?.kind === 'patch' && last.ops.at(-1)).toBe(49)
  })

  it('answers a resync with a snapshot, even when no credit was left', async () => {
    const { stream, push } = counting()
    const got = read(stream.frames(undefined))
    await settle()
    push(1, true)
    await settle()
    push(2, true)
    await settle()
    expect(got).toHaveLength(STREAM_CREDITS)
    stream.resync()
    await settle()
    expect(got.at(-1)).toEqual({ kind: 'snapshot', stream: 's', rev: 3, state: [1, 2] })
  })

  it('ignores an acknowledgement of what was never sent', async () => {
    const { stream, push } = counting()
    const got = read(stream.frames(undefined))
    await settle()
    stream.ack(99)
    push(1, true)
    await settle()
    push(2, true)
    await settle()
    expect(got).toHaveLength(STREAM_CREDITS)
  })

  it('ends with its reason, and with the signal', async () => {
    const { stream } = counting()
    const got = read(stream.frames(undefined))
    await settle()
    stream.end('over')
    await settle()
    expect(got.at(-1)).toEqual({ kind: 'end', reason: 'over' })

    const aborted = new AbortController()
    const frames = counting().stream.frames(aborted.signal)
    await frames.next()
    const next = frames.next()
    aborted.abort()
    expect(await next).toEqual({ value: undefined, done: true })
  })
})
