/** The open observer streams of one host, each owned by the connection that opened it. */
import { Refusal } from '../../shared/errors'
import type { AttentionObserver } from '../attention/observer'
import type { TimelineObserver } from '../timeline/timeline'
import type { WorkerListObserver } from '../timeline/worker-list'

export type Observer = AttentionObserver | TimelineObserver | WorkerListObserver

export class Streams<Entry extends { readonly stream: Pick<Observer['stream'], 'id'> }> {
  readonly #open = new Map<string, { connectionId: string; entry: Entry }>()

  get size(): number {
    return this.#open.size
  }

  /** Registers an observer for as long as its frames are read. */
  async *track<Frame>(connectionId: string, entry: Entry, frames: AsyncGenerator<Frame, void>): AsyncGenerator<Frame, void> {
    this.#open.set(entry.stream.id, { connectionId, entry })
    try {
      yield* frames
    } finally {
      this.#open.delete(entry.stream.id)
    }
  }

  /** @throws Refusal NOT_FOUND when the connection has no such stream open */
  get(connectionId: string, id: string): Entry {
    const open = this.#open.get(id)
    if (open?.connectionId !== connectionId) throw new Refusal('NOT_FOUND', 'That stream has ended.', 'Open it again.')
    return open.entry
  }
}
