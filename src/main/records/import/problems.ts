/** Why a log cannot be read, in words that name no path. */

export type ProblemCode = 'not-found' | 'unreadable' | 'not-a-file' | 'outside' | 'not-utf8' | 'malformed' | 'partial'

export interface Problem {
  readonly code: ProblemCode
  readonly message: string
}

export class LogProblem extends Error {
  override readonly name = 'LogProblem'
  constructor(
    readonly code: ProblemCode,
    message: string
  ) {
    super(message)
  }
}

/** The problem that an error of the file system is. */
export function problemOf(error: unknown): Problem {
  if (error instanceof LogProblem) return { code: error.code, message: error.message }
  const code = codeOf(error)
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { code: 'not-found', message: 'The file is not there any more.' }
    case 'EACCES':
    case 'EPERM':
      return { code: 'unreadable', message: 'The system does not let Crewdeck read this file.' }
    case 'ELOOP':
      return { code: 'outside', message: 'This is a link; links are not followed.' }
    case 'EISDIR':
      return { code: 'not-a-file', message: 'A folder stands where a file should be.' }
    default:
      return { code: 'unreadable', message: `The file cannot be read (${code ?? (error instanceof Error ? error.message : 'unknown error')}).` }
  }
}

export function codeOf(error: unknown): string | null {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' ? code : null
}
