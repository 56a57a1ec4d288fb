/** The bytes of a log file, unpacked where it is packed; read only, never through a link. */
import { constants } from 'node:fs'
import { open, realpath, type FileHandle } from 'node:fs/promises'
import { sep } from 'node:path'
import { LogProblem } from './problems'

/** How much is read at once, in bytes: what is parsed between two turns of the event loop. */
export const SLICE = 512 * 1024
/** How many bytes before the place that reading stopped at are compared to notice that a file was written anew. */
const ANCHOR = 64

export interface Stamp {
  readonly size: number
  readonly mtimeMs: number
  /** Changes when another file takes the place. */
  readonly identity: string
}

export interface Source {
  stamp(): Promise<Stamp>
  /** Whether what was read up to now (in bytes of the stream) still stands in the file. */
  holds(): Promise<boolean>
  /** The bytes from `position` to the present end, about `slice` at a time. A chunk is valid until the next is asked for. */
  stream(position: number, slice?: number): AsyncGenerator<Buffer>
  /** Exactly these bytes, or fewer when the file has become shorter. */
  read(position: number, length: number): Promise<Buffer>
}

/** Refuses what lies outside of `root`, by whatever links. */
export async function checkInside(path: string, root: string): Promise<void> {
  const [real, inside] = await Promise.all([realpath(path), realpath(root)])
  if (real !== inside && !real.startsWith(inside.endsWith(sep) ? inside : inside + sep)) {
    throw new LogProblem('outside', 'The file lies outside of the folder that it was found in.')
  }
}

/** Refuses what is not a plain file inside of `root`; a pipe does not block, a link is not followed. */
export async function openInside(path: string, root: string): Promise<FileHandle> {
  await checkInside(path, root)
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  const stats = await handle.stat()
  if (stats.isFile()) return handle
  await handle.close()
  throw new LogProblem('not-a-file', stats.isDirectory() ? 'A folder stands where a file should be.' : 'This is no plain file.')
}

export async function stampOf(handle: FileHandle): Promise<Stamp> {
  const { size, mtimeMs, dev, ino } = await handle.stat()
  return { size, mtimeMs, identity: `${dev}:${ino}` }
}

/** Fills `buffer` from `position` as far as the file goes. @returns bytes that were read */
export async function fill(handle: FileHandle, buffer: Buffer, position: number): Promise<number> {
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled
}

/** Remembers the last bytes that were read, to see later whether they still stand there. */
export class Anchor {
  #end = 0
  #bytes: Buffer = Buffer.alloc(0)

  /** @param end where `part` ends in the file; it follows what was remembered last, or begins anew */
  remember(part: Buffer, end: number): void {
    const follows = this.#end === end - part.length
    this.#bytes = Buffer.concat([follows ? this.#bytes : Buffer.alloc(0), part.subarray(-ANCHOR)].slice(part.length >= ANCHOR ? 1 : 0)).subarray(-ANCHOR)
    this.#end = end
  }

  async holds(handle: FileHandle): Promise<boolean> {
    const now = Buffer.alloc(this.#bytes.length)
    const filled = await fill(handle, now, this.#end - now.length)
    return filled === now.length && now.equals(this.#bytes)
  }
}

/** A source that is one file inside of a root: opened for each read, for it may be another one by then. */
export abstract class FileSource {
  protected readonly anchor = new Anchor()

  constructor(
    private readonly path: string,
    private readonly root: string
  ) {}

  stamp(): Promise<Stamp> {
    return this.with(stampOf)
  }

  holds(): Promise<boolean> {
    return this.with((handle) => this.anchor.holds(handle))
  }

  protected open(): Promise<FileHandle> {
    return openInside(this.path, this.root)
  }

  protected async with<T>(work: (handle: FileHandle) => Promise<T>): Promise<T> {
    const handle = await this.open()
    try {
      return await work(handle)
    } finally {
      await handle.close()
    }
  }
}

/** A file that is read as it is. */
export class PlainSource extends FileSource implements Source {
  async *stream(position: number, slice = SLICE): AsyncGenerator<Buffer> {
    const handle = await this.open()
    try {
      // One is filled while the other is parsed.
      let [present, next] = [Buffer.allocUnsafe(slice), Buffer.allocUnsafe(slice)]
      let filling = handle.read(present, 0, slice, position)
      for (let at = position; ; ) {
        const { bytesRead } = await filling
        if (bytesRead === 0) break
        at += bytesRead
        filling = handle.read(next, 0, slice, at)
        // Its reader may not come back for it.
        filling.catch(() => undefined)
        const chunk = present.subarray(0, bytesRead)
        this.anchor.remember(chunk, at)
        yield chunk
        ;[present, next] = [next, present]
      }
    } finally {
      // Waits for a read that is still under way.
      await handle.close()
    }
  }

  read(position: number, length: number): Promise<Buffer> {
    return this.with(async (handle) => {
      const buffer = Buffer.allocUnsafe(length)
      return buffer.subarray(0, await fill(handle, buffer, position))
    })
  }
}
