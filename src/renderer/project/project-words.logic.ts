/** The end of a Project's row: what its crew does and what needs the operator, in few words. */
import type { AskView } from '../../shared/asks'
import { countsOf, type QueueItem } from '../../shared/attention'
import type { ProjectView } from '../../shared/model'
import { words } from './words'

export interface ProjectWords {
  /** Requests that wait for a human; empty when none do. */
  readonly waiting: string
  /** The most important first: the last are left out where there is no room. */
  readonly rest: readonly string[]
}

/** More would leave no room for the name. */
const REST_MAX = 2

/**
 * `asks`: the open requests of all Projects; `items`: what needs the operator in all of them. A worker that waits for an
 * answer has a turn open, but is not busy.
 */
export function projectWords(
  project: Pick<ProjectView, 'sessionId' | 'paused' | 'busy'>,
  asks: readonly AskView[],
  items: readonly QueueItem[]
): ProjectWords {
  const say = words()
  const own = asks.filter((ask) => ask.sessionId === project.sessionId)
  // The Coordinator is not counted among the workers.
  const waitingWorkers = new Set(own.map((ask) => ask.workerId).filter((workerId) => workerId !== project.sessionId))
  const busy = project.busy - waitingWorkers.size
  const { failures, unread } = countsOf(items.filter((item) => item.sessionId === project.sessionId))
  const rest = [
    project.paused ? say.paused : '',
    failures > 0 ? say.failed(failures) : '',
    busy > 0 ? say.busy(busy) : '',
    unread > 0 ? say.notRead(unread) : ''
  ]
  return {
    waiting: own.length > 0 ? say.waiting(own.length) : '',
    rest: rest.filter((part) => part !== '').slice(0, REST_MAX)
  }
}
