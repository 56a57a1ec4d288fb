/**
 * Tells whoever is in charge that a worker's turn has ended. Written in the transaction that ends the turn, under an id
 * made of worker and turn, so that it arrives exactly once whatever crashes when.
 */
import type { Outcome, ProjectConduct, Source } from '../../shared/model'
import type { Database } from '../store/database'
import type { InboxMessage } from '../session/events'
import type { SessionLog, SessionRow } from '../session/log'
import type { Sessions } from '../session/sessions'
import { isWorking } from './children'
import type { Projects } from './projects'

export class Completions {
  constructor(
    private readonly db: Database,
    private readonly log: SessionLog,
    private readonly projects: Projects,
    private readonly sessions: () => Sessions
  ) {}

  /** Called inside the transaction that ends a turn of any Session. */
  turnEnded(session: SessionRow, turn: number, outcome: Outcome): void {
    if (session.parentId === null) return
    if (session.parentId === session.projectId) this.#tellCoordinator(session, turn, outcome)
    else this.#tellParent(session, session.parentId, turn, outcome)
  }

  /** A Session was deleted: an agent that had only been waiting for it has settled now, and was not told of before. */
  removed(session: SessionRow): void {
    const waited = session.parentId === null ? undefined : this.log.get(session.parentId)
    if (!waited || waited.parentId === null || waited.parentId === waited.projectId || waited.lastOutcome === null) return
    const { id, parentId, turnCount, lastOutcome } = waited
    this.db.transaction(() => this.#tellParent({ id }, parentId, turnCount, lastOutcome))
  }

  #tellCoordinator(worker: SessionRow, turn: number, outcome: Outcome): void {
    const { conduct } = this.projects.get(worker.projectId)
    // A human Coordinator sees it on the screen: nothing piles up.
    if (!conduct.coordinator.enabled || conduct.coordinator.engine === 'none') return
    this.#notify(worker.projectId, {
      messageId: `completed-${worker.id}-${turn}`,
      text: this.log.lastReply(worker.id, turn) ?? '',
      source: { kind: 'worker-completed', workerId: worker.id, name: worker.name, turn, outcome },
      wakes: wakes(conduct.quiet, outcome)
    })
  }

  /** A delegating worker hears of a child once it has settled: nothing waits that it would go on with, nor an agent that it started. */
  #tellParent(child: Pick<SessionRow, 'id'>, parentId: string, turn: number, outcome: Outcome): void {
    // As it is now: stopping has parked what waits.
    const now = this.log.get(child.id)
    if (now && isWorking(this.log, now)) return
    const closing = this.log.lastReply(child.id, turn)
    const summary = settledSummary(child.id, outcome)
    this.#notify(parentId, {
      messageId: `settled-${child.id}-${turn}`,
      text: [summary, closing === null ? 'It left no closing message.' : `Its closing message:\n\n${closing}`].join('\n'),
      source: { kind: 'subagent-settled', form: 'notice', summary, senderSessionId: child.id },
      wakes: true
    })
  }

  #notify(sessionId: string, notice: { messageId: string; text: string; source: Source; wakes: boolean }): void {
    const driver = this.sessions().driver(sessionId)
    driver.notify(notice)
    this.db.afterCommit(() => driver.dispatch())
  }
}

function wakes(quiet: ProjectConduct['quiet'], outcome: Outcome): boolean {
  switch (quiet) {
    case 'none':
      return true
    case 'all':
      return false
    case 'stopped':
      return !(outcome.kind === 'aborted' && outcome.reason.kind === 'user')
    default:
      return quiet satisfies never
  }
}

function settledSummary(id: string, outcome: Outcome): string {
  switch (outcome.kind) {
    case 'completed':
      return `Background subagent ${id} finished and will do no further work unless you send it more.`
    case 'aborted':
    case 'interrupted':
      return `Background subagent ${id} was stopped before it finished.`
    case 'max-tokens':
      return `Background subagent ${id} ran out of room before it finished.`
    case 'blocked':
      return `Background subagent ${id} declined the task.`
    case 'error':
      return `Background subagent ${id} failed before it finished.`
    default:
      return outcome satisfies never
  }
}

/** An input as its engine reads it: a completion says whose it is before its body. */
export function inputText(message: Pick<InboxMessage, 'text' | 'source'>): string {
  const { source } = message
  if (source.kind !== 'worker-completed') return message.text
  const head = `Worker "${source.name}" (worker_id ${source.workerId}) ended turn ${source.turn}: ${outcomeWords(source.outcome)}.`
  return message.text === '' ? `${head}\nIt left no reply.` : `${head}\nIts reply:\n\n${message.text}`
}

function outcomeWords(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'aborted':
      return `aborted (${outcome.reason.kind})`
    case 'error':
      return `error (${outcome.error.code}): ${outcome.error.message}`
    case 'blocked':
      return outcome.message ? `blocked: ${outcome.message}` : 'blocked'
    case 'completed':
    case 'max-tokens':
    case 'interrupted':
      return outcome.kind
    default:
      return outcome satisfies never
  }
}
