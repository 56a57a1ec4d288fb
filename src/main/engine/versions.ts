/**
 * What files held before and after turns changed them: texts, kept by their digest in a folder of the Session that
 * changed them. There is room for so much; what was kept first is given up first.
 */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Longer texts are known by their digest only, in bytes. */
export const VERSION_MAX_BYTES = 512 * 1024

const LIMITS = { files: 2_000, bytes: 32 * 1024 * 1024 }

/** The folder of a Session's versions, in its state folder. */
export const versionsFolderOf = (stateFolder: string): string => join(stateFolder, 'versions')

/** Names a content exactly. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

export class Versions {
  #kept: { files: number; bytes: number } | null = null

  constructor(
    private readonly folder: string,
    private readonly limits = LIMITS
  ) {}

  /**
   * The digest of a content. A text of moderate length is kept, to be read by it later; that one cannot be kept is no
   * reason to fail what has changed the file.
   */
  keep(content: string | Uint8Array): string {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const digest = digestOf(bytes)
    if (bytes.length > VERSION_MAX_BYTES || bytes.includes(0) || !isUtf8(bytes)) return digest
    try {
      this.#write(digest, bytes)
    } catch (error) {
      console.error('a version of a file could not be kept:', error instanceof Error ? error.message : error)
    }
    return digest
  }

  #write(digest: string, bytes: Uint8Array): void {
    const file = join(this.folder, digest)
    if (statSync(file, { throwIfNoEntry: false })) {
      // Wanted anew, so it is not the oldest any more.
      const now = new Date()
      return utimesSync(file, now, now)
    }
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, bytes, { mode: 0o600 })
    renameSync(unfinished, file)
    const kept = this.#kept ?? this.#count()
    this.#kept = { files: kept.files + (this.#kept ? 1 : 0), bytes: kept.bytes + (this.#kept ? bytes.length : 0) }
    if (this.#kept.files > this.limits.files || this.#kept.bytes > this.limits.bytes) this.#makeRoom()
  }

  #files(): { path: string; bytes: number; at: number }[] {
    return readdirSync(this.folder).flatMap((name) => {
      const path = join(this.folder, name)
      const stat = statSync(path, { throwIfNoEntry: false })
      return stat?.isFile() ? [{ path, bytes: stat.size, at: stat.mtimeMs }] : []
    })
  }

  #count(): { files: number; bytes: number } {
    const files = this.#files()
    return { files: files.length, bytes: files.reduce((sum, file) => sum + file.bytes, 0) }
  }

  /** Gives up the oldest until a quarter is free, so that this is not done for each one. */
  #makeRoom(): void {
    const files = this.#files().toSorted((a, b) => a.at - b.at)
    let count = files.length
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    for (const file of files) {
      if (count <= this.limits.files * 0.75 && bytes <= this.limits.bytes * 0.75) break
      rmSync(file.path, { force: true })
      count -= 1
      bytes -= file.bytes
    }
    this.#kept = { files: count, bytes }
  }
}

/** A kept text by its digest; null when it was not kept, or is not there any more. */
export async function readVersion(folder: string, digest: string): Promise<string | null> {
  if (!/^[0-9a-f]{64}$/.test(digest)) return null
  const bytes = await readFile(join(folder, digest)).catch(() => null)
  return bytes && digestOf(bytes) === digest ? bytes.toString('utf8') : null
}
