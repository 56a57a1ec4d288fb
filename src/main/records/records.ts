/**
 * The records of this host's own workers, as the API serves them and as the window shows them. The window is shown those of
 * Coordinators, too, which are no workers and are served to nobody.
 */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { Refusal } from '../../shared/errors'
import { TRANSCRIPT_PAGE_MAX_BYTES } from '../../shared/limits'
import type { DeletedWorkers } from '../../shared/records-deleted'
import type { RunSummary, RunView, TranscriptPage, WorkerRecordView, WorkerStatus } from '../../shared/records'
import type { BoundedPage, Found } from '../../shared/records-seen'
import { Listeners } from '../listeners'
import type { Report } from '../report'
import { visibleText } from '../session/events'
import type { SessionLog, SessionRow } from '../session/log'
import type { Sessions } from '../session/sessions'
import { unknownWorker } from '../session/unknown-worker'
import { cutText } from '../project/worker-view'
import type { Projects } from '../project/projects'
import type { Database } from '../store/database'
import { fitting, type PageWish } from './bounds'
import { deletedWorkers, isDiscarded, markDiscarded } from './deleted'
import { errorOf, statusOfOutcome } from './drafts'
import { findIn, type FindWish } from './find'
import { problemOf } from './import/problems'
import type { RecordLimits } from './limits'
import { RecordReader, type Window, type WindowRequest } from './reader'
import { recordPath } from './record-file'
import { Recorder } from './recorder'
import { redactText } from './redact.logic'

/** Longest task, summary or error in a list, in characters. */
const EXCERPT_MAX = 500
/** Messages after a reply that are looked through for it. */
const REPLY_SEARCH = 20
/** Bytes of a record that one call searches. */
const FIND_MAX_BYTES = 8 * 1024 * 1024

export interface RecordsPort {
  readonly db: Database
  readonly log: SessionLog
  readonly sessions: Pick<Sessions, 'live'>
  readonly projects: Pick<Projects, 'find' | 'list'>
  /** Absolute folder of the records; made when it is needed. */
  readonly root: string
  readonly limits: RecordLimits
  readonly report: Report
}

export type RecordsListener = (workerId: string, change: 'grown' | 'cleared') => void

export class Records {
  readonly #listeners = new Listeners<Parameters<RecordsListener>>()
  readonly #reader = new RecordReader()
  readonly #recorder: Recorder
  readonly #closing = new AbortController()
  #ready = false

