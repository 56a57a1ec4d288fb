/** The words of a turn and its messages. Shape and word say what happened; the age says since when. */
import { assertNever } from '../../shared/errors'
import type { Outcome, Source, Turn, TurnInput, Usage } from '../../shared/model'
import type { GlyphKind } from '../ui/Glyph'
import { formatClock, formatCost, formatCount, formatDuration } from '../ui/format'
import type { IconName } from '../ui/Icon'
import { outcomeOf } from '../workers/status.logic'
import { isNotice } from './notice.logic'
import { fromHost } from '../words'
import { words } from './words'

/** The head of a turn: glyph, word, age, and what else is known, in the order of the line. */
export interface TurnWords {
  glyph: GlyphKind
  word: string
  /** `for`: it goes on since then. `ago`: it ended then. `heard`: the last sign of life. Null: no age is known. */
  age: { kind: 'for' | 'ago' | 'heard'; at: number } | null
  facts: string[]
  /** The fact that says how many steps there are; empty for none. */
  steps: string
  /** It ended in a way that somebody should look at. */
  failed: boolean
}

/** The engine was last heard too long ago to say that its turn runs; null: never. */
export interface Stale {
  readonly heardAt: number | null
}

export function turnWords(turn: Turn, stale: Stale | null, isChild: boolean): TurnWords {
  if (turn.outcome === null || turn.endedAt === null) return openWords(turn, stale)
  const { glyph, word, why, failed } = outcomeWords(turn.outcome, isChild)
  const took = words().took(formatDuration(turn.tookMs ?? turn.endedAt - turn.startedAt))
  return {
    glyph,
    word,
    age: { kind: 'ago', at: turn.endedAt },
    facts: [...(why === '' ? [] : [why]), stepCount(turn.steps), took].filter((fact) => fact !== ''),
    steps: stepCount(turn.steps),
    failed
  }
}

function openWords(turn: Turn, stale: Stale | null): TurnWords {
  const say = words()
  const { step, steps } = stepOf(turn)
  if (stale !== null) {
    const what = turn.now ? [say.inTool(turn.now.what === 'model' ? say.model : fromHost(turn.now.what))] : []
    const { heardAt } = stale
    if (heardAt === null) return { glyph: 'unknown', word: say.unknown, age: null, facts: [say.neverHeard, ...what, ...step], steps, failed: false }
    return { glyph: 'unknown', word: say.unknown, age: { kind: 'heard', at: heardAt }, facts: [...what, ...step], steps, failed: false }
  }
  if (turn.stoppingSince !== null) {
    const asked = say.askedAt(formatClock(turn.stoppingSince, 'second'))
    return { glyph: 'busy', word: say.stopping, age: { kind: 'for', at: turn.stoppingSince }, facts: [asked, ...step], steps, failed: false }
  }
  return { glyph: 'busy', word: say.running, age: { kind: 'for', at: turn.startedAt }, facts: step, steps, failed: false }
}

/** The head of an open turn that waits for an answer since `askedAt`. */
export function askingWords(turn: Turn, askedAt: number): TurnWords {
  const say = words()
  const { step, steps } = stepOf(turn)
  return { glyph: 'wait', word: say.waitingForYou, age: { kind: 'for', at: askedAt }, facts: step, steps, failed: false }
}

/** The head of an open turn while the host cannot be heard: what it did at last, and no age. */
export function lostWords(turn: Turn, isAsking: boolean): TurnWords {
  const { was, inTool, model } = words()
  const { step, steps } = stepOf(turn)
  const word = turn.stoppingSince !== null ? was.stopping : isAsking ? was.waitingForYou : was.running
  const what = turn.now && !isAsking ? [inTool(turn.now.what === 'model' ? model : fromHost(turn.now.what))] : []
  return { glyph: 'unknown', word, age: null, facts: [...what, ...step], steps, failed: false }
}

function stepOf(turn: Turn): { step: string[]; steps: string } {
  const steps = turn.steps === 0 ? '' : words().step(turn.steps)
  return { step: steps === '' ? [] : [steps], steps }
}

function stepCount(steps: number): string {
  return steps === 0 ? '' : words().steps(steps)
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
  return { glyph, word: (parts[0]?.text ?? '').replace(/[:：]$/, ''), why: whyOf(outcome), failed }
}

function whyOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'aborted':
      return outcome.reason.message ?? ''
    case 'error':
      return outcome.error.code === '' ? '' : words().code(outcome.error.code)
    case 'interrupted':
      return words().appClosed
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
      return words().noReply
    default:
      return assertNever(outcome)
  }
}

