/**
 * What an agent may call. Who calls is told by the door that the call came through (the running engine session, or a
 * token), never by an argument.
 */
import type { z } from 'zod'
import { Refusal } from '../../shared/errors'

/** The Session in whose name a tool is called. */
export interface Caller {
  readonly sessionId: string
}

export interface ToolAnswer {
  /** What the model reads. */
  readonly text: string
  /** The same as a value, for callers that are programs. */
  readonly value: unknown
  readonly isError: boolean
}

export interface AgentTool {
  readonly name: string
  readonly description: string
  /** JSON schema of the arguments, flat enough for every model. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Never rejects: what goes wrong is an answer with `isError`. */
  call(caller: Caller, args: unknown): Promise<ToolAnswer>
}

/** An answer whose text is its value as JSON. */
export function jsonAnswer(value: unknown): ToolAnswer {
  return { text: JSON.stringify(value), value, isError: false }
}

/** `{error: {code, message}}`; a fault of ours says no more than that. */
export function errorAnswer(error: unknown): ToolAnswer {
  const refusal = error instanceof Refusal ? error : new Refusal('INTERNAL', 'Crewdeck failed to do this; nothing was changed.', 'Try again.')
  const message = [refusal.message, refusal.remedy].filter((part) => part !== '').join(' ')
  const value = { error: { code: refusal.code, message } }
  return { text: JSON.stringify(value), value, isError: true }
}

/**
 * Arguments that fit the schema exactly.
 * @throws Refusal BAD_INPUT that names what is missing, too much or of the wrong type
 */
export function parseArguments<T>(schema: z.ZodType<T>, args: unknown): T {
  const parsed = schema.safeParse(args)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 4).map((issue) => {
    const path = issue.path.map(String).join('.')
    return path === '' ? issue.message : `${path}: ${issue.message}`
  })
  throw new Refusal('BAD_INPUT', `These arguments do not fit. ${issues.join('; ')}.`)
}
