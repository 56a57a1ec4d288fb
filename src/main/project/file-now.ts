/**
 * How a file on disk stands to what a turn left in it. A file is read only where its digest can tell something, once
 * while it stays as it is.
 */
import { readFile, stat } from 'node:fs/promises'
import type { FileNow } from '../../shared/artifacts'
import { digestOf } from '../engine/versions'

/** Larger files are not read to know them, in bytes. */
const READ_MAX = 8 * 1024 * 1024
/** How much later than the turn a file may have been written by it, in ms: clocks of disks are coarse. */
const CLOCK_SLACK_MS = 2_000
/** Digests that are kept. */
const KEEP = 2_000

interface Known {
  readonly stamp: string
  readonly digest: string
}

export class FileLook {
  readonly #known = new Map<string, Known>()

  /**
   * @param file the real place of the file
   * @param left the digest of what the turn left; null where it is not known
   * @param at when the turn touched it last, epoch ms
   */
  async now(file: string, left: string | null, at: number): Promise<FileNow> {
    const there = await stat(file).catch(() => null)
    if (!there?.isFile()) return 'missing'
    const isLater = there.mtimeMs > at + CLOCK_SLACK_MS
    if (left === null || there.size > READ_MAX) return isLater ? 'touched' : 'unknown'
    const stamp = `${there.mtimeMs} ${there.ctimeMs} ${there.size} ${there.ino}`
    const known = this.#known.get(file)
    if (known?.stamp === stamp) return known.digest === left ? 'same' : 'changed'
    const digest = await readFile(file).then(digestOf, () => null)
    if (digest === null) return 'unknown'
    this.#keep(file, { stamp, digest })
    return digest === left ? 'same' : 'changed'
  }

  #keep(file: string, known: Known): void {
    this.#known.delete(file)
    this.#known.set(file, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > KEEP && oldest !== undefined) this.#known.delete(oldest)
  }
}
