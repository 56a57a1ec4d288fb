/** What a worker is and does now, derived from its Session's row, its inbox and what its driver tells. Reads only. */
import { STALE_AFTER_MS } from '../../shared/limits'
import type { ActivityInput, WorkerView } from '../../shared/model'
import type { Live } from '../session/driver-port'
import type { SessionRow } from '../session/log'
import type { WorkerActivity } from './worker-activity'

export interface ViewContext {
  readonly said: WorkerActivity
  readonly live: Live
  readonly canSteer: boolean
  /** The oldest request that waits for a human. */
  readonly ask: WorkerView['ask']
  /** Why the next turn has to wait, asked only where something waits; null when nothing holds it. */
  readonly hold: () => string | null
  /** False when the engine or the Project's folder is not there. */
  readonly reachable: boolean
}

export function workerView(session: SessionRow, context: ViewContext): WorkerView {
  const { live } = context
  const { pendingCount, activity } = context.said
  const status = statusOf(session, live)
  const hold = pendingCount > 0 ? context.hold() : null
  return {
    workerId: session.id,
    name: session.name,
    taskRef: session.taskRef,
    lifecycle: session.lifecycle,
    status,
    availability: !context.reachable ? 'unavailable' : live.resident ? 'live' : 'cold',
    phase: phaseOf(session, status, live, hold !== null, context.ask !== null),
    engine: session.engine === 'none' ? 'shell' : session.engine,
    model: session.model,
    createdAt: session.createdAt,
    lastOutcome: session.lastOutcome,
    evidence: evidenceOf(session, live),
    activity,
    turn:
      session.openTurn === null
        ? null
        : {
            number: session.openTurn,
            startedAt: session.openStartedAt ?? session.createdAt,
            steps: session.openSteps,
            stoppingSince: session.stoppingSince
          },
    turnCount: session.turnCount,
    pendingCount,
    parked: session.parked && pendingCount > 0,
    ask: context.ask,
    hold,
    usage: session.usage,
    parentId: session.parentId === session.projectId ? null : session.parentId,
    delegates: session.delegates,
    canSteer: context.canSteer
  }
}

/** The view with the texts of its activity cut for lists. */
export function cutActivity(view: WorkerView, maxChars: number): WorkerView {
  const cut = (input: ActivityInput | null) => (input === null ? null : { ...input, text: cutText(input.text, maxChars) })
  const { activity } = view
  return activity === null
    ? view
    : {
        ...view,
        activity: {
          ...activity,
          latestInput: cut(activity.latestInput),
          latestHumanInput: cut(activity.latestHumanInput),
          pendingHumanInputs: activity.pendingHumanInputs.map((input) => ({ ...input, text: cutText(input.text, maxChars) }))
        }
      }
}

/** At most `max` characters, never half of a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(max - 1)) ? max - 1 : max
  return text.slice(0, end)
}

export function isStale(session: Pick<SessionRow, 'openTurn'>, live: Live): boolean {
  if (session.openTurn === null) return false
  return live.failure !== null || live.quietMs === null || live.quietMs > STALE_AFTER_MS
}

export function statusOf(session: Pick<SessionRow, 'openTurn'>, live: Live): WorkerView['status'] {
  if (session.openTurn === null) return live.failure === null ? 'idle' : 'unknown'
  return isStale(session, live) ? 'unknown' : 'busy'
}

function phaseOf(session: SessionRow, status: WorkerView['status'], live: Live, held: boolean, asks: boolean): WorkerView['phase'] {
  if (session.lifecycle === 'deleting') return 'deleting'
  if (status === 'unknown') return 'unknown'
  if (session.openTurn === null) return held ? 'held' : 'idle'
  if (session.stoppingSince !== null) return 'stopping'
  if (asks) return 'waiting'
  return live.starting ? 'starting' : 'busy'
}

function evidenceOf(session: SessionRow, live: Live): WorkerView['evidence'] {
  if (session.openTurn !== null) {
    return { what: live.now?.what ?? 'model', since: live.now?.since ?? session.openStartedAt ?? session.createdAt, heardAt: live.heardAt }
  }
  const { lastOutcome, lastEndedAt, clearedAt, createdAt } = session
  return { what: lastOutcome?.kind ?? (clearedAt === null ? 'created' : 'cleared'), since: lastEndedAt ?? clearedAt ?? createdAt, heardAt: live.heardAt }
}
