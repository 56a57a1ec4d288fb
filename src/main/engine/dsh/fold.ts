/** The harness's events of one turn as facts for the log. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Outcome } from '../../../shared/model'
import { changesOf, shownPath } from '../acp/changes'
import { seenChanges } from '../acp/seen'
import type { Versions } from '../versions'
import { TOOL_TEXT_MAX, type FileChange, type TurnSink } from '../engine'
import { boundedArguments, boundedResult, subjectOf } from '../pi/child/texts.logic'
import { EVENTS, isKnown, readResult, textOf, type Envelope, type EventName, type EventOf } from './schemas'

export interface FoldPort {
  /** The Project's folder. */
  readonly folder: string
  /** Where results that are too long are kept whole. */
  readonly resultsFolder: string
  /** Where what files held is kept. */
  readonly versions: Versions
  /** A message of ours is in the turn now. */
  onTaken(rpcId: string, step: number): void
  onEnd(outcome: Outcome): void
  /** An event was not what we know. */
  onIgnored(): void
  onFileProblem(error: unknown): void
}

interface Call {
  readonly callId: string
  readonly name: string
  readonly input: unknown
  readonly since: number
}

/** Its tools that make or change the one file that they name. */
const WRITERS = new Set(['write', 'edit', 'str_replace_editor'])

export class TurnFold {
  readonly #calls = new Map<string, Call>()
  #step = 0
  #writing: Promise<void> = Promise.resolve()
  #model: string | undefined

  constructor(
    private readonly sink: TurnSink,
    private readonly port: FoldPort
  ) {}

  /** Every result that had to be written down is on disk. */
  get settled(): Promise<void> {
    return this.#writing
  }

  callOf(callId: string | undefined): Call | null {
    return (callId === undefined ? undefined : this.#calls.get(callId)) ?? null
  }

  event({ type, data, time }: Envelope): void {
    this.sink.heard()
    if (isKnown(type)) this.#known(type, data, time)
  }

  #known(type: EventName, data: unknown, time: number): void {
    switch (type) {
      case 'turn/start':
        return
      case 'step/start':
        // Counted by us: a turn of ours may be two of the harness's.
        this.#step += 1
        this.sink.step(this.#step)
        return this.sink.now({ what: 'model', detail: '', since: time })
      case 'user/message': {
        const rpcId = this.#read(EVENTS[type], data)?.source.rpcId
        return rpcId === undefined ? undefined : this.port.onTaken(rpcId, this.#step)
      }
      case 'request/header':
        this.#model = this.#read(EVENTS[type], data)?.header.config.model ?? this.#model
        return
      case 'assistant/message': {
        const event = this.#read(EVENTS[type], data)
        return event ? this.#assistant(event) : undefined
      }
      case 'tool/call': {
        const event = this.#read(EVENTS[type], data)
        return event ? this.#call(event, time) : undefined
      }
      case 'tool/result': {
        const event = this.#read(EVENTS[type], data)
        return event ? this.#result(event, time) : undefined
      }
      case 'deliverables/presented': {
        const event = this.#read(EVENTS[type], data)
        const files = event?.files.map(({ path, description }) => ({ path: shownPath(this.port.folder, path), description: description ?? null }))
        return files ? this.sink.presented(event?.callId ?? 'presented', files) : undefined
      }
      case 'turn/end': {
        const event = this.#read(EVENTS[type], data)
        return this.port.onEnd(event ? outcomeOf(event.reason) : brokenEnd)
      }
    }
  }

  #read<T>(schema: z.ZodType<T>, data: unknown): T | null {
    const { data: fields } = schema.safeParse(data)
    if (!fields) this.port.onIgnored()
    return fields ?? null
  }

  #assistant({ message, usage }: EventOf<'assistant/message'>): void {
    const thinking = textOf(message.content, 'reasoning')
    const model = message.source?.model ?? this.#model
    this.sink.assistant({
      id: message.id,
      text: textOf(message.content),
      ...(thinking === '' ? {} : { thinking }),
      ...(model === undefined ? {} : { model }),
      ...(usage ? { usage: { ...usage, cost: null } } : {})
    })
  }

