/** Observers of what needs the operator: all facts once, then those that change. */
import { randomUUID } from 'node:crypto'
import type { AttentionFrame, AttentionOp, AttentionState } from '../../shared/attention'
import { FrameStream } from '../timeline/frame-stream'
import type { AttentionFacts } from './facts'

export class AttentionObserver {
  readonly stream: FrameStream<AttentionState, AttentionOp, 'closed'>
  readonly #changed = new Set<string>()
  readonly #dispose: () => void

  constructor(private readonly facts: AttentionFacts) {
    this.stream = new FrameStream(randomUUID(), {
      snapshot: () => ({ facts: facts.all() }),
      drain: () => this.#drain()
    })
    this.#dispose = facts.watch((ids) => {
      for (const id of ids) this.#changed.add(id)
      this.stream.touch()
    })
  }

  async *frames(signal: AbortSignal | undefined): AsyncGenerator<AttentionFrame, void> {
    try {
      yield* this.stream.frames(signal)
    } finally {
      this.#dispose()
    }
  }

  #drain(): AttentionOp[] {
    const ops = [...this.#changed].map((id): AttentionOp => {
      const fact = this.facts.get(id)
      return fact ? { op: 'put', fact } : { op: 'drop', id }
    })
    this.#changed.clear()
    return ops
  }
}
