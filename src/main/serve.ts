/** The served entry: the same host as the desktop's, for a browser. Prints where it is and stays until a signal. */
import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { version } from '../../package.json'
import { Refusal } from '../shared/errors'
import { createHost, type Host } from './host'
import { createFileKeyStore } from './models/file-key-store'
import { USAGE, parseServeArgs, type ServeOptions } from './serve/cli'
import { defaultDataFolder } from './serve/data-folder'
import { openDoor } from './serve/door'
import { createFork } from './serve/fork'
import { isUsableToken } from './serve/guard'
import { openPage } from './serve/open-page'
import { servedAt } from './serve/served-file'
import { loadStaticFiles } from './page/static-files'
import { stopOnSignals } from './serve/stop'
import { DataFolderBusy } from './store/database'

const scripts = import.meta.dirname
const log = (line: string) => void process.stderr.write(`${line}\n`)

// Whoever read our output may leave; that ends nothing here.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

const parsed = parseServeArgs(process.argv.slice(2), {
  cwd: process.cwd(),
  data: defaultDataFolder(process.platform, process.env, homedir())
})
switch (parsed.kind) {
  case 'help':
    process.stdout.write(`${USAGE}\n`)
    break
  case 'wrong':
    fail(parsed.line, 2)
    break
  case 'run':
    await serve(parsed.options).catch(async (error: unknown) => fail((await busyAt(error, parsed.options.data)) ?? explain(error), 1))
}

async function serve(options: ServeOptions): Promise<void> {
  if (options.project !== null && !(await isFolder(options.project))) {
    return fail(`There is no folder at ${options.project}. Give --project a folder that exists.`, 2)
  }
  const given = takeToken()
  if (given !== null && !isUsableToken(given)) return fail('CREWDECK_TOKEN takes 16 to 256 letters, digits, ".", "_", "~" and "-".', 2)
  const files = await loadStaticFiles(join(scripts, '..', 'renderer')).catch(() => {
    throw new Refusal('UNAVAILABLE', 'The page has not been built.', 'Run "npm run build" first.')
  })

  const host = await createHost({
    dataFolder: options.data,
    mode: 'served',
    version,
    keys: createFileKeyStore(join(options.data, 'keys.json')),
    desktop: null,
    fork: createFork(scripts),
    scripts
  })
  try {
    const project = options.project === null ? null : await host.openProject(options.project)
    const records = await host.records.open()
    const behind = { host, files, records: records.api, downloads: host.exports, address: options.host, log }
    const { server, token } = await openDoor(options.data, options.port, given, behind)
    stopOnSignals(async () => {
      await server.close()
      await host.close()
    }, log)
    const mcp = project && options.json ? { mcp: await coordinatorDoor(host, project.sessionId) } : {}
    await announce(options, `${server.origin}/#token=${token}`, {
      token,
      ...mcp,
      records: { url: server.origin, token: records.token }
    })
  } catch (error) {
    await host.close()
    throw error
  }
}

/** Where an agent outside coordinates the Project, and the token that lets it. */
interface CoordinatorDoor {
  readonly url: string
  readonly coordinatorToken: string
}

async function coordinatorDoor(host: Host, sessionId: string): Promise<CoordinatorDoor> {
  const { url, tokenFor } = await host.mcp()
  return { url, coordinatorToken: tokenFor(sessionId) }
}

async function announce(
  options: ServeOptions,
  url: string,
  rest: { token: string; mcp?: CoordinatorDoor; records: { url: string; token: string } }
): Promise<void> {
  if (options.json) process.stdout.write(`${JSON.stringify({ url, ...rest })}\n`)
  else process.stdout.write(`Crewdeck is served at\n  ${url}\nWhoever has this address has your Crewdeck. Ctrl+C stops it.\n`)
  if (options.open && !(await openPage(url, options.data))) log('No browser could be opened from here: open the address yourself.')
}

/** The operator's own token; null where there is none. No child may inherit it. */
function takeToken(): string | null {
  const given = process.env['CREWDECK_TOKEN']
  delete process.env['CREWDECK_TOKEN']
  return given || null
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false
  )
}

/** What to say where another Crewdeck serves the data folder: its address. Null where that is not what is wrong. */
async function busyAt(error: unknown, data: string): Promise<string | null> {
  const url = error instanceof DataFolderBusy ? await servedAt(data) : null
  if (url === null) return null
  return `Crewdeck is running already with this data folder. It is served at\n  ${url}${url.includes('#') ? '' : '\nwith the key that CREWDECK_TOKEN had at its start.'}`
}

function explain(error: unknown): string {
  if (error instanceof Refusal) return `${error.message} ${error.remedy}`.trim()
  if (error instanceof DataFolderBusy) return error.message
  if (!(error instanceof Error)) return String(error)
  switch ('code' in error ? error.code : null) {
    case 'EADDRINUSE':
      return 'This port is in use. Give --port another one, or 0 for any free one.'
    case 'EADDRNOTAVAIL':
      return 'This machine does not have the address of --host.'
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'ENOSPC':
    case 'ERR_SQLITE_ERROR':
      return `This cannot be used or written: ${error.message}. Give --data a folder of your own, on a disk with room, or --port another port.`
    default:
      return error.stack ?? error.message
  }
}

function fail(line: string, code: number): void {
  log(`crewdeck: ${line}`)
  process.exitCode = code
  // Nothing should be left that keeps the process; if something is, it does not stay for it.
  setTimeout(() => process.exit(code), 1_000).unref()
}
