/** The words of a turn and its messages. Shape and word say what happened; the age says since when. */
import { assertNever } from '../../shared/errors'
import type { Outcome, Source, Turn, TurnInput, Usage } from '../../shared/model'
import type { GlyphKind } from '../ui/Glyph'
import { formatClock, formatCount, formatDuration } from '../ui/format'
import type { IconName } from '../ui/Icon'
import { outcomeOf } from '../workers/status.logic'
import { isNotice } from './notice.logic'

/** The head of a turn: glyph, word, age, and what else is known, in the order of the line. */
export interface TurnWords {
  glyph: GlyphKind
  word: string
  /** `for`: it goes on since then. `ago`: it ended then. `heard`: the last sign of life. Null: no age is known. */
  age: { kind: 'for' | 'ago' | 'heard'; at: number } | null
  facts: string[]
  /** It ended in a way that somebody should look at. */
  failed: boolean
}

/** `staleSince` is when the engine was last heard, once that is too long ago to say that the turn runs. */
export function turnWords(turn: Turn, staleSince: number | null, isChild: boolean): TurnWords {
  if (turn.outcome === null || turn.endedAt === null) return openWords(turn, staleSince)
  const { glyph, word, why, failed } = outcomeWords(turn.outcome, isChild)
  const took = `took ${formatDuration(turn.endedAt - turn.startedAt)}`
  return {
    glyph,
    word,
    age: { kind: 'ago', at: turn.endedAt },
    facts: [...(why === '' ? [] : [why]), stepCount(turn.steps), took].filter((fact) => fact !== ''),
    failed
  }
}

function openWords(turn: Turn, staleSince: number | null): TurnWords {
  const step = turn.steps === 0 ? [] : [`step ${turn.steps}`]
  if (staleSince !== null) {
    const what = turn.now ? [`in ${turn.now.what}`] : []
    return { glyph: 'unknown', word: 'unknown', age: { kind: 'heard', at: staleSince }, facts: [...what, ...step], failed: false }
  }
  if (turn.stoppingSince !== null) {
    const asked = `asked at ${formatClock(turn.stoppingSince, 'second')}`
    return { glyph: 'busy', word: 'stopping', age: { kind: 'for', at: turn.stoppingSince }, facts: [asked, ...step], failed: false }
  }
  return { glyph: 'busy', word: 'running', age: { kind: 'for', at: turn.startedAt }, facts: step, failed: false }
}

/** The head of an open turn that waits for an answer since `askedAt`. */
export function askingWords(turn: Turn, askedAt: number): TurnWords {
  const step = turn.steps === 0 ? [] : [`step ${turn.steps}`]
  return { glyph: 'wait', word: 'waiting for you', age: { kind: 'for', at: askedAt }, facts: step, failed: false }
}

function stepCount(steps: number): string {
  if (steps === 0) return ''
  return steps === 1 ? '1 step' : `${steps} steps`
}

export interface OutcomeWords {
  glyph: GlyphKind
  word: string
  /** What the outcome itself adds, short enough for one line; empty when it adds nothing. */
  why: string
  failed: boolean
}

/** The words of the worker list, split for the head of a turn. `isChild`: another worker made this one. */
export function outcomeWords(outcome: Outcome, isChild: boolean): OutcomeWords {
  const { glyph, parts, failed } = outcomeOf(outcome, isChild)
  return { glyph, word: (parts[0]?.text ?? '').replace(/:$/, ''), why: whyOf(outcome), failed }
}

function whyOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'aborted':
      return outcome.reason.message ?? ''
    case 'error':
      return outcome.error.code === '' ? '' : `code ${outcome.error.code}`
    case 'interrupted':
      return 'the app closed in the middle'
    case 'completed':
    case 'blocked':
    case 'max-tokens':
      return ''
    default:
      return assertNever(outcome)
  }
}

/** What an ended turn without a reply says where its reply would stand; null when the outcome says it already. */
export function silenceWords(outcome: Outcome): string | null {
  switch (outcome.kind) {
    case 'error':
    case 'blocked':
      return null
    case 'completed':
    case 'aborted':
    case 'max-tokens':
    case 'interrupted':
      return 'None. The turn ended without a message.'
    default:
      return assertNever(outcome)
  }
}

/** The sentence of a turn that went wrong, with its code; null for a turn that has nothing to explain. */
export function faultOf(outcome: Outcome | null): { title: string; message: string; code: string } | null {
  if (outcome?.kind === 'error') {
    return { title: 'Error', message: outcome.error.message || 'The engine gave no reason.', code: outcome.error.code }
  }
  if (outcome?.kind === 'blocked') return { title: 'Blocked', message: outcome.message ?? 'No reason was given.', code: '' }
  return null
}

/** Whether the text of a turn may be sent once more: something went wrong, so that it may be worth it. */
export function canSendAgain(outcome: Outcome | null): boolean {
  return outcome !== null && (outcome.kind === 'error' || outcome.kind === 'blocked' || outcome.kind === 'interrupted')
}

/** All that a turn was asked, as one text. What the host told it of other workers is nothing to ask again. */
export function askedText(turn: Turn): string {
  const asked = turn.inputs.filter(({ source }) => source.kind === 'user' || source.kind === 'coordinator')
  return asked.map((input) => input.text).join('\n\n')
}

/**
 * Who sent an input: a worker or the Coordinator by its id, null for the operator, with the name to show where that one
 * is not there any more. `projectId` is the Coordinator's id.
 */
export function senderOf(source: Source, projectId: string | null): { workerId: string | null; name: string } {
  switch (source.kind) {
    case 'user':
      return { workerId: null, name: 'You' }
    case 'worker-completed':
      return { workerId: source.workerId, name: source.name }
    case 'coordinator':
      return { workerId: source.senderSessionId, name: source.senderSessionId === projectId ? 'Coordinator' : 'Parent worker' }
    case 'subagent-settled':
      return { workerId: source.senderSessionId, name: 'Subagent' }
    default:
      return assertNever(source)
  }
}

/** The margin of an input: what became of it, how it came, and where it landed. */
export function inputWords(input: TurnInput): { icon: IconName; state: string; facts: string } {
  const icon: Record<TurnInput['state'], IconName> = { delivered: 'landed', answered: 'answered', returned: 'undo' }
  const at = formatClock(input.deliveredAt, 'second')
  const where = input.state === 'returned' ? `before the engine had it, ${at}` : `step ${input.step} at ${at}`
  const how = isNotice(input.source) ? 'result' : input.delivery
  return { icon: icon[input.state], state: input.state, facts: `${how} · ${where}` }
}

/** What ran the turn: engine and model always, tokens and cost where there is room. */
export function engineWords(turn: Turn): { always: string; model: string | null; roomy: string } {
  const model = turn.model?.split('/').at(-1) ?? null
  const always = turn.engine === 'shell' ? 'shell' : `${turn.engine} · ${model ?? 'model not reported'}`
  return { always, model: turn.model, roomy: usageWords(turn.usage, turn.endedAt === null) }
}

function usageWords(usage: Usage | null, running: boolean): string {
  if (!usage) return ''
  const tokens = ` · ${formatCount(usage.inputTokens + usage.outputTokens)} tokens${running ? ' so far' : ''}`
  return usage.cost === null ? tokens : `${tokens} · ${formatCost(usage.cost)}`
}

/** US dollars: "$0.04", and what is less than a cent as such. */
export function formatCost(dollars: number): string {
  if (dollars > 0 && dollars < 0.01) return 'less than $0.01'
  return `$${dollars.toFixed(2)}`
}
