/** The end of a Project's row: what its crew does, in few words. */
import type { AskView, ProjectView } from '../../shared/model'
import { words } from './words'

export interface ProjectWords {
  /** Requests that wait for a human; empty when none do. */
  readonly waiting: string
  readonly rest: string
}

/** `asks`: the open requests of all Projects. A worker that waits for an answer has a turn open, but is not busy. */
export function projectWords(project: Pick<ProjectView, 'sessionId' | 'paused' | 'busy'>, asks: readonly AskView[]): ProjectWords {
  const say = words()
  const own = asks.filter((ask) => ask.sessionId === project.sessionId)
  // The Coordinator is not counted among the workers.
  const waitingWorkers = new Set(own.map((ask) => ask.workerId).filter((workerId) => workerId !== project.sessionId))
  const busy = project.busy - waitingWorkers.size
  const rest = [project.paused ? say.paused : '', busy > 0 ? say.busy(busy) : ''].filter((part) => part !== '')
  return { waiting: own.length > 0 ? say.waiting(own.length) : '', rest: rest.join(' · ') }
}
