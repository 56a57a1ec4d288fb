/** What this desk says of workers: how far they were seen, what is put off, who is muted. Changes nothing of theirs. */
import { z } from 'zod'
import { NOT_READ, ReadMark, Snoozes, type Marks } from '../../shared/attention'
import { deskEntry, useAttentionFacts, useView } from '../connection'

const NO_SNOOZES: Snoozes = {}

const reads = deskEntry('read', ReadMark, NOT_READ)
const snoozes = deskEntry('snooze', Snoozes, NO_SNOOZES)
const mutes = deskEntry('mute', z.boolean(), false)
/** Turns that ended at this time or before count as seen. The host sets it when it looks for the first time. */
const before = deskEntry('attention', z.number(), Number.MAX_SAFE_INTEGER)

export const marks: Marks = {
  read: (workerId) => reads.get(workerId),
  snoozes: (workerId) => snoozes.get(workerId),
  isMuted: (workerId) => mutes.get(workerId),
  get seenBefore() {
    return before.get('before')
  }
}

/** Whether an entry of the desk is one of these. */
export function isMark(key: string): boolean {
  return /^(?:read|snooze|mute|attention)\./.test(key)
}

/** A worker that the operator marked as not read while it was on the screen: it stays so until they have left it. */
let kept: string | null = null
useView.subscribe((view, earlier) => {
  if (view.workerId !== earlier.workerId || view.screen !== earlier.screen) kept = null
})

/** The end of a turn was on the screen of somebody who looked. */
export function sawTurn(workerId: string, turn: number): void {
  if (kept !== workerId && turn > reads.get(workerId).turn) reads.set(workerId, { turn, unread: false })
}

/** The operator knows what the worker did last. */
export function markRead(workerId: string): void {
  for (const fact of useAttentionFacts.getState().facts ?? []) {
    if (fact.kind === 'ended' && fact.workerId === workerId) reads.set(workerId, { turn: fact.last.turn, unread: false })
  }
}

/** The operator wants to come back to it. `lastTurn`: the last turn that has ended. */
export function markUnread(workerId: string, lastTurn: number): void {
  if (lastTurn < 1) return
  kept = useView.getState().workerId === workerId ? workerId : null
  reads.set(workerId, { turn: lastTurn - 1, unread: true })
}

/** All that has ended until now counts as seen. */
export function markAllRead(): void {
  const ended = (useAttentionFacts.getState().facts ?? []).filter((fact) => fact.kind === 'ended')
  const latest = Math.max(0, ...ended.map((fact) => fact.last.at))
  if (latest > marks.seenBefore) before.set('before', latest)
  for (const { workerId, last } of ended) if (reads.get(workerId).unread) reads.set(workerId, { turn: last.turn, unread: false })
}

/** Puts an item of the queue off until `until`, in epoch ms; null brings it back. What comes later is not put off. */
export function snooze(workerId: string, key: string, until: number | null): void {
  const now = Date.now()
  const rest = Object.entries(snoozes.get(workerId)).filter(([other, end]) => other !== key && end > now)
  const next = Object.fromEntries(until === null ? rest : [...rest, [key, until]])
  snoozes.set(workerId, Object.keys(next).length > 0 ? next : null)
}

/** A muted worker asks for nobody's attention, except with questions. */
export function setMuted(workerId: string, muted: boolean): void {
  mutes.set(workerId, muted ? true : null)
}

export function useMuted(workerId: string): boolean {
  return mutes.use(workerId)
}
