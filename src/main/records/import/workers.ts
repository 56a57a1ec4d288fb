/** The workers of a run, put together from its logs: who they are, whose they are, and how they stand. Pure. */
import type { ImportedWorker, Telling } from '../../../shared/imports'
import type { KnownStatus } from '../../../shared/records'
import { MAIN, type FormatName, type Outcome, type SpawnFacts, type ThreadFacts } from './format'
import type { Log } from './log'
import { clipFact } from './texts'
import { freeId, MAIN_WORKER, type Member } from './runs'

/** A log that was written within this time may still be written, in ms. */
export const FRESH_MS = 5 * 60_000
/** Rows that a worker writes this long after its result are a new beginning, in ms. */
const AFTER_RESULT_MS = 10_000

/** A worker, and where its entries are. */
export interface Placed {
  readonly view: ImportedWorker
  readonly log: Log
  readonly thread: string
  /** The close, which is the last entry of the record; null while it is open. */
  readonly end: Outcome | null
}

export interface LoadedMember {
  readonly member: Member
  readonly log: Log
}

interface Draft {
  readonly workerId: string
  readonly log: Log
  readonly thread: string
  readonly told: Telling
  readonly facts: ThreadFacts | null
  readonly spawn: SpawnFacts | null
  readonly caller: { readonly workerId: string; readonly log: Log } | null
  /** What a file beside its log says. */
  readonly agentType?: string | null
}

/**
 * @param loaded the run's own log first
 * @param now epoch milliseconds
 */
export function workersOf(loaded: readonly LoadedMember[], format: FormatName, now: number): Placed[] {
  const placed = draftsOf(loaded).map((draft) => placedOf(draft, format, now))
  return placed.toSorted((a, b) => a.view.startedAt - b.view.startedAt)
}

interface Spawned {
  readonly spawn: SpawnFacts
  readonly log: Log
}

function draftsOf(loaded: readonly LoadedMember[]): Draft[] {
  const spawns = loaded.flatMap(({ log }) => [...log.findings.spawns.values()].map((spawn): Spawned => ({ spawn, log })))
  // A worker that was resumed was started by several calls; the last one is what counts.
  const byAgent = new Map(spawns.flatMap((one) => (one.spawn.agentId === null ? [] : [[one.spawn.agentId, one.spawn] as const])))
  const byCall = new Map(spawns.map(({ spawn }) => [spawn.callId, spawn] as const))
  const own = loaded.map((one) => ownDraft(one, loaded, byAgent, byCall))
  const taken = new Set(own.map(({ workerId }) => workerId))
  const told = new Set(loaded.map(({ member }) => member.sighting.peeked.id))
  const used = new Set(spawns.map(({ spawn }) => spawn).filter(({ agentId }) => told.has(agentId)))
  for (const { spawn } of own) if (spawn) used.add(spawn)
  const inside = loaded.flatMap((one) => insideDrafts(one, byAgent, told, used, taken))
  const reports = loaded.flatMap((one) => reportDrafts(one, byAgent, used, taken))
  return [...own, ...inside, ...reports]
}

function ownDraft(
  { member, log }: LoadedMember,
  loaded: readonly LoadedMember[],
  byAgent: ReadonlyMap<string, SpawnFacts>,
  byCall: ReadonlyMap<string, SpawnFacts>
): Draft {
  const parent = loaded.find((other) => other.member === member.parent)
  const { id, callId } = member.sighting.peeked
  return {
    workerId: member.workerId,
    log,
    thread: MAIN,
    told: 'log',
    facts: log.findings.threads.get(MAIN) ?? null,
    spawn: parent ? (byAgent.get(id ?? '') ?? byCall.get(callId ?? '') ?? null) : null,
    caller: parent ? { workerId: parent.member.workerId, log: parent.log } : null,
    agentType: member.sighting.peeked.agentType
  }
}

/** Workers whose rows stand in the log of their parent. Only those of the inline era are known by what they were asked. */
function insideDrafts(
  { member, log }: LoadedMember,
  byAgent: ReadonlyMap<string, SpawnFacts>,
  told: ReadonlySet<string | null>,
  used: Set<SpawnFacts>,
  taken: Set<string>
): Draft[] {
  const drafts: Draft[] = []
  for (const [thread, facts] of log.findings.threads) {
    const [telling, name] = tellingOf(thread)
    if (telling === null || told.has(name)) continue
    const alike = () => [...log.findings.spawns.values()].find((one) => !used.has(one) && one.task !== null && one.task === facts.task)
    const spawn = byAgent.get(name) ?? (telling === 'inline' ? alike() : undefined) ?? null
    if (spawn && used.has(spawn)) continue
    if (spawn) used.add(spawn)
    const workerId = freeId(spawn?.agentId ?? name, thread, taken)
    drafts.push({ workerId, log, thread, told: telling, facts, spawn, caller: { workerId: member.workerId, log } })
  }
  return drafts
}

