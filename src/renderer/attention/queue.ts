/** The queue of all Projects as this window knows it: made anew whenever a fact, a request, a mark or the time changes it. */
import { create } from 'zustand'
import { isUnread, queueOf, type Queue, type QueueItem } from '../../shared/attention'
import { useAsks, useAttentionFacts, useDesk } from '../connection'
import { isMark, marks } from './marks'

export interface AttentionQueue {
  /** Null until the host has said everything that it is made of. */
  readonly queue: Queue | null
  /** Workers of which a turn has ended that was not seen. */
  readonly unread: ReadonlySet<string>
}

const NOBODY: ReadonlySet<string> = new Set()
/** A fact is shown after this time, in ms: what ends on the screen of somebody who looks is seen by then. */
const SETTLE_MS = 150
/** Longest time that a timer of a browser can wait, in ms. */
const LONGEST_MS = 2 ** 31 - 1

export const useQueue = create<AttentionQueue>(() => ({ queue: null, unread: NOBODY }))

/** Keeps it; returns the disposer. */
export function startQueue(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let settling: ReturnType<typeof setTimeout> | undefined
  const make = (): void => {
    clearTimeout(timer)
    clearTimeout(settling)
    settling = undefined
    const { asks } = useAsks.getState()
    const { facts } = useAttentionFacts.getState()
    if (asks === null || facts === null || useDesk.getState().entries === null) return
    const now = Date.now()
    const queue = queueOf(asks, facts, marks, now)
    const unread = facts.filter((fact) => fact.kind === 'ended' && isUnread(fact.last, marks.read(fact.workerId), marks.seenBefore))
    const known = useQueue.getState()
    const ids = new Set(unread.map((fact) => fact.workerId))
    useQueue.setState({
      queue: known.queue && isSame(known.queue, queue) ? known.queue : queue,
      unread: sameSet(known.unread, ids) ? known.unread : ids
    })
    if (queue.nextAt !== null) timer = setTimeout(make, Math.min(queue.nextAt - now, LONGEST_MS))
  }
  const makeSoon = (): void => {
    settling ??= setTimeout(make, SETTLE_MS)
  }
  make()
  const stops = [useAsks.subscribe(make), useAttentionFacts.subscribe(makeSoon), useDesk.subscribe(({ changed }) => changed.some(isMark) && make())]
  return () => {
    clearTimeout(timer)
    clearTimeout(settling)
    stops.forEach((stop) => stop())
  }
}

/** Whether a turn of the worker has ended that was not seen. */
export function useUnread(workerId: string): boolean {
  return useQueue((state) => state.unread.has(workerId))
}

function isSame(a: Queue, b: Queue): boolean {
  return a.nextAt === b.nextAt && sameItems(a.items, b.items) && sameItems(a.snoozed, b.snoozed)
}

function sameItems(a: readonly QueueItem[], b: readonly QueueItem[]): boolean {
  return a.length === b.length && a.every((item, index) => sameItem(item, b[index]))
}

function sameItem(a: QueueItem, b: QueueItem | undefined): boolean {
  if (a.workerId !== b?.workerId || a.key !== b.key || a.rank !== b.rank || a.since !== b.since || a.name !== b.name) return false
  return a.rank !== 'ask' || (b.rank === 'ask' && a.ask === b.ask)
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id))
}
