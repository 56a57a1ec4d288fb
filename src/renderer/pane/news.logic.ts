import type { Turn } from '../../shared/model'
import { outcomeWords } from '../timeline/words.logic'
import { words } from './words'

/**
 * What happened between two moments of a timeline, for screen readers: only what begins and ends, never what ticks.
 * Empty when nothing did, and for the first look at a timeline.
 */
export function newsOf(before: readonly Turn[], after: readonly Turn[]): string {
  const known = before.at(-1)
  const last = after.at(-1)
  if (!known || !last) return ''
  if (last.number > known.number && last.outcome === null) return words().hasStarted(last.number)
  const wasOpen = last.number > known.number || (known.outcome === null && known.number === last.number)
  return wasOpen && last.outcome ? words().hasEnded(last.number, outcomeWords(last.outcome, false).word) : ''
}
