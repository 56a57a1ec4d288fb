/**
 * Which turns are on the screen: those of the open stream, which are the latest, and others that were read beside it.
 * They are always one run without a gap; where it ends before the latest ones, it stands apart.
 */
import { TIMELINE_PAGE } from '../../shared/limits'
import type { Turn } from '../../shared/model'
import type { TimelineState } from '../../shared/timeline'

/** Largest window with which a stream is opened again, in turns. What was read before is kept beside it. */
const REOPEN_MAX = 100

type Latest = Pick<TimelineState, 'turns' | 'clearedTurns'>
type Counted = Pick<TimelineState, 'turns' | 'totalTurns'>

/** The turns before this one, and it, are gone: their conversation was cleared. */
export function clearedOf(state: Pick<TimelineState, 'clearedTurns'> | null): number {
  return state?.clearedTurns ?? 0
}

/** Whether there is no such turn, or none any more. */
export function isGone(turn: number, state: Pick<TimelineState, 'totalTurns' | 'clearedTurns'>): boolean {
  return turn <= clearedOf(state) || turn > state.totalTurns
}

/**
 * The turns to show after the stream has brought news. Who is at the end sees its window; who reads further up keeps
 * what was there.
 */
export function shownTurns(before: readonly Turn[], state: Latest, atEnd: boolean): readonly Turn[] {
  const first = state.turns[0]
  if (atEnd || !first) return state.turns
  const kept = before.filter((turn) => turn.number < first.number && turn.number > clearedOf(state))
  const last = kept.at(-1)
  if (!last) return state.turns
  if (last.number === first.number - 1) return [...kept, ...state.turns]
  return kept.length === before.length ? before : kept
}

/** The turns to show once a part of the timeline was read: the part, and all that joins it. */
export function withPart(shown: readonly Turn[], part: readonly Turn[], state: Latest): readonly Turn[] {
  const first = part[0]
  const last = part.at(-1)
  if (!first || !last) return shown
  // What the stream holds is newer than what was read, and that is newer than what was shown.
  const known = new Map([...shown, ...part, ...state.turns].filter((turn) => turn.number > clearedOf(state)).map((turn) => [turn.number, turn]))
  let from = first.number
  let to = last.number
  while (known.has(from - 1)) from -= 1
  while (known.has(to + 1)) to += 1
  return Array.from({ length: to - from + 1 }, (_, index) => known.get(from + index)).filter((turn) => turn !== undefined)
}

/** Whether later turns than those on the screen are there. */
export function isApart(shown: readonly Turn[], state: Latest): boolean {
  return (shown.at(-1)?.number ?? 0) < (state.turns.at(-1)?.number ?? 0)
}

/** How "Load earlier" gets its turns: by a larger window of the stream, by reading them beside it, or there are none. */
export type EarlierStep = { kind: 'grow'; limit: number } | { kind: 'read'; first: number; last: number } | null

export function earlierStep(shown: readonly Turn[], state: Pick<TimelineState, 'turns' | 'totalTurns' | 'clearedTurns'>): EarlierStep {
  const first = shown[0]?.number ?? 1
  const cleared = clearedOf(state)
  if (first <= cleared + 1) return null
  if (first === state.turns[0]?.number) return { kind: 'grow', limit: state.totalTurns - first + 1 + TIMELINE_PAGE }
  return { kind: 'read', first: Math.max(cleared + 1, first - TIMELINE_PAGE), last: first - 1 }
}

/** The window to open a stream with that was open before, so that nothing is missing after what was shown. */
export function reopenLimit(state: Pick<TimelineState, 'limit' | 'turns'> | null, turnCount: number): number {
  if (!state) return TIMELINE_PAGE
  const missed = turnCount - (state.turns.at(-1)?.number ?? turnCount) + 1
  return Math.min(Math.max(state.limit, missed), REOPEN_MAX)
}

/** A turn that is shown beside the stream and was not ended when it was read: what became of it has to be read again. */
export function staleTurn(shown: readonly Turn[], state: Latest): number | null {
  const first = state.turns[0]?.number ?? Infinity
  return shown.find((turn) => turn.outcome === null && turn.number < first)?.number ?? null
}

/** The turns without the capsules of workers that are gone. */
export function withoutGone(shown: readonly Turn[], isGone: (workerId: string) => boolean): readonly Turn[] {
  if (!shown.some((turn) => turn.capsules.some((capsule) => isGone(capsule.workerId)))) return shown
  return shown.map((turn) => ({ ...turn, capsules: turn.capsules.filter((capsule) => !isGone(capsule.workerId)) }))
}

/** What the reader had before them when they left the end: its newest turn, and whether that had ended. */
export interface Left {
  readonly turn: number
  readonly ended: boolean
}

export function leftAt(state: Counted): Left {
  const last = state.turns.at(-1)
  return { turn: last?.number ?? state.totalTurns, ended: last ? last.outcome !== null : true }
}

/** How much is new since then: turns that have begun, and the end of the one that ran. */
export function newSince(left: Left, state: Counted): number {
  const was = state.turns.find((turn) => turn.number === left.turn)
  // A turn that the window has passed has ended.
  const hasEnded = !left.ended && (was ? was.outcome !== null : state.totalTurns > left.turn)
  return Math.max(0, state.totalTurns - left.turn) + (hasEnded ? 1 : 0)
}
