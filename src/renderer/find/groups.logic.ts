/** Hits as they are listed: under the worker that they are of, the one with the newest hit first. */
import type { FindHit, PendingHit } from '../../shared/find'

/** What a turn has, or what is pending. */
export type Hit = FindHit | PendingHit

export const isPending = (hit: Hit): hit is PendingHit => !('turn' in hit)
/** Names a hit among all. */
export const keyOf = (hit: Hit): string => (isPending(hit) ? hit.messageId : `${hit.id}`)

export interface HitGroup {
  readonly sessionId: string
  readonly workerId: string
  readonly workerName: string
  readonly projectName: string
  readonly hits: readonly Hit[]
}

export function groupHits(hits: readonly Hit[]): HitGroup[] {
  const groups = new Map<string, Hit[]>()
  for (const hit of hits) {
    const key = `${hit.sessionId} ${hit.workerId}`
    const group = groups.get(key)
    if (group) group.push(hit)
    else groups.set(key, [hit])
  }
  return [...groups.values()].flatMap((list) => {
    const [first] = list
    return first ? [{ sessionId: first.sessionId, workerId: first.workerId, workerName: first.workerName, projectName: first.projectName, hits: list }] : []
  })
}

/** Which hit to begin with: the newest one of the turns up to `turn`, else the oldest; -1 where there is none. */
export function nearest(hits: readonly FindHit[], turn: number | null): number {
  if (turn === null) return hits.length === 0 ? -1 : 0
  const at = hits.findIndex((hit) => hit.turn <= turn)
  return at < 0 ? hits.length - 1 : at
}
