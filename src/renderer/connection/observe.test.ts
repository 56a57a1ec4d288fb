import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Refusal } from '../../shared/errors'
import type { Frame } from '../../shared/frames'
import { fold, type Held } from './observe.logic'
import { createObservers, type StreamEnd } from './observe'

type State = readonly string[]
type Op = string
type TestFrame = Frame<State, Op, 'closed'>
const apply = (state: State, op: Op): State => [...state, op]

describe('fold', () => {
  it('equals the fold of all ops, whatever is lost or doubled on the way, when each gap brings a snapshot', () => {
    const patches = fc.array(fc.array(fc.string(), { maxLength: 3 }), { maxLength: 30 })
    const faults = fc.infiniteStream(fc.constantFrom('fine', 'lost', 'doubled', 'late copy'))
    fc.assert(
      fc.property(patches, faults, (groups, stream) => {
        const fates = stream[Symbol.iterator]()
        let truth: State = []
        let held: Held<State> | null = null
        const sent: TestFrame[] = []
        const take = (frame: TestFrame, rev: number): void => {
          const folded = fold<State, Op, 'closed'>(held, frame, apply)
          if (folded.kind === 'gap') held = { stream: 's', rev, state: truth }
          else if (folded.kind !== 'end') held = folded.held
        }
        take({ kind: 'snapshot', stream: 's', rev: 1, state: truth }, 1)
        groups.forEach((ops, index) => {
          const rev = index + 2
          truth = ops.reduce(apply, truth)
          const frame: TestFrame = { kind: 'patch', from: rev - 1, rev, ops }
          sent.push(frame)
          const fate = fates.next().value
          if (fate === 'lost') return
          take(frame, rev)
          if (fate === 'doubled') take(frame, rev)
          const early = sent[Math.floor(index / 2)]
          if (fate === 'late copy' && early) take(early, rev)
        })
        const rev = groups.length + 2
        truth = apply(truth, 'last')
        take({ kind: 'patch', from: rev - 1, rev, ops: ['last'] }, rev)
        expect(held).toEqual({ stream: 's', rev, state: truth })
      })
    )
  })

  it('says that a patch before the first snapshot is a gap', () => {
    expect(fold<State, Op, 'closed'>(null, { kind: 'patch', from: 1, rev: 2, ops: [] }, apply)).toEqual({ kind: 'gap', held: null })
  })
})

/** Streams that a test writes frame by frame, behind a gate that it opens and shuts. */
class FakeStreams {
  isOpen = true
  readonly opened: { push(frame: TestFrame): void; cut(error?: unknown): void; signal: AbortSignal }[] = []
  readonly acks: [string, number][] = []
  readonly resyncs: string[] = []
  refuse: Refusal | null = null
  readonly #listeners = new Set<() => void>()

