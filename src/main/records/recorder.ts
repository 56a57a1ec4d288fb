/**
 * Writes the record of every worker, and of every Coordinator, from what its Session's log has committed. A record is a projection: where it stands is
 * read from its own end, and what it lacks comes from the log, so a crash, a full disk or a lost file doubles and loses
 * nothing that can still be told.
 */
import { z } from 'zod'
import type { Report } from '../report'
import type { SessionEvent } from '../session/events'
import type { SessionLog, SessionRow } from '../session/log'
import type { Database } from '../store/database'
import { discardedIds, isDiscarded } from './deleted'
import { draftsOf, type Drafting } from './drafts'
import type { RecordLimits } from './limits'
import { append, empty, readTail, recordPath, remove, setAside } from './record-file'
import { Calls, project, type DraftEntry } from './sensitive'

/** Events that are read from the log at once. */
const BATCH = 500

export interface RecorderPort {
  readonly db: Database
  readonly log: SessionLog
  /** Absolute; made when it is needed. */
  readonly root: string
  readonly limits: RecordLimits
  readonly report: Report
  /** A record has grown, or was cleared. */
  readonly onChange: (workerId: string, change: 'grown' | 'cleared') => void
}

export interface RecordSize {
  readonly entries: number
  readonly bytes: number
  readonly truncated: boolean
}

interface State {
  readonly path: string
  /** The event of the log that comes next. */
  next: number
  /** Entries of that event that are in the record already. */
  skip: number
  entries: number
  bytes: number
  cut: boolean
  /** Calls of the turn that runs. */
  readonly calls: Calls
  readonly drafting: Drafting
}

export class Recorder {
  readonly #states = new Map<string, State>()
  /** Sessions that have no record, and get none. */
  readonly #others = new Set<string>()
  /** Workers whose record could not be written, so that each trouble is told once. */
  readonly #failing = new Set<string>()
  readonly #stop: () => void

  constructor(private readonly port: RecorderPort) {
    this.#stop = port.log.onCommitted((sessionId, events) => this.#record(sessionId, events))
  }

  /** Brings every record up to its log, without holding the host for long. Ends early once it is closed. */
  async catchUp(signal: AbortSignal): Promise<void> {
    // What was let go and is still there: a crash came in between.
    for (const id of discardedIds(this.port.db)) {
      const session = this.port.log.get(id)
      if (session) this.#guarded(id, () => (remove(this.#pathOf(session)), false))
    }
    const ids = this.port.db.all(z.object({ id: z.string() }), 'SELECT id FROM session ORDER BY created_at, id')
    for (const { id } of ids) {
      let more = true
      while (more) {
        await new Promise((resolve) => setImmediate(resolve))
        if (signal.aborted) return
        more = this.#guarded(id, () => this.#advance(id, []))
      }
    }
  }

  /** Null for a worker whose record cannot be told of now. */
  size(workerId: string): RecordSize | null {
    const state = this.#states.get(workerId)
    return state ? { entries: state.entries, bytes: state.bytes, truncated: state.cut } : null
  }

  /** The first event of the log that a worker's record may tell. */
  base(workerId: string): number {
    const row = this.port.db.get(z.object({ base_seq: z.number() }), 'SELECT base_seq FROM record_base WHERE session_id = ?', workerId)
    return row?.base_seq ?? 0
  }

  /** What a worker's record has told so far does not come back, whatever happens to its file. */
  rebase({ id, nextSeq }: Pick<SessionRow, 'id' | 'nextSeq'>): void {
    this.port.db.run(
      'INSERT INTO record_base (session_id, base_seq) VALUES (?, ?) ON CONFLICT (session_id) DO UPDATE SET base_seq = excluded.base_seq',
      id,
      nextSeq
    )
  }

  /** Empties a worker's record, for good. */
  clear(session: SessionRow): void {
    const path = this.#pathOf(session)
    this.rebase(session)
    this.#states.delete(session.id)
    empty(path)
    this.#states.set(session.id, fresh(session, path, session.nextSeq))
    this.port.onChange(session.id, 'cleared')
  }

