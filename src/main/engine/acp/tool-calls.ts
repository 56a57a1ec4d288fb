/**
 * The tool calls of one turn. An agent tells of a call bit by bit (its arguments, its paths, its diffs, its end); the
 * turn gets it as two facts: the call, once its arguments have come, and its result.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TOOL_TEXT_MAX, type FileChange, type TurnSink } from '../engine'
import { boundedArguments, boundedResult, oneLine, subjectOf } from '../pi/child/texts.logic'
import type { Versions } from '../versions'
import { changesOf, type Diff } from './changes'
import { seenChanges } from './seen'
import type { ToolContent, ToolPatch } from './schemas'

/** Arguments that come in pieces are waited for this long after the last one, in ms. */
const SETTLE_MS = 400
/** Output that an agent streams is kept up to this many characters; how much came after it is said. */
const STREAM_MAX = 4_000_000

export interface ToolCallsPort {
  /** The Project's folder. */
  readonly folder: string
  /** Where results that are too long are kept whole. */
  readonly resultsFolder: string
  /** Where what files held is kept. */
  readonly versions: Versions
  readonly clock: () => number
  /** Ids of calls that have ended, of the whole session: what is said late about one belongs to no later turn. */
  readonly ended: Set<string>
  /** What a terminal of ours has printed, while it is there. */
  terminalText(terminalId: string): string | null
  /** A call is about to be told. */
  onReveal(): void
  /** The last running call has ended. */
  onIdle(): void
  /** A result could not be kept whole. */
  onFileProblem(error: unknown): void
}

interface Call {
  /** The agent's id, made unlike that of an earlier call that has used it. */
  readonly callId: string
  readonly since: number
  name: string
  title: string
  kind: string
  input: unknown
  output: unknown
  texts: readonly string[]
  diffs: readonly Extract<ToolContent, { type: 'diff' }>[]
  terminals: readonly string[]
  streamed: string
  /** Characters of the stream that were not kept. */
  dropped: number
  paths: readonly string[]
  told: boolean
  timer: NodeJS.Timeout | undefined
}

/** What a call is about, for a question to the operator. */
export interface CallSubject {
  readonly callId: string
  readonly name: string
  readonly title: string
  readonly kind: string
  readonly input: unknown
  readonly paths: readonly string[]
  /** What it would write, as far as it tells. */
  readonly diffs: readonly Diff[]
}

export class ToolCalls {
  readonly #open = new Map<string, Call>()
  #writes: FileChange[] = []
  #writing: Promise<void>[] = []
  #count = 0

  constructor(
    private readonly sink: TurnSink,
    private readonly port: ToolCallsPort
  ) {}

  /** How many calls run. */
  get open(): number {
    return this.#open.size
  }

  /** How many calls there were. */
  get count(): number {
    return this.#count
  }

