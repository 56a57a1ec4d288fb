/** What the events of a Session's log mean in its record. */
import type { KnownStatus } from '../../shared/records'
import { assertNever } from '../../shared/errors'
import type { Outcome } from '../../shared/model'
import { visibleText, type SessionEvent } from '../session/events'
import type { DraftEntry } from './sensitive'

/** Longest text of one entry, in characters; the rest is counted. Messages are shorter, replies may not be. */
const TEXT_MAX = 2_000_000
const PATH_MAX = 4_096

export interface Drafting {
  /** Whether the Session's parent is the Coordinator itself. */
  readonly direct: boolean
  /** `toolId`s of calls that have no result yet; kept up to date here. */
  readonly open: Set<string>
}

/** The entries of one event, in order; none for an event that a record does not tell. */
export function draftsOf(event: SessionEvent, drafting: Drafting): DraftEntry[] {
  const at = event.time
  switch (event.type) {
    case 'turn/start': {
      const { turn, engine, model } = event.data
      return [{ kind: 'route', at, turn, routeDecision: { engine, model } }]
    }
    case 'user/message': {
      const { turn, id, content, source, attachments } = event.data
      const files = attachments?.map(({ name, bytes }) => ({ name, bytes })) ?? []
      const came = files.length === 0 ? {} : { attachments: files }
      return [{ kind: 'prompt', at, turn, text: cut(visibleText(content)), messageId: id, from: source.kind, ...came }]
    }
    case 'assistant/message': {
      const { turn, message } = event.data
      const thinking = message.content.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('\n')
      const text = visibleText(message.content)
      const entry = { at, turn, messageId: message.id }
      return [
        ...(thinking.trim() === '' ? [] : [{ kind: 'thinking' as const, ...entry, text: cut(thinking) }]),
        ...(text.trim() === '' ? [] : [{ kind: 'text' as const, ...entry, text: cut(text) }])
      ]
    }
    case 'tool/call': {
      const { turn, callId, name } = event.data
      const toolId = toolIdOf(turn, callId)
      drafting.open.add(toolId)
      return [{ kind: 'tool', at, turn, toolId, toolName: name, toolPhase: 'requested', input: argumentsOf(event.data.arguments) }]
    }
    case 'tool/answered': {
      const { turn, callId, allowed } = event.data
      const toolId = toolIdOf(turn, callId)
      return drafting.open.has(toolId) ? [{ kind: 'tool_patch', at, turn, toolId, toolPhase: allowed ? 'executing' : 'requested' }] : []
    }
    case 'tool/result': {
      const { turn, message, meta } = event.data
      const toolId = toolIdOf(turn, message.toolCallId)
      drafting.open.delete(toolId)
      const toolPhase = event.data.cut ? 'interrupted' : message.isError ? 'failed' : 'completed'
      return [
        { kind: 'tool_patch', at, turn, toolId, toolPhase, isError: message.isError, summary: visibleText(message.content) },
        ...meta.diffs
          .filter(({ path }) => isPath(path))
          .map(({ path, how }): DraftEntry => ({ kind: 'artifact', at, turn, toolId, path, how }))
      ]
    }
    case 'deliverables/presented': {
      const { turn, callId, files } = event.data
      return files
        .filter(({ path }) => isPath(path))
        .map(({ path, description }) => ({
          kind: 'artifact',
          at,
          turn,
          toolId: toolIdOf(turn, callId),
          path,
          how: 'presented',
          ...(description === undefined ? {} : { description })
        }))
    }
    case 'turn/end': {
      const { turn, reason } = event.data
      const left = [...drafting.open]
      drafting.open.clear()
      const error = errorOf(reason)
      return [
        ...left.map((toolId): DraftEntry => ({ kind: 'tool_patch', at, turn, toolId, toolPhase: 'interrupted' })),
        { kind: 'end', at, turn, status: statusOfOutcome(reason, drafting.direct), ...(error === null ? {} : { error }) }
      ]
    }
    case 'agent/inbox/spliced':
    case 'step/start':
    case 'step/end':
    case 'turn/ran':
    case 'turn/remark':
    case 'turn/stopping':
    case 'worker/updated':
    case 'conversation/cleared':
      return []
    default:
      return assertNever(event)
  }
}

/**
 * What a turn's end says of its worker. The operator and the Coordinator stop a worker; an agent in between that stops
 * one of its own takes it along with itself.
 */
export function statusOfOutcome(outcome: Outcome, direct: boolean): KnownStatus {
  switch (outcome.kind) {
    case 'completed':
      return 'completed'
    case 'error':
    case 'blocked':
    case 'max-tokens':
      return 'failed'
    case 'aborted': {
      const by = outcome.reason.kind
      return by === 'user' || (by === 'parent' && direct) ? 'stopped' : 'aborted'
    }
    case 'interrupted':
      return 'interrupted'
    default:
      return assertNever(outcome)
  }
}

/** What went wrong, in words; null where nothing did. */
export function errorOf(outcome: Outcome): string | null {
  switch (outcome.kind) {
    case 'completed':
      return null
    case 'error':
      return outcome.error.message
    case 'blocked':
      return outcome.message ?? 'The turn was blocked.'
    case 'max-tokens':
      return 'The model ran out of room.'
    case 'aborted':
      return outcome.reason.message ?? null
    case 'interrupted':
      return 'Crewdeck ended while the turn ran.'
    default:
      return assertNever(outcome)
  }
}

/** Engines promise ids that are unique within a turn. */
function toolIdOf(turn: number, callId: string): string {
  return `${turn}:${callId}`
}

function argumentsOf(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}

function isPath(path: string): boolean {
  // oxlint-disable-next-line eslint/no-control-regex -- that is what must not be in it
  return path !== '' && path.length <= PATH_MAX && !/[\u0000-\u001f\u007f]/.test(path)
}

function cut(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}\n[${text.length - TEXT_MAX} more characters]`
}