  readonly observers = createObservers({
    gate: {
      isOpen: () => this.isOpen,
      subscribe: (listener) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      }
    },
    ack: async (stream, rev) => this.acks.push([stream, rev]),
    resync: async (stream) => this.resyncs.push(stream),
    painted: () => Promise.resolve()
  })

  gate(isOpen: boolean): void {
    this.isOpen = isOpen
    for (const listener of [...this.#listeners]) listener()
  }

  open = async (signal: AbortSignal): Promise<AsyncIterable<TestFrame>> => {
    if (this.refuse) throw this.refuse
    const frames: TestFrame[] = []
    let wake: () => void = () => undefined
    const cut: { error: unknown }[] = []
    this.opened.push({
      signal,
      push: (frame) => {
        frames.push(frame)
        wake()
      },
      cut: (error) => {
        cut.push({ error })
        wake()
      }
    })
    signal.addEventListener('abort', () => wake())
    return (async function* () {
      for (;;) {
        const frame = frames.shift()
        if (frame) yield frame
        else if (signal.aborted) throw signal.reason
        else if (cut[0]) {
          if (cut[0].error !== undefined) throw cut[0].error
          return
        } else await new Promise<void>((resolve) => (wake = resolve))
      }
    })()
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

function watch(streams: FakeStreams) {
  const states: State[] = []
  const ends: StreamEnd<'closed'>[] = []
  const stop = streams.observers.observe<State, Op, 'closed'>({
    open: streams.open,
    apply,
    onState: (state) => states.push(state),
    onEnd: (end) => ends.push(end)
  })
  return { states, ends, stop }
}

describe('observe', () => {
  it('hands each state over, then acknowledges its frame', async () => {
    const streams = new FakeStreams()
    const { states, stop } = watch(streams)
    await settle()
    streams.opened[0]?.push({ kind: 'snapshot', stream: 's', rev: 4, state: ['a'] })
    streams.opened[0]?.push({ kind: 'patch', from: 4, rev: 5, ops: ['b', 'c'] })
    await settle()
    expect(states).toEqual([['a'], ['a', 'b', 'c']])
    expect(streams.acks).toEqual([
      ['s', 4],
      ['s', 5]
    ])
    stop()
    expect(streams.opened[0]?.signal.aborted).toBe(true)
  })

  it('asks once for a snapshot after a gap and is right again with it', async () => {
    const streams = new FakeStreams()
    const { states, stop } = watch(streams)
    await settle()
    const stream = streams.opened[0]
    stream?.push({ kind: 'snapshot', stream: 's', rev: 1, state: [] })
    stream?.push({ kind: 'patch', from: 2, rev: 3, ops: ['lost before'] })
    stream?.push({ kind: 'patch', from: 3, rev: 4, ops: ['x'] })
    await settle()
    expect(streams.resyncs).toEqual(['s'])
    expect(states).toEqual([[]])
    stream?.push({ kind: 'snapshot', stream: 's', rev: 5, state: ['all'] })
    stream?.push({ kind: 'patch', from: 9, rev: 10, ops: [] })
    await settle()
    expect(states.at(-1)).toEqual(['all'])
    expect(streams.resyncs).toEqual(['s', 's'])
    stop()
  })

  it('is cancelled while the gate is shut, and opens again with the old state still there', async () => {
    const streams = new FakeStreams()
    const { states, stop } = watch(streams)
    await settle()
    streams.opened[0]?.push({ kind: 'snapshot', stream: 's', rev: 1, state: ['old'] })
    await settle()
    streams.gate(false)
    await settle()
    expect(streams.opened[0]?.signal.aborted).toBe(true)
    expect(streams.opened).toHaveLength(1)
    expect(states).toEqual([['old']])
    streams.gate(true)
    await settle()
    streams.opened[1]?.push({ kind: 'snapshot', stream: 't', rev: 1, state: ['new'] })
    await settle()
    expect(states).toEqual([['old'], ['new']])
    stop()
  })

  it('opens a stream again that was cut off without a word', async () => {
    vi.useFakeTimers()
    const streams = new FakeStreams()
    const { ends, stop } = watch(streams)
    await vi.advanceTimersByTimeAsync(0)
    streams.opened[0]?.cut()
    await vi.advanceTimersByTimeAsync(250)
    expect(streams.opened).toHaveLength(2)
    streams.opened[1]?.cut(new Refusal('UNAVAILABLE', 'gone'))
    await vi.advanceTimersByTimeAsync(500)
    expect(streams.opened).toHaveLength(3)
    expect(ends).toEqual([])
    stop()
    vi.useRealTimers()
  })

  it('ends with the reason of the host, or with its refusal, and never opens again', async () => {
    const streams = new FakeStreams()
    const first = watch(streams)
    await settle()
    streams.opened[0]?.push({ kind: 'end', reason: 'closed' })
    await settle()
    expect(first.ends).toEqual([{ kind: 'ended', reason: 'closed' }])
    streams.refuse = new Refusal('NOT_FOUND', 'There is no such worker.')
    const second = watch(streams)
    await settle()
    expect(second.ends).toEqual([{ kind: 'refused', refusal: { code: 'NOT_FOUND', message: 'There is no such worker.', remedy: '' } }])
    streams.gate(false)
    streams.gate(true)
    await settle()
    expect(streams.opened).toHaveLength(1)
  })

  it('calls nothing after it was disposed', async () => {
    const streams = new FakeStreams()
    const { states, ends, stop } = watch(streams)
    await settle()
    stop()
    streams.opened[0]?.push({ kind: 'snapshot', stream: 's', rev: 1, state: ['late'] })
    streams.opened[0]?.push({ kind: 'end', reason: 'closed' })
    await settle()
    expect({ states, ends, acks: streams.acks }).toEqual({ states: [], ends: [], acks: [] })
  })
})
