/**
 * Everything that agents ask a human, from all engines, in one place: kept on disk from the moment it is asked, answered
 * once, and gone everywhere then. Also the record of who, or which policy, decided what.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../shared/errors'
import { AskView, Policy } from '../../shared/model'
import type { AskRequest } from '../engine/engine'
import type { Database } from '../store/database'
import { decideByPolicy } from './policy'

export interface Asker {
  readonly sessionId: string
  readonly projectId: string
  readonly name: string
  readonly turn: number
  readonly policy: Policy
  readonly inside: (path: string) => boolean
}

const State = z.enum(['open', 'answered', 'withdrawn', 'void'])

const Row = z
  .object({
    id: z.string(),
    project_id: z.string(),
    session_id: z.string(),
    name: z.string(),
    turn: z.number(),
    asked_at: z.number(),
    request: z.string().transform((text): unknown => JSON.parse(text)).pipe(AskView.shape.request),
    state: State,
    option_id: z.string().nullable(),
    decided_by: z.string().nullable(),
    decided_at: z.number().nullable()
  })
  .transform((row): AskView => ({
    id: row.id,
    sessionId: row.project_id,
    workerId: row.session_id,
    workerName: row.name,
    turn: row.turn,
    askedAt: row.asked_at,
    request: row.request,
    state: row.state,
    optionId: row.option_id,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at
  }))

const COLUMNS = `approval.id, session.project_id, approval.session_id, session.name, approval.turn, approval.asked_at,
  approval.request, approval.state, approval.option_id, approval.decided_by, approval.decided_at`

interface Waiting {
  readonly resolve: (optionId: string | null) => void
}

export class Approvals {
  readonly #waiting = new Map<string, Waiting>()
  readonly #listeners = new Set<(sessionId: string) => void>()

  constructor(
    private readonly db: Database,
    private readonly clock: () => number
  ) {}

  /** Hears of every request that comes or goes, with the Session that asked. Returns the disposer. */
  onChange(listener: (sessionId: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Requests that a dead host left open: whoever asked is gone, so nobody can answer them any more. */
  voidLeftovers(): void {
    this.db.run("UPDATE approval SET state = 'void', decided_at = ? WHERE state = 'open'", this.clock())
  }

  /** Asks, and resolves with the option chosen; null once `signal` aborts. */
  async ask(asker: Asker, request: AskRequest, signal: AbortSignal): Promise<string | null> {
    if (signal.aborted) return null
    const chosen = decideByPolicy(asker.policy, request, asker.inside)
    const id = randomUUID()
    const now = this.clock()
    this.db.run(
      `INSERT INTO approval (id, session_id, turn, asked_at, request, state, option_id, decided_by, decided_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      asker.sessionId,
      asker.turn,
      now,
      JSON.stringify(request),
      chosen ? 'answered' : 'open',
      chosen?.id ?? null,
      chosen ? `policy ${asker.policy}` : null,
      chosen ? now : null
    )
    if (chosen) return chosen.id
    const answered = Promise.withResolvers<string | null>()
    this.#waiting.set(id, { resolve: answered.resolve })
    const withdraw = () => {
      try {
        this.#close(id, 'withdrawn', null, null)
      } catch {
        // It stays open on disk, where it can be answered by nobody; the turn does not wait for that.
        this.#waiting.delete(id)
        answered.resolve(null)
      }
    }
    signal.addEventListener('abort', withdraw, { once: true })
    this.#changed(asker.sessionId)
    try {
      return await answered.promise
    } finally {
      signal.removeEventListener('abort', withdraw)
    }
  }

  /**
   * Answers an open request.
   * @throws Refusal NOT_FOUND, CONFLICT (already decided), BAD_INPUT (no such option)
   */
  answer(id: string, optionId: string): void {
    const ask = this.db.get(Row, `SELECT ${COLUMNS} FROM approval JOIN session ON session.id = approval.session_id WHERE approval.id = ?`, id)
    if (!ask) throw new Refusal('NOT_FOUND', 'There is no such request.')
    if (ask.state === 'open' && !this.#waiting.has(id)) {
      this.db.run("UPDATE approval SET state = 'void', decided_at = ? WHERE id = ? AND state = 'open'", this.clock(), id)
      this.#changed(ask.workerId)
      ask.state = 'void'
    }
    if (ask.state !== 'open') throw new Refusal('CONFLICT', 'That request has been decided already.', 'It was answered elsewhere, or its turn has ended.')
    if (!ask.request.options.some((option) => option.id === optionId)) {
      throw new Refusal('BAD_INPUT', 'That is not one of the answers offered.', 'Choose one of the offered answers.')
    }
    this.#close(id, 'answered', optionId, 'operator')
  }

  /** Open requests of all Projects, oldest first. */
  open(): AskView[] {
    return this.db.all(
      Row,
      `SELECT ${COLUMNS} FROM approval JOIN session ON session.id = approval.session_id
       WHERE approval.state = 'open' ORDER BY approval.asked_at, approval.id`
    )
  }

  /** The oldest request that a Session waits for; null when it waits for none. */
  oldestOf(sessionId: string): AskView | null {
    return (
      this.db.get(
        Row,
        `SELECT ${COLUMNS} FROM approval JOIN session ON session.id = approval.session_id
         WHERE approval.session_id = ? AND approval.state = 'open' ORDER BY approval.asked_at LIMIT 1`,
        sessionId
      ) ?? null
    )
  }

  /** The latest requests of a Project with what became of them, newest first. */
  trail(projectId: string, limit: number): AskView[] {
    return this.db.all(
      Row,
      `SELECT ${COLUMNS} FROM approval JOIN session ON session.id = approval.session_id
       WHERE session.project_id = ? ORDER BY approval.asked_at DESC LIMIT ?`,
      projectId,
      limit
    )
  }

  #close(id: string, state: 'answered' | 'withdrawn', optionId: string | null, by: string | null): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    this.db.run(
      "UPDATE approval SET state = ?, option_id = ?, decided_by = ?, decided_at = ? WHERE id = ? AND state = 'open'",
      state,
      optionId,
      by,
      this.clock(),
      id
    )
    this.#waiting.delete(id)
    waiting.resolve(optionId)
    const row = this.db.get(z.object({ session_id: z.string() }), 'SELECT session_id FROM approval WHERE id = ?', id)
    if (row) this.#changed(row.session_id)
  }

  #changed(sessionId: string): void {
    for (const listener of this.#listeners) listener(sessionId)
  }
}
