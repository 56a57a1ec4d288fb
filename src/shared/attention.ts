/**
 * What needs the operator, over all Projects. The host derives facts from the Sessions; what was seen, put off or muted is
 * this desk's own view and changes no fact. Both sides make the same queue of them with `queueOf`. Pure.
 */
import { z } from 'zod'
import { AskView } from './asks'
import { frameOf } from './frames'
import { Outcome } from './model'

const time = z.number().int().nonnegative()
const turn = z.number().int().positive()
const worker = { sessionId: z.string(), workerId: z.string(), name: z.string() }
const Ended = z.object({ turn, at: time, outcome: Outcome })

export const AttentionFact = z.discriminatedUnion('kind', [
  /** Turns have ended that were not seen: the last with a result, and the last failure where that is an earlier one. */
  z.object({ kind: z.literal('ended'), ...worker, last: Ended, failure: Ended.nullable() }),
  /** Its evidence is stale: when it was last heard, and what it did then. */
  z.object({ kind: z.literal('unknown'), ...worker, turn: turn.nullable(), heardAt: time, what: z.string() })
])
export type AttentionFact = z.infer<typeof AttentionFact>
export type EndedFact = Extract<AttentionFact, { kind: 'ended' }>

/** A worker has at most one fact of each kind. */
export function factId({ kind, workerId }: Pick<AttentionFact, 'kind' | 'workerId'>): string {
  return `${kind} ${workerId}`
}

export const AttentionState = z.object({ facts: z.array(AttentionFact) })
export type AttentionState = z.infer<typeof AttentionState>
export const AttentionOp = z.discriminatedUnion('op', [
  z.object({ op: z.literal('put'), fact: AttentionFact }),
  z.object({ op: z.literal('drop'), id: z.string() })
])
export type AttentionOp = z.infer<typeof AttentionOp>
export const AttentionFrame = frameOf(AttentionState, AttentionOp, z.enum(['closed']))
export type AttentionFrame = z.infer<typeof AttentionFrame>

/** The state after one op: a fact keeps its place, a new one goes to the end. */
export function applyAttentionOp({ facts }: AttentionState, op: AttentionOp): AttentionState {
  if (op.op === 'drop') return { facts: facts.filter((fact) => factId(fact) !== op.id) }
  const at = facts.findIndex((fact) => factId(fact) === factId(op.fact))
  return { facts: at >= 0 ? facts.with(at, op.fact) : [...facts, op.fact] }
}

/** Up to which turn a worker was seen. `unread`: the operator wants the turn after it to count as not seen. Kept on the desk as `read.<worker>`. */
export const ReadMark = z.object({ turn: z.number().int().nonnegative(), unread: z.boolean() })
export type ReadMark = z.infer<typeof ReadMark>
export const NOT_READ: ReadMark = { turn: 0, unread: false }

/** Until when which items of a worker are put off, by their keys. Kept on the desk as `snooze.<worker>`. */
export const Snoozes = z.record(z.string(), time)
export type Snoozes = z.infer<typeof Snoozes>

/** What this desk knows of a worker, and since when it looks at all: turns that ended before count as seen. */
export interface Marks {
  read(workerId: string): ReadMark
  snoozes(workerId: string): Snoozes
  isMuted(workerId: string): boolean
  readonly seenBefore: number
}

export function isFailure(outcome: Outcome): boolean {
  return outcome.kind === 'error' || outcome.kind === 'blocked' || outcome.kind === 'max-tokens' || outcome.kind === 'interrupted'
}

/** Whether an end is a result: what the operator, a parent or the end of the host has stopped is none. */
export function isResult(outcome: Outcome): boolean {
  return outcome.kind !== 'aborted' || outcome.reason.kind === 'hook'
}

/** Whether a turn has ended that was not seen. */
export function isUnread(last: Pick<EndedFact['last'], 'turn' | 'at'>, read: ReadMark, seenBefore: number): boolean {
  return read.unread || (last.turn > read.turn && last.at > seenBefore)
}

