/** Which turns are on the screen, beyond what the open stream holds. */
import { TIMELINE_PAGE } from '../../shared/limits'
import type { Turn } from '../../shared/model'
import type { TimelineState } from '../../shared/timeline'

/** Largest window that this window asks for, in turns. */
export const TIMELINE_MAX_TURNS = 5_000

/**
 * The turns to show. A window that is full drops its oldest turn when a new one starts; who reads further up keeps what
 * was there until they return to the end. Null: turns between the kept ones and the window are missing, so that the
 * window has to grow first.
 */
export function shownTurns(before: readonly Turn[], state: TimelineState, atEnd: boolean): readonly Turn[] | null {
  const first = state.turns[0]
  const oldest = before[0]
  if (atEnd || !first || !oldest || oldest.number >= first.number) return state.turns
  const kept = before.filter((turn) => turn.number < first.number)
  if (kept.at(-1)?.number !== first.number - 1) return null
  return [...kept, ...state.turns]
}

/** The window that reaches from `first` to the newest turn, in turns. */
export function limitFrom(first: number, totalTurns: number, atLeast: number): number {
  return Math.min(Math.max(atLeast, totalTurns - first + 1), TIMELINE_MAX_TURNS)
}

/** The window of the next "Load earlier"; null when there is nothing earlier, or no larger window. */
export function earlierLimit(shown: readonly Turn[], totalTurns: number): number | null {
  const first = shown[0]?.number ?? 1
  if (first <= 1) return null
  const held = limitFrom(first, totalTurns, 0)
  return held >= TIMELINE_MAX_TURNS ? null : Math.min(held + TIMELINE_PAGE, TIMELINE_MAX_TURNS)
}

/** Says which turns of how many are shown: "turns 25–34 of 34". */
export function windowWords(shown: readonly Turn[], totalTurns: number): string {
  const first = shown[0]
  const last = shown.at(-1)
  if (!first || !last) return 'no turns'
  if (first === last) return `turn ${first.number} of ${totalTurns}`
  return `turns ${first.number}–${last.number} of ${totalTurns}`
}
