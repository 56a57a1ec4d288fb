/** Looks for changes as long as somebody listens: at once where the system tells, and regularly where it does not. */
import { watch as watchFolder, type FSWatcher } from 'node:fs'

/** How often followed logs are looked at, in ms. */
const LOOK_MS = 200
/** How often folders are looked into, in ms; more seldom where that takes long, sooner when the system tells of a new file. */
const SCAN_MS = 1_000
const SCAN_SHARE = 20
const SCAN_SOON_MS = 100
/** Writes that come together are looked at together, in ms. */
const SETTLE_MS = 20

export interface Watching {
  /** Use what the system tells. */
  readonly system: boolean
  /** Reads on in what is followed; does not wait for it. */
  look(): void
  /** Looks for new logs. */
  scan(): Promise<void>
  /** Where followed logs lie. */
  folders(): readonly string[]
}

export class Watch {
  readonly #watching: Watching
  readonly #watchers = new Map<string, FSWatcher>()
  #timer: NodeJS.Timeout | null = null
  #soon: NodeJS.Timeout | null = null
  #scannedAt = 0
  #scanTook = 0
  #hasNewFile = false
  #isBusy = false

  constructor(watching: Watching) {
    this.#watching = watching
  }

  run(isOn: boolean): void {
    if (isOn === (this.#timer !== null)) return
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = isOn ? setInterval(() => void this.#tick(), LOOK_MS).unref() : null
    this.#scannedAt = performance.now()
    this.refresh()
  }

  /** What is followed has changed. */
  refresh(): void {
    const wanted = new Set(this.#timer && this.#watching.system ? this.#watching.folders() : [])
    for (const [folder, watcher] of this.#watchers) {
      if (wanted.has(folder)) continue
      watcher.close()
      this.#watchers.delete(folder)
    }
    for (const folder of wanted) if (!this.#watchers.has(folder)) this.#begin(folder)
  }

  close(): void {
    this.run(false)
    if (this.#soon) clearTimeout(this.#soon)
    this.#soon = null
  }

  #begin(folder: string): void {
    try {
      const watcher = watchFolder(folder, { persistent: false }, (kind) => this.#hurry(kind === 'rename'))
      // A folder that goes away, or more watchers than the system has: looking regularly is enough.
      watcher.on('error', () => {
        watcher.close()
        this.#watchers.delete(folder)
      })
      this.#watchers.set(folder, watcher)
    } catch {
      // Looking regularly is enough.
    }
  }

  #hurry(isNewFile: boolean): void {
    this.#hasNewFile ||= isNewFile
    this.#soon ??= setTimeout(() => {
      this.#soon = null
      void this.#tick()
    }, SETTLE_MS)
  }

  async #tick(): Promise<void> {
    if (this.#isBusy || this.#timer === null) return
    this.#isBusy = true
    try {
      if (this.#isScanDue(performance.now())) await this.#scan()
      this.#watching.look()
      this.refresh()
    } finally {
      this.#isBusy = false
    }
  }

  #isScanDue(now: number): boolean {
    const [least, share] = this.#hasNewFile ? [SCAN_SOON_MS, SCAN_SHARE / 4] : [SCAN_MS, SCAN_SHARE]
    return now - this.#scannedAt >= Math.max(least, share * this.#scanTook)
  }

  async #scan(): Promise<void> {
    this.#hasNewFile = false
    const began = performance.now()
    await this.#watching.scan()
    this.#scannedAt = performance.now()
    this.#scanTook = this.#scannedAt - began
  }
}
