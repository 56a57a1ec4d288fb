/** The end of a Project's row: what its crew does, in few words. */
import type { ProjectView } from '../../shared/model'

export interface ProjectWords {
  /** Requests that wait for a human; empty when none do. */
  readonly waiting: string
  readonly rest: string
}

export function projectWords({ paused, busy }: Pick<ProjectView, 'paused' | 'busy'>, waiting: number): ProjectWords {
  const rest = [paused ? 'paused' : '', busy > 0 ? `${busy} busy` : ''].filter((part) => part !== '')
  return { waiting: waiting > 0 ? `${waiting} waiting` : '', rest: rest.join(' · ') }
}
