/** Which items of the queue somebody was told of: each is told once, whatever else happens. Pure but for what it keeps. */
import type { QueueItem } from '../../shared/attention'

export class Told {
  /** Requests that are open. */
  readonly #asks = new Set<string>()
  /** By worker and what it is about, its turns or its silence: the key of the item that was told last. */
  readonly #workers = new Map<string, Map<'ended' | 'unknown', string>>()

  /** Whether the item is new; from now on it is not. */
  isNews(item: QueueItem): boolean {
    if (item.rank === 'ask') {
      const isNew = !this.#asks.has(item.ask.id)
      this.#asks.add(item.ask.id)
      return isNew
    }
    const keys = this.#workers.get(item.workerId) ?? new Map<'ended' | 'unknown', string>()
    this.#workers.set(item.workerId, keys)
    const about = item.rank === 'unknown' ? 'unknown' : 'ended'
    const isNew = keys.get(about) !== item.key
    keys.set(about, item.key)
    return isNew
  }

  /** Forgets requests that are not open any more: their ids never come back. */
  keepAsks(open: ReadonlySet<string>): void {
    for (const id of this.#asks) if (!open.has(id)) this.#asks.delete(id)
  }

  /** Forgets a worker that is gone for good. */
  forget(workerId: string): void {
    this.#workers.delete(workerId)
  }
}
