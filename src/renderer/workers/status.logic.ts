/** The one line that says what a worker does, how we know, and since when. The words are those of the whole product. */
import { assertNever } from '../../shared/errors'
import type { Outcome, WorkerView } from '../../shared/model'
import type { GlyphKind } from '../ui/Glyph'
import { formatAge } from '../ui/format'
import { fromHost } from '../words'
import { statusWords } from './words'

/**
 * A piece of the line. `word`: the status itself. `wait`: the same, where a human is needed. `fail`: red while nobody
 * has seen it. `age`: a figure that ticks.
 */
export interface StatusPart {
  readonly kind: 'word' | 'wait' | 'text' | 'age' | 'fail'
  readonly text: string
}

export interface Status {
  readonly glyph: GlyphKind
  /** Pieces that stand between the dots; the pieces of one group follow each other after a space. */
  readonly groups: readonly (readonly StatusPart[])[]
  /** The last turn failed: a human has to look at it. */
  readonly failed: boolean
}

/** Idle workers older than this are drawn muted, in ms. */
export const QUIET_AFTER_MS = 10 * 60_000

/** What can be said of a worker at `now` (the host's time in ms). */
export function statusOf(worker: WorkerView, now: number): Status {
  const { evidence, turn } = worker
  const say = statusWords()
  const since = age(now - evidence.since)
  const step = turn && turn.steps > 0 ? [[text(say.step(turn.steps))]] : []
  const what = evidence.what === '' ? [] : [text(evidence.what === 'model' ? say.model : fromHost(evidence.what))]
  switch (worker.phase) {
    case 'held':
      return { glyph: 'idle', groups: [[word(say.waits)], ...(worker.hold === null ? [] : [[text(asClause(fromHost(worker.hold)))]])], failed: false }
    case 'waiting': {
      const { ask } = worker
      const asked = wait(say.waitingForYou(formatAge(now - (ask?.since ?? evidence.since))))
      return { glyph: 'wait', groups: [[asked], ...(ask ? [[text(asClause(fromHost(ask.title)))]] : [])], failed: false }
    }
    case 'starting':
      return { glyph: 'start', groups: [[word(say.starting)], [text(say.engine), since]], failed: false }
    case 'busy':
      return { glyph: 'busy', groups: [[word(say.busy)], [...what, since], ...step], failed: false }
    case 'stopping': {
      const asked = age(now - (turn?.stoppingSince ?? evidence.since))
      return { glyph: 'busy', groups: [[word(say.stopping), asked], ...(what.length > 0 ? [what] : []), ...step], failed: false }
    }
    case 'unknown':
      return { glyph: 'unknown', groups: [[word(say.unknown)], lastHeard(evidence.heardAt, now)], failed: false }
    case 'deleting': {
      const last = evidence.what === 'model' ? say.theModel : fromHost(evidence.what)
      return { glyph: 'abort', groups: [[word(say.deleting), since], ...(turn ? [[text(say.waitsForEnd(last))]] : [])], failed: false }
    }
    case 'idle':
      return idle(worker, since)
    default:
      return assertNever(worker.phase)
  }
}

/**
 * The same while the host cannot be heard: what went on then is not known to go on now, so that it has the glyph of what
 * is not known and no age. What was at rest stays as it was.
 */
export function lastKnown(worker: WorkerView, now: number): Status {
  const { phase, evidence, turn } = worker
  if (phase === 'idle' || phase === 'unknown') return statusOf(worker, now)
  const say = statusWords()
  const isWork = phase === 'busy' || phase === 'stopping'
  const what = !isWork || evidence.what === '' ? [] : [[text(evidence.what === 'model' ? say.model : fromHost(evidence.what))]]
  const step = isWork && turn && turn.steps > 0 ? [[text(say.step(turn.steps))]] : []
  return { glyph: 'unknown', groups: [[word(say.was[phase])], ...what, ...step], failed: false }
}

/** Whether a row is muted: at rest for long, and nothing in it needs a human. */
export function isQuiet(worker: WorkerView, now: number, unseen: boolean): boolean {
  if (worker.phase !== 'idle' || unseen) return false
  return worker.lastOutcome === null || now - worker.evidence.since >= QUIET_AFTER_MS
}

/** The line as one sentence, for titles and screen readers. */
export function statusText(status: Status): string {
  return status.groups.map((group) => group.map((part) => part.text).join(' ')).join(' · ')
}

function idle(worker: WorkerView, since: StatusPart): Status {
  const outcome = worker.lastOutcome
  const say = statusWords()
  const cold = worker.availability === 'cold' ? [[text(say.cold)]] : []
  if (!outcome) return { glyph: 'idle', groups: [[text(say.idle)], [text(worker.evidence.what === 'cleared' ? say.cleared : say.noTurnYet)], ...cold], failed: false }
  const { glyph, parts, failed } = outcomeOf(outcome, worker.parentId !== null)
  return { glyph, groups: [[text(say.idle), since], parts, ...cold], failed }
}

/** How a turn ended, in words. `isChild`: of a worker that another worker made. */
export function outcomeOf(outcome: Outcome, isChild: boolean): { glyph: GlyphKind; parts: StatusPart[]; failed: boolean } {
  const say = statusWords()
  switch (outcome.kind) {
    case 'completed':
      return { glyph: 'ok', parts: [text(say.completed)], failed: false }
    case 'aborted':
      return { glyph: 'abort', parts: [text(stoppedBy(outcome.reason.kind, isChild))], failed: false }
    case 'blocked':
      return { glyph: 'block', parts: withDetail(say.blocked, outcome.message), failed: true }
    case 'error':
      return { glyph: 'error', parts: withDetail(say.error, outcome.error.message), failed: true }
    case 'max-tokens':
      return { glyph: 'max', parts: [fail(say.ranOut)], failed: true }
    case 'interrupted':
      return { glyph: 'intr', parts: [fail(say.interrupted)], failed: true }
    default:
      return assertNever(outcome)
  }
}

function stoppedBy(kind: Extract<Outcome, { kind: 'aborted' }>['reason']['kind'], isChild: boolean): string {
  const { stopped } = statusWords()
  return kind === 'parent' && !isChild ? stopped.coordinator : stopped[kind]
}

/** A sentence as a part of the line: without its dot, and with a small first letter where that is no name. */
export function asClause(sentence: string): string {
  const clause = sentence.trim().replace(/\.$/, '')
  return /^\p{Lu}\p{Ll}*(?=\s)/u.test(clause) && !clause.endsWith('?') ? clause.charAt(0).toLowerCase() + clause.slice(1) : clause
}

function withDetail(label: string, detail: string | undefined): StatusPart[] {
  // A row has one line: the first one of the message.
  const line = fromHost(detail?.split('\n', 1)[0]?.trim() ?? '')
  return line ? [fail(statusWords().withDetail(label)), text(line)] : [fail(label)]
}

function lastHeard(heardAt: number | null, now: number): StatusPart[] {
  const say = statusWords()
  return heardAt === null ? [text(say.neverHeard)] : [text(say.lastHeard), age(now - heardAt), text(say.ago)]
}

const word = (value: string): StatusPart => ({ kind: 'word', text: value })
const wait = (value: string): StatusPart => ({ kind: 'wait', text: value })
const text = (value: string): StatusPart => ({ kind: 'text', text: value })
const fail = (value: string): StatusPart => ({ kind: 'fail', text: value })
const age = (ms: number): StatusPart => ({ kind: 'age', text: formatAge(ms) })
