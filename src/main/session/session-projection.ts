/** What an event of the log changes in the rows of its Session, of that one's turns and of its Project. */
import type { Usage } from '../../shared/model'
import type { Database } from '../store/database'
import type { SessionEvent } from './events'
import type { SessionRow } from './session-row'

export function recordSession(db: Database, { id: sessionId, projectId }: SessionRow, event: SessionEvent): void {
  switch (event.type) {
    case 'turn/start':
      db.run('INSERT INTO turn (session_id, number, first_seq, started_at) VALUES (?, ?, ?, ?)', sessionId, event.data.turn, event.seq, event.time)
      db.run(
        'UPDATE session SET turn_count = ?, open_turn = ?, open_started = ?, open_steps = 0, open_stopping = NULL WHERE id = ?',
        event.data.turn,
        event.data.turn,
        event.time,
        sessionId
      )
      return
    case 'step/start':
      db.run('UPDATE session SET open_steps = ? WHERE id = ?', event.data.step, sessionId)
      return
    case 'turn/stopping':
      db.run('UPDATE session SET open_stopping = ? WHERE id = ?', event.time, sessionId)
      return
    case 'turn/end':
      db.run(
        'UPDATE session SET open_turn = NULL, last_outcome = ?, last_ended_at = ? WHERE id = ?',
        JSON.stringify(event.data.reason),
        event.time,
        sessionId
      )
      db.run(
        'UPDATE turn SET outcome = ?, ended_at = ? WHERE session_id = ? AND number = ?',
        JSON.stringify(event.data.reason),
        event.time,
        sessionId,
        event.data.turn
      )
      return
    case 'conversation/cleared':
      clear(db, sessionId, event)
      return
    case 'user/message':
      db.run('UPDATE session SET latest_input = ? WHERE id = ?', event.seq, sessionId)
      if (event.data.source.kind === 'user') db.run('UPDATE session SET latest_human = ? WHERE id = ?', event.seq, sessionId)
      return
    case 'assistant/message':
      if (event.data.usage) addUsage(db, sessionId, projectId, event.data.usage)
      return
    default:
  }
}

function addUsage(db: Database, sessionId: string, projectId: string, { inputTokens, outputTokens, cost }: Usage): void {
  const sums = `used_input = coalesce(used_input, 0) + ?, used_output = coalesce(used_output, 0) + ?,
    used_cost = CASE WHEN ?3 IS NULL THEN used_cost ELSE coalesce(used_cost, 0) + ?3 END`
  db.run(`UPDATE session SET ${sums} WHERE id = ?`, inputTokens, outputTokens, cost, sessionId)
  db.run(`UPDATE project SET ${sums} WHERE session_id = ?`, inputTokens, outputTokens, cost, projectId)
}

/** What was said up to here is not shown, told or found any more; only the log has it. */
function clear(db: Database, sessionId: string, event: Extract<SessionEvent, { type: 'conversation/cleared' }>): void {
  db.run(
    `UPDATE session SET cleared_turns = ?, cleared_dialogue = dialogue_count, cleared_at = ?, latest_input = NULL, latest_human = NULL,
       last_outcome = NULL, last_ended_at = NULL WHERE id = ?`,
    event.data.turn,
    event.time,
    sessionId
  )
  // Nobody has to look at how they ended.
  db.run('UPDATE turn SET outcome = NULL, ended_at = NULL WHERE session_id = ?', sessionId)
  // What it has said leaves the index as that of a deleted Session does; what it says from now on goes by a new number.
  db.run("UPDATE said_by SET gone = 1, session_id = session_id || ' cleared ' || n WHERE session_id = ? AND gone = 0", sessionId)
  db.run('INSERT OR IGNORE INTO said_by (session_id) VALUES (?)', sessionId)
}
