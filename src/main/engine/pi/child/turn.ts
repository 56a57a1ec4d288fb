/** Tells what pi does in one turn, as the facts that the host wants, and what the turn came to. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentSessionEvent } from '@earendil-works/pi-coding-agent'
import type { Now, Outcome } from '../../../../shared/model'
import { TOOL_TEXT_MAX, type EngineInput, type FileChange } from '../../engine'
import type { ResolvedModel } from '../../../models/resolved'
import type { TurnFact } from '../protocol'
import { emptyFailure, failureOf, timeoutFailure } from './failures.logic'
import { ModelWatch } from './model-watch'
import type { Steering } from './steering'
import { boundedArguments, boundedResult, lastLine, oneLine, subjectOf } from './texts.logic'

type Event<T extends AgentSessionEvent['type']> = Extract<AgentSessionEvent, { type: T }>
type Message = Event<'message_end'>['message']
type AssistantMessage = Extract<Message, { role: 'assistant' }>

/** A running tool's last line is told at most this often, in ms. */
const LINE_EVERY_MS = 250

export interface TurnPort {
  readonly model: ResolvedModel
  readonly firstByteMs: number
  /** Where results that are too long are kept whole. */
  readonly resultsFolder: string
  readonly steering: Steering
  fact(what: TurnFact): void
  /** pi has taken a steer; its own record holds it as soon as this event has been handled. */
  steered(steer: EngineInput): void
  /** The changes that a call has made, once. */
  takeChanges(callId: string): FileChange[]
  /** Asks pi to stop. */
  stop(): void
}

export class Turn {
  #step = 0
  /** The next model call repeats one that failed: it is the same step. */
  #repeats = false
  #interrupted = false
  #last: AssistantMessage | null = null
  /** What a failed call had said so far; told at the end unless it is repeated. */
  #unfinished: AssistantMessage | null = null
  #didSomething = false
  #phase = ''
  #lineToldAt = 0
  readonly #running = new Map<string, Now>()
  readonly #watch: ModelWatch

  constructor(private readonly port: TurnPort) {
    this.#watch = new ModelWatch(port.firstByteMs, () => port.stop())
  }

  /** The operator wants it to end. */
  interrupt(): void {
    this.#interrupted = true
    this.port.steering.withdraw()
    this.port.stop()
  }