  /** Whether it is about a call that runs, or says something late about one that has ended. */
  knows(patch: ToolPatch & { sessionUpdate?: string }): boolean {
    if (this.#open.has(patch.toolCallId)) return true
    return this.port.ended.has(patch.toolCallId) && patch.sessionUpdate === 'tool_call_update'
  }

  update(patch: ToolPatch & { sessionUpdate?: string }): void {
    let call = this.#open.get(patch.toolCallId)
    if (!call) {
      if (this.knows(patch)) return
      call = this.#begin(patch.toolCallId)
    }
    merge(call, patch)
    const status = patch.status ?? null
    if (status === 'completed' || status === 'failed') return this.#end(patch.toolCallId, call, status === 'failed', null)
    if (status === 'in_progress' && hasInput(call.input)) return this.#tell(call)
    if (call.told) return this.#now(call)
    clearTimeout(call.timer)
    const settling = call
    call.timer = setTimeout(() => this.#tell(settling), SETTLE_MS)
    this.#now(call)
  }

  reveal(id: string): void {
    const call = this.#open.get(id)
    if (call) this.#tell(call)
  }

  revealAll(): void {
    for (const call of this.#open.values()) this.#tell(call)
  }

  /** A change that we have made for the agent: it belongs to the call that ends next. */
  wrote(change: FileChange): void {
    this.#writes = [...this.#writes.filter(({ path }) => path !== change.path), change]
  }

  /** Ends every call that still runs, as failed, and tells changes that no call has claimed. */
  end(why: string): void {
    for (const [id, call] of this.#open) this.#end(id, call, true, why)
    if (this.#writes.length === 0) return
    const call = this.#begin(`write_text_file-${this.#count + 1}`)
    call.name = 'write_text_file'
    call.input = { path: this.#writes.map(({ path }) => path).join(', ') }
    this.#end(call.callId, call, false, 'Written.')
  }

  /** Resolves when results that are too long have been written. */
  async written(): Promise<void> {
    await Promise.all(this.#writing)
  }

  #begin(id: string): Call {
    this.#count += 1
    const call: Call = {
      callId: this.port.ended.has(id) ? `${id}.${this.#count}` : id,
      since: this.port.clock(),
      name: '', title: '', kind: '',
      input: undefined, output: undefined,
      texts: [], diffs: [], terminals: [], streamed: '', dropped: 0, paths: [],
      told: false,
      timer: undefined
    }
    this.#open.set(id, call)
    return call
  }

  #tell(call: Call): void {
    clearTimeout(call.timer)
    if (call.told) return
    this.port.onReveal()
    call.told = true
    this.sink.toolCall({ callId: call.callId, name: nameOf(call), arguments: boundedArguments(argumentsOf(call)) })
    this.#now(call)
  }

  #end(id: string, call: Call, failed: boolean, instead: string | null): void {
    this.#tell(call)
    this.#open.delete(id)
    this.port.ended.add(id)
    const { folder, versions } = this.port
    const changes = failed ? [] : seenChanges(versions, folder, call.diffs, changesOf(folder, call.diffs, this.#writes, call.since))
    if (!failed) this.#writes = []
    const text = this.#textOf(call)
    this.sink.toolResult({
      callId: call.callId,
      name: nameOf(call),
      text: this.#bounded(call.callId, instead === null ? text : [text, instead].filter((part) => part !== '').join('\n')),
      isError: failed,
      changes
    })
    const running = [...this.#open.values()].at(-1)
    if (running) this.#now(running)
    else this.port.onIdle()
  }

  #textOf(call: Call): string {
    const printed = call.terminals.flatMap((id) => this.port.terminalText(id) ?? [])
    const streamed = call.dropped === 0 ? call.streamed : `${call.streamed}\n[${call.dropped} more characters were not kept]`
    const parts = [...call.texts, ...printed, streamed].filter((text) => text !== '')
    return parts.length > 0 ? parts.join('\n') : outputText(call.output)
  }

  #bounded(callId: string, text: string): string {
    if (text.length <= TOOL_TEXT_MAX) return text
    const path = join(this.port.resultsFolder, `${callId.replace(/[^\w-]/g, '_').slice(0, 80)}.txt`)
    this.#writing.push(
      mkdir(this.port.resultsFolder, { recursive: true, mode: 0o700 })
        .then(() => writeFile(path, text, { mode: 0o600 }))
        .catch((error: unknown) => this.port.onFileProblem(error))
    )
    return boundedResult(text, path)
  }

  #now(call: Call): void {
    this.sink.now({ what: nameOf(call), detail: subjectOf(call.input) || oneLine(call.title), since: call.since })
  }

  /** The call that runs, as it was told; null where none does, or several do. */
  running(): string | null {
    const told = [...this.#open.values()].filter((call) => call.told)
    return told.length === 1 ? (told[0]?.callId ?? null) : null
  }

  /** What is known of a call that runs; null for another. */
  subject(id: string): CallSubject | null {
    const call = this.#open.get(id)
    if (!call) return null
    return { callId: call.callId, name: nameOf(call), title: call.title, kind: call.kind, input: call.input, paths: pathsOf(call), diffs: call.diffs }
  }
}

/** For a question about a call that has ended already. */
export function subjectOfPatch(patch: ToolPatch): CallSubject {
  const paths = patch.locations?.map(({ path }) => path) ?? []
  return { callId: patch.toolCallId, name: patch.name ?? patch.kind ?? 'tool', title: patch.title ?? '', kind: patch.kind ?? '', input: patch.rawInput, paths, diffs: diffsOf(patch) }
}

function merge(call: Call, patch: ToolPatch): void {
  const claude = patch['_meta']?.['claudeCode']
  const claudeName = isRecord(claude) && typeof claude['toolName'] === 'string' ? claude['toolName'] : null
  call.name = patch.name ?? claudeName ?? call.name
  call.title = patch.title ?? call.title
  call.kind = patch.kind ?? call.kind
  if (hasInput(patch.rawInput) || call.input === undefined) call.input = patch.rawInput ?? call.input
  if (patch.rawOutput !== undefined && patch.rawOutput !== null) call.output = patch.rawOutput
  if (patch.locations && patch.locations.length > 0) call.paths = patch.locations.map(({ path }) => path)
  const texts = (patch.content ?? []).flatMap((part) => (part.type === 'content' ? (part.content.text ?? part.content.resource?.text ?? `[${part.content.type}]`) : []))
  const diffs = diffsOf(patch)
  const terminals = (patch.content ?? []).flatMap((part) => (part.type === 'terminal' ? part.terminalId : []))
  // What it says at its end is the result, also when that is nothing; before, it may have told what it is about to do.
  const ends = patch.status === 'completed' || patch.status === 'failed'
  if (texts.length > 0 || (ends && patch.content)) call.texts = texts
  if (diffs.length > 0) call.diffs = diffs
  if (terminals.length > 0) call.terminals = terminals
  stream(call, patch)
}

function diffsOf(patch: ToolPatch): Extract<ToolContent, { type: 'diff' }>[] {
  return (patch.content ?? []).filter((part) => part.type === 'diff')
}

/** Output that some agents send beside the protocol, piece by piece. */
function stream(call: Call, patch: ToolPatch): void {
  for (const key of ['terminal_output_delta', 'terminal_output']) {
    const piece = patch['_meta']?.[key]
    if (!isRecord(piece) || typeof piece['data'] !== 'string') continue
    const room = Math.max(STREAM_MAX - call.streamed.length, 0)
    call.streamed += piece['data'].slice(0, room)
    call.dropped += Math.max(piece['data'].length - room, 0)
  }
}

function nameOf(call: Pick<Call, 'name' | 'kind' | 'title'>): string {
  return call.name || (/^[\w.-]{1,60}$/.test(call.title) ? call.title : '') || call.kind || 'tool'
}

/** As the agent gives them; where it gives none, what it says about the call. */
function argumentsOf(call: Call): unknown {
  if (hasInput(call.input)) return call.input
  const [path] = pathsOf(call)
  return { ...(call.title === '' ? {} : { title: call.title }), ...(path === undefined ? {} : { path }) }
}

function pathsOf(call: Pick<Call, 'paths' | 'diffs'>): string[] {
  return [...new Set([...call.paths, ...call.diffs.map(({ path }) => path)])]
}

function outputText(output: unknown): string {
  if (output === undefined || output === null) return ''
  if (typeof output === 'string') return output
  if (isRecord(output) && typeof output['output'] === 'string') return output['output']
  return JSON.stringify(output, null, 1) ?? ''
}

const hasInput = (input: unknown): boolean =>
  isRecord(input) ? Object.keys(input).length > 0 : input !== undefined && input !== null && input !== ''

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
