/**
 * What an agent may call. Who calls is told by the door that the call came through (the running engine session, or a
 * token), never by an argument.
 */
import type { z } from 'zod'
import { Refusal } from '../../shared/errors'
import { ChildRefusal } from '../project/children'
import type { Report } from '../report'

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
export type ToolParameters = {
  type: 'object'
  properties: Record<string, Record<string, Json>>
  required?: string[]
  additionalProperties: false
}
type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export interface AgentTool {
  readonly name: string
  readonly description: string
  readonly parameters: ToolParameters
  /** Checks its arguments strictly. Never rejects: what goes wrong is an answer with `isError`. */
  call(caller: Caller, args: unknown): Promise<ToolAnswer>
}

export interface ToolDefinition extends Omit<AgentTool, 'call'> {
  /** Does the work, or throws what `call` answers with: a refusal, or a fault, which is reported and not told. */
  run(caller: Caller, args: unknown): ToolAnswer | Promise<ToolAnswer>
  /** How the tool words what went wrong; `errorAnswer` when left out. */
  readonly explain?: (failure: Failure, caller: Caller) => ToolAnswer
}

export interface Failure {
  readonly code: string
  readonly message: string
}

export function defineTool({ run, explain = errorAnswer, ...tool }: ToolDefinition, report: Report): AgentTool {
  return {
    ...tool,
    async call(caller, args) {
      try {
        if (caller.signal?.aborted) throw new Refusal('UNAVAILABLE', 'The call was cancelled before it was accepted.')
        return await run(caller, args)
      } catch (error) {
        const refusal = failureOf(error)
        if (!refusal) report(`the tool ${tool.name} failed`, error)
        return explain(refusal ?? FAULT, caller)
      }
    }
  }
}

/** An answer whose text is its value as JSON. */
export function jsonAnswer(value: unknown): ToolAnswer {
  return { text: JSON.stringify(value), value, isError: false }
}

/** `{error: {code, message}}`. */
export function errorAnswer({ code, message }: Failure): ToolAnswer {
  const value = { error: { code, message } }
  return { text: JSON.stringify(value), value, isError: true }
}

/** A fault of ours is told as no more than that. */
export const FAULT: Failure = {
  code: 'INTERNAL',
  message: 'Crewdeck failed to do this, by a fault of its own. Look at how things are before you try again.'
}

/** What a refusal says, its remedy included; null for a fault. */
function failureOf(error: unknown): Failure | null {
  if (error instanceof ChildRefusal) return { code: error.code, message: error.message }
  if (!(error instanceof Refusal)) return null
  return { code: error.code, message: [error.message, error.remedy].filter((part) => part !== '').join(' ') }
}

/** Longest sentence about one argument, in characters: it may quote what the caller wrote. */
const ISSUE_MAX = 200

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
    return (path === '' ? issue.message : `${path}: ${issue.message}`).slice(0, ISSUE_MAX)
  })
  throw new Refusal('BAD_INPUT', `These arguments do not fit. ${issues.join('; ')}.`, usage)
}
