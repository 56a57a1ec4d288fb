/**
 * Observers: the only way in which a stream of the host reaches a store. An observer is open while there is a
 * connection and somebody can see the window; it is cancelled when the window hides and opened again on show and after
 * a reconnect, and the old state stays on the screen until the new snapshot is there.
 */
import type { Frame } from '../../shared/frames'
import { pause } from '../../shared/pause'
import { backoff } from './backoff'
import { client, connector } from './client'
import { untilOpen, type Gate } from './gate'
import { fold, type Folded, type Held } from './observe.logic'
import { painted } from './painted'
import { refusalOf, type RefusalView } from './refusal'

/** Why an observer has ended for good. A lost connection never ends one. */
export type StreamEnd<R> = { kind: 'ended'; reason: R } | { kind: 'refused'; refusal: RefusalView }

export interface Observation<S, O, R> {
  /** Opens the stream; called again after each loss, so it reads what it needs (a limit) at that time. */
  open(signal: AbortSignal): Promise<AsyncIterable<Frame<S, O, R>>>
  apply(state: S, op: O): S
  /** `stream` is the id of the open stream, for calls that name it. It changes with each opening. */
  onState(state: S, stream: string): void
  onEnd?(end: StreamEnd<R>): void
}

/** A stream of whole values: each one replaces the last, and none is acknowledged. */
export interface Following<V> {
  open(signal: AbortSignal): Promise<AsyncIterable<V>>
  onValue(value: V): void
  onEnd?(end: StreamEnd<never>): void
}

export interface ObserverDeps {
  gate: Gate
  ack(stream: string, rev: number): Promise<unknown>
  resync(stream: string): Promise<unknown>
  /** Resolves when what was handed over can be on the screen. */
  painted(): Promise<void>
}

export function createObservers(deps: ObserverDeps) {
  async function readFrames<S, O, R>(
    observation: Observation<S, O, R>,
    signal: AbortSignal,
    settled: () => void
  ): Promise<StreamEnd<R> | null> {
    let held: Held<S> | null = null
    let resyncing = false
    const acknowledge = async (stream: string, rev: number): Promise<void> => {
      await deps.painted()
      if (!signal.aborted) await deps.ack(stream, rev)
    }
    for await (const frame of await observation.open(signal)) {
      if (signal.aborted) return null
      const folded: Folded<S, R> = fold(held, frame, observation.apply)
      if (folded.kind === 'end') return { kind: 'ended', reason: folded.reason }
      held = folded.held
      if (!held) throw new Error('The stream did not begin with a snapshot.')
      if (folded.kind === 'state') {
        if (frame.kind === 'snapshot') resyncing = false
        settled()
        observation.onState(held.state, held.stream)
      } else if (folded.kind === 'gap' && !resyncing) {
        resyncing = true
        await deps.resync(held.stream)
      }
      // A refused acknowledgement shows itself: the stream stalls or ends.
      if (frame.kind !== 'end') void acknowledge(held.stream, frame.rev).catch(() => {})
    }
    return null
  }

  async function readValues<V>(following: Following<V>, signal: AbortSignal, settled: () => void): Promise<null> {
    for await (const value of await following.open(signal)) {
      if (signal.aborted) return null
      settled()
      following.onValue(value)
    }
    return null
  }

  /** Reads again and again until it ends for good or is disposed. A read that ends without a word was cut off. */
  function keepReading<R>(
    read: (signal: AbortSignal, settled: () => void) => Promise<StreamEnd<R> | null>,
    onEnd: ((end: StreamEnd<R>) => void) | undefined
  ): () => void {
    const disposed = new AbortController()
    void (async () => {
      let failures = 0
      while (!disposed.signal.aborted) {
        await untilOpen(deps.gate, disposed.signal)
        if (disposed.signal.aborted) return
        const closed = new AbortController()
        const unsubscribe = deps.gate.subscribe(() => {
          if (!deps.gate.isOpen()) closed.abort()
        })
        const signal = AbortSignal.any([disposed.signal, closed.signal])
        let end: StreamEnd<R> | null = null
        try {
          end = await read(signal, () => (failures = 0))
        } catch (error) {
          const refusal = signal.aborted ? null : refusalOf(error)
          if (refusal && refusal.code !== 'UNAVAILABLE') end = { kind: 'refused', refusal }
        }
        unsubscribe()
        if (end && !signal.aborted) return onEnd?.(end)
        if (!signal.aborted) await pause(backoff(failures++), disposed.signal)
      }
    })()
    return () => disposed.abort()
  }

  return {
    /** Keeps a state true from a stream of frames; returns the disposer, after which nothing is called any more. */
    observe<S, O, R>(observation: Observation<S, O, R>): () => void {
      return keepReading((signal, settled) => readFrames(observation, signal, settled), observation.onEnd)
    },
    /** The same for a stream of whole values. */
    follow<V>(following: Following<V>): () => void {
      return keepReading<never>((signal, settled) => readValues(following, signal, settled), following.onEnd)
    }
  }
}

export const { observe, follow } = createObservers({
  gate: connector,
  ack: (stream, rev) => client.streams.ack({ stream, rev }),
  resync: (stream) => client.streams.resync({ stream }),
  painted
})
