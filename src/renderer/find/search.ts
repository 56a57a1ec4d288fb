/** One search at a time, page by page: each answer may be only a part of a page. */
import { FIND_PAGE_MAX, type FindHit, type FindInput, type PendingHit } from '../../shared/find'
import { client, refusalOf, type RefusalView } from '../connection'

export interface Search {
  readonly hits: readonly FindHit[]
  readonly pending: Pending
  /** Where older ones are still to be looked at; null once everything was. */
  readonly next: number | null
  /** How far back it has looked, in epoch ms; null where that is not known or everything was. */
  readonly since: number | null
  readonly isLooking: boolean
  readonly problem: RefusalView | null
}

export interface Pending {
  /** Newest first. */
  readonly hits: readonly PendingHit[]
  /** False where more of them were found than are shown. */
  readonly all: boolean
}

export const NO_SEARCH: Search = { hits: [], pending: { hits: [], all: true }, next: null, since: null, isLooking: false, problem: null }

export type Question = Pick<FindInput, 'query' | 'sessionId' | 'workerId' | 'within'>

/** Most pending messages that are shown. */
const PENDING_MOST = 50

/** Looks for `page` more hits after those of `found`, and at the beginning for what is pending, where that is wanted; says at each answer what there is; returns the disposer. */
export function look(question: Question, found: Search, page: number, onSearch: (search: Search) => void): () => void {
  const stop = new AbortController()
  const wanted = found.hits.length + page
  const go = async (): Promise<void> => {
    let now: Search = { ...found, isLooking: true, problem: null }
    onSearch(now)
    if (found === NO_SEARCH && question.within === 'all') {
      now = { ...now, pending: await lookThroughPending(question, stop.signal) }
    }
    do {
      const before = now.next === null ? {} : { before: now.next }
      const answer = await client.find.messages({ ...question, ...before, limit: Math.min(wanted - now.hits.length, FIND_PAGE_MAX) }, { signal: stop.signal })
      if (stop.signal.aborted) return
      const hits = [...now.hits, ...answer.hits]
      now = { ...now, hits, next: answer.next, since: answer.since, isLooking: answer.next !== null && hits.length < wanted, problem: null }
      onSearch(now)
    } while (now.isLooking)
  }
  go().catch((error: unknown) => {
    if (!stop.signal.aborted) onSearch({ ...found, isLooking: false, problem: refusalOf(error) })
  })
  return () => stop.abort()
}

async function lookThroughPending({ query, sessionId, workerId }: Question, signal: AbortSignal): Promise<Pending> {
  const hits: PendingHit[] = []
  let next: string | null = null
  do {
    const answer = await client.find.pending({ query, sessionId, workerId, limit: PENDING_MOST - hits.length, ...(next !== null && { after: next }) }, { signal })
    hits.push(...answer.hits)
    next = answer.next
  } while (next !== null && hits.length < PENDING_MOST)
  return { hits: hits.toSorted((a, b) => b.at - a.at), all: next === null }
}