  on(event: AgentSessionEvent): void {
    switch (event.type) {
      case 'agent_start':
        // A stop that came before pi had begun was not heard.
        if (this.#interrupted) this.port.stop()
        return
      case 'turn_start':
        return this.#modelCallBegins()
      case 'message_start':
        if (event.message.role === 'assistant') this.#watch.heard()
        return
      case 'message_update':
        this.#watch.heard()
        return this.#model(event.assistantMessageEvent.type.startsWith('thinking') ? 'thinking' : 'answering')
      case 'message_end':
        return this.#messageEnds(event.message)
      case 'tool_execution_start':
        return this.#toolBegins(event)
      case 'tool_execution_update':
        return this.#toolSays(event)
      case 'tool_execution_end':
        return this.#toolEnds(event)
      case 'agent_end':
        this.#watch.rest()
        // What waits is for the next turn, not for a second try after a failure that is final.
        if (this.#last?.stopReason === 'error' && !event.willRetry) this.port.steering.withdraw()
        return
      case 'auto_retry_start':
        this.#unfinished = null
        return this.#model(retryText(event, this.#failure(event.errorMessage).message))
      case 'compaction_start':
        this.#watch.rest()
        return this.#model('shortening the conversation, its context is nearly full')
      case 'compaction_end':
        if (event.willRetry) this.#unfinished = null
        return
      default:
        return
    }
  }

  /** Ends the reports. `thrown` is what pi's prompt has rejected with, if it has. */
  end(thrown: unknown): Outcome {
    this.#watch.rest()
    if (this.#unfinished) this.#tellAssistant(this.#unfinished)
    return this.#outcome(thrown)
  }

  #outcome(thrown: unknown): Outcome {
    const last = this.#last
    if (this.#watch.gaveUpAfterMs !== null) {
      return { kind: 'error', error: { ...timeoutFailure(this.port.model.providerName, this.#watch.gaveUpAfterMs / 1_000) } }
    }
    const complete = thrown === undefined && (last?.stopReason === 'stop' || last?.stopReason === 'length')
    if (this.#interrupted && !complete) return { kind: 'aborted', reason: { kind: 'user' } }
    if (thrown !== undefined || !last) {
      const why = thrown instanceof Error ? oneLine(thrown.message.split('\n')[0] ?? '') : 'it gave no reason'
      return { kind: 'error', error: { code: 'ENGINE_ERROR', message: `The pi engine could not run this turn: ${why}. Retry.` } }
    }
    switch (last.stopReason) {
      case 'error':
      case 'aborted':
        return { kind: 'error', error: this.#failure(last.errorMessage ?? '', textOf(last) === '') }
      case 'length':
        return { kind: 'max-tokens' }
      default:
        return this.#didSomething ? { kind: 'completed' } : { kind: 'error', error: emptyFailure(this.port.model.providerName) }
    }
  }

  #failure(text: string, saidNothing = false) {
    return failureOf(text, this.port.model.providerName, [this.port.model.key ?? ''], saidNothing)
  }

  #modelCallBegins(): void {
    this.#watch.called()
    // The turn's first step begins when pi has the inputs.
    if (this.#step > 0 && !this.#repeats) this.#stepBegins()
    this.#repeats = false
  }

  #stepBegins(): void {
    this.#step += 1
    this.port.fact({ fact: 'step', number: this.#step })
    this.#phase = ''
    this.#model('waiting for the first word')
  }

  #messageEnds(message: Message): void {
    if (message.role === 'user') {
      this.#watch.called()
      // The first one is the turn's own input: pi has it now.
      if (this.#step === 0) return this.#stepBegins()
      const steer = this.port.steering.committed(message)
      if (steer === null) return
      this.port.fact({ fact: 'steered', messageIds: [steer.messageId], step: this.#step })
      this.port.steered(steer)
    } else if (message.role === 'assistant') {
      this.#watch.rest()
      this.#last = message
      const failed = message.stopReason === 'error' || message.stopReason === 'aborted'
      this.#repeats = failed
      if (!failed) this.#tellAssistant(message)
      else if (textOf(message) !== '') this.#unfinished = message
    }
  }

  #tellAssistant(message: AssistantMessage): void {
    this.#unfinished = null
    const text = textOf(message)
    if (text.trim() !== '') this.#didSomething = true
    const thinking = message.content.map((part) => (part.type === 'thinking' ? part.thinking : '')).join('\n').trim()
    const { usage } = message
    this.port.fact({
      fact: 'assistant',
      message: {
        id: randomUUID(),
        text,
        ...(thinking === '' ? {} : { thinking }),
        model: `${message.provider}/${message.responseModel ?? message.model}`,
        usage: {
          inputTokens: usage.input + usage.cacheRead + usage.cacheWrite,
          outputTokens: usage.output,
          // pi counts nothing where it knows no price.
          cost: usage.cost.total > 0 ? usage.cost.total : null
        }
      }
    })
  }

  #toolBegins({ toolCallId, toolName, args }: Event<'tool_execution_start'>): void {
    this.#watch.rest()
    this.#didSomething = true
    this.#running.set(toolCallId, { what: toolName, detail: subjectOf(args), since: Date.now() })
    this.port.fact({ fact: 'toolCall', call: { callId: toolCallId, name: toolName, arguments: boundedArguments(args) } })
    this.#tellRunning()
  }

  #toolSays({ toolCallId, partialResult }: Event<'tool_execution_update'>): void {
    const running = this.#running.get(toolCallId)
    const line = lastLine(contentText(partialResult))
    if (!running || line === '' || Date.now() - this.#lineToldAt < LINE_EVERY_MS) return
    this.#lineToldAt = Date.now()
    this.#running.set(toolCallId, { ...running, detail: line })
    this.#tellRunning()
  }

  #toolEnds({ toolCallId, toolName, result, isError }: Event<'tool_execution_end'>): void {
    this.#running.delete(toolCallId)
    const changes = this.port.takeChanges(toolCallId)
    this.port.fact({
      fact: 'toolResult',
      result: {
        callId: toolCallId,
        name: toolName,
        text: this.#bounded(toolCallId, contentText(result)),
        isError,
        changes: isError ? [] : changes
      }
    })
    this.#tellRunning()
  }

  #tellRunning(): void {
    const latest = [...this.#running.values()].at(-1)
    if (latest) this.port.fact({ fact: 'now', now: latest })
    else this.port.fact({ fact: 'now', now: { what: 'model', detail: '', since: Date.now() } })
  }

  #model(phase: string): void {
    if (phase === this.#phase) return
    this.#phase = phase
    this.port.fact({ fact: 'now', now: { what: 'model', detail: phase, since: Date.now() } })
  }

  #bounded(callId: string, text: string): string {
    if (text.length <= TOOL_TEXT_MAX) return text
    const path = join(this.port.resultsFolder, `${callId.replace(/[^\w-]/g, '_').slice(0, 80)}.txt`)
    mkdirSync(this.port.resultsFolder, { recursive: true, mode: 0o700 })
    writeFileSync(path, text, { mode: 0o600 })
    return boundedResult(text, path)
  }
}

/** What is told while a failed call waits for its next try. */
function retryText({ attempt, maxAttempts, delayMs }: Event<'auto_retry_start'>, why: string): string {
  return oneLine(`try ${attempt + 1} of ${maxAttempts + 1} in ${Math.ceil(delayMs / 1_000)} s: ${why}`, 120)
}

function textOf(message: AssistantMessage): string {
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** The text of a tool's result; pi gives it without a type. */
function contentText(result: unknown): string {
  if (typeof result !== 'object' || result === null || !('content' in result) || !Array.isArray(result.content)) return ''
  const parts: unknown[] = result.content
  return parts
    .map((part) => {
      if (typeof part !== 'object' || part === null || !('type' in part)) return ''
      if (part.type === 'text' && 'text' in part && typeof part.text === 'string') return part.text
      return part.type === 'image' ? '[image]' : ''
    })
    .join('\n')
}
