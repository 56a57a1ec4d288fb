/** The built served host and a browser page at its address, as a spec holds them. */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Page } from '@playwright/test'
import type { Run, Stray } from './strays'

const ROOT = join(import.meta.dirname, '..')
const OWN_NODE = join(ROOT, 'node_modules/node/bin/node')
/** How long the host may take to stop before it is killed, in ms. */
const STOP_MS = 20_000

export interface ServedOptions {
  readonly run: Run
  readonly dataFolder: string
  readonly projectFolder: string
  readonly openProject: boolean
  readonly env: Record<string, string>
}

export class Served {
  readonly dataFolder: string
  readonly projectFolder: string
  /** The same over all starts, as is the address. */
  readonly token = randomBytes(24).toString('hex')
  readonly page: Page
  readonly #options: ServedOptions
  #port = '0'
  /** The address that opens the page, token included. */
  url = ''
  /** Where the records of its workers are, for other programs. */
  records = { url: '', token: '' }
  /** Of the start of now. */
  process: ChildProcess | null = null
  /** What the host has written to standard error, over all starts. */
  output = ''

  constructor(page: Page, options: ServedOptions) {
    this.page = page
    this.#options = options
    this.dataFolder = options.dataFolder
    this.projectFolder = options.projectFolder
  }

  /** Starts the host, which must not be running. Resolves when it serves. The page is left as it is. */
  async start(): Promise<void> {
    const { run, dataFolder, projectFolder, openProject, env } = this.#options
    const script = join(ROOT, 'out/main/serve.js')
    if (!existsSync(script)) throw new Error('The host is not built. "npm run build" builds it.')
    const project = openProject ? ['--project', projectFolder] : []
    const child = spawn(
      existsSync(OWN_NODE) ? OWN_NODE : process.execPath,
      [script, ...project, '--data', dataFolder, '--port', this.#port, '--json'],
      { cwd: ROOT, env: { ...process.env, ...run.env, CREWDECK_TOKEN: this.token, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }
    )
    this.process = child
    child.stderr.on('data', (chunk: Buffer) => (this.output += chunk))
    const { url, records } = JSON.parse(await this.#firstLine(child)) as { url: string; records: { url: string; token: string } }
    this.url = url
    this.records = records
    this.#port = new URL(url).port
  }

  /** Opens the page anew. */
  async open(): Promise<void> {
    await this.page.goto(this.url)
  }

  /** Ends the host by SIGKILL; resolves when it is gone. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Asks the host to stop; resolves when it has. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  /** Stops the host, if it runs, and starts it again at the same address. The page is left as it is. */
  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** Processes that belong to this host and live now, the host itself included. */
  processes(): Stray[] {
    return this.#options.run.alive()
  }

  async #firstLine(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The host ended with ${code} before it served. It wrote:\n${this.output}`)
    })
    ended.catch(() => {})
    const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
    return String(line)
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    child.kill(signal)
    await ended
    clearTimeout(late)
  }
}