function reportDrafts({ member, log }: LoadedMember, byAgent: ReadonlyMap<string, SpawnFacts>, used: ReadonlySet<SpawnFacts>, taken: Set<string>): Draft[] {
  const left = [...log.findings.spawns.values()].filter((spawn) => !used.has(spawn) && (spawn.agentId === null || byAgent.get(spawn.agentId) === spawn))
  return left.map((spawn): Draft => {
    const thread = `call:${spawn.callId}`
    const workerId = freeId(spawn.agentId ?? spawn.callId, thread, taken)
    return { workerId, log, thread, told: 'report', facts: null, spawn, caller: { workerId: member.workerId, log } }
  })
}

function tellingOf(thread: string): readonly [Telling | null, string] {
  const at = thread.indexOf(':')
  const [kind, name] = [thread.slice(0, at), thread.slice(at + 1)]
  return kind === 'inline' || kind === 'session' ? ['inline', name] : kind === 'progress' ? ['progress', name] : [null, '']
}

function placedOf(draft: Draft, format: FormatName, now: number): Placed {
  const { log, thread, facts, spawn, told } = draft
  const { findings } = log
  const isOwn = told === 'log'
  const stand = standing(draft, format, now)
  const isEnded = stand.status !== 'running' && stand.status !== 'detached'
  const end = isEnded && log.complete ? stand : null
  const startedAt = facts?.startedAt ?? spawn?.at ?? findings.startedAt ?? log.writtenAt ?? 0
  const name = spawn?.name ?? (isOwn ? findings.name : null)
  const agentType = spawn?.agentType ?? (isOwn ? (findings.agentType ?? draft.agentType) : null)
  const task = facts?.task ?? spawn?.task
  const summary = clipFact(facts?.reply ?? spawn?.reply ?? '')
  const view: ImportedWorker = {
    workerId: draft.workerId,
    startedAt,
    status: stand.status,
    kind: draft.workerId === MAIN_WORKER ? 'main' : 'subagent',
    ...(name ? { name } : {}),
    ...(agentType ? { agentType } : {}),
    ...(task ? { task } : {}),
    ...(summary ? { summary } : {}),
    ...(draft.caller ? { callerAgentId: draft.caller.workerId } : {}),
    ...(isOwn && findings.id !== null ? { sessionId: findings.id } : {}),
    ...(isEnded && stand.at !== null ? { endedAt: stand.at } : {}),
    ...(stand.error === undefined ? {} : { error: stand.error }),
    ...(log.complete ? { entryCount: log.total(thread) + (end ? 1 : 0) } : {}),
    ...(isOwn ? { bytes: log.progress.of } : {}),
    routeDecision: { engine: format, model: facts?.model ?? null },
    evidence: { what: stand.what, at: stand.at },
    told,
    counts: isOwn ? log.counts : null,
    problems: problemsOf(draft)
  }
  return { view, log, thread, end }
}

function problemsOf({ log, told }: Draft): string[] {
  const problems = told === 'log' ? [...log.findings.notes] : []
  if (log.problem) problems.push(log.problem.message)
  if (told === 'report') problems.push('It left no log of its own here: only its task and its result are known, from the log of its parent.')
  if (told === 'progress') problems.push('It left no log of its own here: this is what the log of its parent repeats of it.')
  return problems
}

/** How a worker stands, and what says so. */
function standing(draft: Draft, format: FormatName, now: number): Outcome {
  const { facts, spawn, log, caller } = draft
  const isFresh = [log, caller?.log].some((one) => one?.writtenAt != null && now - one.writtenAt < FRESH_MS)
  // In a Claude Code log the parent tells how a worker ended; everywhere else the worker's own log does.
  const told = format === 'claude-code' && spawn ? claudeOutcome(draft, spawn, isFresh) : (facts?.outcome ?? spawn?.outcome ?? null)
  if (told) return told
  const waitsFor = facts ? facts.waitsFor : 'its parent has started it and has no result yet'
  return open(waitsFor, facts?.lastAt ?? spawn?.at ?? log.writtenAt, isFresh)
}

function claudeOutcome({ facts }: Draft, spawn: SpawnFacts, isFresh: boolean): Outcome | null {
  const { outcome, background, at } = spawn
  const lastAt = facts?.lastAt ?? null
  if (outcome && facts && isFresh && facts.outcome === null && lastAt !== null && outcome.at !== null && lastAt > outcome.at + AFTER_RESULT_MS) {
    return { status: 'running', what: `it goes on after ${outcome.what}: ${facts.waitsFor}`, at: lastAt }
  }
  // A notification says "completed" of a worker that an error of the model has ended, too.
  if (outcome?.status === 'completed' && facts?.outcome?.error !== undefined) return facts.outcome
  if (outcome) return outcome
  const last = facts?.outcome ? `; ${facts.outcome.what}` : ''
  if (background) return { status: 'detached', what: `it was started in the background, and no notification of its end has come${last}`, at: lastAt ?? at }
  return open(`its parent waits for its result${last}`, lastAt ?? at, isFresh)
}

function open(what: string, at: number | null, isFresh: boolean): Outcome {
  const status: KnownStatus = isFresh ? 'running' : 'interrupted'
  return { status, what: isFresh ? what : `${what}, and nothing is being written any more`, at }
}
