/** Where written-out turns and attachments go: into a file that the operator chooses in a dialog, or to a browser that downloads them. */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../../shared/errors'
import type { ExportWhat } from '../../shared/export'
import type { Desktop } from '../host-options'
import { written, type ExportSources, type Written } from './export'

/** How long a download may take to begin, in ms. */
const TICKET_MS = 60_000

export class Exports {
  readonly #tickets = new Map<string, { what: Written; until: number }>()

  constructor(
    private readonly sources: ExportSources,
    private readonly desktop: Desktop | null
  ) {}

  /**
   * Asks where to, and writes it there; the name of the file is null when the operator chose none. A file of that name is
   * replaced once all is written, and not before.
   * @throws Refusal UNAVAILABLE when it cannot be written, or there is nobody to ask
   */
  async save(what: ExportWhat, signal: AbortSignal | undefined): Promise<{ name: string | null; bytes: number }> {
    return this.saveFile(written(what, this.sources), signal)
  }

  /** The same with anything that can be written. */
  async saveFile({ name, chunks }: Written, signal: AbortSignal | undefined): Promise<{ name: string | null; bytes: number }> {
    const { desktop } = this
    if (!desktop) throw new Refusal('UNAVAILABLE', 'There is no desktop that could ask where to.', 'Download it instead.')
    const path = await desktop.saveFile(name)
    if (path === null) return { name: null, bytes: 0 }
    const part = `${path}.part`
    let bytes = 0
    const counting = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        done(null, chunk)
      }
    })
    try {
      await pipeline(Readable.from(chunks(), { objectMode: false }), counting, createWriteStream(part), signal ? { signal } : {})
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true })
      throw refusalOf(error)
    }
    return { name: path.split(/[\\/]/).at(-1) ?? name, bytes }
  }

  /** Lets a browser download it once, soon. */
  ticket(what: ExportWhat): { ticket: string; name: string } {
    return this.ticketFor(written(what, this.sources))
  }

  /** The same with anything that can be written. */
  ticketFor(found: Written): { ticket: string; name: string } {
    const now = this.sources.clock()
    for (const [ticket, { until }] of this.#tickets) if (until < now) this.#tickets.delete(ticket)
    const ticket = randomBytes(32).toString('base64url')
    this.#tickets.set(ticket, { what: found, until: now + TICKET_MS })
    return { ticket, name: found.name }
  }

  /** What a ticket stands for, which is used up with that; null where it stands for nothing. */
  take(ticket: string): Written | null {
    const found = this.#tickets.get(ticket)
    this.#tickets.delete(ticket)
    return found && found.until >= this.sources.clock() ? found.what : null
  }
}

function refusalOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Refusal('UNAVAILABLE', 'The disk is full.', 'Make room, or choose another place.')
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return new Refusal('UNAVAILABLE', 'Nothing may be written there.', 'Choose another place.')
  if (code === 'ENOENT' || code === 'ENOTDIR') return new Refusal('UNAVAILABLE', 'That folder is not there any more.', 'Choose another place.')
  return error
}
