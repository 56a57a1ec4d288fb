/**
 * Folds an agent's updates into the facts of one turn. The protocol knows no steps, so a step is what can be seen of
 * one: a stretch of the model's output (thoughts, text) and the tool calls that follow it. The next step begins with
 * the first output, or the first call, after all calls of the step have ended.
 */
import { randomUUID } from 'node:crypto'
import type { TurnSink, FileChange } from '../engine'
import { oneLine } from '../pi/child/texts.logic'
import type { PromptEnd, ToolPatch, Update } from './schemas'
import { subjectOfPatch, ToolCalls, type CallSubject, type ToolCallsPort } from './tool-calls'

export interface FoldPort extends Omit<ToolCallsPort, 'onReveal' | 'onIdle'> {
  /** A step has begun. */
  onStep(): void
  /** Something that we do not fold. */
  onIgnored(what: string): void
  /** The model that the agent answers with, as far as it has said. */
  model(): string | null
  /** US dollars that the turn has cost so far; null where the agent does not say. */
  cost(): number | null
}

interface Segment {
  text: string
  thinking: string
  messageId: string | null
}

export class TurnFold {
  #step = 0
  #hadCalls = false
  /** A message was taken: the next new message of the model belongs to a new step. */
  #boundary = false
  #segment: Segment | null = null
  #phase = ''
  #said = false
  #usage: { input: number; output: number } | null = null
  /** What the last prompt that ended has used; replaced when another ends without output in between. */
  #lastUsage: { input: number; output: number } | null = null
  readonly #calls: ToolCalls

