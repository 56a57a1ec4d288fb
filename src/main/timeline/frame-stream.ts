/**
 * One observer's stream of frames: a snapshot, then patches. It never runs ahead of its reader by more than
 * STREAM_CREDITS frames; what happens meanwhile is merged by its source, so that a slow reader costs no memory.
 */
import { FLUSH_MS, STREAM_CREDITS } from '../../shared/limits'
import type { Frame } from '../../shared/frames'

export interface FrameSource<S, O> {
  /** The whole state now. */
  snapshot(): S
  /** What has changed since the last frame, merged; empty when nothing has. Called once per frame. */
  drain(): O[]
}

export class FrameStream<S, O, R> {
  #rev = 0
  #acked = 0
  #snapshotDue = true
  #dirty = false
  #urgent = false
  #ended: { reason: R } | null = null
  #lastFlush = 0
  #wake: () => void = () => undefined

  constructor(
    readonly id: string,
    private readonly source: FrameSource<S, O>
  ) {}

  /** The source has something to say. Urgent things (a turn's start or end) do not wait for the flush interval. */
  touch(urgent = false): void {
    this.#dirty = true
    this.#urgent ||= urgent
    this.#wake()
  }

  /** The reader has shown everything up to `rev`. */
  ack(rev: number): void {
    if (rev <= this.#acked || rev > this.#rev) return
    this.#acked = rev
    this.#wake()
  }

  /** The reader lost its place: the next frame is a snapshot, and all that is in flight counts as read. */
  resync(): void {
    this.#acked = this.#rev
    this.#snapshotDue = true
    this.#wake()
  }

  end(reason: R): void {
    this.#ended ??= { reason }
    this.#wake()
  }

  /** Yields frames until the signal aborts or `end` is called. */
  async *frames(signal: AbortSignal | undefined): AsyncGenerator<Frame<S, O, R>, void> {
    const onAbort = () => this.#wake()
    signal?.addEventListener('abort', onAbort)
    try {
      while (!signal?.aborted) {
        const frame = await this.#next(signal)
        if (!frame) return
        yield frame
        if (frame.kind === 'end') return
      }
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  async #next(signal: AbortSignal | undefined): Promise<Frame<S, O, R> | null> {
    for (;;) {
      if (signal?.aborted) return null
      const credit = this.#rev - this.#acked < STREAM_CREDITS
      if (this.#snapshotDue && credit) return this.#snapshot()
      if (this.#ended) return { kind: 'end', reason: this.#ended.reason }
      if (this.#dirty && credit) {
        const wait = this.#urgent ? 0 : this.#lastFlush + FLUSH_MS - performance.now()
        if (wait <= 0) {
          const patch = this.#patch()
          if (patch) return patch
          continue
        }
        await this.#sleep(wait)
      } else await this.#sleep(null)
    }
  }

  #snapshot(): Frame<S, O, R> {
    this.#snapshotDue = false
    this.#clean()
    this.source.drain()
    return { kind: 'snapshot', stream: this.id, rev: ++this.#rev, state: this.source.snapshot() }
  }

  #patch(): Frame<S, O, R> | null {
    this.#clean()
    const ops = this.source.drain()
    if (ops.length === 0) return null
    const from = this.#rev
    return { kind: 'patch', from, rev: ++this.#rev, ops }
  }

  #clean(): void {
    this.#dirty = false
    this.#urgent = false
    this.#lastFlush = performance.now()
  }

  /** Until something changes, or for `ms`. */
  #sleep(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === null ? null : setTimeout(resolve, ms)
      this.#wake = () => {
        if (timer) clearTimeout(timer)
        resolve()
      }
    })
  }
}
