/** One session of an OpenCode database as a log: its parts in order, re-read where they changed. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { CountsView } from '../../../shared/imports'
import { Counts } from './counts'
import { heard, MAIN, newFindings, opened, threadOf, type Draft, type Findings } from './format'
import { isJson, numberAt, objectAt, parsed, textAt, timeOf, type Json } from './json'
import type { Log, PlacedDraft } from './log'
import { asked, databaseStamp, numberIn, sessionOf, textIn, type DatabaseFile, type Row } from './opencode.database'
import { partDrafts } from './opencode.drafts'
import { LogProblem, problemOf, type Problem } from './problems'
import { RowIndex } from './row-index'
import type { Stamp } from './source'
import { PIECE_MAX } from './splitter'
import { clipFact } from './texts'

/** Rows that are fetched between two turns of the event loop. */
const ROWS = 50
const QUIET_PARTS = new Set(['step-start', 'step-finish', 'snapshot', 'agent', 'retry', 'compaction', 'text', 'reasoning', 'patch'])

interface Message {
  readonly isUser: boolean
  /** Its place: the time it was made, then its id. */
  readonly order: string
}

/** A part as it was last seen. */
type Seen = 'used' | 'corrupt' | { readonly quiet: string } | { readonly skip: string }

export class OpencodeLog implements Log {
  readonly keyed = true
  readonly #file: DatabaseFile
  readonly #session: string
  #findings = newFindings()
  #index = new RowIndex()
  #messages = new Map<string, Message>()
  #seen = new Map<string, Seen>()
  /** Ids of the parts, in order. */
  #parts: string[] = []
  #lastMessage = ''
  #lastPart = ''
  /** Messages and parts up to this time of change are known. */
  #knownTo = { message: -1, part: -1 }
  #stamp: Stamp | null = null
  #problem: Problem | null = null
  #complete = false
  #running: Promise<boolean> | null = null

  constructor(file: DatabaseFile, session: string) {
    this.#file = file
    this.#session = session
  }

  get findings(): Findings {
    return this.#findings
  }

  get counts(): CountsView {
    const counts = new Counts()
    for (const seen of this.#seen.values()) {
      counts.rows += 1
      if (seen === 'used') counts.used += 1
      else if (seen === 'corrupt') counts.corruptAt(counts.rows)
      else if ('quiet' in seen) counts.quiet(seen.quiet)
      else counts.skip(seen.skip)
    }
    return counts.view()
  }

  get problem(): Problem | null {
    return this.#problem
  }

  /** The database is shared by all sessions; this one was written when its last row changed. */
  get writtenAt(): number | null {
    return this.#findings.lastAt
  }

