/**
 * Sessions on disk: one append-only event log each, and the projections that make reads cheap. Everything that changes
 * a Session goes through `append`; listeners hear of events only once they are committed.
 */
import { z } from 'zod'
import type { EngineKind, Usage } from '../../shared/model'
import { plainName, UNNAMED } from '../../shared/names'
import type { Database, Durability } from '../store/database'
import { recordArtifacts } from './artifact-rows'
import { EventBody, InboxMessage, InboxTarget, visibleText, type SessionEvent } from './events'
import { GroupCommit } from './group-commit'
import type { PendingEntry } from './pending.logic'
import { SESSION_COLUMNS as COLUMNS, SessionRow, StoredMessage, type Lifecycle, type SessionMode } from './session-row'

export type Clock = () => number

export type { Lifecycle, PendingEntry, SessionMode, SessionRow, StoredMessage }

const json = <T extends z.ZodType>(schema: T) => z.string().transform((text): unknown => JSON.parse(text)).pipe(schema)

const ChildHead = z.object({ id: z.string(), lifecycle: z.string(), mode: z.string(), engine: z.string() })
export type ChildHead = z.infer<typeof ChildHead>

export interface NewSession {
  readonly id: string
  readonly projectId: string
  readonly parentId: string | null
  readonly name: string
  readonly taskRef: string | null
  /** `none` for a Coordinator session whose Coordinator is the human. */
  readonly engine: EngineKind | 'none'
  readonly model: string | null
  readonly lifecycle: Lifecycle
  readonly mode?: SessionMode
  readonly delegates?: boolean
}

/** A message that waits, with the beginning of its text; `wholeChars` is its length where that is not all. */
export interface PendingBeginning {
  readonly message: InboxMessage
  readonly wholeChars: number | null
}

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
const Position = z.object({ position: z.number() })
const LastPosition = z.object({ position: z.number().nullable() })
const EventRow = z.object({ seq: z.number(), time: z.number(), type: z.string(), data: json(z.unknown()) })
const MaybeCount = z.object({ n: z.number().nullable() })
const BeginningRow = z.object({ message: json(InboxMessage), whole: z.number() })
const InboxRow = z.object({ target: InboxTarget, position: z.number(), message: json(InboxMessage) })

export class SessionLog {
  readonly #listeners = new Set<LogListener>()
  /** Where running turns have their facts written. */
  readonly facts = new GroupCommit((work) => this.transaction(work, 'soon'))

  constructor(
    private readonly db: Database,
    private readonly clock: Clock
  ) {}

