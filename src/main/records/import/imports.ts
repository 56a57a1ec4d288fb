/**
 * Everyone else's transcripts as runs with workers, read only: found on disk, read where they lie, followed while they
 * grow. Nothing is ever written, and no link is followed.
 */
import { homedir } from 'node:os'
import { basename } from 'node:path'
import { Refusal } from '../../../shared/errors'
import type { Evidence, ImportedRun, ImportedWorker, ImportedWorkers } from '../../../shared/imports'
import { TRANSCRIPT_LIMIT_DEFAULT, TRANSCRIPT_LIMIT_MAX, type TranscriptPage } from '../../../shared/records'
import { endsWithin } from '../../ends-within'
import { Catalog, type Sightings } from './catalog'
import { OpenRun, type Window } from './open-run'
import { defaultRoots, type Root } from './roots'
import { MAIN_WORKER, runsOf, type Run } from './runs'
import { Watch } from './watch'
import { FRESH_MS } from './workers'

export interface ImportedPage extends TranscriptPage {
  readonly worker?: ImportedWorker
  /** The log is read to its present end: `total` is all there is. */
  readonly complete: boolean
}

/** The last entries of a record that may not be read to the end yet; they have no offset then. */
export interface ImportedTail extends Omit<ImportedPage, 'offset'> {
  readonly offset: number | null
}

export interface Imports {
  /** All runs, the latest first. */
  list(): Promise<readonly ImportedRun[]>
  /** What could not be looked into, in words. */
  problems(): readonly string[]
  /** A run with its workers, as far as its logs are read. @throws Refusal NOT_FOUND */
  workers(runId: string): Promise<ImportedWorkers>
  /**
   * A page of a worker's record; fewer than `limit` entries, and a smaller `limit` in the answer, where they are large.
   * @throws Refusal NOT_FOUND
   */
  transcript(runId: string, workerId: string, offset?: number, limit?: number): Promise<ImportedPage>
  /** The end of a worker's record, at once. @throws Refusal NOT_FOUND */
  tail(runId: string, workerId: string, limit?: number): Promise<ImportedTail>
  /** Tells the ids of runs that came, went or changed, as long as somebody listens. @returns its disposer */
  onChange(listener: (runIds: readonly string[]) => void): () => void
  /** Keeps a run's logs followed: changes are told within a quarter of a second. @returns its disposer */
  follow(runId: string): () => void
  close(): void
}

export interface ImportOptions {
  /** Where to look; the folders of all known programs unless told otherwise. */
  readonly roots?: readonly Root[]
  /** Let the system tell about changes, beside looking for them. */
  readonly watch?: boolean
  readonly clock?: () => number
}

/** How old the list may be before its folders are looked into again, in ms. */
const LIST_MS = 1_000
/** How long a question about workers waits for logs to be read, in ms. */
const WAIT_MS = 250
/** Runs that are kept open without being followed. */
const OPEN_MAX = 8

export function createImports({ roots, watch = true, clock = Date.now }: ImportOptions = {}): Imports {
  return new DiskImports(roots ?? defaultRoots({ home: homedir(), env: process.env }), watch, clock)
}

class DiskImports implements Imports {
  readonly #catalog: Catalog
  readonly #clock: () => number
  readonly #watch: Watch
  readonly #listeners = new Set<(runIds: readonly string[]) => void>()
  readonly #followed = new Map<string, number>()
  readonly #open = new Map<string, OpenRun>()
  /** Runs that are being read. */
  readonly #looking = new Set<string>()
  #runs = new Map<string, Run>()
  #problems: readonly string[] = []
  #scannedAt = Number.NEGATIVE_INFINITY
  #scanning: Promise<void> | null = null
  #closed = false

  constructor(roots: readonly Root[], watch: boolean, clock: () => number) {
    this.#catalog = new Catalog(roots)
    this.#clock = clock
    this.#watch = new Watch({ system: watch, look: () => this.#look(), scan: () => this.#scan(), folders: () => this.#folders() })
  }