  #call(event: EventOf<'tool/call'>, since: number): void {
    const { callId, name } = event
    const input = parsed(event.arguments)
    this.#calls.set(callId, { callId, name, input, since })
    this.sink.toolCall({ callId, name, arguments: boundedArguments(input ?? {}) })
    this.sink.now({ what: name, detail: subjectOf(input) || (fileOf(input) ?? ''), since })
  }

  #result(event: EventOf<'tool/result'>, since: number): void {
    const result = readResult(event.message)
    if (!result) return this.port.onIgnored()
    const { callId, isError } = result
    const call = this.#calls.get(callId)
    this.#calls.delete(callId)
    const changes = call && !isError ? this.#changes(call, event.meta?.diffs) : []
    this.sink.toolResult({ callId, name: call?.name ?? 'tool', text: this.#bounded(callId, result.text), isError, changes })
    this.sink.now(this.#calls.size > 0 ? null : { what: 'model', detail: '', since })
  }

  /** A new file comes without a diff: then the call itself tells which file it is. */
  #changes(call: Call, diffs: readonly { path: string; oldText?: string | null | undefined; newText: string }[] | undefined): FileChange[] {
    if (!diffs || !WRITERS.has(call.name)) return []
    const path = fileOf(call.input)
    const told = diffs.length > 0 ? diffs : path === null ? [] : [{ path, oldText: null, newText: contentOf(call.input) }]
    const { folder, versions } = this.port
    return seenChanges(versions, folder, told, changesOf(folder, told, [], call.since))
  }

  #bounded(callId: string, text: string): string {
    if (text.length <= TOOL_TEXT_MAX) return text
    const name = `${callId.replaceAll(/[^\w-]/g, '_').slice(0, 80)}.txt`
    const write = async () => {
      await mkdir(this.port.resultsFolder, { recursive: true, mode: 0o700 })
      await writeFile(join(this.port.resultsFolder, name), text, { mode: 0o600 })
    }
    this.#writing = this.#writing.then(write).catch((error: unknown) => this.port.onFileProblem(error))
    return boundedResult(text, join(this.port.resultsFolder, name))
  }
}

const brokenEnd: Outcome = { kind: 'error', error: { code: 'AGENT_PROTOCOL', message: 'The DeepSeek Harness ended the turn in a way that Crewdeck does not know.' } }

function outcomeOf(reason: EventOf<'turn/end'>['reason']): Outcome {
  switch (reason.kind) {
    case 'completed':
    case 'max-tokens':
    case 'interrupted':
      return { kind: reason.kind }
    case 'blocked':
      return { kind: 'blocked', ...(reason.message === undefined ? {} : { message: reason.message }) }
    case 'aborted': {
      const cause = reason.reason?.kind
      const known = cause === 'user' || cause === 'parent' || cause === 'hook' || cause === 'disposed' ? cause : 'legacy'
      return { kind: 'aborted', reason: { kind: known, ...(reason.reason?.message === undefined ? {} : { message: reason.reason.message }) } }
    }
    case 'error':
      return { kind: 'error', error: { code: reason.error?.code ?? 'AGENT_ERROR', message: reason.error?.message ?? 'It did not say why.' } }
    default:
      return brokenEnd
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function fieldOf(input: unknown, names: readonly string[]): string | null {
  if (typeof input !== 'object' || input === null) return null
  const fields = new Map<string, unknown>(Object.entries(input))
  return names.map((name) => fields.get(name)).find((value) => typeof value === 'string') ?? null
}

export const fileOf = (input: unknown): string | null => fieldOf(input, ['file_path', 'path'])
export const commandOf = (input: unknown): string | null => fieldOf(input, ['command', 'code'])
const contentOf = (input: unknown): string => fieldOf(input, ['content', 'file_text', 'new_string']) ?? ''
