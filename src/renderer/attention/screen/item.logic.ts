/** What a row of the queue says. */
import type { QueueItem } from '../../../shared/attention'
import type { GlyphKind } from '../../ui'
import { outcomeOf } from '../../workers/status.logic'
import { fromHost } from '../../words'
import { words } from '../words'

type Row = Exclude<QueueItem, { rank: 'ask' }>

export function glyphOf(item: Row): GlyphKind {
  return item.rank === 'unknown' ? 'unknown' : outcomeOf(item.outcome, false).glyph
}

/** What happened; for a result, empty where it simply is one. */
export function eventOf(item: Row): string {
  const say = words()
  if (item.rank === 'unknown') return item.what === '' ? say.silent : say.silentSince(item.what === 'model' ? say.model : fromHost(item.what))
  if (item.rank === 'unread' && item.outcome.kind === 'completed') return ''
  return outcomeOf(item.outcome, false)
    .parts.map((part) => part.text)
    .join(' ')
}

/** What is new to somebody who knows the items with the keys `known`, as one sentence for screen readers; empty when nothing is. */
export function announcementOf(known: ReadonlySet<string>, items: readonly QueueItem[], shownWorker: string | null): string {
  const fresh = items.filter((item) => (item.rank === 'failed' || item.rank === 'unknown') && item.workerId !== shownWorker && !known.has(announcedKey(item)))
  const [first] = fresh
  const say = words().announce
  if (!first || first.rank === 'ask') return ''
  if (fresh.length > 1) return say.many(fresh.length)
  return first.rank === 'unknown' ? say.unknown(first.name) : say.failed(first.name, eventOf(first))
}

export function announcedKey(item: QueueItem): string {
  return `${item.workerId} ${item.key}`
}
