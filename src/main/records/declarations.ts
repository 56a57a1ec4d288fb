/**
 * What each tool's arguments and results hold, as far as a record may tell it. A record is projected by these rules when
 * it is written and again when it is read, so a rule that is added today covers what was recorded yesterday.
 *
 * Everywhere: fields whose names say that they are secret, and in texts the values beside such names (redact.logic.ts).
 * Contents of files are told, unless the file's name says that it holds secrets.
 */
import { isSecretName } from './redact.logic'

export interface Declaration {
  /** Nothing of the arguments is told. */
  readonly hidesInput: boolean
  /** Fields of the arguments that are not told, besides those with secret names. */
  readonly hiddenFields: readonly string[]
  /** Nothing of the result is told but whether it failed. */
  readonly hidesResult: boolean
}

export const OPEN: Declaration = { hidesInput: false, hiddenFields: [], hidesResult: false }
export const CLOSED: Declaration = { hidesInput: true, hiddenFields: [], hidesResult: true }

interface FileRule {
  /** Argument fields that hold what is in the file. */
  readonly contents: readonly string[]
}

const WRITTEN = ['content', 'contents', 'file_text', 'text', 'oldText', 'newText', 'old_string', 'new_string', 'old_str', 'new_str', 'edits', 'insert_text', 'patch']
const READS: FileRule = { contents: [] }
const WRITES: FileRule = { contents: WRITTEN }

/** Tools that read or write one file, by their names without case: ours, and those of agents that we start. */
const FILE_TOOLS: ReadonlyMap<string, FileRule> = new Map([
  ...['read', 'read_file', 'read_text_file', 'view', 'cat', 'notebookread'].map((name) => [name, READS] as const),
  ...['write', 'write_file', 'write_text_file', 'edit', 'edit_file', 'multiedit', 'str_replace', 'replace', 'apply_patch', 'notebookedit'].map(
    (name) => [name, WRITES] as const
  )
])

const PATH_FIELDS = ['path', 'file_path', 'filePath', 'absolute_path', 'notebook_path', 'file']

/** What holds for a call of `toolName` with these arguments. */
export function declarationOf(toolName: string, input: unknown): Declaration {
  // What gives out or takes in secrets says so by its name: `get_secret`, `vault.read_credentials`.
  if (isSecretName(toolName)) return CLOSED
  const rule = FILE_TOOLS.get(toolName.toLowerCase())
  if (rule && isSecretFile(pathIn(input))) return { hidesInput: false, hiddenFields: rule.contents, hidesResult: true }
  return OPEN
}

const SECRET_FILE = new RegExp(
  [
    String.raw`^\.env(?!\.(?:example|sample|template|dist)$)(?:\..+)?$`,
    String.raw`^\.(?:netrc|npmrc|pypirc|pgpass|git-credentials|htpasswd)$`,
    String.raw`^_netrc$`,
    String.raw`^id_(?:rsa|dsa|ecdsa|ed25519)$`,
    String.raw`\.(?:pem|key|p12|pfx|jks|keystore|kdbx)$`,
    String.raw`^(?:credentials|secrets?|keys|auth)(?:\.(?:json|ya?ml|toml|ini|env|txt))?$`
  ].join('|'),
  'i'
)

/** Whether a file's name says that secrets are in it. */
export function isSecretFile(path: string | null): boolean {
  if (path === null) return false
  const name = path.split(/[\\/]/).findLast((part) => part !== '') ?? ''
  return SECRET_FILE.test(name)
}

/** Arguments that were cut are no JSON any more, but may still say which file they are about. */
const CUT_PATH = new RegExp(String.raw`"(?:${PATH_FIELDS.join('|')})"\s*:\s*"((?:[^"\\]|\\.){1,4096})`)

function pathIn(input: unknown): string | null {
  if (typeof input === 'string') return CUT_PATH.exec(input)?.[1] ?? null
  if (typeof input !== 'object' || input === null) return null
  const fields = new Map<string, unknown>(Object.entries(input))
  for (const name of PATH_FIELDS) {
    const value = fields.get(name)
    if (typeof value === 'string') return value
  }
  return null
}
