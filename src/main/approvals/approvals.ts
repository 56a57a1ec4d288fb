/**
 * Everything that agents ask a human, from all engines, in one place: kept on disk from the moment it is asked, answered
 * once, and gone everywhere then. Also the record of who, or which policy, decided what.
 */
import { randomUUID } from 'node:crypto'
import { Refusal } from '../../shared/errors'
import type { AskView, DecidedBy } from '../../shared/asks'
import type { AskAnswer, AskRequest } from '../engine/engine'
import { Listeners } from '../listeners'
import type { Database } from '../store/database'
import { ASK_COLUMNS, AskRow, decidedText } from './ask-row'
import { offeredOptions, rememberedBy } from './own-options'
import { decide, optionFor } from './policy'
import type { Rights } from './rights'

export interface Asker {
  readonly sessionId: string
  readonly projectId: string
  readonly turn: number
  /** Whether a path lies in the Project's folder. */
  readonly inside: (path: string) => boolean
  /** Told when the operator has answered what nothing else decided, before whoever asked hears of it. */
  readonly onAnswer?: (request: AskRequest, allowed: boolean) => void
}

/** What the operator chose: an option, words, or a refusal with a reason. */
export interface Choice {
  readonly optionId: string | null
  readonly text: string | null
}

/** Requests older than this one. */
export interface AskPlace {
  readonly askedAt: number
  readonly id: string
}

export interface TrailQuery {
  readonly projectId: string
  /** Only of this worker. */
  readonly workerId?: string | undefined
  readonly limit: number
  readonly before?: AskPlace | undefined
}

interface Waiting {
  readonly resolve: (answer: AskAnswer | null) => void
}

const ALLOWING: ReadonlySet<AskRequest['options'][number]['kind']> = new Set(['allow-once', 'allow-always'])

const SELECT = `SELECT ${ASK_COLUMNS} FROM approval JOIN session ON session.id = approval.session_id`

export class Approvals {
  readonly #waiting = new Map<string, Waiting>()
  readonly #listeners = new Listeners<[sessionId: string]>()

  constructor(
    private readonly db: Database,
    private readonly rights: Rights,
    private readonly clock: () => number
  ) {}

