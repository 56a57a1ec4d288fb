/**
 * The projection of entries to what may be told. Who wrote an entry has no say in it: a patch goes by the call that the
 * record shows for its `toolId`, and where there is none, or two that differ, nothing of it is told but its failure.
 */
import { WITHHELD, type TranscriptEntry } from '../../shared/records'
import { assertNever } from '../../shared/errors'
import { CLOSED, declarationOf, type Declaration } from './declarations'
import { isPayloadField, isPayloadPart, payloadRemoved, withoutDataUrls } from './payloads.logic'
import { isSecretName, redactText } from './redact.logic'

/** Deeper JSON than this is not told. */
const DEPTH_MAX = 40

/** An entry before it has its place in a record. */
export type DraftEntry = DistributiveOmit<TranscriptEntry, 'seq'>
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** What a record shows of its calls: which one each `toolId` means, and whether its prompts are themselves commands. */
export class Calls {
  readonly #calls = new Map<string, { readonly name: string; declaration: Declaration }>()
  #areCommands = false

  /** A shell takes a prompt as a command and answers with what it printed: both are projected as a tool's are. */
  get areCommands(): boolean {
    return this.#areCommands
  }

  /** To be called with every entry before it is projected; other kinds say nothing. */
  note(entry: DraftEntry | TranscriptEntry): void {
    if (entry.kind === 'route') this.#areCommands ||= entry.routeDecision.engine === 'shell'
    if (entry.kind === 'tool') this.#noteCall(entry.toolId, entry.toolName, entry.input)
  }

  /** A second call of another name makes both unknown. */
  #noteCall(toolId: string, toolName: string, input: unknown): void {
    const declaration = declarationOf(toolName, input)
    const known = this.#calls.get(toolId)
    if (!known) this.#calls.set(toolId, { name: toolName, declaration })
    else if (known.name !== toolName) known.declaration = CLOSED
    else if (known.declaration !== CLOSED) known.declaration = stricter(known.declaration, declaration)
  }

  declaration(toolId: string): Declaration {
    return this.#calls.get(toolId)?.declaration ?? CLOSED
  }

  /** Null for a call that the record does not show. */
  name(toolId: string): string | null {
    return this.#calls.get(toolId)?.name ?? null
  }

  clear(): void {
    this.#calls.clear()
  }
}

function stricter(one: Declaration, other: Declaration): Declaration {
  return {
    hidesInput: one.hidesInput || other.hidesInput,
    hidesResult: one.hidesResult || other.hidesResult,
    hiddenFields: [...new Set([...one.hiddenFields, ...other.hiddenFields])]
  }
}

/** The entry as it may be told. `calls` must have noted the record's entries. */
export function project<T extends DraftEntry | TranscriptEntry>(entry: T, calls: Calls): T {
  switch (entry.kind) {
    case 'tool':
    case 'tool_patch': {
      const declaration = calls.declaration(entry.toolId)
      const { input, summary, ...rest } = entry
      const told = summary === undefined ? undefined : summaryOf(summary, declaration, entry.kind === 'tool_patch' && isOver(entry.toolPhase))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same entry with two of its optional fields replaced
      return {
        ...rest,
        ...(input === undefined ? {} : { input: inputOf(input, declaration) }),
        ...(told === undefined ? {} : { summary: told })
      } as T
    }
    case 'prompt':
    case 'text':
      return calls.areCommands ? { ...entry, text: redactText(entry.text) } : entry
    case 'end':
      return entry.error === undefined ? entry : { ...entry, error: redactText(entry.error) }
    case 'route':
    case 'thinking':
    case 'artifact':
    case 'truncated':
      return entry
    default:
      return assertNever(entry)
  }
}

function isOver(phase: string | undefined): boolean {
  return phase === 'completed' || phase === 'failed' || phase === 'interrupted'
}

/** Undefined for the progress of a call whose result is not told. */
function summaryOf(summary: string, declaration: Declaration, over: boolean): string | undefined {
  if (!declaration.hidesResult) return redactText(withoutDataUrls(summary))
  return over ? WITHHELD : undefined
}

function inputOf(input: unknown, declaration: Declaration): unknown {
  // What is no JSON object has no fields that could be hidden alone.
  if (declaration.hidesInput || (typeof input === 'string' && declaration.hiddenFields.length > 0)) return WITHHELD
  return told(input, new Set(declaration.hiddenFields), 0)
}

function told(value: unknown, hidden: ReadonlySet<string>, depth: number): unknown {
  if (typeof value === 'string') return redactText(withoutDataUrls(value))
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH_MAX) return WITHHELD
  if (Array.isArray(value)) return value.map((item) => told(item, hidden, depth + 1))
  const fields = new Map<string, unknown>(Object.entries(value))
  const bytes = isPayloadPart(Object.fromEntries(fields))
  return Object.fromEntries([...fields].map(([name, field]) => [name, toldField(name, field, hidden, bytes, depth)]))
}

function toldField(name: string, value: unknown, hidden: ReadonlySet<string>, bytes: boolean, depth: number): unknown {
  if (depth === 0 && hidden.has(name)) return WITHHELD
  // Numbers and switches beside such a name are counts and flags: `token: 512`, `cookies: true`.
  if (isSecretName(name) && (typeof value === 'string' || (typeof value === 'object' && value !== null))) return WITHHELD
  if (bytes && isPayloadField(name, value)) return payloadRemoved(value)
  return told(value, hidden, depth + 1)
}
