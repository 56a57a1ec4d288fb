/**
 * "Clear conversation": an operator's act on one worker. From the commit on nobody is shown what was said, no engine
 * remembers it, and the worker's record is empty; only the event log, which is never rewritten, still has it.
 */
import type { Workers } from '../project/workers'
import type { SessionRow } from '../session/log'
import type { Sessions } from '../session/sessions'
import type { Records } from './records'

export interface ConversationPort {
  readonly workers: Pick<Workers, 'member'>
  readonly sessions: Pick<Sessions, 'driver'>
  readonly records: Pick<Records, 'rebase' | 'clear'>
  /** Lets go of what else was kept of it: what engines remember, files that came with its messages. Reports its troubles. */
  readonly forget: (before: SessionRow) => void
}

export class Conversations {
  constructor(private readonly port: ConversationPort) {}

  /** @throws Refusal NOT_FOUND, CONFLICT (a turn runs), UNAVAILABLE (its record could not be emptied yet) */
  async clear(sessionId: string, workerId: string): Promise<void> {
    const { workers, sessions, records, forget } = this.port
    const before = workers.member(sessionId, workerId)
    await sessions.driver(workerId).clear(() => records.rebase(workerId))
    forget(before)
    records.clear(sessionId, workerId)
  }
}
