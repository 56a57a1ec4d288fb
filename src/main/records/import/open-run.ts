/** A run that somebody looks at: its logs, read and tailed, and its workers as they stand. */
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { TranscriptEntry } from '../../../shared/records'
import { entriesOf } from './entries'
import { MAIN, type FormatName } from './format'
import type { Log } from './log'
import type { Member, Run } from './runs'
import { workersOf, type LoadedMember, type Placed } from './workers'

/** How long a page that could be shown waits for the log to be read to its end, in ms. */
const GRACE_MS = 30

export interface Window {
  readonly placed: Placed
  readonly entries: readonly TranscriptEntry[]
  readonly total: number
  /** Nothing is left to read: `total` is all there is. */
  readonly complete: boolean
}

export class OpenRun {
  #run: Run
  readonly #logs = new Map<string, Log>()
  /** When it was last asked for, in epoch milliseconds. */
  usedAt = 0

  constructor(run: Run) {
    this.#run = run
  }

  get run(): Run {
    return this.#run
  }

  get format(): FormatName {
    return this.#run.main.format
  }

  /** Workers came or went; logs that stay are kept as they are. */
  update(run: Run): void {
    this.#run = run
    const keys = new Set(run.members.map(({ sighting }) => sighting.key))
    for (const [key, log] of this.#logs) {
      if (keys.has(key)) continue
      log.close()
      this.#logs.delete(key)
    }
  }

  /** Folders that its logs lie in. */
  folders(): string[] {
    return [...new Set(this.#run.members.map(({ sighting }) => dirname(sighting.file.path)))]
  }

  get complete(): boolean {
    return this.#loaded().every(({ log }) => log.complete)
  }

  get progress(): { readonly bytes: number; readonly of: number } {
    const all = this.#loaded().map(({ log }) => log.progress)
    return { bytes: all.reduce((sum, { bytes }) => sum + bytes, 0), of: all.reduce((sum, { of }) => sum + of, 0) }
  }

  /** Reads what has come, one log after the other. @returns whether anything changed */
  async advance(): Promise<boolean> {
    let changed = false
    for (const { log } of this.#loaded()) changed = (await log.advance()) || changed
    return changed
  }

  workers(now: number): Placed[] {
    return workersOf(this.#loaded(), this.format, now)
  }

  /**
   * Entries of a worker, as soon as they are known.
   * @returns null when there is no such worker, which is sure only when all was read
   */
  async window(workerId: string, offset: number, limit: number, now: () => number): Promise<Window | null> {
    const member = this.#run.members.find((one) => one.workerId === workerId)
    if (member) await this.#await(this.#logOf(member), MAIN, offset + limit)
    else await this.advance()
    const before = this.#find(workerId, now())
    if (!before) return null
    const drafts = await before.log.page(before.thread, offset, limit)
    // More may have come while the page was read: what is told belongs together.
    const placed = this.#find(workerId, now()) ?? before
    const { log, thread, end, view } = placed
    const entries = entriesOf(drafts, view.startedAt)
    const total = log.total(thread)
    if (end && entries.length < limit && offset + entries.length === total) entries.push(this.#endOf(placed, entries.at(-1)?.at))
    return { placed, entries, total: total + (end ? 1 : 0), complete: log.complete }
  }

  /**
   * The last entries of a worker, without waiting until all before them was read; `complete` says whether all was.
   * @returns null when there is no such worker
   */
  async tail(workerId: string, limit: number, now: () => number): Promise<Window | null> {
    const member = this.#run.members.find((one) => one.workerId === workerId)
    const log = member ? this.#logOf(member) : null
    if (log && !log.complete) {
      const drafts = await log.tail(limit)
      const placed = drafts ? this.#find(workerId, now()) : null
      if (drafts && placed) return { placed, entries: entriesOf(drafts, placed.view.startedAt), total: log.total(MAIN), complete: false }
    }
    await (log ? log.advance() : this.advance())
    const placed = this.#find(workerId, now())
    if (!placed) return null
    const total = placed.log.total(placed.thread) + (placed.end ? 1 : 0)
    for (let from = Math.max(0, total - limit); ; ) {
      const window = await this.window(workerId, from, Math.max(1, total - from), now)
      // Where entries are large a window ends early; what counts here is the end.
      const next = from + (window?.entries.length ?? 0)
      if (!window || next === from || next >= Math.min(total, window.total)) return window
      from = next
    }
  }

  close(): void {
    for (const log of this.#logs.values()) log.close()
    this.#logs.clear()
  }

  #endOf({ end, log, view }: Placed, after: number | undefined): TranscriptEntry {
    const at = end?.at ?? after ?? view.startedAt
    return { kind: 'end', seq: log.endSeq, at, status: view.status, ...(view.error === undefined ? {} : { error: view.error }) }
  }

  async #await(log: Log, thread: string, entries: number): Promise<void> {
    const reading = log.advance()
    if (log.keyed) return void (await reading)
    await Promise.race([reading, log.reached(thread, entries)])
    // Most logs are read whole in this time; their page then tells all there is to tell.
    await Promise.race([reading, delay(GRACE_MS)])
  }

  #find(workerId: string, now: number): Placed | null {
    return this.workers(now).find(({ view }) => view.workerId === workerId) ?? null
  }

  #loaded(): LoadedMember[] {
    return this.#run.members.map((member) => ({ member, log: this.#logOf(member) }))
  }

  #logOf({ sighting }: Member): Log {
    const known = this.#logs.get(sighting.key)
    if (known) return known
    const log = sighting.open()
    this.#logs.set(sighting.key, log)
    return log
  }
}
