/**
 * Turns written out, page by page: however long a worker's past is, one page of it is in memory, and the host does other
 * work between two pages.
 */
import { setImmediate as otherWork } from 'node:timers/promises'
import { Refusal } from '../../shared/errors'
import { EXPORT_VERSION, type ExportWhat } from '../../shared/export'
import type { Turn } from '../../shared/model'
import { momentOf, turnMarkdown } from '../../shared/turn-markdown'
import type { Projects } from '../project/projects'
import type { Workers } from '../project/workers'
import type { SessionLog, SessionRow } from '../session/log'
import { readTurns, withoutGone } from './turns'

/** Turns that are read at once. */
const PAGE = 20
/** Longest name of a file, in characters, without its ending. */
const NAME_MAX = 80

export interface ExportSources {
  readonly log: SessionLog
  readonly projects: Projects
  readonly workers: Workers
  readonly clock: () => number
}

/** Something to write: what to call it, and its text piece by piece. */
export interface Written {
  /** The name of a file, with its ending. */
  readonly name: string
  /** Its media type. */
  readonly type: string
  chunks(): AsyncGenerator<string | Uint8Array, void>
}

/** @throws Refusal NOT_FOUND when there is no such Project, worker or turn */
export function written(what: ExportWhat, sources: ExportSources): Written {
  const { log, projects, workers } = sources
  const project = projects.get(what.sessionId)
  const sessions = what.workerId === null ? allOf(what.sessionId, sources) : [workers.member(what.sessionId, what.workerId, 'project')]
  const [first] = sessions
  if (what.turn !== null && (!first || what.turn > first.turnCount || what.turn <= first.clearedTurns)) {
    throw new Refusal('NOT_FOUND', `There is no turn ${what.turn} here.`)
  }
  const title = what.workerId === null ? projects.view(project).name : nameOf(first, what)
  const isMarkdown = what.format === 'markdown'
  return {
    name: `${fileName(what.turn === null ? title : `${title} ${what.turn}`)}.${isMarkdown ? 'md' : 'json'}`,
    type: isMarkdown ? 'text/markdown; charset=utf-8' : 'application/json; charset=utf-8',
    chunks: () => (isMarkdown ? asMarkdown(what, sessions, log) : asJson(what, title, sessions, sources))
  }
}

/** The Coordinator, if it has a past, and the workers that are visible, in the order of their creation. */
function allOf(projectId: string, { log, workers }: ExportSources): SessionRow[] {
  const ids = workers.list(projectId).map((worker) => worker.workerId)
  const rows = [projectId, ...ids].flatMap((id) => log.get(id) ?? [])
  return rows.filter((row) => row.id !== projectId || row.turnCount > 0)
}

/** A Coordinator has no name of its own. */
function nameOf(session: SessionRow | undefined, { sessionId, language }: ExportWhat): string {
  return session === undefined || session.id === sessionId ? (language === 'zh' ? '协调者' : 'Coordinator') : session.name
}

async function* asMarkdown(what: ExportWhat, sessions: readonly SessionRow[], log: SessionLog): AsyncGenerator<string, void> {
  for (const [index, session] of sessions.entries()) {
    yield `${index === 0 ? '' : '\n'}# ${nameOf(session, what).replace(/\s+/g, ' ')}\n`
    for await (const turn of turnsOf(log, session, what.turn)) yield `\n${turnMarkdown(turn, what.sessionId, what.language)}`
  }
}

async function* asJson(what: ExportWhat, title: string, sessions: readonly SessionRow[], { log, clock }: ExportSources): AsyncGenerator<string, void> {
  const head = { crewdeckExport: EXPORT_VERSION, exportedAt: clock(), sessionId: what.sessionId, title }
  yield `${JSON.stringify(head).slice(0, -1)},"workers":[`
  for (const [index, session] of sessions.entries()) {
    const { id: workerId, engine, model, createdAt, parentId } = session
    const worker = { workerId, name: nameOf(session, what), engine, model, createdAt, parentId }
    yield `${index === 0 ? '\n' : ',\n'}${JSON.stringify(worker).slice(0, -1)},"turns":[`
    let isFirst = true
    for await (const turn of turnsOf(log, session, what.turn)) {
      yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(turn)}`
      isFirst = false
    }
    yield ']}'
  }
  yield ']}\n'
}

async function* turnsOf(log: SessionLog, { id, turnCount, clearedTurns }: SessionRow, only: number | null): AsyncGenerator<Turn, void> {
  const last = only ?? turnCount
  for (let first = only ?? clearedTurns + 1; first <= last; first += PAGE) {
    for (const { view } of readTurns(log, id, first, Math.min(first + PAGE - 1, last))) yield withoutGone(log, view)
    await otherWork()
  }
}

function fileName(title: string): string {
  return `${[...takenName(title)].slice(0, NAME_MAX).join('').trim() || 'Crewdeck'} ${momentOf(Date.now()).slice(0, 10)}`
}

/** What every file system takes of a name; may be empty. */
export function takenName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- just those are not taken
  return name.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, ' ').replace(/\s+/g, ' ').replace(/^[. ]+|[. ]+$/g, '')
}
