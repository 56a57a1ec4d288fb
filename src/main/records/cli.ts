/**
 * The command line that reads worker records from an instance: one JSON envelope a line on standard output, words on
 * standard error. It neither folds nor follows nor tries again.
 */
import { parseArgs } from 'node:util'
import { Refusal } from '../../shared/errors'
import { TRANSCRIPT_LIMIT_DEFAULT, TRANSCRIPT_LIMIT_MAX } from '../../shared/records'
import { RecordsClient } from './client'
import { parseAddress } from './transport'

export const USAGE = `Usage: npm run records -- COMMAND [options]
  runs                                          the runs that the instance tells of
  list       --run-id ID                        the workers of a run
  transcript --run-id ID --worker-id ID         one page of a worker's record
    --offset N     begin at this entry (default: 0)
    --limit N      entries of a page, 1 to ${TRANSCRIPT_LIMIT_MAX} (default: ${TRANSCRIPT_LIMIT_DEFAULT})
    --all-pages    go on until the end
    --max-pages N  but not further than this (default: 20)
  --fingerprint SHA256   accept this certificate for this host, besides those that an authority vouches for
  --help                 print this

The instance and its token come from the environment: CREWDECK_URL and CREWDECK_TOKEN, or DESIRECORE_URL and
DESIRECORE_TOKEN. Ends with 0 when all was told, with 2 when the output is only a part (its last line says so), and
with 1 when nothing could be had.`

export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  readonly signal?: AbortSignal
}

const COMMANDS = ['runs', 'list', 'transcript'] as const

interface Options {
  readonly command: (typeof COMMANDS)[number]
  readonly runId: string
  readonly workerId: string
  readonly offset: number
  readonly limit: number
  readonly maxPages: number
  readonly isWhole: boolean
  readonly fingerprint: string | null
}

class Wrong extends Error {}

/** Runs one command and returns the exit code. */
export async function runRecords(args: readonly string[], io: CliIo): Promise<0 | 1 | 2> {
  try {
    if (args.includes('--help')) {
      io.out(USAGE)
      return 0
    }
    const options = optionsOf(args)
    const client = new RecordsClient({ ...accessOf(io.env), fingerprint: options.fingerprint })
    const identity = await client.identity(io.signal)
    io.err(identity ? `This is ${identity.service} ${identity.version}, instance ${identity.instance_id}.` : 'The instance does not say who it is.')
    return await run(client, options, io)
  } catch (error) {
    if (error instanceof Wrong) io.err(`${error.message} Try --help.`)
    else if (error instanceof Refusal) io.err(`${error.message} ${error.remedy}`.trim() + fingerprintOf(error))
    else throw error
    return 1
  }
}

async function run(client: RecordsClient, options: Options, io: CliIo): Promise<0 | 1 | 2> {
  const { command, runId, workerId, offset, limit, maxPages, isWhole } = options
  if (command === 'runs') {
    const runs = await client.runs(io.signal)
    if (!runs) throw new Refusal('NOT_FOUND', 'The instance does not tell its runs.', 'Give the id of one: list --run-id ID.')
    io.out(JSON.stringify({ runs }))
    return 0
  }
  if (command === 'list') {
    io.out(JSON.stringify((await client.workers(runId, io.signal)).raw))
    return 0
  }
  if (!isWhole) {
    const { seen, raw } = await client.page(runId, workerId, { offset, limit }, io.signal)
    io.out(JSON.stringify(raw))
    const next = seen.offset + seen.limit
    if (next < seen.total) io.err(`${seen.total - next} entries follow: --offset ${next}, or --all-pages.`)
    return 0
  }
  for await (const step of client.copy(runId, workerId, { offset, limit, maxPages }, io.signal)) {
    if (step.kind === 'page') {
      io.out(JSON.stringify(step.raw))
      continue
    }
    io.out(JSON.stringify({ partial: true, reason: step.reason, message: step.message }))
    io.err(`Only a part: ${step.message}`)
    return 2
  }
  return 0
}

function fingerprintOf(error: Refusal): string {
  return 'fingerprint' in error && typeof error.fingerprint === 'string' ? ` Its fingerprint: ${error.fingerprint}` : ''
}

/** An address and the token that belongs to it. A token goes to no address of another name. */
function accessOf(env: CliIo['env']): { url: URL; token: string } {
  const prefix = env['CREWDECK_URL'] ? 'CREWDECK' : 'DESIRECORE'
  const [url, token] = [env[`${prefix}_URL`], env[`${prefix}_TOKEN`]]
  if (!url) throw new Wrong('CREWDECK_URL or DESIRECORE_URL must hold the address of the instance.')
  if (!token) throw new Wrong(`${prefix}_TOKEN must hold the token of the instance.`)
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Wrong(`${prefix}_TOKEN holds characters that no token has.`)
  return { url: parseAddress(url), token }
}

function optionsOf(args: readonly string[]): Options {
  let parsed
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'run-id': { type: 'string' },
        'worker-id': { type: 'string' },
        offset: { type: 'string', default: '0' },
        limit: { type: 'string', default: String(TRANSCRIPT_LIMIT_DEFAULT) },
        'all-pages': { type: 'boolean', default: false },
        'max-pages': { type: 'string', default: '20' },
        fingerprint: { type: 'string' }
      }
    })
  } catch (error) {
    throw new Wrong(error instanceof Error ? (error.message.split(/\n|\. /)[0] ?? '') : String(error))
  }
  const { values, positionals } = parsed
  const command = COMMANDS.find((name) => name === positionals[0])
  if (!command || positionals.length > 1) throw new Wrong(`Give one command: ${COMMANDS.join(', ')}.`)
  if (command !== 'runs' && !values['run-id']) throw new Wrong(`${command} needs --run-id.`)
  if (command === 'transcript' && !values['worker-id']) throw new Wrong('transcript needs --worker-id.')
  return {
    command,
    runId: values['run-id'] ?? '',
    workerId: values['worker-id'] ?? '',
    offset: numberOf('--offset', values.offset, 0, Number.MAX_SAFE_INTEGER),
    limit: numberOf('--limit', values.limit, 1, TRANSCRIPT_LIMIT_MAX),
    maxPages: numberOf('--max-pages', values['max-pages'], 1, 1_000_000),
    isWhole: values['all-pages'],
    fingerprint: values.fingerprint?.toUpperCase() ?? null
  }
}

function numberOf(name: string, text: string, min: number, max: number): number {
  const value = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) throw new Wrong(`${name} takes a whole number from ${min} to ${max}, not "${text}".`)
  return value
}