  /** Called after each commit with the events of one Session that it added. Returns the disposer. */
  onCommitted(listener: LogListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
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

  /** Appends to the log and its projections in one transaction, and returns the events with their places. */
  append(sessionId: string, bodies: readonly EventBody[]): SessionEvent[] {
    if (bodies.length === 0) return []
    return this.db.transaction(() => {
      const session = this.get(sessionId)
      if (!session) throw new Error(`append to an unknown session ${sessionId}`)
      const time = this.clock()
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
        this.#project(session, event)
        recordArtifacts(this.db, session, event)
      }
      this.db.run(
        'UPDATE session SET next_seq = ?, dialogue_count = ? WHERE id = ?',
        session.nextSeq + events.length,
        dialogue,
        sessionId
      )
      this.db.afterCommit(() => {
        for (const listener of this.#listeners) listener(sessionId, events)
      })
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

  /** What waits: steers first, then the queue, each in the order in which it will be taken. */
  inbox(sessionId: string): PendingEntry[] {
    return this.db.all(
      InboxRow,
      `SELECT target, position, message FROM inbox WHERE session_id = ? ORDER BY target, position`,
      sessionId
    )
  }

  /** What waits, as `inbox` has it, with at most `chars` characters of each text; `wholeChars` tells of a longer one. */
  inboxBeginnings(sessionId: string, chars: number): PendingBeginning[] {
    return this.db.all(
      BeginningRow,
      `SELECT json_set(message, '$.text', substr(message ->> 'text', 1, ?2)) AS message, length(message ->> 'text') AS whole
       FROM inbox WHERE session_id = ?1 ORDER BY target, position`,
      sessionId,
      chars
    ).map(({ message, whole }) => ({ message, wholeChars: whole > chars ? whole : null }))
  }

  /** A message that waits; undefined when none of that id does. */
  inboxMessage(sessionId: string, messageId: string): InboxMessage | undefined {
    const one = 'SELECT target, position, message FROM inbox WHERE session_id = ? AND message_id = ?'
    return this.db.get(InboxRow, one, sessionId, messageId)?.message
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

  /** Of Sessions, what waits, in the order in which it will be taken. */
  waitingMessages(sessionIds: readonly string[]): StoredMessage[] {
    return this.db.all(
      StoredMessage,
      `SELECT inbox.session_id AS session_id, inbox.position AS seq, 0 AS time, inbox.message AS json
       FROM json_each(?) AS wanted JOIN inbox ON inbox.session_id = wanted.value ORDER BY wanted.key, target, position`,
      JSON.stringify(sessionIds)
    )
  }

  /** What the next turn would take: all steers and the first of the queue, however long that is. */
  inboxHead(sessionId: string): { steers: InboxMessage[]; queued: InboxMessage[] } {
    const head = 'SELECT target, position, message FROM inbox WHERE session_id = ? AND target = ? ORDER BY position LIMIT ?'
    const read = (target: InboxTarget, most: number) => this.db.all(InboxRow, head, sessionId, target, most).map((row) => row.message)
    return { steers: read('next-step', -1), queued: read('next-turn', 1) }
  }

  /** How many messages wait, for one target or for any. */
  inboxCount(sessionId: string, target?: InboxTarget): number {
    const any = 'SELECT count(*) AS n FROM inbox WHERE session_id = ?'
    const found = target === undefined ? this.db.get(Count, any, sessionId) : this.db.get(Count, `${any} AND target = ?`, sessionId, target)
    return found?.n ?? 0
  }

  #project({ id: sessionId, projectId }: SessionRow, event: SessionEvent): void {
    switch (event.type) {
      case 'agent/inbox/spliced':
        this.#splice(sessionId, event.data.target, event.data.start, event.data.removedCount ?? 0, event.data.inserted)
        return
      case 'turn/start':
        this.db.run('INSERT INTO turn (session_id, number, first_seq, started_at) VALUES (?, ?, ?, ?)', sessionId, event.data.turn, event.seq, event.time)
        this.db.run(
          'UPDATE session SET turn_count = ?, open_turn = ?, open_started = ?, open_steps = 0, open_stopping = NULL WHERE id = ?',
          event.data.turn,
          event.data.turn,
          event.time,
          sessionId
        )
        return
      case 'step/start':
        this.db.run('UPDATE session SET open_steps = ? WHERE id = ?', event.data.step, sessionId)
        return
      case 'turn/stopping':
        this.db.run('UPDATE session SET open_stopping = ? WHERE id = ?', event.time, sessionId)
        return
      case 'turn/end':
        this.db.run(
          'UPDATE session SET open_turn = NULL, last_outcome = ?, last_ended_at = ? WHERE id = ?',
          JSON.stringify(event.data.reason),
          event.time,
          sessionId
        )
        this.db.run(
          'UPDATE turn SET outcome = ?, ended_at = ? WHERE session_id = ? AND number = ?',
          JSON.stringify(event.data.reason),
          event.time,
          sessionId,
          event.data.turn
        )
        return
      case 'conversation/cleared':
        this.#clear(sessionId, event)
        return
      case 'user/message':
        this.db.run('UPDATE session SET latest_input = ? WHERE id = ?', event.seq, sessionId)
        if (event.data.source.kind === 'user') this.db.run('UPDATE session SET latest_human = ? WHERE id = ?', event.seq, sessionId)
        return
      case 'assistant/message':
        if (event.data.usage) this.#use(sessionId, projectId, event.data.usage)
        return
      default:
    }
  }

  #use(sessionId: string, projectId: string, { inputTokens, outputTokens, cost }: Usage): void {
    const sums = `used_input = coalesce(used_input, 0) + ?, used_output = coalesce(used_output, 0) + ?,
      used_cost = CASE WHEN ?3 IS NULL THEN used_cost ELSE coalesce(used_cost, 0) + ?3 END`
    this.db.run(`UPDATE session SET ${sums} WHERE id = ?`, inputTokens, outputTokens, cost, sessionId)
    this.db.run(`UPDATE project SET ${sums} WHERE session_id = ?`, inputTokens, outputTokens, cost, projectId)
  }

  /** What was said up to here is not shown, told or found any more; only the log has it. */
  #clear(sessionId: string, event: Extract<SessionEvent, { type: 'conversation/cleared' }>): void {
    this.db.run(
      `UPDATE session SET cleared_turns = ?, cleared_dialogue = dialogue_count, cleared_at = ?, latest_input = NULL, latest_human = NULL,
         last_outcome = NULL, last_ended_at = NULL WHERE id = ?`,
      event.data.turn,
      event.time,
      sessionId
    )
    // Nobody has to look at how they ended.
    this.db.run('UPDATE turn SET outcome = NULL, ended_at = NULL WHERE session_id = ?', sessionId)
    // What it has said leaves the index as that of a deleted Session does; what it says from now on goes by a new number.
    this.db.run("UPDATE said_by SET gone = 1, session_id = session_id || ' cleared ' || n WHERE session_id = ? AND gone = 0", sessionId)
    this.db.run('INSERT OR IGNORE INTO said_by (session_id) VALUES (?)', sessionId)
  }

  #splice(sessionId: string, target: InboxTarget, start: number, removed: number, inserted: readonly InboxMessage[]): void {
    const rows = this.db.all(
      Position,
      'SELECT position FROM inbox WHERE session_id = ? AND target = ? ORDER BY position',
      sessionId,
      target
    )
    if (removed === inserted.length) {
      for (const [index, message] of inserted.entries()) this.#replace(sessionId, target, rows[start + index]?.position ?? -1, message)
      return
    }
    const after = rows.slice(start + removed)
    // Only an insertion in between has to read what comes after it.
    const moved = inserted.length === 0 || after.length === 0 ? [] : this.#messagesFrom(sessionId, target, after[0]?.position ?? 0)
    for (const row of [...rows.slice(start, start + removed), ...(moved.length > 0 ? after : [])]) this.#drop(sessionId, target, row.position)
    const last = this.db.get(
      LastPosition,
      'SELECT max(position) AS position FROM inbox WHERE session_id = ? AND target = ?',
      sessionId,
      target
    )
    for (const [index, message] of [...inserted, ...moved].entries()) {
      this.db.run(
        'INSERT INTO inbox (session_id, target, position, message_id, message) VALUES (?, ?, ?, ?, ?)',
        sessionId,
        target,
        (last?.position ?? -1) + 1 + index,
        message.id,
        JSON.stringify(message)
      )
    }
  }

  #replace(sessionId: string, target: InboxTarget, position: number, message: InboxMessage): void {
    this.db.run(
      'UPDATE inbox SET message_id = ?, message = ? WHERE session_id = ? AND target = ? AND position = ?',
      message.id,
      JSON.stringify(message),
      sessionId,
      target,
      position
    )
  }

  #messagesFrom(sessionId: string, target: InboxTarget, position: number): InboxMessage[] {
    const from = 'SELECT target, position, message FROM inbox WHERE session_id = ? AND target = ? AND position >= ? ORDER BY position'
    return this.db.all(InboxRow, from, sessionId, target, position).map((row) => row.message)
  }

  #drop(sessionId: string, target: InboxTarget, position: number): void {
    this.db.run('DELETE FROM inbox WHERE session_id = ? AND target = ? AND position = ?', sessionId, target, position)
  }
}

/** Whether the timeline needs the event; of tool results only those that changed files. */
export function isShown(event: EventBody): boolean {
  switch (event.type) {
    case 'agent/inbox/spliced':
    case 'tool/call':
    case 'step/end':
    case 'conversation/cleared':
      return false
    case 'tool/result':
      return event.data.meta.diffs.length > 0
    default:
      return true
  }
}

/** Whether a person sees the event as a message: what people and agents said, not the host's own notices. */
export function isDialogue(event: EventBody): boolean {
  if (event.type === 'user/message') return event.data.source.kind === 'user' || event.data.source.kind === 'coordinator'
  return event.type === 'assistant/message' && visibleText(event.data.message.content).trim() !== ''
}