  /** Removes the record of a deleted worker, after that was committed. */
  discard(session: SessionRow): void {
    this.#states.delete(session.id)
    this.#others.add(session.id)
    remove(this.#pathOf(session))
    this.port.onChange(session.id, 'cleared')
  }

  close(): void {
    this.#stop()
  }

  #record(sessionId: string, events: readonly SessionEvent[]): void {
    if (this.#others.has(sessionId)) return
    this.#guarded(sessionId, () => {
      let more = this.#advance(sessionId, events)
      while (more) more = this.#advance(sessionId, [])
      return false
    })
  }

  #guarded(workerId: string, work: () => boolean): boolean {
    try {
      const more = work()
      this.#failing.delete(workerId)
      return more
    } catch (error) {
      // Begun anew from the end of the file at the next event.
      this.#states.delete(workerId)
      if (!this.#failing.has(workerId)) this.port.report('the record of a worker could not be written', error)
      this.#failing.add(workerId)
      return false
    }
  }

  /** Writes what comes next: `events`, if the record stands right before them. Returns whether the log has more. */
  #advance(sessionId: string, events: readonly SessionEvent[]): boolean {
    const state = this.#states.get(sessionId) ?? this.#load(sessionId)
    if (!state) return false
    const fits = events[0]?.seq === state.next
    const batch = fits ? events : this.port.log.events(sessionId, { from: state.next, to: state.next + BATCH })
    this.#write(sessionId, state, batch)
    if (fits) {
      state.next += events.length
      return false
    }
    const end = this.port.log.get(sessionId)?.nextSeq ?? state.next
    state.next = Math.min(state.next + BATCH, end)
    return state.next < end
  }

  #write(workerId: string, state: State, events: readonly SessionEvent[]): void {
    let { entries, bytes, cut } = state
    let text = ''
    const add = (entry: DraftEntry, src: number) => {
      const line = lineOf(entry, entries, src, cut)
      const size = Buffer.byteLength(line)
      const cap = cut || entry.kind === 'end' ? null : this.#cap(entries + 1, bytes + size)
      if (cap !== null) {
        cut = true
        add({ kind: 'truncated', at: entry.at, cap }, src)
      } else if (!cut || entry.kind === 'end' || entry.kind === 'truncated') {
        text += line
        entries += 1
        bytes += size
      }
    }
    for (const event of events) {
      const drafts = draftsOf(event, state.drafting).filter((entry) => !cut || entry.kind === 'end')
      for (const [index, entry] of drafts.entries()) {
        state.calls.note(entry)
        if (index >= state.skip) add(project(entry, resultCalls(event, state.calls)), event.seq)
      }
      state.skip = 0
      if (event.type === 'turn/end') state.calls.clear()
    }
    if (text === '') return
    append(state.path, text)
    Object.assign(state, { entries, bytes, cut })
    this.port.onChange(workerId, 'grown')
  }

  #cap(entries: number, bytes: number): 'entries' | 'bytes' | null {
    if (entries > this.port.limits.maxEntries) return 'entries'
    return bytes > this.port.limits.maxBytes ? 'bytes' : null
  }

  #load(sessionId: string): State | null {
    const session = this.port.log.get(sessionId)
    if (!session || isDiscarded(this.port.db, sessionId)) {
      this.#others.add(sessionId)
      return null
    }
    const path = this.#pathOf(session)
    const base = this.base(sessionId)
    const state = this.#resume(session, path, base) ?? fresh(session, path, base)
    this.#states.set(sessionId, state)
    return state
  }

  /** Where the file says that its recording stands; null when it has to begin anew. */
  #resume(session: SessionRow, path: string, base: number): State | null {
    const tail = readTail(path)
    if (tail === 'empty') return null
    const event = tail === 'unusable' ? undefined : this.port.log.event(session.id, tail.src)
    if (tail !== 'unusable' && tail.src < base) {
      // It was being cleared.
      empty(path)
      return null
    }
    if (tail === 'unusable' || !event || !('turn' in event.data)) {
      this.port.report(`A record did not fit its log and was begun anew; what was there is kept in ${setAside(path)}.`, null)
      return null
    }
    const state = fresh(session, path, tail.src)
    const start = Math.max(base, this.port.log.turnStart(session.id, event.data.turn) ?? tail.src)
    for (const earlier of this.port.log.events(session.id, { from: start, to: tail.src })) {
      for (const entry of draftsOf(earlier, state.drafting)) state.calls.note(entry)
    }
    return Object.assign(state, {
      skip: tail.cut ? tail.ofSource.ends : tail.ofSource.entries,
      entries: tail.seq + 1,
      bytes: tail.bytes,
      cut: tail.cut
    })
  }

  #pathOf(session: SessionRow): string {
    const path = recordPath(this.port.root, session.projectId, session.id)
    if (path === null) throw new Error('the id of a worker is no name of a file')
    return path
  }
}

function fresh(session: SessionRow, path: string, next: number): State {
  const drafting = { direct: session.parentId === session.projectId, open: new Set<string>() }
  const calls = new Calls()
  // A record that begins in the middle of a turn does not show its route.
  calls.note({ kind: 'route', at: 0, routeDecision: { engine: session.engine } })
  return { path, next, skip: 0, entries: 0, bytes: 0, cut: false, calls, drafting }
}

/** The calls that a result goes by: none, where it names another tool than its call did. */
function resultCalls(event: SessionEvent, calls: Calls): Calls {
  if (event.type !== 'tool/result') return calls
  const { turn, message, name } = event.data
  const known = calls.name(`${turn}:${message.toolCallId}`)
  return known === null || known === name ? calls : new Calls()
}

function lineOf(entry: DraftEntry, seq: number, src: number, cut: boolean): string {
  return `${JSON.stringify({ seq, ...entry, src, ...(cut ? { cut } : {}) })}\n`
}
