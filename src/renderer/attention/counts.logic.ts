/** The queue in few words and one shape. */
import { countsOf, type QueueItem } from '../../shared/attention'
import type { GlyphKind } from '../ui'
import { words } from './words'

/** How many there are of each kind: "1 question · 2 failures · 2 not read"; empty where there is nothing. */
export function countWords(items: readonly QueueItem[]): string {
  const say = words()
  const { asks, failures, unread } = countsOf(items)
  const questions = items.filter((item) => item.rank === 'ask' && item.ask.request.kind === 'question').length
  const parts = [
    asks > questions ? say.permissions(asks - questions) : '',
    questions > 0 ? say.questions(questions) : '',
    failures > 0 ? say.failures(failures) : '',
    unread > 0 ? say.unread(unread) : ''
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

/** The shape of what needs the operator most. */
export function rankGlyph(items: readonly QueueItem[]): GlyphKind {
  const { asks, failures, unread } = countsOf(items)
  return asks > 0 ? 'wait' : failures > 0 ? 'error' : unread > 0 ? 'ok' : 'idle'
}

/** The time until which something is put off: tomorrow at eight in the morning, in this window's time. */
export function tomorrow(now: number): number {
  const date = new Date(now)
  date.setDate(date.getDate() + 1)
  return date.setHours(8, 0, 0, 0)
}
