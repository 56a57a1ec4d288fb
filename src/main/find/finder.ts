/**
 * Finds messages, newest first. The index tells which ones may contain the terms; whether they do is seen in their text,
 * so an answer is exact, whatever the index is behind or too coarse for. An answer takes a bounded time: where that was
 * not enough, it says from where to go on.
 */
import { z } from 'zod'
import {
  containsAll,
  foldCase,
  termsOf,
  type FindAnswer,
  type FindHit,
  type FindInput,
  type FindPendingAnswer,
  type FindPendingInput
} from '../../shared/find'
import type { Database } from '../store/database'
import { gramsOfTerms } from './grams'
import { markOfProject, markOfWorker, type FindIndex } from './find-index'
import { messageOf, type SaidMessage } from './message'
import { findPending } from './pending'
import { snippetOf } from './snippet'

/** After this time an answer begins nothing more, in ms, and after the second one it ends where it is. */
const BUDGET_MS = 20
const MOST_MS = 35
/** Candidates that are read at once. */
const CHUNK = 64

export interface FinderOptions {
  readonly db: Database
  readonly index: FindIndex
  readonly report: (message: string, error: unknown) => void
}

const Numbered = z.object({ n: z.number() })
const Id = z.object({ id: z.number() })
const Oldest = z.object({ id: z.number().nullable() })
const Time = z.object({ time: z.number() })
const Candidate = z.object({
  id: z.number(),
  said_by: z.number(),
  type: z.string(),
  time: z.number(),
  data: z.string(),
  workerId: z.string(),
  workerName: z.string(),
  openTurn: z.number().nullable(),
  sessionId: z.string(),
  projectName: z.string()
})
type Candidate = z.infer<typeof Candidate>
const Later = z.object({ type: z.string(), data: z.string() })

interface Scope {
  /** One worker, or all of a Project; null for everything. */
  readonly worker: number | null
  readonly project: number | null
}

export class Finder {
  constructor(private readonly options: FinderOptions) {}

  messages(input: FindInput): FindAnswer {
    const terms = termsOf(input.query)
    const scope = this.#scope(input)
    if (terms.length === 0 || scope === null) return { hits: [], next: null, since: null }
    try {
      return this.#search(terms, scope, input)
    } catch (error) {
      if (!isDamagedIndex(error)) throw error
      this.options.report('the index of messages was damaged and is made anew', error)
      this.options.index.rebuild()
      return this.#search(terms, scope, input)
    }
  }

  pending(input: FindPendingInput): FindPendingAnswer {
    return findPending(this.options.db, input)
  }

