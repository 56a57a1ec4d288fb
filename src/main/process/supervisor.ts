/**
 * Starts the processes that must not outlive us: each in its own group and session, marked, and known to the reaper.
 * However the host ends, they end with all their descendants.
 */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { userEnvironment, type Environment } from './environment'
import { HOST_MARKER, TASK_MARKER } from './markers'
import { ReaperLink } from './reaper-link'
import { startOf } from './table'
import { END_PLAN, endAll, send, type EndReport, type Root, type Stage } from './tree'

export interface SupervisorOptions {
  /** Absolute path of the built `reaper.js`. */
  readonly reaperScript: string
  /** Names the data folder in the markers (`dataIdOf`): letters, digits and `-`. */
  readonly dataId: string
  /** A Node binary for the reaper; where left out, the one that runs the host. */
  readonly node?: string
  /** Told in words when leftovers would no longer be ended after a crash. */
  readonly onProblem?: (text: string) => void
}

export interface SpawnOptions {
  /** Absolute path of a folder that exists. */
  readonly cwd: string
  /** On top of the operator's environment (`userEnvironment`); undefined takes a variable away. */
  readonly env?: Environment
  /** As of `node:child_process`; pipes where left out. */
  readonly stdio?: StdioOptions
  /** Windows only: the arguments are handed over as they are, without quoting. */
  readonly verbatim?: boolean
}

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Supervised {
  readonly child: ChildProcess
  readonly pid: number
  /** How the process itself has ended; never rejects. Its descendants may still run. */
  readonly exited: Promise<Exit>
  /** Sends a signal to its whole group; false where nobody is left in it. */
  signal(signal: NodeJS.Signals): boolean
  /**
   * Ends the group and every descendant, also those that have left the group, and resolves when all are gone. Happens
   * by itself a second after the process has ended. Only the first call's plan counts; later ones share its result.
   */
  endTree(plan?: readonly Stage[]): Promise<EndReport>
}

/** What the process has left running may go on for this long after its end, in ms. */
const LINGER_MS = 1_000

export class Supervisor {
  readonly hostId: string
  /** For the environment of processes that are started otherwise (a `utilityProcess`): the last sweep finds them. */
  readonly marker: Readonly<Record<string, string>>
  readonly #dataId: string
  readonly #reaper: ReaperLink
  readonly #running = new Set<Supervised>()
  #closed = false

  constructor(options: SupervisorOptions) {
    if (!/^[A-Za-z0-9-]+$/.test(options.dataId)) throw new Error('A data id has letters, digits and "-" only.')
    this.#dataId = options.dataId
    this.hostId = `${options.dataId}.${randomUUID()}`
    this.marker = { [HOST_MARKER]: this.hostId }
    const onProblem = options.onProblem ?? (() => {})
    this.#reaper = new ReaperLink({ script: options.reaperScript, node: options.node, hostId: this.hostId, onProblem })
  }

  /** Resolves when the reaper is at work; rejects with the reason when it cannot be started. */
  get ready(): Promise<void> {
    return this.#reaper.ready
  }

  /** The process that ends leftovers after our own death. */
  get reaperPid(): number | undefined {
    return this.#reaper.pid
  }

  /** Starts a command, found through PATH where it is no path. Rejects with the system's error when it cannot start. */
  async spawn(command: string, args: readonly string[], options: SpawnOptions): Promise<Supervised> {
    if (this.#closed) throw new Error('The supervisor is closed.')
    const task = randomUUID()
    const child = spawn(command, [...args], {
      cwd: options.cwd,
      env: { ...userEnvironment(), ...options.env, ...this.marker, [TASK_MARKER]: task },
      stdio: options.stdio ?? 'pipe',
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: options.verbatim ?? false
    })
    const { pid } = child
    if (pid === undefined) {
      throw await new Promise<Error>((done) => child.once('error', done))
    }
    child.on('error', () => {})
    const root: Root = { pid, startedAt: startOf(pid) }
    this.#reaper.register(root)
    return this.#supervise(child, root, task)
  }

  #supervise(child: ChildProcess, root: Root, task: string): Supervised {
    const { pid } = root
    const exited = new Promise<Exit>((done) => child.once('exit', (code, signal) => done({ code, signal })))
    let ending: Promise<EndReport> | null = null
    const end = async (plan: readonly Stage[]): Promise<EndReport> => {
      const report = await endAll({ roots: [root], marked: (row) => row.task === task }, plan)
      if (report.survivors === 0) await exited
      this.#reaper.unregister(pid)
      this.#running.delete(supervised)
      return report
    }
    const supervised: Supervised = {
      child,
      pid,
      exited,
      signal: (signal) => this.#running.has(supervised) && send(process.platform === 'win32' ? pid : -pid, signal),
      endTree: (plan = END_PLAN) => (ending ??= end(plan))
    }
    this.#running.add(supervised)
    void exited.then(() => setTimeout(() => void supervised.endTree(), LINGER_MS).unref())
    return supervised
  }

  /**
   * Ends what earlier hosts of this data folder have left running, where even their reaper could not. Call it at the
   * host's start, once the data folder is held: then each of those hosts is dead. Resolves with the number ended.
   */
  async sweepLeftovers(): Promise<number> {
    const earlier = `${this.#dataId}.`
    const marked = (row: { host: string | null }) => row.host !== null && row.host.startsWith(earlier) && row.host !== this.hostId
    return (await endAll({ roots: [], marked })).ended
  }

  /** Ends every process with its descendants, then whatever else carries our marker. Idempotent. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#running].map((supervised) => supervised.endTree()))
    await this.#reaper.close()
  }
}
