import { ORPCError } from '@orpc/client'
import { Refusal, RefusalCode, RefusalData, type RefusalCode as Code } from '../../shared/errors'
import { fromHost } from '../words'
import { words } from './words'

/** What can be shown of anything that was thrown: no stack, and always a sentence. */
export interface RefusalView {
  readonly code: Code
  /** What was wrong, in one sentence. */
  readonly message: string
  /** What would be right, in one sentence; empty where there is nothing to do. */
  readonly remedy: string
}

class Unavailable extends Refusal {
  constructor() {
    super('UNAVAILABLE', words().unreachable, words().whenBack)
  }
}

/** Its own kind: what was asked for may have been done. */
class Lost extends Unavailable {}

/** Thrown by every call that is made while there is no connection. */
export function unavailable(): Refusal {
  return new Unavailable()
}

/** Thrown by every call that was under way when its connection ended. */
export function cutOff(): Refusal {
  return new Lost()
}

/** Whether the connection ended before the answer came, so that nobody knows yet whether it was done: see unanswered.ts. */
export function wasCutOff(error: unknown): boolean {
  return error instanceof Lost
}

/** Whether it was the connection, and nothing that the host has said. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Unavailable || isCutOff(error)
}

/** Why nobody knows whether something was done. */
export function notKnown(): RefusalView {
  return view('UNAVAILABLE', () => words().lostMeanwhile, () => '')
}

/** Why something was not done, as the host has shown once it was there again. */
export function notThrough(): RefusalView {
  return view('UNAVAILABLE', () => words().lostBefore, () => words().tryAgain)
}

/** Turns anything that was thrown into what can be shown. */
export function refusalOf(error: unknown): RefusalView {
  if (error instanceof Unavailable) return view('UNAVAILABLE', () => words().unreachable, () => words().whenBack)
  if (error instanceof Refusal) return { code: error.code, message: error.message, remedy: error.remedy }
  if (error instanceof ORPCError) {
    const code = RefusalCode.safeParse(error.code)
    const data = RefusalData.safeParse(error.data)
    if (code.success && data.success) return view(code.data, () => fromHost(data.data.message), () => fromHost(data.data.remedy))
    if (error.code === 'BAD_REQUEST') {
      const issue = firstIssue(error.data)
      return view('BAD_INPUT', () => (issue === null ? words().notAccepted : fromHost(issue)), () => '')
    }
  }
  // Cut off: by a connection that closed, or by whoever asked.
  if (isCutOff(error)) return refusalOf(unavailable())
  // Nothing that was foreseen: whoever looks for the cause finds it in the console.
  console.error(error)
  return view('INTERNAL', () => words().wentWrong, () => words().seeLog)
}

function isCutOff(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

/** In the language of the moment in which it is read: it may be on the screen when that changes. */
function view(code: Code, message: () => string, remedy: () => string): RefusalView {
  return {
    code,
    get message() {
      return message()
    },
    get remedy() {
      return remedy()
    }
  }
}

/** The sentence of the schema that refused the input, where there is one. */
function firstIssue(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues)) return null
  const issue: unknown = data.issues[0]
  if (typeof issue !== 'object' || issue === null || !('message' in issue)) return null
  return typeof issue.message === 'string' ? issue.message : null
}
