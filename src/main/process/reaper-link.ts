/** The host's end of its reaper: starts it, tells it the groups, and starts another should it ever die first. */
import { spawn, type ChildProcess } from 'node:child_process'
import { userEnvironment } from './environment'
import { REAPER_MARKER } from './markers'
import type { Root } from './tree'

/** A reaper that dies more often than this in one run of the host is not started again. */
const MAX_RESTARTS = 5
const READY_MS = 10_000
const LAST_SWEEP_MS = 8_000

export interface ReaperOptions {
  /** Absolute path of the built `reaper.js`. */
  readonly script: string
  /** A Node binary; where left out, the one that runs the host. */
  readonly node?: string | undefined
  readonly hostId: string
  /** Told in words when there is no reaper any more. */
  readonly onProblem: (text: string) => void
}

export class ReaperLink {
  readonly #options: ReaperOptions
  readonly #roots = new Map<number, Root>()
  #child: ChildProcess
  #restarts = 0
  #closed = false
  /** Resolves when the reaper is at work; rejects when it could not be started. */
  readonly ready: Promise<void>

  constructor(options: ReaperOptions) {
    this.#options = options
    this.#child = this.#start()
    this.ready = readiness(this.#child)
    this.ready.catch(() => {})
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  register(root: Root): void {
    this.#roots.set(root.pid, root)
    this.#write(lineOf(root))
  }

  unregister(pid: number): void {
    if (this.#roots.delete(pid)) this.#write(`-${pid}\n`)
  }

  /** Lets go of the reaper, which then ends whatever is left, and waits for it. */
  async close(): Promise<void> {
    this.#closed = true
    const child = this.#child
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.ref()
    const gone = new Promise<void>((done) => child.once('exit', () => done()))
    child.stdin?.end()
    const timer = setTimeout(() => child.kill('SIGKILL'), LAST_SWEEP_MS)
    await gone
    clearTimeout(timer)
  }

  #start(): ChildProcess {
    const { script, node, hostId } = this.#options
    const { NODE_OPTIONS: _, ...env } = userEnvironment()
    const child = spawn(node ?? process.execPath, [script, hostId], {
      cwd: process.platform === 'win32' ? undefined : '/',
      detached: true,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...env, [REAPER_MARKER]: '1', ...(process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }) }
    })
    child.unref()
    child.stdin.on('error', () => {})
    child.once('error', () => this.#ended())
    child.once('exit', () => this.#ended())
    for (const root of this.#roots.values()) child.stdin.write(lineOf(root))
    // The host is free to end while its reaper waits: only the word "ready" is waited for.
    if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
    child.stdout.once('data', () => child.stdout.destroy())
    return child
  }

  #ended(): void {
    if (this.#closed) return
    if (this.#restarts++ < MAX_RESTARTS) this.#child = this.#start()
    else this.#options.onProblem('The process that ends leftovers after a crash could not be kept running.')
  }

  #write(line: string): void {
    if (this.#child.stdin?.writable) this.#child.stdin.write(line)
  }
}

function lineOf(root: Root): string {
  return `+${root.pid} ${root.startedAt ?? '-'}\n`
}

function readiness(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The reaper could not be started: ${why}.`))
    const timer = setTimeout(() => fail(`it said nothing for ${READY_MS} ms`), READY_MS).unref()
    child.stdout?.once('data', () => {
      clearTimeout(timer)
      resolve()
    })
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code, signal) => fail(`it ended with ${signal ?? code}`))
  })
}
