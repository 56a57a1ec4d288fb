/**
 * Turns what an engine reports into events of the log. Facts of a few milliseconds are committed together, with those of
 * other turns, and the disk is not waited for: a turn whose machine has lost its power is `interrupted` in any case, a fact
 * sooner or later. A steer's receipt is committed durably and at once, since it is the moment from which its message
 * belongs to the turn.
 */
import type { AssistantMessage, PresentedFile, RunFacts, ToolCall, ToolResult, TurnSink } from '../engine/engine'
import { TOOL_TEXT_MAX } from '../engine/engine'
import type { Now } from '../../shared/model'
import type { EventBody, InboxMessage } from './events'
import type { GroupMember } from './group-commit'
import type { SessionLog } from './log'
import type { Durability } from '../store/database'

export interface RecorderPort {
  /** Events were written, or a fact that is not durable has changed. */
  readonly onNow: (now: Now | null) => void
  readonly onHeard: () => void
  readonly onFirstStep: () => void
  /** The log could not be written; the turn cannot go on truthfully. */
  readonly onFailure: (error: unknown) => void
  readonly clock: () => number
  /** What goes on between two tool calls: `model`, or the engine's own name where no model runs. */
  readonly between: string
}

export class TurnRecorder implements TurnSink, GroupMember {
  #queued: EventBody[] = []
  #closed = false
  #step = 0

  constructor(
    private readonly log: SessionLog,
    private readonly sessionId: string,
    private readonly turn: number,
    private readonly port: RecorderPort
  ) {}

  get steps(): number {
    return this.#step
  }

  step(number: number): void {
    if (this.#closed) return
    const first = this.#step === 0
    this.#add(...this.#endStep(), { type: 'step/start', data: { turn: this.turn, step: number } })
    this.#step = number
    this.port.onNow({ what: this.port.between, detail: '', since: this.port.clock() })
    if (first) this.port.onFirstStep()
  }

  steered(messageIds: readonly string[], step: number): void {
    if (this.#closed) return
    this.flush()
    this.#commit(() => {
      const bodies: EventBody[] = []
      const waiting = this.log.inbox.all(this.sessionId).filter((entry) => entry.target === 'next-step')
      for (const id of messageIds) {
        const start = waiting.findIndex((entry) => entry.message.id === id)
        const [entry] = start < 0 ? [] : waiting.splice(start, 1)
        if (!entry) continue
        bodies.push(
          { type: 'agent/inbox/spliced', data: { target: 'next-step', start, removedCount: 1, inserted: [] } },
          inputEvent(this.turn, step, entry.message)
        )
      }
      this.log.append(this.sessionId, bodies)
    })
    this.port.onHeard()
  }

  assistant(message: AssistantMessage): void {
    const thinking = message.thinking ? [{ type: 'reasoning' as const, text: message.thinking }] : []
    this.#add({
      type: 'assistant/message',
      data: {
        turn: this.turn,
        step: this.#step,
        message: { id: message.id, role: 'assistant', content: [...thinking, { type: 'text', text: message.text }] },
        ...(message.model === undefined ? {} : { model: message.model }),
        ...(message.usage === undefined ? {} : { usage: message.usage })
      }
    })
  }

  toolCall(call: ToolCall): void {
    if (this.#closed) return
    const bounded = bound(call.arguments)
    this.#add({
      type: 'tool/call',
      data: { turn: this.turn, step: this.#step, callId: call.callId, name: call.name, arguments: bounded }
    })
    this.port.onNow({ what: call.name, detail: summarize(call.arguments), since: this.port.clock() })
  }

  /** The operator has answered what a call had to wait for. */
  answered(callId: string, allowed: boolean): void {
    this.#add({ type: 'tool/answered', data: { turn: this.turn, step: this.#step, callId, allowed } })
  }

  toolResult(result: ToolResult): void {
    if (this.#closed) return
    this.#add({
      type: 'tool/result',
      data: {
        turn: this.turn,
        step: this.#step,
        name: result.name,
        message: {
          role: 'tool',
          toolCallId: result.callId,
          isError: result.isError,
          content: [{ type: 'text', text: bound(result.text) }]
        },
        meta: { diffs: result.isError ? [] : result.changes.map((change) => ({ ...change })) }
      }
    })
    this.port.onNow({ what: this.port.between, detail: '', since: this.port.clock() })
  }

  presented(callId: string, files: readonly PresentedFile[]): void {
    this.#add({
      type: 'deliverables/presented',
      data: {
        turn: this.turn,
        callId,
        files: files.map(({ path, description, after }) => ({
          path,
          ...(description === null ? {} : { description }),
          ...(after === undefined ? {} : { after })
        }))
      }
    })
  }

  ran(facts: RunFacts): void {
    this.#add({ type: 'turn/ran', data: { turn: this.turn, ...facts } })
  }

  remark(text: string): void {
    this.#add({ type: 'turn/remark', data: { turn: this.turn, text } })
  }

  now(now: Now | null): void {
    if (this.#closed) return
    this.port.onHeard()
    this.port.onNow(now)
  }

  heard(): void {
    if (!this.#closed) this.port.onHeard()
  }

  /** Writes what is queued now. */
  flush(): void {
    const work = this.take()
    if (work) this.#commit(work, 'soon')
  }

  take(): (() => void) | null {
    if (this.#queued.length === 0) return null
    const bodies = this.#queued
    this.#queued = []
    return () => void this.log.append(this.sessionId, bodies)
  }

  failed(error: unknown): void {
    this.port.onFailure(error)
  }

  /** The last events before `turn/end`; nothing that the engine still reports is recorded afterwards. */
  close(): EventBody[] {
    this.#closed = true
    const rest = [...this.#queued, ...this.#endStep()]
    this.#queued = []
    return rest
  }

  #endStep(): EventBody[] {
    return this.#step === 0 ? [] : [{ type: 'step/end', data: { turn: this.turn, step: this.#step } }]
  }

  #add(...bodies: EventBody[]): void {
    if (this.#closed) return
    this.#queued.push(...bodies)
    this.port.onHeard()
    this.log.facts.add(this)
  }

  #commit(work: () => void, durability: Durability = 'durable'): void {
    try {
      this.log.transaction(work, durability)
    } catch (error) {
      this.port.onFailure(error)
    }
  }
}

/** An accepted message as the input that a turn has taken. */
export function inputEvent(
  turn: number,
  step: number,
  message: Pick<InboxMessage, 'id' | 'text' | 'source' | 'delivery' | 'acceptedAt' | 'attachments'>
): EventBody {
  return {
    type: 'user/message',
    data: {
      turn,
      step,
      id: message.id,
      role: 'user',
      content: [{ type: 'text', text: message.text }],
      source: message.source,
      delivery: message.delivery,
      acceptedAt: message.acceptedAt,
      ...(message.attachments === undefined ? {} : { attachments: message.attachments })
    }
  }
}

function bound(text: string): string {
  return text.length <= TOOL_TEXT_MAX ? text : `${text.slice(0, TOOL_TEXT_MAX)}\n[${text.length - TOOL_TEXT_MAX} more characters]`
}

/** One line that says what a call is about: its command or path where it has one. */
export function summarize(rawArguments: string): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(rawArguments)
  } catch {
    return ''
  }
  if (typeof parsed !== 'object' || parsed === null) return ''
  const fields = new Map<string, unknown>(Object.entries(parsed))
  for (const key of ['command', 'path', 'file_path', 'pattern', 'query', 'url', 'action']) {
    const value = fields.get(key)
    if (typeof value === 'string') return value.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
  }
  return ''
}