  /** Hears of every request that comes or goes, with the Session that asked. Returns the disposer. */
  onChange(listener: (sessionId: string) => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Requests that a dead host left open: whoever asked is gone, so nobody can answer them any more. */
  voidLeftovers(): void {
    this.db.run("UPDATE approval SET state = 'void', decided_at = ? WHERE state = 'open'", this.clock())
  }

  /** Asks, and resolves with what was answered; null once `signal` aborts. */
  async ask(asker: Asker, request: AskRequest, signal: AbortSignal): Promise<AskAnswer | null> {
    if (signal.aborted) return null
    const standing = { ...this.rights.effective(asker.sessionId), remembered: this.rights.remembered(asker.sessionId, request.tool) }
    const decided = decide(request, { ...standing, inside: asker.inside })
    if (decided) {
      // Nobody waits for it: it need not wait for the disk either.
      this.db.transaction(() => this.#insert(asker, request, { optionId: decided.option.id, by: decided.by }), 'soon')
      return { optionId: decided.option.id, text: null }
    }
    const id = this.#insert(asker, { ...request, options: offeredOptions(request) }, null)
    const answered = Promise.withResolvers<AskAnswer | null>()
    this.#waiting.set(id, { resolve: answered.resolve })
    const withdraw = () => {
      try {
        this.#close(id, 'withdrawn', { optionId: null, text: null }, null)
      } catch {
        // It stays open on disk, where it can be answered by nobody; the turn does not wait for that.
        this.#waiting.delete(id)
        answered.resolve(null)
      }
    }
    signal.addEventListener('abort', withdraw, { once: true })
    this.#changed(asker.sessionId)
    try {
      const answer = await answered.promise
      if (answer) asker.onAnswer?.(request, request.options.some(({ id, kind }) => id === answer.optionId && ALLOWING.has(kind)))
      return answer
    } finally {
      signal.removeEventListener('abort', withdraw)
    }
  }

  /**
   * Answers an open request.
   * @throws Refusal NOT_FOUND, CONFLICT (already decided), BAD_INPUT (no such option, or words where none are taken)
   */
  answer(id: string, choice: Choice): void {
    const ask = this.db.get(AskRow, `${SELECT} WHERE approval.id = ?`, id)
    if (!ask) throw new Refusal('NOT_FOUND', 'There is no such request.')
    if (ask.state === 'open' && !this.#waiting.has(id)) {
      this.db.run("UPDATE approval SET state = 'void', decided_at = ? WHERE id = ? AND state = 'open'", this.clock(), id)
      this.#changed(ask.workerId)
      ask.state = 'void'
    }
    if (ask.state !== 'open') throw new Refusal('CONFLICT', 'That request has been decided already.', 'It was answered elsewhere, or its turn has ended.')
    assertFits(ask.request, choice)
    this.#close(id, 'answered', choice, { kind: 'operator' })
  }

  /** Open requests of all Projects, oldest first. */
  open(): AskView[] {
    return this.db.all(AskRow, `${SELECT} WHERE approval.state = 'open' ORDER BY approval.asked_at, approval.id`)
  }

  /** The oldest request that a Session waits for; null when it waits for none. */
  oldestOf(sessionId: string): AskView | null {
    const sql = `${SELECT} WHERE approval.session_id = ? AND approval.state = 'open' ORDER BY approval.asked_at, approval.id LIMIT 1`
    return this.db.get(AskRow, sql, sessionId) ?? null
  }

  /** What was asked in a Project, or by one worker of it, and what became of it, newest first. Costs O(limit). */
  trail({ projectId, workerId, limit, before }: TrailQuery): AskView[] {
    const whose = workerId === undefined ? '' : 'AND approval.session_id = ?'
    return this.db.all(
      AskRow,
      `${SELECT} WHERE approval.project_id = ? ${whose} AND (approval.asked_at, approval.id) < (?, ?)
       ORDER BY approval.asked_at DESC, approval.id DESC LIMIT ?`,
      projectId,
      ...(workerId === undefined ? [] : [workerId]),
      before?.askedAt ?? Number.MAX_SAFE_INTEGER,
      before?.id ?? '',
      limit
    )
  }

  #insert(asker: Asker, request: AskRequest, decided: { readonly optionId: string; readonly by: DecidedBy } | null): string {
    const id = randomUUID()
    const now = this.clock()
    this.db.run(
      `INSERT INTO approval (id, project_id, session_id, turn, asked_at, request, state, option_id, decided_by, decided_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      asker.projectId,
      asker.sessionId,
      asker.turn,
      now,
      JSON.stringify(request),
      decided ? 'answered' : 'open',
      decided?.optionId ?? null,
      decided ? decidedText(decided.by) : null,
      decided ? now : null
    )
    return id
  }

  #close(id: string, state: 'answered' | 'withdrawn', choice: Choice, by: DecidedBy | null): void {
    const waiting = this.#waiting.get(id)
    const ask = waiting && this.db.get(AskRow, `${SELECT} WHERE approval.id = ?`, id)
    if (!waiting || !ask) return
    const option = ask.request.options.find((offered) => offered.id === choice.optionId)
    const remembered = option ? rememberedBy(option) : null
    this.db.transaction(() => {
      this.db.run(
        "UPDATE approval SET state = ?, option_id = ?, answer_text = ?, decided_by = ?, decided_at = ? WHERE id = ? AND state = 'open'",
        state,
        choice.optionId,
        choice.text,
        by && decidedText(by),
        this.clock(),
        id
      )
      if (remembered && ask.request.tool !== null) this.rights.remember(ask.workerId, ask.request.tool, remembered)
    })
    this.#waiting.delete(id)
    waiting.resolve(state === 'withdrawn' ? null : forAgent(ask.request, choice))
    this.#changed(ask.workerId)
  }

  #changed(sessionId: string): void {
    this.#listeners.tell(sessionId)
  }
}

/** The answer as the agent knows it: it has never heard of an option of ours. */
function forAgent(request: AskView['request'], { optionId, text }: Choice): AskAnswer {
  const option = request.options.find((offered) => offered.id === optionId)
  const remembered = option ? rememberedBy(option) : null
  if (!remembered) return { optionId, text }
  const own = request.options.filter((offered) => !offered.ours)
  return { optionId: optionFor({ options: own }, remembered)?.id ?? null, text }
}

function assertFits({ options, words }: AskView['request'], { optionId, text }: Choice): void {
  if (optionId === null && text === null) throw new Refusal('BAD_INPUT', 'That is no answer.', 'Choose an option, or write one.')
  const option = options.find((offered) => offered.id === optionId)
  if (optionId !== null && !option) {
    throw new Refusal('BAD_INPUT', 'That is not one of the answers offered.', 'Choose one of the offered answers.')
  }
  if (text === null) return
  const isReason = words === 'reason' && (option?.kind === 'reject-once' || option?.kind === 'reject-always')
  const isAnswer = words === 'answer' && optionId === null
  if (!isReason && !isAnswer) {
    throw new Refusal('BAD_INPUT', 'This request takes no words like that.', 'Choose one of the offered answers without a text.')
  }
}
