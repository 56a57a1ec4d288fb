/**
 * Sessions on disk: one append-only event log each, and the projections that make reads cheap. Everything that changes
 * a Session goes through `append`; listeners hear of events only once they are committed.
 */
import { z } from 'zod'
import type { EngineKind, MessageState } from '../../shared/model'
import { plainName, UNNAMED } from '../../shared/names'
import { Listeners } from '../listeners'
import type { Database, Durability } from '../store/database'
import { jsonColumn } from '../store/json-column'
import { recordArtifacts } from './artifact-rows'
import { EventBody, isDialogue, isShown, visibleText, type SessionEvent } from './events'
import { GroupCommit } from './group-commit'
import { InboxRows } from './inbox-rows'
import type { PendingEntry } from './pending.logic'
import { recordSession } from './session-projection'
import { SESSION_COLUMNS as COLUMNS, SessionRow, StoredMessage, type Lifecycle, type SessionMode } from './session-row'

export type Clock = () => number

export type { Lifecycle, PendingEntry, SessionMode, SessionRow, StoredMessage }

const ChildHead = z.object({ id: z.string(), lifecycle: z.string(), mode: z.string(), engine: z.string() })
export type ChildHead = z.infer<typeof ChildHead>

/** A continuable one that does not delegate, where it is not said otherwise. */
export type NewSession = Pick<SessionRow, 'id' | 'projectId' | 'parentId' | 'name' | 'taskRef' | 'engine' | 'model' | 'lifecycle'> &
  Partial<Pick<SessionRow, 'mode' | 'delegates'>>

export interface EventRange {
  readonly from: number
  /** Exclusive; the end of the log when left out. */
  readonly to?: number
  /** Only what the timeline needs. */
  readonly shown?: boolean
}

export type LogListener = (sessionId: string, events: readonly SessionEvent[]) => void

// Made once: a schema costs more to make than to use.
const Count = z.object({ n: z.number() })
const Id = z.object({ id: z.string() })
const Draft = z.object({ draft: z.string() })
const FirstSeq = z.object({ first_seq: z.number() })
const EventRow = z.object({ seq: z.number(), time: z.number(), type: z.string(), data: jsonColumn(z.unknown()) })
const MaybeCount = z.object({ n: z.number().nullable() })
const Taken = z.object({ turn: z.number().nullable() })

export class SessionLog {
  readonly #listeners = new Listeners<Parameters<LogListener>>()
  /** Where running turns have their facts written. */
  readonly facts = new GroupCommit((work) => this.transaction(work, 'soon'))
  /** What waits. */
  readonly inbox: InboxRows

  constructor(
    private readonly db: Database,
    private readonly clock: Clock
  ) {
    this.inbox = new InboxRows(db)
  }

  /** Called after each commit with the events of one Session that it added. Returns the disposer. */
  onCommitted(listener: LogListener): () => void {
    return this.#listeners.add(listener)
  }

  transaction<T>(work: () => T, durability?: Durability): T {
    return this.db.transaction(work, durability)
  }