  async list(): Promise<readonly ImportedRun[]> {
    await this.#fresh()
    return [...this.#runs.values()].map((run) => this.#summary(run)).toSorted((a, b) => b.updatedAt - a.updatedAt)
  }

  problems(): readonly string[] {
    return this.#problems
  }

  async workers(runId: string): Promise<ImportedWorkers> {
    const open = await this.#opened(runId)
    await endsWithin(open.advance(), WAIT_MS)
    const workers = open.workers(this.#clock()).map(({ view }) => view)
    return { run_id: runId, run: this.#summary(open.run), workers, reading: open.complete ? null : open.progress }
  }

  async transcript(runId: string, workerId: string, offset = 0, limit = TRANSCRIPT_LIMIT_DEFAULT): Promise<ImportedPage> {
    const open = await this.#opened(runId)
    const from = Math.max(0, Math.floor(offset))
    const most = clamp(limit)
    const window = await open.window(workerId, from, most, this.#clock)
    if (!window) throw noWorker()
    // What was left out because it is large comes with the next page.
    const isShort = window.entries.length > 0 && from + window.entries.length < window.total
    return { ...this.#page(runId, workerId, window), offset: from, limit: isShort ? Math.min(most, window.entries.length) : most }
  }

  async tail(runId: string, workerId: string, limit = TRANSCRIPT_LIMIT_DEFAULT): Promise<ImportedTail> {
    const open = await this.#opened(runId)
    const most = clamp(limit)
    const window = await open.tail(workerId, most, this.#clock)
    if (!window) throw noWorker()
    // Whoever was shown the end alone hears when the rest is there.
    if (!window.complete) void open.advance().then(() => this.#tell([runId]))
    return { ...this.#page(runId, workerId, window), offset: window.complete ? window.total - window.entries.length : null, limit: most }
  }

  onChange(listener: (runIds: readonly string[]) => void): () => void {
    this.#listeners.add(listener)
    this.#watch.run(true)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#watch.run(false)
    }
  }

  follow(runId: string): () => void {
    this.#followed.set(runId, (this.#followed.get(runId) ?? 0) + 1)
    this.#watch.refresh()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const left = (this.#followed.get(runId) ?? 1) - 1
      if (left > 0) this.#followed.set(runId, left)
      else this.#followed.delete(runId)
      this.#watch.refresh()
    }
  }

  close(): void {
    this.#closed = true
    this.#watch.close()
    this.#listeners.clear()
    for (const open of this.#open.values()) open.close()
    this.#open.clear()
  }

  #page(runId: string, workerId: string, { placed, entries, total, complete }: Window): Omit<ImportedPage, 'offset' | 'limit'> {
    const corrupt = placed.log.counts.corrupt
    return {
      run_id: runId,
      workerId,
      status: placed.view.status,
      entries: [...entries],
      total,
      truncated: false,
      ...(corrupt > 0 ? { corruptLines: corrupt } : {}),
      worker: placed.view,
      complete
    }
  }

  async #opened(runId: string): Promise<OpenRun> {
    if (!this.#runs.has(runId)) await this.#fresh()
    const run = this.#runs.get(runId)
    if (!run || this.#closed) throw new Refusal('NOT_FOUND', 'There is no such run among the transcripts on this machine.', 'List the runs and take one of their ids.')
    return this.#openedOf(run)
  }

  #openedOf(run: Run): OpenRun {
    const open = this.#open.get(run.runId) ?? new OpenRun(run)
    this.#open.set(run.runId, open)
    open.usedAt = this.#clock()
    this.#forget()
    return open
  }

  /** Lets go of runs that nobody has asked for lately. */
  #forget(): void {
    const idle = [...this.#open].filter(([runId]) => !this.#followed.has(runId)).toSorted(([, a], [, b]) => b.usedAt - a.usedAt)
    for (const [runId, open] of idle.slice(OPEN_MAX)) {
      open.close()
      this.#open.delete(runId)
    }
  }

  async #fresh(): Promise<void> {
    if (this.#clock() - this.#scannedAt > LIST_MS || this.#scannedAt > this.#clock()) await this.#scan()
  }

  #scan(): Promise<void> {
    this.#scanning ??= this.#catalog
      .scan()
      .then((found) => this.#take(found))
      .finally(() => (this.#scanning = null))
    return this.#scanning
  }

  #take({ logs, problems }: Sightings): void {
    const before = this.#runs
    this.#runs = new Map(runsOf(logs).map((run) => [run.runId, run]))
    this.#problems = [...new Set(problems.map(({ root, message }) => `${root.format ?? basename(root.path)}: ${message}`))]
    this.#scannedAt = this.#clock()
    for (const [runId, open] of this.#open) {
      const run = this.#runs.get(runId)
      if (run) open.update(run)
    }
    const changed = [...new Set([...before.keys(), ...this.#runs.keys()])].filter((runId) => stampOf(before.get(runId)) !== stampOf(this.#runs.get(runId)))
    this.#tell(changed)
  }

  /** Reads on in the runs that are followed, each for itself: a huge log keeps none of the others waiting. */
  #look(): void {
    if (this.#closed) return
    for (const runId of this.#followed.keys()) {
      if (this.#looking.has(runId)) this.#tell([runId])
      else void this.#lookInto(this.#runs.get(runId))
    }
  }

  async #lookInto(run: Run | undefined): Promise<void> {
    if (!run) return
    this.#looking.add(run.runId)
    // Logs tell their problems and do not throw them.
    const changed = await this.#openedOf(run).advance()
    this.#looking.delete(run.runId)
    if (changed) this.#tell([run.runId])
  }

  #folders(): readonly string[] {
    return [...this.#followed.keys()].flatMap((runId) => this.#open.get(runId)?.folders() ?? [])
  }

  #tell(runIds: readonly string[]): void {
    if (runIds.length === 0) return
    for (const listener of this.#listeners) listener(runIds)
  }

  #summary({ runId, main, members }: Run): ImportedRun {
    const { peeked, file, format } = main
    const known = this.#open.get(runId)?.workers(this.#clock()).find(({ view }) => view.workerId === MAIN_WORKER)
    const isRead = known?.log.complete === true
    const updatedAt = Math.max(...members.map(({ sighting }) => sighting.peeked.writtenAt))
    const stand = isRead ? { status: known.view.status, evidence: known.view.evidence } : peekedStanding(main.peeked, this.#clock() - updatedAt < FRESH_MS)
    const name = peeked.title ?? (peeked.folder === null ? null : basename(peeked.folder)) ?? basename(file.path)
    return {
      run_id: runId,
      name,
      status: stand.status,
      startedAt: peeked.startedAt ?? peeked.writtenAt,
      format,
      folder: peeked.folder,
      updatedAt,
      evidence: stand.evidence,
      workerLogs: members.length - 1,
      file: basename(file.path),
      problem: peeked.problem
    }
  }
}

function peekedStanding({ outcome, waitsFor, writtenAt }: Run['main']['peeked'], isFresh: boolean): { readonly status: string; readonly evidence: Evidence } {
  if (outcome) return { status: outcome.status, evidence: { what: outcome.what, at: outcome.at } }
  if (waitsFor === null) return { status: isFresh ? 'running' : 'unknown', evidence: { what: 'its end was not looked at yet', at: writtenAt } }
  if (isFresh) return { status: 'running', evidence: { what: waitsFor, at: writtenAt } }
  return { status: 'interrupted', evidence: { what: `${waitsFor}, and nothing is being written any more`, at: writtenAt } }
}

function stampOf(run: Run | undefined): string {
  return run ? run.members.map(({ sighting: { key, file } }) => `${key} ${file.size} ${file.mtimeMs}`).join('\n') : ''
}

function noWorker(): Refusal {
  return new Refusal('NOT_FOUND', 'This run has no such worker.', 'List its workers and take one of their ids.')
}

function clamp(limit: number): number {
  return Math.min(TRANSCRIPT_LIMIT_MAX, Math.max(1, Math.floor(limit)))
}