  #search(terms: readonly string[], scope: Scope, input: FindInput): FindAnswer {
    const began = performance.now()
    const isOver = (ms: number): boolean => performance.now() - began >= ms
    const grams = gramsOfTerms(terms)
    const { indexed } = this.options.index
    const hits: FindHit[] = []
    let before = input.before ?? Number.MAX_SAFE_INTEGER
    while (hits.length < input.limit && !isOver(BUDGET_MS)) {
      // What the index does not know yet is read through, and so is everything where the terms are too short for it.
      const byIndex = grams.length > 0 && before <= indexed + 1
      const floor = grams.length > 0 && !byIndex ? indexed : 0
      const ids = byIndex ? this.#indexed(grams, scope, before) : this.#all(scope, before, floor)
      for (const candidate of this.#read(ids)) {
        before = candidate.id
        const hit = this.#check(candidate, terms, input.within)
        if (hit) hits.push(hit)
        if (hits.length === input.limit || isOver(MOST_MS)) return this.#goesOn(hits, before)
      }
      before = ids.at(-1) ?? before
      if (ids.length < CHUNK) {
        if (floor === 0) return { hits, next: null, since: null }
        before = floor + 1
      }
    }
    return this.#goesOn(hits, before)
  }

  /** Ids of messages that may contain the terms, newest first. */
  #indexed(grams: readonly string[], { worker, project }: Scope, before: number): number[] {
    const marks = worker !== null ? [markOfWorker(worker)] : project !== null ? [markOfProject(project)] : []
    const match = [...grams, ...marks].map((gram) => `"${gram}"`).join(' AND ')
    const sql = 'SELECT rowid AS id FROM said_index WHERE said_index MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?'
    return this.options.db.all(Id, sql, match, before, CHUNK).map(({ id }) => id)
  }

  /** Ids of all messages between two, newest first. */
  #all({ worker, project }: Scope, before: number, floor: number): number[] {
    const { db } = this.options
    if (worker !== null) {
      return db.all(Id, 'SELECT id FROM said WHERE said_by = ? AND id < ? AND id > ? ORDER BY id DESC LIMIT ?', worker, before, floor, CHUNK).map(({ id }) => id)
    }
    if (project === null) return db.all(Id, 'SELECT id FROM said WHERE id < ? AND id > ? ORDER BY id DESC LIMIT ?', before, floor, CHUNK).map(({ id }) => id)
    return db
      .all(
        Id,
        `SELECT said.id FROM said JOIN said_by ON said_by.n = said.said_by JOIN session ON session.id = said_by.session_id
         JOIN said_by AS project ON project.session_id = session.project_id
         WHERE project.n = ? AND said.id < ? AND said.id > ? ORDER BY said.id DESC LIMIT ?`,
        project,
        before,
        floor,
        CHUNK
      )
      .map(({ id }) => id)
  }

  /** What they are, newest first; without those of deleted workers and of Projects that are not on the list. */
  #read(ids: readonly number[]): Candidate[] {
    if (ids.length === 0) return []
    return this.options.db.all(
      Candidate,
      `SELECT said.id, said.said_by, event.type, event.time, event.data, session.id AS workerId, session.name AS workerName,
         session.open_turn AS openTurn, project.session_id AS sessionId, project.name AS projectName
       FROM json_each(?) AS wanted JOIN said ON said.id = wanted.value JOIN said_by ON said_by.n = said.said_by AND said_by.gone = 0
       JOIN session ON session.id = said_by.session_id JOIN project ON project.session_id = session.project_id AND project.listed = 1
       JOIN event ON event.session_id = session.id AND event.seq = said.seq ORDER BY said.id DESC`,
      JSON.stringify(ids)
    )
  }

  #check(candidate: Candidate, terms: readonly string[], within: FindInput['within']): FindHit | null {
    const message = messageOf(candidate.type, candidate.data)
    if (!message || !containsAll(foldCase(message.text), terms)) return null
    const role = message.source ? 'input' : this.#isReply(candidate, message) ? 'reply' : 'between'
    if (role === 'between' && within === 'timeline') return null
    const { id, sessionId, projectName, workerId, workerName, time } = candidate
    const { turn, messageId, source, text } = message
    return { id, sessionId, projectName, workerId, workerName, turn, messageId, role, source, at: time, ...snippetOf(text, terms) }
  }

  /** Whether it is the last that was said in its turn, and the turn has ended. */
  #isReply({ id, said_by, openTurn }: Candidate, { turn }: SaidMessage): boolean {
    if (openTurn === turn) return false
    for (let after = id; ; ) {
      const next = this.options.db.get(
        Later.extend({ id: z.number() }),
        `SELECT said.id, event.type, event.data FROM said JOIN said_by ON n = said_by
         JOIN event ON event.session_id = said_by.session_id AND event.seq = said.seq WHERE said_by = ? AND said.id > ? ORDER BY said.id LIMIT 1`,
        said_by,
        after
      )
      if (!next) return true
      const message = messageOf(next.type, next.data)
      if (message && message.turn !== turn) return true
      if (message && message.source === null) return false
      after = next.id
    }
  }

  #goesOn(hits: FindHit[], before: number): FindAnswer {
    const { db } = this.options
    const oldest = db.get(Oldest, 'SELECT min(id) AS id FROM said')?.id ?? before
    if (before <= oldest) return { hits, next: null, since: null }
    const since = hits.at(-1)?.id === before ? hits.at(-1)?.at : this.#timeOf(before)
    return { hits, next: before, since: since ?? null }
  }

  #timeOf(id: number): number | undefined {
    const sql = `SELECT event.time FROM said JOIN said_by ON n = said_by JOIN event ON event.session_id = said_by.session_id AND event.seq = said.seq
      WHERE said.id >= ? ORDER BY said.id LIMIT 1`
    return this.options.db.get(Time, sql, id)?.time
  }

  /** Null where nothing can be found: a worker or a Project that is not there. */
  #scope({ sessionId, workerId }: FindInput): Scope | null {
    const numberOf = (id: string | undefined): number | null | undefined =>
      id === undefined ? null : this.options.db.get(Numbered, 'SELECT n FROM said_by WHERE session_id = ? AND gone = 0', id)?.n
    const [worker, project] = [numberOf(workerId), numberOf(sessionId)]
    return worker === undefined || project === undefined ? null : { worker, project }
  }
}

/** SQLITE_CORRUPT of a virtual table, or of its shadow tables, or none of them there. */
function isDamagedIndex(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false
  return Number(error.errcode) === 267 || /said_index/.test(error.message)
}
