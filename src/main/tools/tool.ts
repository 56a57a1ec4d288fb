/**
 * What an agent may call. Who calls is told by the door that the call came through (the running engine session, or a
 * token), never by an argument.
 */
import type { z } from 'zod'
import { Refusal } from '../../shared/errors'

/** The Session in whose name a tool is called. */
export interface Caller {
  readonly sessionId: string
  /** Aborts when the caller gives up. It owns the admission only: what has been accepted goes its way. */
  readonly signal?: AbortSignal
}

export interface ToolAnswer {
  /** What the model reads. */
  readonly text: string
  /** The same as a value, for callers that are programs. */
  readonly value: unknown
  readonly isError: boolean
}

/** JSON schema of a tool's arguments: one flat object, since some models take no unions at the top. */
export interface ToolParameters {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly required?: readonly string[]
  readonly additionalProperties: false
}

export interface AgentTool {
  readonly name: string
  readonly description: string
  readonly parameters: ToolParameters
  /** Checks its arguments strictly. Never rejects: what goes wrong is an answer with `isError`. */
  call(caller: Caller, args: unknown): Promise<ToolAnswer>
}

/** An answer whose text is its value as JSON. */
export function jsonAnswer(value: unknown): ToolAnswer {
  return { text: JSON.stringify(value), value, isError: false }
}

/** `{error: {code, message}}`; a fault of ours says no more than that. */
export function errorAnswer(error: unknown): ToolAnswer {
  const { code, message } = refused(error)
  const value = { error: { code, message } }
  return { text: JSON.stringify(value), value, isError: true }
}

/** What may be told of an error: a refusal with its remedy, and of a fault only that there was one. */
export function refused(error: unknown): { code: string; message: string } {
  const refusal = error instanceof Refusal ? error : new Refusal('INTERNAL', 'Crewdeck failed to do this; nothing was changed.', 'Try again.')
  return { code: refusal.code, message: [refusal.message, refusal.remedy].filter((part) => part !== '').join(' ') }
}

/** @throws Refusal UNAVAILABLE when the caller has given up before anything was accepted */
export function admit(caller: Caller): void {
  if (caller.signal?.aborted) throw new Refusal('UNAVAILABLE', 'The call was cancelled before it was accepted.')
}

/**
 * Arguments that fit the schema exactly.
 * @param usage says what would be right
 * @throws Refusal BAD_INPUT that names what is missing, too much or of the wrong type
 */
export function parseArguments<T>(schema: z.ZodType<T>, args: unknown, usage = ''): T {
  const parsed = schema.safeParse(args)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 4).map((issue) => {
    const path = issue.path.map(String).join('.')
    return path === '' ? issue.message : `${path}: ${issue.message}`
  })
  throw new Refusal('BAD_INPUT', `These arguments do not fit. ${issues.join('; ')}.`, usage)
}
