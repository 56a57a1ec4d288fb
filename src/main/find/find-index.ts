/**
 * The full-text index over all that was said. The database notes every message as it is written (tables `said`); this
 * makes the pieces of its text a moment later, in slices that hold nobody up. What has no pieces yet is found all the
 * same, by reading it (see finder.ts), so nothing waits for the index and a crash leaves nothing to repair.
 */
import { z } from 'zod'
import { foldCase } from '../../shared/find'
import type { SessionLog } from '../session/log'
import type { Database } from '../store/database'
import { GRAMS_VERSION, gramsOf } from './grams'
import { messageOf } from './message'

/** How long after a message its pieces are made, and the pause between slices, in ms. */
const SOON_MS = 400
const PAUSE_MS = 15
/** How long one slice may take, in ms, and the messages that one transaction holds at most. */
const SLICE_MS = 6
const SLICE_MOST = 200
/** How much of the index is put together at once, in its pages: left to itself, SQLite takes its time in one piece. */
const MERGE_PAGES = 16
/** Messages of a deleted Session that are dropped at once. */
const DROP_MOST = 500

const TABLE = `CREATE VIRTUAL TABLE said_index USING fts5 (grams, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`

const State = z.object({ indexed: z.number(), version: z.number() })
const Said = z.object({ id: z.number(), said_by: z.number(), project: z.number().nullable(), data: z.string().nullable(), type: z.string().nullable() })
const Numbered = z.object({ n: z.number() })
const Id = z.object({ id: z.number() })
const Changes = z.object({ n: z.number() })

/** Marks of the worker and of the Project among the pieces: no text has them. */
export const markOfWorker = (n: number): string => `§${n}`
export const markOfProject = (n: number): string => `¶${n}`

export interface FindIndexOptions {
  readonly db: Database
  readonly log: SessionLog
  readonly report: (message: string, error: unknown) => void
}

export class FindIndex {
  readonly #options: FindIndexOptions
  readonly #dispose: () => void
  #timer: NodeJS.Timeout | null = null
  #closed = false

  constructor(options: FindIndexOptions) {
    this.#options = options
    this.#prepare()
    this.#dispose = options.log.onCommitted((_, events) => {
      if (events.some(({ type }) => type === 'user/message' || type === 'assistant/message')) this.#later(SOON_MS)
    })
    // What a dead host has left.
    this.#later(SOON_MS)
  }

  /** Messages with an id up to this one have their pieces in the index. */
  get indexed(): number {
    return this.#state().indexed
  }

  /** Makes pieces until all are made, or `forMs` have passed; answers whether all are. */
  catchUp(forMs = Number.POSITIVE_INFINITY): boolean {
    const until = performance.now() + forMs
    for (;;) {
      if (this.#dropSome() && this.#mergeSome() && this.#indexSome(until)) return true
      if (performance.now() >= until) return false
    }
  }

  /** Begins anew, for example because the index was damaged. Everything is found meanwhile, only slower. */
  rebuild(): void {
    const { db } = this.#options
    db.transaction(() => {
      db.sqlite.exec(`DROP TABLE IF EXISTS said_index; ${TABLE}; INSERT INTO said_index (said_index, rank) VALUES ('automerge', 0)`)
      db.run('UPDATE said_state SET indexed = 0, version = ?', GRAMS_VERSION)
    })
    this.#later(PAUSE_MS)
  }

  /** A Session was deleted: what it has said leaves the index in a moment. It is not found any more from now on. */
  forgetDeleted(): void {
    this.#later(PAUSE_MS)
  }

  close(): void {
    this.#closed = true
    this.#dispose()
    if (this.#timer) clearTimeout(this.#timer)
  }

  #prepare(): void {
    if (this.#state().version !== GRAMS_VERSION) this.rebuild()
  }

  #state(): z.infer<typeof State> {
    return this.#options.db.get(State, 'SELECT indexed, version FROM said_state') ?? { indexed: 0, version: 0 }
  }

  #later(ms: number): void {
    if (this.#closed) return
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      try {
        if (!this.catchUp(SLICE_MS)) this.#later(PAUSE_MS)
      } catch (error) {
        // The next message tries again; until then everything is found by reading.
        this.#options.report('the index of messages could not be written', error)
      }
    }, ms)
  }

  /** The next messages in one transaction. Answers whether none is left. */
  #indexSome(until: number): boolean {
    const { db } = this.#options
    return db.transaction(() => {
      const rows = db.all(
        Said,
        `SELECT said.id, said.said_by, project.n AS project, event.type, event.data
         FROM said JOIN said_by ON said_by.n = said.said_by
         LEFT JOIN session ON session.id = said_by.session_id LEFT JOIN said_by AS project ON project.session_id = session.project_id
         LEFT JOIN event ON event.session_id = said_by.session_id AND event.seq = said.seq
         WHERE said.id > ? ORDER BY said.id LIMIT ?`,
        this.indexed,
        SLICE_MOST
      )
      let last = 0
      for (const row of rows) {
        this.#indexOne(row)
        last = row.id
        if (performance.now() >= until) break
      }
      if (last > 0) db.run('UPDATE said_state SET indexed = ?', last)
      return last === (rows.at(-1)?.id ?? 0) && rows.length < SLICE_MOST
    }, 'soon')
  }

  #indexOne({ id, said_by, project, type, data }: z.infer<typeof Said>): void {
    const { db } = this.#options
    const message = type === null || data === null ? null : messageOf(type, data)
    // An agent that only called tools has said nothing.
    if (!message) return void db.run('DELETE FROM said WHERE id = ?', id)
    const marks = [markOfWorker(said_by), ...(project === null ? [] : [markOfProject(project)])]
    db.run('INSERT INTO said_index (rowid, grams) VALUES (?, ?)', id, [...marks, ...gramsOf(foldCase(message.text))].join(' '))
  }

  /** Puts small parts of the index together, so that there are never many to look into. Answers whether it is done. */
  #mergeSome(): boolean {
    const { db } = this.#options
    const changes = () => db.get(Changes, 'SELECT total_changes() AS n')?.n ?? 0
    return db.transaction(() => {
      const before = changes()
      db.run(`INSERT INTO said_index (said_index, rank) VALUES ('merge', ?)`, MERGE_PAGES)
      // One change is the command itself.
      return changes() - before < 2
    }, 'soon')
  }

  /** Some of what deleted Sessions have said leaves the index. Answers whether nothing is left to drop. */
  #dropSome(): boolean {
    const { db } = this.#options
    const gone = db.get(Numbered, 'SELECT n FROM said_by WHERE gone = 1 LIMIT 1')
    if (!gone) return true
    return db.transaction(() => {
      const ids = db.all(Id, 'SELECT id FROM said WHERE said_by = ? ORDER BY id LIMIT ?', gone.n, DROP_MOST)
      const { indexed } = this
      for (const { id } of ids) {
        if (id <= indexed) db.run('DELETE FROM said_index WHERE rowid = ?', id)
        db.run('DELETE FROM said WHERE id = ?', id)
      }
      if (ids.length < DROP_MOST) db.run('DELETE FROM said_by WHERE n = ?', gone.n)
      return false
    }, 'soon')
  }
}

