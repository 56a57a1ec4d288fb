/** How a refusal, a malformed call or a fault of ours becomes the typed error that the contract declares. */
import { randomUUID } from 'node:crypto'
import { ORPCError, ValidationError } from '@orpc/server'
import { Refusal, type RefusalCode, type RefusalData } from '../../shared/errors'

export type Report = (message: string, error: unknown) => void

/** The error as it may leave the host. Faults are reported with an id that the operator can find in the log. */
export function toWire(error: unknown, report: Report): ORPCError<string, unknown> {
  if (error instanceof Refusal) return typed(error.code, error.message, error.remedy)
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') return typed('BAD_INPUT', issuesOf(error.cause), '')
    if (error.code === 'NOT_FOUND') return typed('NOT_FOUND', 'There is no such call.', 'Update the window and the host to one version.')
    if (error.defined) return error
  }
  const id = randomUUID().slice(0, 8)
  report(`fault ${id}`, error)
  if (isStoreTrouble(error)) {
    return typed('UNAVAILABLE', 'Crewdeck could not write its data, so nothing was done.', 'Make sure that the disk of its data folder has room and can be written, then try again.')
  }
  return typed('INTERNAL', 'Something went wrong inside Crewdeck.', `The log has the details under ${id}.`)
}

/** SQLITE_BUSY, READONLY, IOERR, FULL and CANTOPEN, with their extended codes: trouble of the disk, none of ours. */
function isStoreTrouble(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && [5, 8, 10, 13, 14].includes(Number(error.errcode) & 0xff)
}

function typed(code: RefusalCode, message: string, remedy: string): ORPCError<string, RefusalData> {
  return new ORPCError(code, { defined: true, status: STATUS[code], message, data: { message, remedy } })
}

const STATUS: Record<RefusalCode, number> = {
  BAD_INPUT: 400,
  NOT_FOUND: 404,
  FORBIDDEN: 403,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNAVAILABLE: 503,
  INTERNAL: 500
}

function issuesOf(error: ValidationError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => {
      const path = issue.path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
      return path ? `${path}: ${issue.message}` : issue.message
    })
    .join(' ')
}
