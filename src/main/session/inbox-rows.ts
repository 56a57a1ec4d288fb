/** The rows of what waits: a projection of the log, in the order in which it will be taken. */
import { z } from 'zod'
import type { Database } from '../store/database'
import { jsonColumn } from '../store/json-column'
import { InboxMessage, InboxTarget, type SessionEvent } from './events'
import type { PendingEntry } from './pending.logic'
import { StoredMessage, type SessionRow } from './session-row'

/** A message that waits, with the beginning of its text; `wholeChars` is its length where that is not all. */
export interface PendingBeginning {
  readonly message: InboxMessage
  readonly wholeChars: number | null
}

// Made once: a schema costs more to make than to use.
const Count = z.object({ n: z.number() })
const Position = z.object({ position: z.number() })
const LastPosition = z.object({ position: z.number().nullable() })
const BeginningRow = z.object({ message: jsonColumn(InboxMessage), whole: z.number() })
const InboxRow = z.object({ target: InboxTarget, position: z.number(), message: jsonColumn(InboxMessage) })

const ROWS = 'SELECT target, position, message FROM inbox WHERE session_id = ?'

export class InboxRows {
  constructor(private readonly db: Database) {}

  /** What waits: steers first, then the queue, each in the order in which it will be taken. */
  all(sessionId: string): PendingEntry[] {
    return this.db.all(InboxRow, `${ROWS} ORDER BY target, position`, sessionId)
  }

  /** What waits, as `all` has it, with at most `chars` characters of each text; `wholeChars` tells of a longer one. */
  beginnings(sessionId: string, chars: number): PendingBeginning[] {
    return this.db.all(
      BeginningRow,
      `SELECT json_set(message, '$.text', substr(message ->> 'text', 1, ?2)) AS message, length(message ->> 'text') AS whole
       FROM inbox WHERE session_id = ?1 ORDER BY target, position`,
      sessionId,
      chars
    ).map(({ message, whole }) => ({ message, wholeChars: whole > chars ? whole : null }))
  }

  /** A message that waits; undefined when none of that id does. */
  message(sessionId: string, messageId: string): InboxMessage | undefined {
    return this.db.get(InboxRow, `${ROWS} AND message_id = ?`, sessionId, messageId)?.message
  }

  /** Of Sessions, what waits, in the order in which it will be taken. */
  ofSessions(sessionIds: readonly string[]): StoredMessage[] {
    return this.db.all(
      StoredMessage,
      `SELECT inbox.session_id AS session_id, inbox.position AS seq, 0 AS time, inbox.message AS json
       FROM json_each(?) AS wanted JOIN inbox ON inbox.session_id = wanted.value ORDER BY wanted.key, target, position`,
      JSON.stringify(sessionIds)
    )
  }

  /** What the next turn would take: all steers and the first of the queue, however long that is. */
  head(sessionId: string): { steers: InboxMessage[]; queued: InboxMessage[] } {
    const head = `${ROWS} AND target = ? ORDER BY position LIMIT ?`
    const read = (target: InboxTarget, most: number) => this.db.all(InboxRow, head, sessionId, target, most).map((row) => row.message)
    return { steers: read('next-step', -1), queued: read('next-turn', 1) }
  }

  /** How many messages wait, for one target or for any. */
  count(sessionId: string, target?: InboxTarget): number {
    const any = 'SELECT count(*) AS n FROM inbox WHERE session_id = ?'
    const found = target === undefined ? this.db.get(Count, any, sessionId) : this.db.get(Count, `${any} AND target = ?`, sessionId, target)
    return found?.n ?? 0
  }

  /** Brings the rows to where the event says they are; another event than a splice changes nothing. */
  record({ id: sessionId }: SessionRow, event: SessionEvent): void {
    if (event.type !== 'agent/inbox/spliced') return
    const { target, start, removedCount: removed = 0, inserted } = event.data
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
    const from = `${ROWS} AND target = ? AND position >= ? ORDER BY position`
    return this.db.all(InboxRow, from, sessionId, target, position).map((row) => row.message)
  }

  #drop(sessionId: string, target: InboxTarget, position: number): void {
    this.db.run('DELETE FROM inbox WHERE session_id = ? AND target = ? AND position = ?', sessionId, target, position)
  }
}