interface Item {
  /** Names exactly this item: a later one of the same worker has another key. */
  readonly key: string
  readonly sessionId: string
  readonly workerId: string
  readonly name: string
  /** What its age is counted from. */
  readonly since: number
}
export type AskItem = Item & { readonly rank: 'ask'; readonly ask: AskView }
export type FailedItem = Item & { readonly rank: 'failed'; readonly turn: number; readonly outcome: Outcome }
export type UnknownItem = Item & { readonly rank: 'unknown'; readonly turn: number | null; readonly what: string }
export type UnreadItem = Item & { readonly rank: 'unread'; readonly turn: number; readonly outcome: Outcome }
export type QueueItem = AskItem | FailedItem | UnknownItem | UnreadItem

export interface Queue {
  /** Questions, then failures and unknowns, then what was not read; in each, what waits longest comes first. */
  readonly items: readonly QueueItem[]
  /** What is put off, in the same order. */
  readonly snoozed: readonly QueueItem[]
  /** When the first of those comes back, in epoch ms; null when none does. */
  readonly nextAt: number | null
}

const RANKS: Readonly<Record<QueueItem['rank'], number>> = { ask: 0, failed: 1, unknown: 1, unread: 2 }

/** All that needs the operator at `now`. A muted worker needs them only for its questions, which nobody else answers. */
export function queueOf(asks: readonly AskView[], facts: readonly AttentionFact[], marks: Marks, now: number): Queue {
  const all = [...asks.map(askItem), ...facts.flatMap((fact) => factItem(fact, marks) ?? [])].toSorted(compareItems)
  const items: QueueItem[] = []
  const snoozed: QueueItem[] = []
  let nextAt: number | null = null
  for (const item of all) {
    const until = marks.snoozes(item.workerId)[item.key] ?? 0
    if (until <= now) items.push(item)
    else {
      snoozed.push(item)
      nextAt = Math.min(nextAt ?? until, until)
    }
  }
  return { items, snoozed, nextAt }
}

/** The order of the queue. */
export function compareItems(a: QueueItem, b: QueueItem): number {
  return RANKS[a.rank] - RANKS[b.rank] || a.since - b.since || byText(a.workerId, b.workerId) || byText(a.key, b.key)
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

export function askItem(ask: AskView): AskItem {
  const { sessionId, workerId, workerName } = ask
  return { rank: 'ask', key: `ask:${ask.id}`, sessionId, workerId, name: workerName, since: ask.askedAt, ask }
}

/** What a fact asks of the operator; null for nothing. */
export function factItem(fact: AttentionFact, marks: Marks): QueueItem | null {
  const { sessionId, workerId, name } = fact
  if (marks.isMuted(workerId)) return null
  const whose = { sessionId, workerId, name }
  if (fact.kind === 'unknown') {
    const { turn, heardAt, what } = fact
    return { rank: 'unknown', key: `unknown:${turn ?? 0}:${heardAt}`, ...whose, since: heardAt, turn, what }
  }
  const { last, failure } = fact
  const read = marks.read(workerId)
  if (!isUnread(last, read, marks.seenBefore)) return null
  const failed = isFailure(last.outcome) ? last : failure && failure.turn > read.turn ? failure : null
  const shown = failed ?? last
  const item = { key: `turn:${last.turn}`, ...whose, since: shown.at, turn: shown.turn, outcome: shown.outcome }
  return failed ? { rank: 'failed', ...item } : { rank: 'unread', ...item }
}

/** How many items there are of each kind, as the screen counts them. */
export function countsOf(items: readonly QueueItem[]): { asks: number; failures: number; unread: number } {
  const count = (...ranks: QueueItem['rank'][]) => items.filter((item) => ranks.includes(item.rank)).length
  return { asks: count('ask'), failures: count('failed', 'unknown'), unread: count('unread') }
}

/** What a focused, visible window shows: one worker, or the queue of all of them. */
export const Look = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('worker'), workerId: z.string().max(120) }),
  z.object({ kind: z.literal('queue') })
])
export type Look = z.infer<typeof Look>

/** Something new in the queue, with what a notification says of it. */
export const News = z.object({
  key: z.string(),
  rank: z.enum(['ask', 'failed', 'unknown', 'unread']),
  sessionId: z.string(),
  workerId: z.string(),
  worker: z.string(),
  project: z.string(),
  /** What is asked, what went wrong, or what was replied: a line or two of it; empty for nothing. */
  detail: z.string()
})
export type News = z.infer<typeof News>
