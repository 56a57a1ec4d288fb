/** Files that turns have made, changed or presented: a projection of the log, found by turn and by path. */
import { z } from 'zod'
import type { Database } from '../store/database'
import type { SessionEvent } from './events'
import type { SessionRow } from './session-row'

/** One time that a turn touched a file. */
export interface ArtifactRow {
  readonly sessionId: string
  readonly seq: number
  readonly place: number
  readonly turn: number
  readonly at: number
  readonly how: 'created' | 'changed' | 'presented'
  readonly path: string
  readonly added: number | null
  readonly removed: number | null
  readonly description: string | null
  /** The digest of what the file held; empty where there was none, null where it is not known. */
  readonly before: string | null
  readonly after: string | null
  /** `before` is what the agent said. */
  readonly told: boolean
}

/** Who else has touched a file. */
export interface Touch {
  readonly sessionId: string
  readonly name: string
  readonly turn: number
  readonly at: number
  /** That turn still runs. */
  readonly isOpen: boolean
}

const COLUMNS = 'session_id, seq, place, turn, at, how, path, added, removed, description, "before", "after", told'

const Row = z
  .object({
    session_id: z.string(),
    seq: z.number(),
    place: z.number(),
    turn: z.number(),
    at: z.number(),
    how: z.enum(['created', 'changed', 'presented']),
    path: z.string(),
    added: z.number().nullable(),
    removed: z.number().nullable(),
    description: z.string().nullable(),
    before: z.string().nullable(),
    after: z.string().nullable(),
    told: z.number()
  })
  .transform(({ session_id, told, ...row }): ArtifactRow => ({ ...row, sessionId: session_id, told: told === 1 }))

const TurnOfFiles = z
  .object({ turn: z.number(), n: z.number(), started_at: z.number().nullable(), is_open: z.number() })
  .transform(({ turn, n, started_at, is_open }) => ({ turn, rows: n, startedAt: started_at ?? 0, isOpen: is_open === 1 }))
export type TurnOfFiles = z.infer<typeof TurnOfFiles>

const TouchRow = z
  .object({ session_id: z.string(), name: z.string(), turn: z.number(), at: z.number(), is_open: z.number() })
  .transform(({ session_id, is_open, ...row }): Touch => ({ ...row, sessionId: session_id, isOpen: is_open === 1 }))

/** Writes the rows of an event that has just been appended; in its transaction. */
export function recordArtifacts(db: Database, session: Pick<SessionRow, 'id' | 'projectId'>, event: SessionEvent): void {
  for (const [place, file] of filesOf(event).entries()) {
    db.run(
      `INSERT INTO artifact (session_id, seq, place, project_id, turn, at, how, path, added, removed, description, "before", "after", told)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      session.id,
      event.seq,
      place,
      session.projectId,
      file.turn,
      event.time,
      file.how,
      file.path,
      file.added,
      file.removed,
      file.description,
      file.before,
      file.after,
      file.told ? 1 : 0
    )
  }
}

type Recorded = Pick<ArtifactRow, 'turn' | 'how' | 'path' | 'added' | 'removed' | 'description' | 'before' | 'after' | 'told'>

function filesOf(event: SessionEvent): Recorded[] {
  switch (event.type) {
    case 'tool/result':
      return event.data.meta.diffs.map(({ how, path, added, removed, before, after, told }) => ({
        turn: event.data.turn, how, path, added, removed, description: null,
        before: before === null ? '' : (before ?? null), after: after ?? null, told: told ?? false
      }))
    case 'deliverables/presented':
      return event.data.files.map(({ path, description, after }) => ({
        turn: event.data.turn, how: 'presented', path, added: null, removed: null, description: description ?? null,
        before: null, after: after ?? null, told: false
      }))
    default:
      return []
  }
}

export class ArtifactRows {
  constructor(private readonly db: Database) {}

  /** Turns of a Session that touched files and were not cleared, newest first, below a number, with how many rows each has. */
  turns(sessionId: string, below: number, limit: number): TurnOfFiles[] {
    return this.db.all(
      TurnOfFiles,
      `SELECT artifact.turn AS turn, count(*) AS n, turn.started_at AS started_at, session.open_turn IS artifact.turn AS is_open
       FROM artifact JOIN session ON session.id = artifact.session_id
       LEFT JOIN turn ON turn.session_id = artifact.session_id AND turn.number = artifact.turn
       WHERE artifact.session_id = ? AND artifact.turn < ? AND artifact.turn > session.cleared_turns GROUP BY artifact.turn ORDER BY artifact.turn DESC LIMIT ?`,
      sessionId,
      below,
      limit
    )
  }

  /** The rows of one turn in their order. */
  ofTurn(sessionId: string, turn: number, limit: number): ArtifactRow[] {
    return this.db.all(
      Row,
      `SELECT ${COLUMNS} FROM artifact WHERE session_id = ? AND turn = ? ORDER BY seq, place LIMIT ?`,
      sessionId,
      turn,
      limit
    )
  }

  get(sessionId: string, seq: number, place: number): ArtifactRow | undefined {
    return this.db.get(Row, `SELECT ${COLUMNS} FROM artifact WHERE session_id = ? AND seq = ? AND place = ?`, sessionId, seq, place)
  }

  /** What a turn did to one file, in its order. */
  ofFile(sessionId: string, turn: number, path: string): ArtifactRow[] {
    return this.db.all(
      Row,
      `SELECT ${COLUMNS} FROM artifact WHERE session_id = ? AND turn = ? AND path = ? ORDER BY seq, place`,
      sessionId,
      turn,
      path
    )
  }

  /**
   * Who wrote to a file last, after a turn of a Session did: another turn that still runs and has touched it comes first,
   * then the latest that has ended.
   */
  touchedSince(projectId: string, path: string, since: number, sessionId: string, turn: number): Touch | undefined {
    return this.db.get(
      TouchRow,
      `SELECT artifact.session_id AS session_id, session.name AS name, artifact.turn AS turn, max(artifact.at) AS at,
              session.open_turn IS artifact.turn AS is_open
       FROM artifact JOIN session ON session.id = artifact.session_id
       WHERE artifact.project_id = ? AND path = ? AND how <> 'presented'
         AND (artifact.session_id <> ? OR artifact.turn <> ?) AND (artifact.at > ? OR session.open_turn IS artifact.turn)
       GROUP BY artifact.session_id, artifact.turn ORDER BY is_open DESC, at DESC LIMIT 1`,
      projectId,
      path,
      sessionId,
      turn,
      since
    )
  }
}
