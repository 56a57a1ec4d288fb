/**
 * What of all workers of all Projects needs the operator, kept from commit to commit. It costs one read over the workers
 * that stir when somebody begins to watch, then only what changes; nothing while nobody does.
 */
import { factId, isFailure, isResult, isUnread, type AttentionFact, type EndedFact } from '../../shared/attention'
import type { Outcome } from '../../shared/model'
import { Listeners } from '../listeners'
import type { Desk } from '../project/desk'
import type { Projects } from '../project/projects'
import { cutText, statusOf } from '../project/worker-view'
import type { SessionEvent } from '../session/events'
import type { SessionLog, SessionRow } from '../session/log'
import type { Sessions } from '../session/sessions'
import { markedWorker, SEEN_BEFORE, type DeskMarks } from './desk-marks'
import type { AttentionReads, EndedTurn } from './reads'

/** What changes what a Session is as a fact. */
const LOOKED_AT: ReadonlySet<SessionEvent['type']> = new Set(['turn/start', 'turn/end', 'conversation/cleared'])
/** How often working Sessions are looked at for evidence that has gone stale, in ms. */
const STALE_CHECK_MS = 1_000
/** A message of an outcome is cut to this many characters: a row has one line. */
const MESSAGE_MAX = 300

export interface FactSources {
  readonly log: SessionLog
  readonly sessions: Sessions
  readonly projects: Projects
  readonly desk: Desk
  readonly reads: AttentionReads
  readonly marks: DeskMarks
  readonly clock: () => number
}

/** Told which facts have come, changed or gone, by their ids. */
export type FactListener = (ids: readonly string[]) => void

export class AttentionFacts {
  readonly #facts = new Map<string, AttentionFact>()
  /** Sessions with an open turn, or of which it is not known what they do. */
  readonly #working = new Set<string>()
  readonly #listeners = new Listeners<Parameters<FactListener>>(() => this.#begin())
  #listed = new Set<string>()

  constructor(private readonly sources: FactSources) {}

  /** Keeps the facts true and tells of changes until the disposer is called. */
  watch(listener: FactListener): () => void {
    return this.#listeners.add(listener)
  }

  /** All of them, while somebody watches. */
  all(): AttentionFact[] {
    return [...this.#facts.values()]
  }

  get(id: string): AttentionFact | undefined {
    return this.#facts.get(id)
  }

  #begin(): () => void {
    const { log, sessions, projects, desk } = this.sources
    const check = setInterval(() => this.#checkStale(), STALE_CHECK_MS)
    const disposers = [
      () => clearInterval(check),
      log.onCommitted((sessionId, events) => {
        if (events.some(({ type }) => LOOKED_AT.has(type))) this.#look(sessionId)
      }),
      sessions.onLive((sessionId, change) => {
        // What is heard changes a fact only where nothing was known.
        if (change === 'state' || this.#facts.has(factId({ kind: 'unknown', workerId: sessionId }))) this.#look(sessionId)
      }),
      projects.onChange(() => this.#relist()),
      desk.onChange((key) => {
        const workerId = markedWorker(key)
        if (workerId !== null) this.#look(workerId)
        else if (key === SEEN_BEFORE) this.#relist(true)
      })
    ]
    this.#listed = new Set(projects.list().map((project) => project.sessionId))
    this.#readAll()
    return () => disposers.forEach((dispose) => dispose())
  }

  /** Reads all of them again when Projects have come or gone. */
  #relist(always = false): void {
    const listed = new Set(this.sources.projects.list().map((project) => project.sessionId))
    if (!always && listed.size === this.#listed.size && [...listed].every((id) => this.#listed.has(id))) return
    this.#listed = listed
    const before = new Map(this.#facts)
    this.#readAll()
    this.#tell([...new Set([...before.keys(), ...this.#facts.keys()])])
  }

  #readAll(): void {
    const { log, marks, reads } = this.sources
    this.#facts.clear()
    this.#working.clear()
    for (const session of reads.stirring(marks.seenBefore)) this.#derive(session)
    for (const workerId of marks.flagged()) {
      const session = log.get(workerId)
      if (session) this.#derive(session)
    }
  }

  #look(sessionId: string): void {
    const session = this.sources.log.get(sessionId)
    if (session) this.#tell(this.#derive(session))
    else this.#tell(this.#forget(sessionId))
  }

  #checkStale(): void {
    const { log, sessions } = this.sources
    for (const sessionId of this.#working) {
      const isKnown = !this.#facts.has(factId({ kind: 'unknown', workerId: sessionId }))
      const openTurn = log.get(sessionId)?.openTurn ?? null
      const isUnknown = statusOf({ openTurn }, sessions.live(sessionId)) === 'unknown'
      if (isKnown === isUnknown) this.#look(sessionId)
    }
  }

  /** Brings the facts of one Session up to date; returns the ids of those that have changed. */
  #derive(session: SessionRow): string[] {
    if (session.lifecycle !== 'member' || !this.#listed.has(session.projectId)) return this.#forget(session.id)
    const isUnknown = statusOf(session, this.sources.sessions.live(session.id)) === 'unknown'
    if (session.openTurn !== null || isUnknown) this.#working.add(session.id)
    else this.#working.delete(session.id)
    return [
      ...this.#put(factId({ kind: 'ended', workerId: session.id }), this.#endedFact(session)),
      ...this.#put(factId({ kind: 'unknown', workerId: session.id }), isUnknown ? this.#unknownFact(session) : null)
    ]
  }

  #forget(workerId: string): string[] {
    this.#working.delete(workerId)
    return (['ended', 'unknown'] as const).flatMap((kind) => this.#put(factId({ kind, workerId }), null))
  }

  #put(id: string, fact: AttentionFact | null): string[] {
    const known = this.#facts.get(id)
    if (fact === null ? !known : known && JSON.stringify(known) === JSON.stringify(fact)) return []
    if (fact) this.#facts.set(id, fact)
    else this.#facts.delete(id)
    return [id]
  }

