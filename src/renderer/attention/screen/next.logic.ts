/** Which item of the queue comes next for somebody who goes through it by one key. */
import type { QueueItem } from '../../../shared/attention'

export function roundKey({ workerId, key }: QueueItem): string {
  return `${workerId} ${key}`
}

/**
 * The first item that was not shown in this round; a new round begins when all were. `here`: the key of the item that has
 * the focus now, which is passed over. Changes `shown` to what holds of this round; null where there is nothing.
 */
export function nextOf(items: readonly QueueItem[], shown: Set<string>, here: string | null): QueueItem | null {
  const there = items.filter((item) => item.key !== here)
  for (const item of items) if (item.key === here) shown.add(roundKey(item))
  const fresh = there.find((item) => !shown.has(roundKey(item)))
  if (fresh) return fresh
  shown.clear()
  return there[0] ?? items[0] ?? null
}
