/**
 * Takes a command's output as it comes, in bounded memory: the first and the last bytes for the reply, a count, and the
 * whole in a file. Reading waits for the file, so a flood is slowed down to what the disk takes.
 */
import { open, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { cleanBytes } from './terminal-text'

export interface CaptureLimits {
  /** Bytes kept from the start, and from the end. */
  readonly ends: number
  /** Bytes that the file may have; what comes after them is only counted. */
  readonly file: number
}

export const CAPTURE_LIMITS: CaptureLimits = { ends: 64 * 1024, file: 256 * 1024 * 1024 }

/** How far back the latest line is looked for, in bytes. */
const LINE_REACH = 2_000

export class Capture {
  readonly #path: string
  readonly #limits: CaptureLimits
  readonly #head: Buffer
  /** A ring that holds the latest bytes of what does not fit into the head. */
  readonly #ring: Buffer
  #file: Promise<FileHandle> | null = null
  #total = 0
  #written = 0
  #fileProblem: string | null = null

  /** @param path the file for the whole output, made with mode 0600 when the first byte comes */
  constructor(path: string, limits: CaptureLimits = CAPTURE_LIMITS) {
    this.#path = path
    this.#limits = limits
    this.#head = Buffer.alloc(limits.ends)
    this.#ring = Buffer.alloc(limits.ends)
  }

  /** Bytes that have come. */
  get total(): number {
    return this.#total
  }

  /** Bytes that the file holds. */
  get written(): number {
    return this.#written
  }

  /** Why the file does not hold everything, in the system's words; null while nothing has failed. */
  get fileProblem(): string | null {
    return this.#fileProblem
  }

  /** The first bytes. With `tail()` it is the whole as long as `gap` is 0. */
  head(): Buffer {
    return this.#head.subarray(0, Math.min(this.#total, this.#limits.ends))
  }

  /** The latest bytes of those that come after `head()`. */
  tail(): Buffer {
    const beyond = Math.max(this.#total - this.#limits.ends, 0)
    const size = this.#limits.ends
    if (beyond <= size) return this.#ring.subarray(0, beyond)
    const start = beyond % size
    return Buffer.concat([this.#ring.subarray(start), this.#ring.subarray(0, start)])
  }

  /** Bytes between head and tail that are kept only in the file. */
  get gap(): number {
    return Math.max(this.#total - 2 * this.#limits.ends, 0)
  }

  /** The latest line that has something in it, cleaned; empty before there is one. */
  latestLine(): string {
    const tail = this.tail()
    const recent = tail.length > LINE_REACH ? tail : Buffer.concat([this.head(), tail])
    const lines = cleanBytes(recent.subarray(-LINE_REACH)).split('\n')
    return lines.findLast((line) => line.trim() !== '')?.trim() ?? ''
  }

  /** Reads to the end of the stream, or until it is destroyed; never rejects. */
  async read(source: Readable): Promise<void> {
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        this.#keep(chunk)
        await this.#write(chunk)
      }
    } catch {
      // Destroyed, or the pipe broke: what has come so far is what there is.
    }
  }

  async close(): Promise<void> {
    const file = await this.#file?.catch(() => null)
    await file?.close()
  }

  #keep(chunk: Buffer): void {
    const { ends } = this.#limits
    const intoHead = Math.max(Math.min(ends - this.#total, chunk.length), 0)
    chunk.copy(this.#head, this.#total, 0, intoHead)
    const beyond = Math.max(this.#total - ends, 0)
    this.#total += chunk.length
    const rest = chunk.subarray(intoHead)
    const skipped = Math.max(rest.length - ends, 0)
    const latest = rest.subarray(skipped)
    const at = (beyond + skipped) % ends
    const first = latest.copy(this.#ring, at)
    latest.copy(this.#ring, 0, first)
  }

  async #write(chunk: Buffer): Promise<void> {
    const room = this.#limits.file - this.#written
    if (room <= 0 || this.#fileProblem !== null) {
      // Nobody needs the rest, so a flood shall not cost much: it is slowed down to a pipe's content each millisecond.
      await delay(1)
      return
    }
    try {
      this.#file ??= open(this.#path, 'ax', 0o600)
      const piece = chunk.subarray(0, room)
      await (await this.#file).appendFile(piece)
      this.#written += piece.length
    } catch (error) {
      this.#fileProblem = error instanceof Error ? error.message.split(',')[0] ?? error.message : String(error)
    }
  }
}