  /** Records from now on; what was missed before is made up for by `start`. */
  constructor(private readonly port: RecordsPort) {
    this.#recorder = new Recorder({
      ...port,
      onChange: (workerId, change) => this.#listeners.tell(workerId, change)
    })
  }

  /** Brings all records up to their logs. Resolves when they can be read; trouble is reported. */
  async start(): Promise<void> {
    try {
      await this.#recorder.catchUp(this.#closing.signal)
      this.#ready = !this.#closing.signal.aborted
    } catch (error) {
      this.port.report('the worker records could not be brought up to date', error)
    }
  }

  /** Whether the records are whole, as far as they can be: not while the host begins or ends. */
  get isReady(): boolean {
    return this.#ready
  }

  /** Hears that a worker's record has grown or was cleared. Returns the disposer. */
  onChange(listener: RecordsListener): () => void {
    return this.#listeners.add(listener)
  }

  /** The Projects as runs: each is `running` while this host holds it. */
  runs(): RunSummary[] {
    return this.port.projects
      .list()
      .map((project) => ({ run_id: project.sessionId, name: project.name, status: 'running', startedAt: project.openedAt }))
  }

  /** The workers of a run, deleted ones too, by the time of their start; null when there is no such run. */
  workers(runId: string): RunView | null {
    if (!this.port.projects.find(runId)) return null
    const ids = this.port.db.all(
      z.object({ id: z.string() }),
      `SELECT id FROM session WHERE project_id = ? AND id <> project_id
       AND NOT EXISTS (SELECT 1 FROM deletion WHERE session_id = session.id AND discarded = 1) ORDER BY created_at, id`,
      runId
    )
    const workers = ids.flatMap(({ id }) => {
      const session = this.#session(id)
      return session ? [this.#view(session)] : []
    })
    return { run_id: runId, workers }
  }

  /** One of them, or the Coordinator, for the window; null when it is not there, was let go, or cannot be read. */
  worker(runId: string, workerId: string): WorkerRecordView | null {
    const session = this.#session(workerId)
    return session && session.projectId === runId && !isDiscarded(this.port.db, workerId) ? this.#view(session) : null
  }

  /** Deleted workers whose records are kept. */
  deleted(): DeletedWorkers {
    return deletedWorkers(this.port.db)
  }

  /**
   * Removes the record of a deleted worker for good: it is shown and served no more.
   * @throws Refusal NOT_FOUND, CONFLICT (the worker is not deleted), UNAVAILABLE (the file could not be removed yet)
   */
  discard(runId: string, workerId: string): void {
    const session = this.port.log.get(workerId)
    if (!session || session.projectId !== runId || session.id === runId) throw unknownWorker()
    if (session.lifecycle !== 'deleted') throw new Refusal('CONFLICT', 'This worker is not deleted.', 'Delete the worker first.')
    this.port.db.transaction(() => {
      this.#recorder.rebase(session)
      markDiscarded(this.port.db, workerId)
    })
    this.#change(runId, session, (one) => this.#recorder.discard(one), 'removed')
  }

  /**
   * Removes what is recorded of a run whose Sessions are all deleted, the Coordinator's with it. Repeating it succeeds.
   * @throws the system's error when a file could not be removed yet: the next start does it
   */
  discardRun(runId: string): void {
    const sessions = [this.port.log.get(runId), ...this.port.log.children(runId)].filter((session) => session !== undefined)
    this.port.db.transaction(() => {
      for (const session of sessions) {
        this.#recorder.rebase(session)
        markDiscarded(this.port.db, session.id)
      }
    })
    for (const session of sessions) this.#change(runId, session, (one) => this.#recorder.discard(one), 'removed')
    const path = recordPath(this.port.root, runId, runId)
    if (path !== null) rmSync(dirname(path), { recursive: true, force: true })
  }

  /**
   * A window of a worker's record; null when the run, the worker or the record is not there.
   * @throws Refusal UNAVAILABLE when the file changes too fast; rejects with the system's error when it cannot be read
   */
  async transcript(runId: string, workerId: string, request: WindowRequest): Promise<TranscriptPage | null> {
    // A Coordinator is no worker.
    const path = workerId === runId ? null : this.#pathOf(runId, workerId)
    const window = path === null ? null : await this.#reader.window(path, request)
    if (!window) return null
    const { corruptAt: _, ...page } = this.#told(runId, workerId, window)
    return page
  }

  /**
   * The same for the window: bounded, and with what it says of itself. Without an offset, the end of the record.
   * @throws Refusal NOT_FOUND, UNAVAILABLE
   */
  async page(runId: string, workerId: string, wish: PageWish): Promise<BoundedPage> {
    const window = await this.#read(runId, workerId, (path) => this.#reader.window(path, { ...wish, maxBytes: TRANSCRIPT_PAGE_MAX_BYTES }))
    const page = this.#told(runId, workerId, window)
    const entries = fitting(page.entries, TRANSCRIPT_PAGE_MAX_BYTES)
    const limit = entries.length < page.entries.length ? entries.length : page.limit
    return { ...page, entries, limit, skipped: 0, complete: true }
  }

  /** Where words stand in a part of the record. @throws Refusal NOT_FOUND, UNAVAILABLE */
  find(runId: string, workerId: string, wish: FindWish): Promise<Found> {
    const read = (offset: number, limit: number) =>
      this.#read(runId, workerId, (path) => this.#reader.window(path, { offset, limit, maxBytes: FIND_MAX_BYTES }))
    return findIn(read, wish)
  }

  /** Where a turn begins, or a message of it stands; null when the record does not have it. @throws Refusal NOT_FOUND, UNAVAILABLE */
  async place(runId: string, workerId: string, turn: number, messageId: string | null): Promise<number | null> {
    const place = await this.#read(runId, workerId, async (path) => ({ offset: await this.#reader.place(path, turn, messageId) }))
    return place.offset
  }

  /** What was recorded of a worker so far is told no more, also if nothing else is done: for a transaction of the caller's. */
  rebase(workerId: string): void {
    const session = this.port.log.get(workerId)
    if (session) this.#recorder.rebase(session)
  }

  /**
   * Clears what is recorded of a worker. What it does from now on is recorded again.
   * @throws Refusal NOT_FOUND
   */
  clear(runId: string, workerId: string): void {
    const session = this.port.log.get(workerId)
    if (!session || session.projectId !== runId || session.id === runId) throw unknownWorker()
    this.#change(runId, session, (one) => this.#recorder.clear(one), 'cleared')
  }

  #change(runId: string, session: SessionRow, change: (session: SessionRow) => void, done: 'cleared' | 'removed'): void {
    const path = recordPath(this.port.root, runId, session.id)
    try {
      change(session)
    } catch (error) {
      this.port.report(`the record of a worker could not be ${done}`, error)
      const problem = done === 'cleared' ? 'The record could not be cleared.' : 'The record could not be removed.'
      throw new Refusal('UNAVAILABLE', problem, 'Look whether the data folder can be written, then try again.')
    } finally {
      if (path !== null) this.#reader.forget(path)
    }
  }

  close(): void {
    this.#ready = false
    this.#closing.abort()
    this.#recorder.close()
  }

  #pathOf(runId: string, workerId: string): string | null {
    return this.#isIn(workerId, runId) ? recordPath(this.port.root, runId, workerId) : null
  }

  /** A record that cannot be read is refused in words that name no path. */
  async #read<T>(runId: string, workerId: string, read: (path: string) => Promise<T | null>): Promise<T> {
    if (!this.#ready) throw new Refusal('UNAVAILABLE', 'The records are being brought up to date.', 'Try again in a moment.')
    const path = this.#pathOf(runId, workerId)
    let found: T | null = null
    try {
      found = path === null ? null : await read(path)
    } catch (error) {
      if (error instanceof Refusal) throw error
      this.port.report('the record of a worker could not be read', error)
      throw new Refusal('UNAVAILABLE', problemOf(error).message, 'Look whether the data folder can be read, then try again.')
    }
    if (found === null) throw new Refusal('NOT_FOUND', 'There is no record of this worker.', 'It is begun with its first turn.')
    return found
  }

  #told(runId: string, workerId: string, { corruptLines, ...window }: Window) {
    const session = this.#session(workerId)
    const worker = session && this.#view(session)
    return {
      run_id: runId,
      workerId,
      status: worker?.status ?? 'unknown',
      ...window,
      ...(corruptLines > 0 ? { corruptLines } : {}),
      ...(worker ? { worker } : {})
    }
  }

  /** Whether the worker's record belongs to the run. A run of a lost database has its folder only. */
  #isIn(workerId: string, runId: string): boolean {
    const row = this.port.db.get(z.object({ project_id: z.string() }), 'SELECT project_id FROM session WHERE id = ?', workerId)
    return row === undefined || row.project_id === runId
  }

  /** Undefined also for a row that cannot be read. */
  #session(workerId: string): SessionRow | undefined {
    try {
      return this.port.log.get(workerId)
    } catch {
      return undefined
    }
  }

  #view(session: SessionRow): WorkerRecordView {
    const base = this.#recorder.base(session.id)
    const size = this.#recorder.size(session.id)
    const task = readable(() => this.#task(session, base))
    const reply = readable(() => this.#reply(session, base))
    const outcome = session.openTurn === null ? session.lastOutcome : null
    const error = outcome && errorOf(outcome)
    // A shell's messages are commands and what they printed.
    const excerpt = (text: string) => cutText(session.engine === 'shell' ? redactText(text) : text, EXCERPT_MAX)
    return {
      workerId: session.id,
      startedAt: session.createdAt,
      status: this.#status(session),
      name: session.name,
      kind: session.mode,
      agentType: session.engine,
      ...(task === null ? {} : { task: excerpt(task) }),
      ...(session.parentId === null ? {} : { callerAgentId: session.parentId }),
      sessionId: session.id,
      ...(outcome && session.lastEndedAt !== null ? { endedAt: session.lastEndedAt } : {}),
      ...(reply === null ? {} : { summary: excerpt(reply) }),
      ...(error ? { error: cutText(redactText(error), EXCERPT_MAX) } : {}),
      ...(size && { entryCount: size.entries, bytes: size.bytes, truncated: size.truncated }),
      ...(session.turnCount === 0 ? {} : { routeDecision: { engine: session.engine, model: session.model } })
    }
  }

  #status(session: SessionRow): WorkerStatus {
    if (session.openTurn !== null) return this.#isExecuting(session.id) ? 'running' : 'interrupted'
    // It has been given work that no turn has taken yet.
    if (session.lastOutcome === null) return 'unknown'
    return statusOfOutcome(session.lastOutcome, session.parentId === session.projectId)
  }

  #isExecuting(workerId: string): boolean {
    const { failure, starting, resident, now } = this.port.sessions.live(workerId)
    return failure === null && (starting || resident || now !== null)
  }

  #task(session: SessionRow, base: number): string | null {
    const first = this.port.db.get(
      z.object({ seq: z.number() }),
      "SELECT seq FROM event WHERE session_id = ? AND seq >= ? AND type = 'user/message' ORDER BY seq LIMIT 1",
      session.id,
      base
    )
    const event = first && this.port.log.event(session.id, first.seq)
    return event?.type === 'user/message' ? visibleText(event.data.content) : null
  }

  /** The last reply of the last ended turn; null where it left none, or it was cleared. */
  #reply(session: SessionRow, base: number): string | null {
    const turn = session.openTurn === null ? session.turnCount : session.turnCount - 1
    for (const event of this.port.log.dialogue(session.id, 0, REPLY_SEARCH)) {
      if (event.seq < base || event.type === 'agent/inbox/spliced' || !('turn' in event.data) || event.data.turn < turn) return null
      if (event.type === 'assistant/message' && event.data.turn === turn) return visibleText(event.data.message.content)
    }
    return null
  }
}

/** Null where the log cannot be read there, which keeps nothing else from being told. */
function readable(read: () => string | null): string | null {
  try {
    return read()
  } catch {
    return null
  }
}
