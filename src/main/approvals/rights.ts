/** What single workers may do: policies of their own, and answers that the operator gave once for all. Kept in the database. */
import { z } from 'zod'
import type { WorkerRights } from '../../shared/asks'
import { Policy } from '../../shared/model'
import { Listeners } from '../listeners'
import type { Database } from '../store/database'
import { effectivePolicy, isMore, type Own, type OwnPolicy, type Remembered } from './policy'

const OwnRow = z
  .object({ policy: Policy.exclude(['unconfirmed']), beyond: z.number() })
  .transform((row): Own => ({ policy: row.policy, beyond: row.beyond !== 0 }))
const AnswerRow = z.object({ answer: z.enum(['allow', 'reject']) })
const RememberedRow = z.object({ tool: z.string(), answer: z.enum(['allow', 'reject']), at: z.number() })

export class Rights {
  readonly #listeners = new Listeners<[sessionId: string]>()

  constructor(
    private readonly db: Database,
    private readonly clock: () => number,
    /** The policy of the Project that a Session belongs to. */
    private readonly projectPolicy: (sessionId: string) => Policy
  ) {}

  /** Hears of every change, with the Session that it is about. Returns the disposer. */
  onChange(listener: (sessionId: string) => void): () => void {
    return this.#listeners.add(listener)
  }

  /** What counts now, and whose policy that is. */
  effective(sessionId: string): { policy: Policy; by: 'worker' | 'project' } {
    return effectivePolicy(this.projectPolicy(sessionId), this.#own(sessionId))
  }

  of(sessionId: string): WorkerRights {
    return {
      policy: this.effective(sessionId).policy,
      project: this.projectPolicy(sessionId),
      own: this.#own(sessionId)?.policy ?? null,
      remembered: this.db.all(
        RememberedRow,
        'SELECT tool, answer, at FROM remembered_answer WHERE session_id = ? ORDER BY at, tool',
        sessionId
      )
    }
  }

  /** The operator gives a worker a policy of its own, also a wider one; null takes it back. */
  setOwn(sessionId: string, policy: OwnPolicy | null): void {
    if (policy === null) this.db.run('DELETE FROM worker_policy WHERE session_id = ?', sessionId)
    else {
      this.db.run(
        'INSERT OR REPLACE INTO worker_policy (session_id, policy, beyond) VALUES (?, ?, ?)',
        sessionId,
        policy,
        isMore(policy, this.projectPolicy(sessionId)) ? 1 : 0
      )
    }
    this.#changed(sessionId)
  }

  /** What the operator answered once for all to this tool of a worker; null for nothing. */
  remembered(sessionId: string, tool: string | null): Remembered | null {
    if (tool === null) return null
    return this.db.get(AnswerRow, 'SELECT answer FROM remembered_answer WHERE session_id = ? AND tool = ?', sessionId, tool)?.answer ?? null
  }

  remember(sessionId: string, tool: string, answer: Remembered): void {
    this.db.run(
      'INSERT OR REPLACE INTO remembered_answer (session_id, tool, answer, at) VALUES (?, ?, ?, ?)',
      sessionId,
      tool,
      answer,
      this.clock()
    )
    this.db.afterCommit(() => this.#changed(sessionId))
  }

  /** From now on the tool is asked about again. */
  revoke(sessionId: string, tool: string): void {
    this.db.run('DELETE FROM remembered_answer WHERE session_id = ? AND tool = ?', sessionId, tool)
    this.#changed(sessionId)
  }

  /** Drops all that was said of a worker that is gone. */
  forget(sessionId: string): void {
    this.db.run('DELETE FROM worker_policy WHERE session_id = ?', sessionId)
    this.db.run('DELETE FROM remembered_answer WHERE session_id = ?', sessionId)
  }

  #own(sessionId: string): Own | null {
    return this.db.get(OwnRow, 'SELECT policy, beyond FROM worker_policy WHERE session_id = ?', sessionId) ?? null
  }

  #changed(sessionId: string): void {
    this.#listeners.tell(sessionId)
  }
}
