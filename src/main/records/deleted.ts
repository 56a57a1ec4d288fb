/** Workers that were deleted: their records are kept until the operator lets them go. */
import { z } from 'zod'
import { DELETED_MAX, DeletedWorker, type DeletedWorkers } from '../../shared/records-deleted'
import type { Database } from '../store/database'

const Count = z.object({ n: z.number() })
const Id = z.object({ id: z.string() })

/** Those that had a turn: others have no record. */
const KEPT = `FROM deletion JOIN session ON session.id = deletion.session_id JOIN project ON project.session_id = session.project_id
  WHERE deletion.discarded = 0 AND project.listed = 1 AND session.turn_count > session.cleared_turns`

/** Those of the Projects that are on the list, the latest first. */
export function deletedWorkers(db: Database): DeletedWorkers {
  const workers = db.all(
    DeletedWorker,
    `SELECT project.session_id AS sessionId, project.name AS projectName, session.id AS workerId, session.name AS name, session.engine AS engine,
       session.model AS model, session.turn_count - session.cleared_turns AS turns, deletion.at AS deletedAt
     ${KEPT} ORDER BY deletion.at DESC, session.created_at DESC, session.id LIMIT ?`,
    DELETED_MAX
  )
  return { workers, total: db.get(Count, `SELECT count(*) AS n ${KEPT}`)?.n ?? 0 }
}

/** Whether the operator has let a record go. */
export function isDiscarded(db: Database, workerId: string): boolean {
  return db.get(Count, 'SELECT count(*) AS n FROM deletion WHERE session_id = ? AND discarded = 1', workerId)?.n === 1
}

/** Notes that a record is to go; answers whether the worker is a deleted one. */
export function markDiscarded(db: Database, workerId: string): boolean {
  return db.run('UPDATE deletion SET discarded = 1 WHERE session_id = ?', workerId) === 1
}

/** Whose records were let go. */
export function discardedIds(db: Database): string[] {
  return db.all(Id, 'SELECT session_id AS id FROM deletion WHERE discarded = 1').map(({ id }) => id)
}