  get progress(): { bytes: number; of: number } {
    const size = this.#stamp?.size ?? 0
    return { bytes: this.#complete ? size : 0, of: size }
  }

  get complete(): boolean {
    return this.#complete
  }

  get endSeq(): number {
    return this.#index.total
  }

  advance(): Promise<boolean> {
    this.#running ??= this.#advance().finally(() => (this.#running = null))
    return this.#running
  }

  async reached(): Promise<void> {
    await this.#running
  }

  total(thread: string): number {
    return thread === MAIN ? this.#index.total : 0
  }

  async page(thread: string, offset: number, limit: number): Promise<readonly PlacedDraft[]> {
    const placed: PlacedDraft[] = []
    const index = this.#index
    for (let row = index.find(offset); thread === MAIN && row < index.rows && placed.length < limit; ) {
      const ids = this.#parts.slice(row, row + ROWS)
      const rows = await this.#rowsById('part', ids)
      for (const id of ids) {
        const { before, count } = index.at(row++)
        const found = this.#draftsOf(rows.get(id))
        if (found.drafts.length !== count) return placed
        placed.push(...found.drafts.map((draft, i) => ({ seq: before + i, at: found.at, draft })).slice(Math.max(0, offset - before)))
      }
    }
    return placed.slice(0, limit)
  }

  tail(): Promise<null> {
    return Promise.resolve(null)
  }

  close(): void {}

  async #advance(): Promise<boolean> {
    try {
      const stamp = await databaseStamp(this.#file)
      const known = this.#stamp
      if (known && this.#complete && !this.#problem && known.size === stamp.size && known.mtimeMs === stamp.mtimeMs && known.identity === stamp.identity) return false
      if (known && known.identity !== stamp.identity) this.#restart()
      const isPartial = await this.#read()
      this.#stamp = stamp
      this.#problem = isPartial ? { code: 'partial', message: 'The newest rows wait in a write-ahead log that OpenCode has to take up first.' } : null
      this.#complete = true
      return true
    } catch (error) {
      const problem = problemOf(error)
      const isNews = problem.message !== this.#problem?.message
      this.#problem = problem
      this.#complete = true
      return isNews
    }
  }

  #restart(): void {
    this.#findings = newFindings()
    this.#index = new RowIndex()
    this.#messages = new Map()
    this.#seen = new Map()
    this.#parts = []
    this.#lastMessage = ''
    this.#lastPart = ''
    this.#knownTo = { message: -1, part: -1 }
  }

  /** @returns whether rows are missing that the database cannot tell yet */
  async #read(isAgain = false): Promise<boolean> {
    await this.#readSession()
    const isPartial = await this.#readRows('message', (row) => this.#message(row))
    let inOrder = true
    await this.#readRows('part', (row) => (inOrder = this.#part(row) && inOrder))
    const { answer } = await asked(this.#file, (database) => database.all('SELECT count(*) AS n FROM part WHERE session_id = ?', this.#session))
    if (isAgain || (inOrder && numberIn(answer[0]?.['n']) === this.#parts.length)) return isPartial
    // Something was taken away, or put between what was there: from the start.
    this.#restart()
    return this.#read(true)
  }

  async #readSession(): Promise<void> {
    const session = await sessionOf(this.#file, this.#session)
    if (!session) throw new LogProblem('not-found', 'This session is not in the database any more.')
    const { findings } = this
    findings.id = session.id
    findings.parentId = session.parentId
    findings.title = session.title === null ? null : clipFact(session.title)
    findings.folder = session.folder
    heard(findings, threadOf(findings, MAIN), timeOf(session.createdAt))
  }

  /** Takes the rows that changed since the last time, in the order of the conversation. */
  async #readRows(table: 'message' | 'part', take: (row: Row) => void): Promise<boolean> {
    const message = table === 'part' ? 't.message_id' : 't.id'
    const sql = `SELECT t.id FROM ${table} t JOIN message m ON m.id = ${message}
      WHERE t.session_id = ? AND t.time_updated >= ? ORDER BY m.time_created, m.id, t.id`
    const { answer, isPartial } = await asked(this.#file, (database) => database.all(sql, this.#session, this.#knownTo[table]))
    const ids = answer.flatMap((row) => textIn(row['id']) ?? [])
    for (let from = 0; from < ids.length; from += ROWS) {
      const some = ids.slice(from, from + ROWS)
      const rows = await this.#rowsById(table, some)
      for (const id of some) {
        const row = rows.get(id)
        if (!row) continue
        this.#knownTo[table] = Math.max(this.#knownTo[table], numberIn(row['time_updated']) ?? -1)
        take(row)
      }
      await breathe()
    }
    return isPartial
  }

  async #rowsById(table: 'message' | 'part', ids: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    const message = table === 'part' ? 'message_id' : 'id'
    const sql = `SELECT id, time_created, time_updated, ${message} AS message, CASE WHEN length(data) <= ${PIECE_MAX} THEN data END AS data
      FROM ${table} WHERE id IN (${ids.map(() => '?').join(',')})`
    const { answer } = await asked(this.#file, (database) => database.all(sql, ...ids))
    return new Map(answer.map((row) => [textIn(row['id']) ?? '', row]))
  }

  #message(row: Row): void {
    const id = textIn(row['id'])
    if (id === null) return
    const data = parsed(textIn(row['data']) ?? '')
    const message = isJson(data) ? data : {}
    const created = timeOf(row['time_created'])
    const order = `${String(created ?? 0).padStart(16, '0')} ${id}`
    this.#messages.set(id, { isUser: message['role'] === 'user', order })
    const thread = threadOf(this.#findings, MAIN)
    heard(this.#findings, thread, created)
    heard(this.#findings, thread, timeOf(row['time_updated']))
    if (order < this.#lastMessage) return
    this.#lastMessage = order
    this.#follow(message, timeOf(row['time_updated']))
  }

  #follow(message: Json, at: number | null): void {
    const thread = threadOf(this.#findings, MAIN)
    thread.model = textAt(message, 'modelID') ?? thread.model
    const error = objectAt(message, 'error')
    const finish = textAt(message, 'finish')
    if (message['role'] === 'user') return opened(thread, 'a prompt has no answer yet')
    if (error) {
      const name = textAt(error, 'name') ?? 'an error'
      const text = textAt(objectAt(error, 'data') ?? error, 'message')
      const status = name === 'MessageAbortedError' ? 'aborted' : 'failed'
      thread.outcome = { status, what: `its last message says "${name}"`, at, ...(text === null ? {} : { error: clipFact(text) }) }
    } else if (numberAt(objectAt(message, 'time') ?? {}, 'completed') === null) {
      opened(thread, 'its last message is not complete')
    } else if (finish === 'tool-calls') {
      opened(thread, 'a tool result has no answer yet')
    } else {
      thread.outcome = { status: finish === 'length' ? 'failed' : 'completed', what: `its last message is complete (${finish ?? 'no reason'})`, at }
    }
  }

  /** @returns false when it does not come after what is known */
  #part(row: Row): boolean {
    const id = textIn(row['id'])
    if (id === null) return true
    const isKnown = this.#seen.has(id)
    const order = `${this.#messages.get(textIn(row['message']) ?? '')?.order ?? ''} ${id}`
    if (!isKnown) {
      if (order < this.#lastPart) return false
      this.#lastPart = order
      this.#parts.push(id)
    }
    const { part, drafts, at, seen } = this.#draftsOf(row)
    this.#seen.set(id, seen)
    this.#index.put(0, 0, drafts.length, id)
    if (part) this.#learn(part, drafts, at)
    return true
  }

  #learn(part: Json, drafts: readonly Draft[], at: number | null): void {
    const thread = threadOf(this.#findings, MAIN)
    for (const draft of drafts) {
      if (draft.kind === 'prompt' && draft.from === 'user' && typeof draft.content === 'string') thread.task ??= clipFact(draft.content)
      if (draft.kind === 'text' && typeof draft.content === 'string') thread.reply = draft.content
    }
    if (part['type'] === 'tool' && part['tool'] === 'task') this.#spawned(part, at)
  }

  #spawned(part: Json, at: number | null): void {
    const state = objectAt(part, 'state')
    const callId = textAt(part, 'callID')
    const input = state ? objectAt(state, 'input') : null
    if (!state || callId === null) return
    const status = textAt(state, 'status') ?? ''
    const what = `the call in the log of its parent says "${status}"`
    const prompt = input ? textAt(input, 'prompt') : null
    this.#findings.spawns.set(callId, {
      callId,
      agentType: input ? textAt(input, 'subagent_type') : null,
      name: input ? textAt(input, 'description') : null,
      task: prompt === null ? null : clipFact(prompt),
      at,
      agentId: textAt(objectAt(state, 'metadata') ?? {}, 'sessionId'),
      background: false,
      outcome: status === 'completed' ? { status: 'completed', what, at } : status === 'error' ? { status: 'failed', what, at } : null,
      reply: textAt(state, 'output') === null ? null : clipFact(textAt(state, 'output') ?? '')
    })
  }

  #draftsOf(row: Row | undefined): { readonly part: Json | null; readonly drafts: readonly Draft[]; readonly at: number | null; readonly seen: Seen } {
    const at = timeOf(row?.['time_created'])
    const part = parsed(textIn(row?.['data']) ?? '')
    if (!isJson(part)) return { part: null, drafts: [], at, seen: 'corrupt' }
    const drafts = partDrafts(part, this.#messages.get(textIn(row?.['message']) ?? '')?.isUser ?? false)
    const type = textAt(part, 'type') ?? 'no type'
    return { part, drafts, at, seen: drafts.length > 0 ? 'used' : QUIET_PARTS.has(type) ? { quiet: type } : { skip: type } }
  }
}