  constructor(
    private readonly sink: TurnSink,
    private readonly port: FoldPort
  ) {
    this.#calls = new ToolCalls(sink, {
      ...port,
      onReveal: () => this.#flush(null),
      onIdle: () => this.#tellModel('')
    })
  }

  /** The step at which a message that the agent has just taken is read. */
  get landingStep(): number {
    return this.#step + 1
  }

  /** Tool calls that run. */
  get openCalls(): number {
    return this.#calls.open
  }

  /** Whether the model or a tool did anything. */
  get didSomething(): boolean {
    return this.#said || this.#calls.count > 0
  }

  /** The agent has the turn's inputs. */
  begin(): void {
    if (this.#step === 0) this.#nextStep()
  }

  /** The agent has taken a message, or one of several prompts has ended: what it says next is a new step. */
  boundary(): void {
    this.#boundary = true
  }

  update(update: Update): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        if (isNotice(update['_meta'])) return this.port.onIgnored('notice')
        return this.#says('text', update.content.text ?? shown(update.content), update.messageId ?? null)
      case 'agent_thought_chunk':
        return this.#says('thinking', update.content.text ?? '', update.messageId ?? null)
      case 'tool_call':
      case 'tool_call_update':
        return this.#tool(update)
      case 'plan': {
        const doing = update.entries.find((entry) => entry.status === 'in_progress')
        const done = update.entries.filter((entry) => entry.status === 'completed').length
        if (doing && this.#calls.open === 0) this.#now(oneLine(`${done + 1} of ${update.entries.length}: ${doing.content}`))
        return
      }
      case 'user_message_chunk':
        return this.port.onIgnored('user_message_chunk')
      case 'usage_update':
      case 'current_mode_update':
      case 'config_option_update':
        return
    }
  }

  /** The agent asks about a call: it is told before the question is. */
  asks(call: ToolPatch): CallSubject {
    this.#tool(call)
    this.#calls.reveal(call.toolCallId)
    return this.#calls.subject(call.toolCallId) ?? subjectOfPatch(call)
  }

  /** The call that runs; null where none does, or several do. */
  running(): string | null {
    return this.#calls.running()
  }

  /** We have written a file for the agent. */
  wrote(change: FileChange): void {
    this.#calls.wrote(change)
  }

  /** A prompt has ended; the turn goes on while another is open. */
  promptEnded(end: PromptEnd): void {
    const used = usedBy(end)
    if (used) {
      const before = this.#lastUsage ? minus(this.#usage, this.#lastUsage) : this.#usage
      this.#usage = plus(before, used)
      this.#lastUsage = used
    }
    this.boundary()
  }

  /** The turn is over: nothing is held back any more. Resolves when what its facts name is on disk. */
  async end(why: string): Promise<void> {
    this.#calls.end(why)
    this.#flush(this.#usage)
    this.sink.now(null)
    await this.#calls.written()
  }

  #says(what: 'text' | 'thinking', text: string, messageId: string | null): void {
    if (text === '') return
    this.#said = true
    this.#lastUsage = null
    this.#calls.revealAll()
    const anew = messageId !== null && this.#segment?.messageId !== messageId
    if ((this.#hadCalls && this.#calls.open === 0) || (this.#boundary && (anew || this.#segment === null))) this.#nextStep()
    else if (anew && this.#segment && this.#segment.messageId !== null) this.#flush(null)
    this.#segment ??= { text: '', thinking: '', messageId }
    this.#segment.messageId ??= messageId
    this.#segment[what] += text
    if (this.#calls.open === 0) this.#tellModel(what === 'text' ? 'answering' : 'thinking')
  }

  #tool(patch: ToolPatch): void {
    if (!this.#calls.knows(patch)) {
      if (this.#hadCalls && this.#calls.open === 0) this.#nextStep()
      this.#hadCalls = true
      this.#lastUsage = null
    }
    this.#calls.update(patch)
  }

  #nextStep(): void {
    this.#flush(null)
    this.#step += 1
    this.#hadCalls = false
    this.#boundary = false
    this.#phase = ''
    this.sink.step(this.#step)
    this.port.onStep()
  }

  /** Tells the model's output so far as a message. */
  #flush(usage: { input: number; output: number } | null): void {
    const segment = this.#segment
    this.#segment = null
    const used = usage && usage.input + usage.output > 0 ? usage : null
    if (!segment && !used) return
    const model = this.port.model()
    this.sink.assistant({
      id: randomUUID(),
      text: segment?.text ?? '',
      ...(segment?.thinking ? { thinking: segment.thinking } : {}),
      ...(model === null ? {} : { model }),
      ...(used ? { usage: { inputTokens: used.input, outputTokens: used.output, cost: this.port.cost() } } : {})
    })
  }

  #tellModel(phase: string): void {
    if (phase !== '' && phase === this.#phase) return
    this.#phase = phase
    this.#now(phase)
  }

  #now(detail: string): void {
    this.sink.now({ what: 'model', detail, since: this.port.clock() })
  }
}

/** Tokens of a prompt, where its agent tells them. */
function usedBy(end: PromptEnd): { input: number; output: number } | null {
  const { usage } = end
  if (usage) return { input: usage.inputTokens + (usage.cachedReadTokens ?? 0) + (usage.cachedWriteTokens ?? 0), output: usage.outputTokens }
  const counted = end['_meta']?.quota?.token_count
  // Others say the same there in their own words, which then read as zero.
  return counted && counted.input_tokens + counted.output_tokens > 0 ? { input: counted.input_tokens, output: counted.output_tokens } : null
}

/** What Claude Code says to its user beside the conversation. */
function isNotice(meta: Record<string, unknown> | null | undefined): boolean {
  const claude = meta?.['claudeCode']
  return typeof claude === 'object' && claude !== null && 'kind' in claude && claude.kind === 'informational'
}

function shown(block: { type: string; uri?: string | null | undefined }): string {
  return block.uri ? `[${block.type}: ${block.uri}]` : `[${block.type}]`
}

const plus = (a: { input: number; output: number } | null, b: { input: number; output: number }) => ({
  input: (a?.input ?? 0) + b.input,
  output: (a?.output ?? 0) + b.output
})
const minus = (a: { input: number; output: number } | null, b: { input: number; output: number }) => ({
  input: (a?.input ?? 0) - b.input,
  output: (a?.output ?? 0) - b.output
})
