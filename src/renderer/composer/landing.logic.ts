/** Says before it happens where a message will land. */
import type { Delivery, PendingMessage, ProjectView, WorkerView } from '../../shared/model'
import { fromHost } from '../words'
import { landing } from './words'

export type Target = Pick<
  WorkerView,
  'phase' | 'engine' | 'availability' | 'canSteer' | 'turn' | 'turnCount' | 'evidence' | 'parked' | 'hold'
>

/** The number of the turn that opens next. */
export function nextTurnNumber(worker: Target): number {
  return (worker.turn?.number ?? worker.turnCount) + 1
}

/** Whether a turn runs that a message has to wait for or can join. */
export function isBusy(worker: Target): boolean {
  return worker.turn !== null
}

/** Whether a steer would join the running turn. A turn that is stopping takes nothing more. */
export function canJoin(worker: Target): boolean {
  return worker.canSteer && worker.turn !== null && worker.turn.stoppingSince === null
}

/** In how many turns parked messages will run once they may: all steers with the first of the queue, each other queued one by itself. */
export function turnsOfParked(parked: readonly Pick<PendingMessage, 'delivery'>[]): number {
  return Math.max(parked.filter(({ delivery }) => delivery === 'queue').length, Math.min(parked.length, 1))
}

/**
 * The sentences of the composer's margin. `ahead`: queued messages that will go first; `steers`: those that wait for the next
 * turn while none runs. A new message lets all that is parked run.
 */
export function landingWords(worker: Target, delivery: Delivery, ahead: number, steers = 0): string[] {
  const say = landing()
  const next = nextTurnNumber(worker)
  const opens = ahead === 0 ? say.opens(next) : say.opensAfter(next + ahead, ahead)
  if (!worker.turn) {
    // A turn takes all steers, and the first of the queue with them.
    if (worker.parked && delivery === 'steer' && ahead + steers > 0) return [say.opensWithParked(next, Math.max(ahead - 1, 0))]
    if (worker.parked && ahead === 0 && steers > 0) return [say.opensWithParked(next, 0)]
    if (ahead > 0 || worker.hold !== null) return [opens, ...(worker.hold === null ? [] : [fromHost(worker.hold)])]
    return [startsFirst(worker) ? say.opensOnceStarted(next) : say.opensAtOnce(next)]
  }
  if (delivery === 'steer' && canJoin(worker)) return [joinWords(worker, worker.turn.steps + 1)]
  if (!worker.canSteer) return [opens, say.waits(whyNoSteer(worker))]
  if (delivery === 'steer') return [say.isStopping(worker.turn.number), opens]
  return [opens]
}

/**
 * What will hold the next turn of a worker at rest, also while nothing waits for it yet, so that the host has not said so;
 * null when nothing will.
 */
export function expectedHold(worker: Pick<WorkerView, 'workerId' | 'hold' | 'turn'>, project: ProjectView | null): string | null {
  if (worker.hold !== null || worker.turn !== null || project === null) return worker.hold
  if (project.paused) return landing().paused
  const { maxBusy } = project.conduct
  // The Coordinator counts as no worker.
  return worker.workerId !== project.sessionId && project.busy >= maxBusy ? landing().allBusy(maxBusy) : null
}

/** Why this worker cannot be steered, as the end of a sentence. */
export function whyNoSteer(worker: Pick<Target, 'engine'>): string {
  return worker.engine === 'shell' ? landing().noSteer.shell : landing().noSteer.engine
}

/** A cold agent takes a moment to wake up; a shell has nothing to wake. */
function startsFirst(worker: Target): boolean {
  return worker.phase === 'starting' || (worker.engine !== 'shell' && worker.availability === 'cold')
}

function joinWords(worker: Target, step: number): string {
  const say = landing()
  if (worker.turn?.steps === 0) return say.lands(step)
  if (worker.phase === 'waiting') return say.landsAfterAnswer(step)
  if (worker.phase === 'unknown') return say.landsOnceHeard(step)
  const { what } = worker.evidence
  return what === 'model' || what === '' ? say.landsAfterModel(step) : say.landsAfter(step, what)
}

/** Where a pending message will land: the end of its margin line. `index`: its place among the queued ones. */
export function pendingLanding(worker: Target, message: Pick<PendingMessage, 'delivery' | 'parked' | 'note'>, index: number): string {
  const say = landing().pending
  if (message.parked) return say.waitsForYou
  const next = nextTurnNumber(worker)
  if (message.delivery === 'steer') return canJoin(worker) ? say.landsAt((worker.turn?.steps ?? 0) + 1) : say.opens(next)
  if (index === 0) return message.note === null ? say.opens(next) : say.cannotSteer(next)
  return say.inLine(next + index, index + 1)
}