  create(session: NewSession): void {
    this.db.run(
      `INSERT INTO session (id, project_id, parent_id, name, task_ref, engine, model, lifecycle, mode, delegates, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      session.id,
      session.projectId,
      session.parentId,
      plainName(session.name) || UNNAMED,
      session.taskRef,
      session.engine,
      session.model,
      session.lifecycle,
      session.mode ?? 'continuable',
      session.delegates ? 1 : 0,
      this.clock()
    )
  }

  get(sessionId: string): SessionRow | undefined {
    return this.db.get(SessionRow, `SELECT ${COLUMNS} FROM session WHERE id = ?`, sessionId)
  }

  /** All Sessions of a Project except its own, in the order of creation. */
  children(projectId: string): SessionRow[] {
    return this.db.all(
      SessionRow,
      `SELECT ${COLUMNS} FROM session WHERE project_id = ? AND id <> project_id ORDER BY created_at, id`,
      projectId
    )
  }

  /** Those of them that are there: neither deleted, nor never finished. */
  members(projectId: string): SessionRow[] {
    return this.db.all(
      SessionRow,
      `SELECT ${COLUMNS} FROM session WHERE project_id = ? AND id <> project_id AND lifecycle IN ('member', 'deleting') ORDER BY created_at, id`,
      projectId
    )
  }

  /** The direct children of a Session, in the order of creation. */
  childrenOf(parentId: string): SessionRow[] {
    return this.db.all(SessionRow, `SELECT ${COLUMNS} FROM session WHERE parent_id = ? ORDER BY created_at, id`, parentId)
  }

  /** The same as bare facts, which can be told also of a row that cannot be read as a whole. */
  childHeads(parentId: string): ChildHead[] {
    return this.db.all(ChildHead, 'SELECT id, lifecycle, mode, engine FROM session WHERE parent_id = ? ORDER BY created_at, id', parentId)
  }

  /** Turns of a Project's Sessions that began at or after `since`. */
  turnsSince(projectId: string, since: number): number {
    return (
      this.db.get(
        Count,
        `SELECT count(*) AS n FROM turn JOIN session ON session.id = turn.session_id
         WHERE turn.started_at >= ? AND session.project_id = ?`,
        since,
        projectId
      )?.n ?? 0
    )
  }

  /** Sessions of a Project, its own left out, that have an open turn. */
  busyCount(projectId: string): number {
    return (
      this.db.get(
        Count,
        'SELECT count(*) AS n FROM session WHERE project_id = ? AND id <> project_id AND open_turn IS NOT NULL',
        projectId
      )?.n ?? 0
    )
  }

  /** Sessions of a Project in which something waits that may open a turn: its own first, then by whose oldest message came first. */
  waiting(projectId: string): string[] {
    return this.db
      .all(
        Id,
        `SELECT id, (SELECT min(json_extract(message, '$.acceptedAt')) FROM inbox WHERE inbox.session_id = session.id) AS since
         FROM session WHERE project_id = ? AND lifecycle = 'member' AND open_turn IS NULL AND parked = 0 AND since IS NOT NULL
         ORDER BY id <> project_id, since, created_at, id`,
        projectId
      )
      .map((row) => row.id)
  }

  /** The last visible assistant message of a turn; null when it left none. */
  lastReply(sessionId: string, turn: number): string | null {
    for (let offset = 0; ; offset++) {
      const [event] = this.dialogue(sessionId, offset, 1)
      if (!event || event.type === 'agent/inbox/spliced' || event.data.turn < turn) return null
      if (event.type === 'assistant/message' && event.data.turn === turn) return visibleText(event.data.message.content)
    }
  }

  /** Sessions that a dead host left with an open turn, in the middle of a delete, or with messages nobody has taken. */
  unsettled(): SessionRow[] {
    return this.db.all(
      SessionRow,
      `SELECT ${COLUMNS} FROM session
       WHERE lifecycle <> 'deleted'
         AND (open_turn IS NOT NULL OR lifecycle IN ('deleting', 'creating')
              OR (parked = 0 AND EXISTS (SELECT 1 FROM inbox WHERE inbox.session_id = session.id)))
       ORDER BY created_at, id`
    )
  }

  /** Whether a Session has ever accepted the message. */
  hasAccepted(sessionId: string, messageId: string): boolean {
    return (this.db.get(Count, 'SELECT count(*) AS n FROM message WHERE id = ? AND session_id = ?', messageId, sessionId)?.n ?? 0) > 0
  }

  /** What has become of a message of a Session by now. */
  messageState(sessionId: string, messageId: string): MessageState {
    const taken = this.db.get(Taken, 'SELECT turn FROM message WHERE id = ? AND session_id = ?', messageId, sessionId)
    if (!taken) return { kind: 'unknown' }
    if (taken.turn !== null) return { kind: 'turn', turn: taken.turn }
    return { kind: this.inbox.message(sessionId, messageId) ? 'pending' : 'withdrawn' }
  }

  /** Sessions of which a conversation was cleared. */
  cleared(): SessionRow[] {
    return this.db.all(SessionRow, `SELECT ${COLUMNS} FROM session WHERE cleared_turns > 0 AND lifecycle = 'member' ORDER BY id`)
  }

  setLifecycle(sessionId: string, lifecycle: Lifecycle): void {
    this.db.run('UPDATE session SET lifecycle = ? WHERE id = ?', lifecycle, sessionId)
  }

  setName(sessionId: string, name: string): void {
    this.db.run('UPDATE session SET name = ? WHERE id = ?', plainName(name) || UNNAMED, sessionId)
  }

  setTaskRef(sessionId: string, taskRef: string): void {
    this.db.run('UPDATE session SET task_ref = ? WHERE id = ?', taskRef, sessionId)
  }

  setEngine(sessionId: string, engine: EngineKind | 'none', model: string | null): void {
    this.db.run('UPDATE session SET engine = ?, model = ? WHERE id = ?', engine, model, sessionId)
  }

  setDelegates(sessionId: string, delegates: boolean): void {
    this.db.run('UPDATE session SET delegates = ? WHERE id = ?', delegates ? 1 : 0, sessionId)
  }

  setParked(sessionId: string, parked: boolean): void {
    this.db.run('UPDATE session SET parked = ? WHERE id = ?', parked ? 1 : 0, sessionId)
  }

  draft(sessionId: string): string {
    return this.db.get(Draft, 'SELECT draft FROM session WHERE id = ?', sessionId)?.draft ?? ''
  }

  setDraft(sessionId: string, text: string): void {
    this.db.run('UPDATE session SET draft = ? WHERE id = ?', text, sessionId)
  }

  /**
   * Appends to the log and its projections in one transaction, and returns the events with their places. `time`, in epoch
   * ms, is only for what is known to have happened before now.
   */
  append(sessionId: string, bodies: readonly EventBody[], time = this.clock()): SessionEvent[] {
    if (bodies.length === 0) return []
    return this.db.transaction(() => {
      const session = this.get(sessionId)
      if (!session) throw new Error(`append to an unknown session ${sessionId}`)
      const events = bodies.map((body, index): SessionEvent => ({ ...body, seq: session.nextSeq + index, time }))
      let dialogue = session.clearedDialogue + session.dialogueCount
      for (const event of events) {
        this.db.run(
          'INSERT INTO event (session_id, seq, time, type, shown, data) VALUES (?, ?, ?, ?, ?, ?)',
          sessionId,
          event.seq,
          event.time,
          event.type,
          isShown(event) ? 1 : 0,
          JSON.stringify(event.data)
        )
        if (isDialogue(event)) {
          this.db.run('INSERT INTO dialogue (session_id, position, seq) VALUES (?, ?, ?)', sessionId, dialogue++, event.seq)
        }
        this.inbox.record(session, event)
        recordSession(this.db, session, event)
        recordArtifacts(this.db, session, event)
      }
      this.db.run(
        'UPDATE session SET next_seq = ?, dialogue_count = ? WHERE id = ?',
        session.nextSeq + events.length,
        dialogue,
        sessionId
      )
      this.db.afterCommit(() => this.#listeners.tell(sessionId, events))
      return events
    })
  }

  /** Events in the order of the log. An event of a kind that this version does not know is left out. */
  events(sessionId: string, range: EventRange): SessionEvent[] {
    const shown = range.shown ? 'AND shown = 1' : ''
    return this.db
      .all(
        EventRow,
        `SELECT seq, time, type, data FROM event WHERE session_id = ? AND seq >= ? AND seq < ? ${shown} ORDER BY seq`,
        sessionId,
        range.from,
        range.to ?? Number.MAX_SAFE_INTEGER
      )
      .flatMap((row) => {
        const body = EventBody.safeParse({ type: row.type, data: row.data })
        return body.success ? [{ ...body.data, seq: row.seq, time: row.time }] : []
      })
  }

  event(sessionId: string, seq: number): SessionEvent | undefined {
    return this.events(sessionId, { from: seq, to: seq + 1 })[0]
  }

  /** Where a turn begins in the log; undefined for one that is not there, or was cleared. */
  turnStart(sessionId: string, number: number): number | undefined {
    return this.db.get(
      FirstSeq,
      `SELECT first_seq FROM turn JOIN session ON session.id = turn.session_id
       WHERE turn.session_id = ? AND number = ? AND number > cleared_turns`,
      sessionId,
      number
    )?.first_seq
  }

  /** Visible messages, newest first: `offset` 0 is the newest. Costs O(limit). */
  dialogue(sessionId: string, offset: number, limit: number): SessionEvent[] {
    const { dialogueCount = 0, clearedDialogue = 0 } = this.get(sessionId) ?? {}
    const newest = clearedDialogue + dialogueCount - 1 - offset
    if (newest < clearedDialogue || limit === 0) return []
    return this.db
      .all(
        EventRow,
        `SELECT event.seq AS seq, time, type, data FROM dialogue
         JOIN event ON event.session_id = dialogue.session_id AND event.seq = dialogue.seq
         WHERE dialogue.session_id = ? AND position <= ? AND position > ? ORDER BY position DESC`,
        sessionId,
        newest,
        Math.max(newest - limit, clearedDialogue - 1)
      )
      .map((row) => ({ ...EventBody.parse({ type: row.type, data: row.data }), seq: row.seq, time: row.time }))
  }

  /** The first turn that began at `time` or after it; undefined when none has. */
  turnSince(sessionId: string, time: number): number | undefined {
    const first = `SELECT min(number) AS n FROM turn JOIN session ON session.id = turn.session_id
      WHERE turn.session_id = ? AND started_at >= ? AND number > cleared_turns`
    return this.db.get(MaybeCount, first, sessionId, time)?.n ?? undefined
  }

  /** Of Sessions, the latest committed input and the latest human one: the data of their events. */
  latestInputs(sessionIds: readonly string[]): StoredMessage[] {
    return this.db.all(
      StoredMessage,
      `SELECT session.id AS session_id, event.seq AS seq, event.time AS time, event.data AS json
       FROM json_each(?) AS wanted JOIN session ON session.id = wanted.value
       JOIN event ON event.session_id = session.id AND event.seq IN (session.latest_input, session.latest_human)`,
      JSON.stringify(sessionIds)
    )
  }
}
