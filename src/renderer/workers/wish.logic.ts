/** How the operator wants to see the list: its order, a search, and what it is cut down to. */
import { assertNever } from '../../shared/errors'
import { foldCase } from '../../shared/find'
import type { WorkerView } from '../../shared/model'
import { outcomeOf } from './status.logic'

export const SORTS = ['created', 'activity', 'name'] as const
export type Sort = (typeof SORTS)[number]

export const STATUS_FILTERS = ['waiting', 'busy', 'failed', 'unread', 'idle'] as const
export type StatusFilter = (typeof STATUS_FILTERS)[number]

export interface ListWish {
  readonly sort: Sort
  /** The places of rows while the pointer is among them: nothing moves under it. Null while it is not. */
  readonly held: ReadonlyMap<string, number> | null
  readonly collator: Pick<Intl.Collator, 'compare'>
  readonly query: string
  /** Of each kind, none means all. */
  readonly statuses: readonly StatusFilter[]
  readonly engines: readonly string[]
  /** Workers of which a turn has ended that nobody has read. */
  readonly unread: ReadonlySet<string>
}

/** What runs a worker, as it is filtered by: an engine, or the agent of the operator's own behind it. */
export function engineOf({ engine, model }: WorkerView): string {
  return engine === 'acp' ? (model?.split('/', 1)[0] ?? engine) : engine
}

export function isFiltered({ query, statuses, engines }: ListWish): boolean {
  return query.trim() !== '' || statuses.length > 0 || engines.length > 0
}

/** `project`: the name of its Project, which a search finds too. */
export function matches(worker: WorkerView, wish: ListWish, project: string): boolean {
  const { query, statuses, engines, unread } = wish
  if (engines.length > 0 && !engines.includes(engineOf(worker))) return false
  if (statuses.length > 0 && !statuses.some((status) => hasStatus(worker, status, unread))) return false
  const words = foldCase(query).split(/\s+/u).filter((word) => word !== '')
  if (words.length === 0) return true
  const text = [worker.name, worker.taskRef ?? '', worker.model ?? '', project, worker.workerId].map(foldCase).join('\n')
  return words.every((word) => text.includes(word))
}

function hasStatus(worker: WorkerView, status: StatusFilter, unread: ReadonlySet<string>): boolean {
  const { workerId, phase, lastOutcome } = worker
  switch (status) {
    case 'waiting':
      return phase === 'waiting'
    case 'busy':
      return phase === 'busy' || phase === 'starting' || phase === 'stopping' || phase === 'deleting'
    case 'failed':
      return phase === 'unknown' || (phase === 'idle' && lastOutcome !== null && outcomeOf(lastOutcome, false).failed)
    case 'unread':
      return unread.has(workerId)
    case 'idle':
      return phase === 'idle' || phase === 'held'
    default:
      return assertNever(status)
  }
}