/** The sentence of a turn that went wrong, with its code; null for a turn that has nothing to explain. */
export function faultOf(outcome: Outcome | null): { title: string; message: string; code: string } | null {
  const say = words()
  if (outcome?.kind === 'error') {
    return { title: say.error, message: fromHost(outcome.error.message) || say.engineGaveNoReason, code: outcome.error.code }
  }
  if (outcome?.kind === 'blocked') return { title: say.blocked, message: fromHost(outcome.message ?? '') || say.noReason, code: '' }
  return null
}

/** Where in the settings what went wrong is mended, as the action that leads there; null where it is not mended there. */
export function settingsOf(code: string): 'settings.models' | 'settings.agents' | null {
  if (code === 'AGENT_START' || code === 'AGENT_PROTOCOL') return 'settings.agents'
  return ['MODEL_AUTH', 'MODEL_UNKNOWN', 'MODEL_UNREACHABLE', 'MODEL_GARBAGE', 'MODEL_REFUSED'].includes(code) ? 'settings.models' : null
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
  const say = words()
  switch (source.kind) {
    case 'user':
      return { workerId: null, name: say.you }
    case 'worker-completed':
      return { workerId: source.workerId, name: source.name }
    case 'coordinator':
      return { workerId: source.senderSessionId, name: source.senderSessionId === projectId ? say.coordinator : say.parentWorker }
    case 'subagent-settled':
      return { workerId: source.senderSessionId, name: say.subagent }
    default:
      return assertNever(source)
  }
}

/** The margin of an input: what became of it, how it came, and where it landed. */
export function inputWords(input: TurnInput): { icon: IconName; state: string; facts: string } {
  const icon: Record<TurnInput['state'], IconName> = { delivered: 'landed', answered: 'answered', returned: 'undo' }
  const at = formatClock(input.deliveredAt, 'second')
  const say = words()
  const where = input.state === 'returned' ? say.beforeEngine(at) : say.stepAt(input.step, at)
  const how = say.how[isNotice(input.source) ? 'result' : input.delivery]
  return { icon: icon[input.state], state: say.state[input.state], facts: `${how} · ${where}` }
}

/** What ran the turn: engine or agent and model always, tokens and cost where there is room, and all that is known of it. */
export function engineWords(turn: Turn): { always: string; whole: string; roomy: string } {
  const model = turn.model?.split('/').at(-1) ?? null
  const { agent, mode, effort } = turn
  const ran = agent?.name ?? turn.engine
  const always = turn.engine === 'shell' ? 'shell' : `${ran} · ${model ?? words().modelNotReported}`
  const facts = [
    agent?.version ? `${agent.name} ${agent.version}` : ran,
    turn.model ?? '',
    mode === null ? '' : words().mode(mode),
    effort === null ? '' : words().effort(effort)
  ]
  return { always, whole: facts.filter((fact) => fact !== '').join(' · '), roomy: usageWords(turn.usage, turn.endedAt === null) }
}

function usageWords(usage: Usage | null, running: boolean): string {
  if (!usage) return ''
  const count = formatCount(usage.inputTokens + usage.outputTokens)
  const tokens = running ? words().tokensSoFar(count) : words().tokens(count)
  return usage.cost === null ? tokens : `${tokens} · ${formatCost(usage.cost)}`
}


/** Says which turns of how many are shown: "turns 25–34 of 34". */
export function windowWords(shown: readonly Turn[], totalTurns: number): string {
  const say = words()
  const first = shown[0]
  const last = shown.at(-1)
  if (!first || !last) return say.noTurns
  return first === last ? say.oneTurnOf(first.number, totalTurns) : say.turnsOf(first.number, last.number, totalTurns)
}

/**
 * The beginning of a text as one plain line: its first line that says something, without the marks of Markdown. A command
 * is no Markdown.
 */
export function gistOf(text: string, isCommand = false): string {
  const says = (line: string): boolean => /[\p{L}\p{N}]/u.test(line) && (isCommand || !/^\s*(?:```|~~~)/.test(line))
  const line = text.slice(0, 2_000).split('\n').find(says)?.trim() ?? ''
  return (isCommand ? line : withoutMarks(line)).slice(0, 300)
}

function withoutMarks(line: string): string {
  const plain = line.startsWith('|') ? line.replace(/^\|\s*|\s*\|$/g, '').replace(/\s*\|\s*/g, ' · ') : line.replace(/^[\s>#*+-]*(?:\[[ x]\]\s*)?/, '')
  return plain.replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1').replace(/\*\*|__|~~|`/g, '').trim()
}
