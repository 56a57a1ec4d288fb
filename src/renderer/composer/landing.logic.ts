/** Says before it happens where a message will land. */
import type { Delivery, PendingMessage, ProjectView, WorkerView } from '../../shared/model'

export type Target = Pick<
  WorkerView,
  'phase' | 'engine' | 'availability' | 'canSteer' | 'turn' | 'turnCount' | 'evidence' | 'parked' | 'hold'
>

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

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

/** The sentences of the composer's margin. `ahead`: queued messages that will go first. */
export function landingWords(worker: Target, delivery: Delivery, ahead: number): string[] {
  const next = nextTurnNumber(worker)
  if (!worker.turn) {
    if (delivery === 'steer' && worker.parked) return [`Opens turn ${next}, together with what is parked.`]
    if (ahead > 0 || worker.hold !== null) return [queueSentence(next, ahead), ...(worker.hold === null ? [] : [worker.hold])]
    return [startsFirst(worker) ? `Opens turn ${next}, once the engine has started.` : `Opens turn ${next} at once.`]
  }
  if (delivery === 'steer' && canJoin(worker)) return [`Lands at step ${worker.turn.steps + 1}${joinWords(worker)}.`]
  const opens = queueSentence(next, ahead)
  if (!worker.canSteer) return [opens, `Waits: ${whyNoSteer(worker)}.`]
  if (delivery === 'steer') return [`Turn ${worker.turn.number} is stopping.`, opens]
  return [opens]
}

/**
 * What will hold the next turn of a worker at rest, also while nothing waits for it yet, so that the host has not said so;
 * null when nothing will.
 */
export function expectedHold(worker: Pick<WorkerView, 'workerId' | 'hold' | 'turn'>, project: ProjectView | null): string | null {
  if (worker.hold !== null || worker.turn !== null || project === null) return worker.hold
  if (project.paused) return 'The Project is paused.'
  const { maxBusy } = project.conduct
  // The Coordinator counts as no worker.
  return worker.workerId !== project.sessionId && project.busy >= maxBusy ? `${maxBusy} of ${maxBusy} workers are busy.` : null
}

/** Why this worker cannot be steered, as the end of a sentence. */
export function whyNoSteer(worker: Pick<Target, 'engine'>): string {
  return worker.engine === 'shell'
    ? 'a shell command cannot take a message while it runs'
    : 'this engine cannot take a message while it works'
}

/** A cold agent takes a moment to wake up; a shell has nothing to wake. */
function startsFirst(worker: Target): boolean {
  return worker.phase === 'starting' || (worker.engine !== 'shell' && worker.availability === 'cold')
}

function joinWords(worker: Target): string {
  if (worker.turn?.steps === 0) return ''
  if (worker.phase === 'waiting') return ', after your answer'
  if (worker.phase === 'unknown') return ', once the worker is heard again'
  const { what } = worker.evidence
  return what === 'model' || what === '' ? ', when the model has answered' : `, when ${what} ends`
}

function queueSentence(next: number, ahead: number): string {
  if (ahead === 0) return `Opens turn ${next}.`
  return `Opens turn ${next + ahead}, after ${NUMBERS[ahead] ?? ahead} other${ahead === 1 ? '' : 's'}.`
}

/** Where a pending message will land: the end of its margin line. `index`: its place among the queued ones. */
export function pendingLanding(worker: Target, message: Pick<PendingMessage, 'delivery' | 'parked' | 'note'>, index: number): string {
  if (message.parked) return 'waits for you'
  const next = nextTurnNumber(worker)
  if (message.delivery === 'steer') return canJoin(worker) ? `lands at step ${(worker.turn?.steps ?? 0) + 1}` : `opens turn ${next}`
  if (index === 0) return message.note === null ? `opens turn ${next}` : `cannot steer, so opens turn ${next}`
  return `turn ${next + index}, ${ordinal(index + 1)} in line`
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const SUFFIXES: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
const plurals = new Intl.PluralRules('en', { type: 'ordinal' })

function ordinal(place: number): string {
  return ORDINALS[place - 1] ?? `${place}${SUFFIXES[plurals.select(place)] ?? 'th'}`
}
