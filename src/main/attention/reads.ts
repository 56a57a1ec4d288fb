/** What the attention of the operator is read from: rows of Sessions, and how their turns have ended. */
import { z } from 'zod'
import { Outcome } from '../../shared/model'
import { SESSION_COLUMNS, SessionRow } from '../session/session-row'
import type { Database } from '../store/database'
import { jsonColumn } from '../store/json-column'

/** Ended turns that are looked at for one worker. */
const TURNS_MAX = 1_000

const EndedTurn = z
  .object({
    number: z.number(),
    ended_at: z.number(),
    outcome: jsonColumn(Outcome)
  })
  .transform((row) => ({ turn: row.number, at: row.ended_at, outcome: row.outcome }))
export type EndedTurn = z.infer<typeof EndedTurn>

export class AttentionReads {
  constructor(private readonly db: Database) {}

  /** Members of the listed Projects that work, or that have ended a turn after `since`, in epoch ms, that no read mark covers. */
  stirring(since: number): SessionRow[] {
    return this.db.all(
      SessionRow,
      `SELECT ${SESSION_COLUMNS} FROM session LEFT JOIN desk ON desk.key = 'read.' || session.id
       WHERE project_id IN (SELECT session_id FROM project WHERE listed = 1) AND lifecycle = 'member'
         AND (open_turn IS NOT NULL
              OR (last_ended_at > ? AND (desk.value IS NULL OR NOT json_valid(desk.value) OR coalesce(json_extract(desk.value, '$.turn'), 0) < turn_count)))
       ORDER BY created_at, id`,
      since
    )
  }

  /** The latest ended turns of a Session with a number above `after`, newest first. */
  ended(sessionId: string, after: number): EndedTurn[] {
    return this.db.all(
      EndedTurn,
      'SELECT number, ended_at, outcome FROM turn WHERE session_id = ? AND number > ? AND outcome IS NOT NULL ORDER BY number DESC LIMIT ?',
      sessionId,
      after,
      TURNS_MAX
    )
  }
}
