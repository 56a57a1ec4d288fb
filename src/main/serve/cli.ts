/** The command line of the served host: words in, options or one clear line out. Touches nothing. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface ServeOptions {
  /** Absolute folder to open at start; null leaves that to the page. */
  readonly project: string | null
  /** Absolute. */
  readonly data: string
  /** The address to listen on, as given. */
  readonly host: string
  /** 0 lets the system choose; null takes that of the last start. */
  readonly port: number | null
  /** The first line of standard output is one JSON object, and nothing else goes there. */
  readonly json: boolean
  /** Opens the page in the operator's browser, where there is one. */
  readonly open: boolean
}

export type Parsed = { kind: 'run'; options: ServeOptions } | { kind: 'help' } | { kind: 'wrong'; line: string }

export const USAGE = `Usage: npm run serve -- [options]
  --project DIR   open this folder at start
  --data DIR      where Crewdeck keeps its data (default: where the desktop app does)
  --port N        port to listen on, 0 for any free one (default: port and key of the last start)
  --host ADDRESS  address to listen on (default: 127.0.0.1)
  --json          print {"url","token","records":{"url","token"}} as the first line of standard output; with
                  --project also "mcp":{"url","coordinatorToken"}, where an agent coordinates its workers
  --open          open the page in your browser
  --help          print this`

/** Reads the arguments after the script's name. Relative folders are taken from `cwd`. */
export function parseServeArgs(args: readonly string[], defaults: { cwd: string; data: string }): Parsed {
  let values
  try {
    values = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        project: { type: 'string' },
        data: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        json: { type: 'boolean', default: false },
        open: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false }
      }
    }).values
  } catch (error) {
    return wrong(firstSentence(error))
  }
  if (values.help) return { kind: 'help' }
  const port = values.port === undefined ? null : /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN
  if (port !== null && !(port <= 65_535)) return wrong(`--port takes a number from 0 to 65535, not "${values.port}".`)
  if (values.host !== 'localhost' && isIP(values.host) === 0) {
    return wrong(`--host takes an IP address or "localhost", not "${values.host}".`)
  }
  for (const name of ['project', 'data'] as const) {
    if (values[name]?.trim() === '') return wrong(`--${name} takes a folder, and got nothing.`)
  }
  return {
    kind: 'run',
    options: {
      project: values.project === undefined ? null : resolve(defaults.cwd, values.project),
      data: resolve(defaults.cwd, values.data ?? defaults.data),
      host: values.host,
      port,
      json: values.json,
      open: values.open
    }
  }
}

function wrong(line: string): Parsed {
  return { kind: 'wrong', line: `${line} Try --help.` }
}

/** Node's own message, without the paragraph of advice that follows it. */
function firstSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const [first = text] = text.split(/\n|\. /)
  return first.endsWith('.') ? first : `${first}.`
}
