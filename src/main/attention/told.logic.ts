/** Which items of the queue somebody was told of: each is told once, whatever else happens. Pure but for what it keeps. */
import type { QueueItem } from '../../shared/attention'

export class Told {
  /** By what it is about: a worker's turns, its silence, or one request. The key of the item that was told last. */
  readonly #keys = new Map<string, string>()

  /** Whether the item is new; from now on it is not. */
  isNews(item: QueueItem): boolean {
    const slot = slotOf(item)
    if (this.#keys.get(slot) === item.key) return false
    this.#keys.set(slot, item.key)
    return true
  }

  /** Forgets requests that are not open any more, and workers that are gone. */
  keep(isAlive: (workerId: string) => boolean, openAsks: ReadonlySet<string>): void {
    for (const slot of this.#keys.keys()) {
      const [kind = '', id = ''] = slot.split(' ')
      if (kind === 'ask' ? !openAsks.has(id) : !isAlive(id)) this.#keys.delete(slot)
    }
  }
}

function slotOf(item: QueueItem): string {
  if (item.rank === 'ask') return `ask ${item.ask.id}`
  return item.rank === 'unknown' ? `unknown ${item.workerId}` : `ended ${item.workerId}`
}
