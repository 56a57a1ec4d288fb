/** What may begin now in a Project: its pause, its cap on busy workers and its turns per hour, each said in words. */
import type { Policy } from '../../shared/model'
import type { InboxMessage } from '../session/events'
import type { SessionLog, SessionRow } from '../session/log'
import type { Projects } from './projects'

const HOUR_MS = 3_600_000

export class Gate {
  constructor(
    private readonly log: SessionLog,
    private readonly projects: Projects,
    private readonly clock: () => number,
    /** What counts for a Session: its own policy, or that of its Project. */
    private readonly policyOf: (session: SessionRow) => Policy = (session) => projects.get(session.projectId).policy
  ) {}

  /** Why no turn of the Session may begin now; null when one may. The Coordinator counts as no worker. */
  hold(session: SessionRow): string | null {
    const { paused, listed, conduct } = this.projects.get(session.projectId)
    if (!listed) return 'The Project has been taken off the list.'
    if (paused) return 'The Project is paused.'
    if (session.id !== session.projectId && this.log.busyCount(session.projectId) >= conduct.maxBusy) {
      return `${conduct.maxBusy} of ${conduct.maxBusy} workers are busy.`
    }
    const limit = conduct.maxTurnsPerHour
    if (limit !== null && this.log.turnsSince(session.projectId, this.clock() - HOUR_MS) >= limit) {
      return `${limit} turns began within the last hour.`
    }
    return null
  }

  /**
   * Why inputs may not be carried out. A shell has no tool calls to ask about: what the operator types is their own
   * act, what agents send needs the Project to let them run commands.
   */
  block(session: SessionRow, inputs: readonly Pick<InboxMessage, 'source'>[]): string | null {
    if (session.engine !== 'shell' || inputs.every((input) => input.source.kind === 'user')) return null
    if (this.policyOf(session) === 'run') return null
    return this.projects.get(session.projectId).policy === 'run'
      ? 'This worker may not run what agents send it. The operator can allow it in the menu of the worker.'
      : 'Agents may not run commands in this Project. The operator can allow it in the menu of the Project.'
  }
}
