/** Workers with a long talk behind them, written by the database itself: a million messages take seconds. */
import type { Crew } from '../src/main/testing/crew'

/** Messages of a turn: one input, the rest replies. */
const PER_TURN = 10
/** Events of a turn: its messages, its start and its end. */
const EVENTS = PER_TURN + 2
const BEGIN = Date.UTC(2026, 0, 1)

/** A worker whose log holds `messages` visible messages in ended turns, with all projections of it, and parked human inputs that `wait`. */
export function seedTalk(crew: Crew, id: string, messages: number, wait = 0): void {
  const { db, log, sessionId } = crew
  const turns = messages / PER_TURN
  if (!Number.isInteger(turns)) throw new Error(`a talk has a multiple of ${PER_TURN} messages`)
  log.create({ id, projectId: sessionId, parentId: sessionId, name: id, taskRef: null, engine: 'pi', model: 'bench/model', lifecycle: 'member' })
  db.run(
    `WITH RECURSIVE place (seq) AS (SELECT 0 UNION ALL SELECT seq + 1 FROM place WHERE seq + 1 < ?1 * ${EVENTS}),
       event_of AS (SELECT seq, seq / ${EVENTS} + 1 AS turn, seq % ${EVENTS} AS nth FROM place)
     INSERT INTO event (session_id, seq, time, type, shown, data)
     SELECT ?2, seq, ${BEGIN} + seq,
       CASE nth WHEN 0 THEN 'turn/start' WHEN 1 THEN 'user/message' WHEN ${EVENTS - 1} THEN 'turn/end' ELSE 'assistant/message' END,
       1,
       CASE nth
         WHEN 0 THEN json_object('turn', turn, 'engine', 'pi', 'model', 'bench/model')
         WHEN 1 THEN json_object('turn', turn, 'step', 1, 'id', ?2 || '-' || seq, 'role', 'user',
           'content', json_array(json_object('type', 'text', 'text', ${textOf('seq', 'turn')})),
           'source', json_object('kind', 'user'), 'delivery', 'queue', 'acceptedAt', ${BEGIN})
         WHEN ${EVENTS - 1} THEN json_object('turn', turn, 'reason', json_object('kind', 'completed'))
         ELSE json_object('turn', turn, 'step', nth - 1, 'message', json_object('id', ?2 || '-' || seq, 'role', 'assistant',
           'content', json_array(json_object('type', 'text', 'text', ${textOf('seq', 'turn')}))))
       END
     FROM event_of`,
    turns,
    id
  )
  db.run(
    `WITH RECURSIVE place (position) AS (SELECT 0 UNION ALL SELECT position + 1 FROM place WHERE position + 1 < ?1)
     INSERT INTO dialogue (session_id, position, seq)
     SELECT ?2, position, position / ${PER_TURN} * ${EVENTS} + 1 + position % ${PER_TURN} FROM place`,
    messages,
    id
  )
  db.run(
    `WITH RECURSIVE place (turn) AS (SELECT 1 UNION ALL SELECT turn + 1 FROM place WHERE turn < ?1)
     INSERT INTO turn (session_id, number, first_seq, started_at) SELECT ?2, turn, (turn - 1) * ${EVENTS}, ${BEGIN} + (turn - 1) * ${EVENTS} FROM place`,
    turns,
    id
  )
  const lastInput = (turns - 1) * EVENTS + 1
  db.run(
    `UPDATE session SET next_seq = ?1 * ${EVENTS}, turn_count = ?1, open_steps = ${PER_TURN - 1}, dialogue_count = ?2, last_outcome = '{"kind":"completed"}',
       last_ended_at = ?3, latest_input = ?4, latest_human = ?4, parked = ?6 WHERE id = ?5`,
    turns,
    messages,
    BEGIN + turns * EVENTS,
    lastInput,
    id,
    wait > 0 ? 1 : 0
  )
  const text = 'And then the rest of it. '.repeat(20)
  const inserted = Array.from({ length: wait }, (_, index) => {
    const place = { id: `${id}-waits-${index}`, acceptedAt: BEGIN + index }
    return { ...place, text, source: { kind: 'user' } as const, delivery: 'queue' as const, note: null, wakes: true }
  })
  if (wait > 0) log.append(id, [{ type: 'agent/inbox/spliced', data: { target: 'next-turn', start: 0, inserted } }])
}

/** A text that tells its place among the messages of the talk. */
function textOf(seq: string, turn: string): string {
  return `'message ' || (${seq} - 1 - 2 * (${turn} - 1)) || ' of the talk: ' || substr(hex(randomblob(150)), 1, 300)`
}
