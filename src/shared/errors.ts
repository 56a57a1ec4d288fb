/**
 * Refusals are values: a code that a program can test, a sentence that says what was wrong, and a sentence that says
 * what would be right. No stack and no path of the machine is ever part of one.
 */
import { z } from 'zod'

export const REFUSAL_CODES = [
  'BAD_INPUT',
  'NOT_FOUND',
  'FORBIDDEN',
  'CONFLICT',
  'TOO_LARGE',
  'UNAVAILABLE',
  'INTERNAL'
] as const

export const RefusalCode = z.enum(REFUSAL_CODES)
export type RefusalCode = z.infer<typeof RefusalCode>

export const RefusalData = z.object({
  /** What was wrong, in one sentence. */
  message: z.string(),
  /** What would be right, in one sentence; empty where there is nothing to do. */
  remedy: z.string()
})
export type RefusalData = z.infer<typeof RefusalData>

/** Thrown by any part of the host to refuse a call without effect; the transports turn it into a typed error. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly remedy = ''
  ) {
    super(message)
  }
}

/** For the `default` of a switch over a closed union: a new member becomes a compile error here. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
