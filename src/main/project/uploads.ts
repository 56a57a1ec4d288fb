/** Files that arrive in parts, until they are whole. None of it outlives the host: a window begins again. */
import { appendFile, open, rm } from 'node:fs/promises'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../../shared/errors'
import { ATTACHMENT_CHUNK_BYTES } from '../../shared/limits'
import type { Attachment } from '../../shared/model'

/** Files that may be on their way at once, and how long one may rest before another takes its place, in ms. */
const MOST = 20
const RESTS_MS = 10 * 60_000

export interface Part {
  /** Made by the window, the same for all parts of a file. */
  readonly id: string
  readonly name: string
  /** Of the whole file. */
  readonly bytes: number
  readonly offset: number
  readonly data: Uint8Array
}

/** How much of a file is there, and the attachment once it is whole. */
export interface Arrived {
  readonly received: number
  readonly attachment: Attachment | null
}

type Keep = (path: string, name: string) => Promise<Attachment>

interface Upload {
  readonly workerId: string
  readonly bytes: number
  received: number
  heardAt: number
  /** What the parts before have come to. */
  last: Promise<unknown>
}

export class Uploads {
  readonly #open = new Map<string, Upload>()

  /** Empties `folder`: what is in there belongs to a host that is gone. */
  constructor(
    private readonly folder: string,
    private readonly clock: () => number
  ) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  /**
   * @param keep called with the whole file, which is on disk; takes it away
   * @throws Refusal BAD_INPUT, CONFLICT, UNAVAILABLE
   */
  async put(workerId: string, part: Part, keep: Keep): Promise<Arrived> {
    const { id, bytes, offset, data } = part
    if (bytes === 0) throw new Refusal('BAD_INPUT', 'The file is empty.', 'Attach one that has something in it.')
    if (data.length > ATTACHMENT_CHUNK_BYTES || offset + data.length > bytes) {
      const most = `Send at most ${ATTACHMENT_CHUNK_BYTES} bytes at once, and no more than the file has.`
      throw new Refusal('BAD_INPUT', 'That part is larger than it may be.', most)
    }
    const upload = this.#open.get(id) ?? this.#begin(workerId, id, bytes)
    if (upload.workerId !== workerId || upload.bytes !== bytes) {
      throw new Refusal('CONFLICT', 'That id belongs to another attachment.', 'Use a new id.')
    }
    const taken = upload.last.then(() => this.#take(upload, part, keep))
    upload.last = taken.catch(() => undefined)
    return taken
  }

  /** Nobody wants it any more. */
  drop(id: string): void {
    const upload = this.#open.get(id)
    if (!upload) return
    this.#open.delete(id)
    void upload.last.then(() => rm(this.#path(id), { force: true }))
  }

  #begin(workerId: string, id: string, bytes: number): Upload {
    for (const [other, { heardAt }] of this.#open) if (this.clock() - heardAt > RESTS_MS) this.drop(other)
    if (this.#open.size >= MOST) throw new Refusal('UNAVAILABLE', 'Too many files are on their way.', 'Wait until some of them are there.')
    const upload: Upload = { workerId, bytes, received: 0, heardAt: this.clock(), last: Promise.resolve() }
    this.#open.set(id, upload)
    return upload
  }

  async #take(upload: Upload, { id, name, offset, data }: Part, keep: Keep): Promise<Arrived> {
    if (this.#open.get(id) !== upload) throw new Refusal('CONFLICT', 'That file is not wanted any more.')
    upload.heardAt = this.clock()
    if (offset !== upload.received) return { received: upload.received, attachment: null }
    try {
      await appendFile(this.#path(id), data, { mode: 0o600 })
      upload.received += data.length
      if (upload.received < upload.bytes) return { received: upload.received, attachment: null }
      await onDisk(this.#path(id))
      const attachment = await keep(this.#path(id), name)
      this.#open.delete(id)
      return { received: upload.received, attachment }
    } catch (error) {
      this.drop(id)
      if (!isNoRoom(error)) throw error
      const remedy = 'Make sure that the disk of the data folder has room, then try again.'
      throw new Refusal('UNAVAILABLE', 'The attachment could not be written.', remedy)
    }
  }

  #path(id: string): string {
    return join(this.folder, id)
  }
}

async function onDisk(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isNoRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO'].includes(String(error.code))
}