  #endedFact(session: SessionRow): EndedFact | null {
    const { marks, reads } = this.sources
    const newest = newestEnd(session)
    const read = marks.read(session.id)
    if (!newest || !isUnread(newest, read, marks.seenBefore)) return null
    const ended = reads.ended(session.id, Math.max(read.turn, session.clearedTurns)).filter(({ at }) => at > marks.seenBefore)
    const last = ended.find(({ outcome }) => isResult(outcome)) ?? (read.unread ? newest : null)
    if (!last) return null
    const failure = isFailure(last.outcome) ? null : (ended.find(({ outcome }) => isFailure(outcome)) ?? null)
    const whose = { sessionId: session.projectId, workerId: session.id, name: session.name }
    return { kind: 'ended', ...whose, last: cutEnd(last), failure: failure && cutEnd(failure) }
  }

  #unknownFact(session: SessionRow): AttentionFact {
    const { heardAt, now } = this.sources.sessions.live(session.id)
    return {
      kind: 'unknown',
      sessionId: session.projectId,
      workerId: session.id,
      name: session.name,
      turn: session.openTurn,
      heardAt: heardAt ?? now?.since ?? session.openStartedAt ?? session.lastEndedAt ?? session.createdAt,
      what: now?.what ?? ''
    }
  }

  #tell(ids: readonly string[]): void {
    if (ids.length === 0) return
    this.#listeners.tell(ids)
  }
}

/** How the last ended turn of a Session has ended, by its row; null also where the operator has cleared it. */
function newestEnd({ turnCount, clearedTurns, openTurn, lastOutcome, lastEndedAt }: SessionRow): EndedTurn | null {
  const turn = openTurn === null ? turnCount : turnCount - 1
  return turn <= clearedTurns || lastOutcome === null || lastEndedAt === null ? null : { turn, at: lastEndedAt, outcome: lastOutcome }
}

function cutEnd({ turn, at, outcome }: EndedTurn): EndedTurn {
  return { turn, at, outcome: cutOutcome(outcome) }
}

function cutOutcome(outcome: Outcome): Outcome {
  if (outcome.kind === 'error') {
    const { code, message } = outcome.error
    return { kind: 'error', error: { code: cutText(code, MESSAGE_MAX), message: cutText(message, MESSAGE_MAX) } }
  }
  if (outcome.kind === 'blocked' && outcome.message !== undefined) return { ...outcome, message: cutText(outcome.message, MESSAGE_MAX) }
  return outcome
}
