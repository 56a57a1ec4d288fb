/**
 * Files that come with messages. Each content is kept once, under its digest, until the last worker that has it is
 * deleted. What was put and not sent yet belongs to the worker's draft.
 */
import { createHash, randomUUID } from 'node:crypto'
import { isUtf8 } from 'node:buffer'
import { createReadStream, mkdirSync, renameSync, rmSync } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { FileContent } from '../../shared/artifacts'
import { Refusal } from '../../shared/errors'
import { ATTACHMENT_MAX_BYTES, ATTACHMENTS_MAX, ATTACHMENTS_MAX_BYTES } from '../../shared/limits'
import { Attachment } from '../../shared/model'
import { plainName } from '../../shared/names'
import type { EngineFile } from '../engine/engine'
import { attachmentView, StoredAttachment, type AttachmentKeeper } from '../session/attachments'
import type { SessionLog } from '../session/log'
import type { Database } from '../store/database'
import { contentOf, IMAGE_MAX, TEXT_MAX } from './content'
import { Uploads, type Arrived, type Part } from './uploads'

const NAME_MAX_CHARS = 200
const INSTEAD = 'Put the file into the folder and name its path.'

const Row = StoredAttachment.extend({ session_id: z.string(), message_id: z.string().nullable(), created_at: z.number() })
const Sum = z.object({ bytes: z.number().nullable(), count: z.number() })
const File = z.object({ file: z.string() })

const COLUMNS = 'id, session_id, message_id, file, name, bytes, kind, created_at'

export class Attachments implements AttachmentKeeper {
  readonly #uploads: Uploads

  /** `folder` is made if it is not there (mode 0700). */
  constructor(
    private readonly db: Database,
    private readonly log: SessionLog,
    private readonly clock: () => number,
    private readonly folder: string
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#uploads = new Uploads(join(folder, 'parts'), clock)
    this.#sweep()
  }

  /**
   * Takes a part of a file in. Answers how much is there now, from where the next part has to go on, and the attachment
   * once it is whole and on disk. The same part again changes nothing.
   * @throws Refusal BAD_INPUT, TOO_LARGE, CONFLICT (the id is another's), UNAVAILABLE (no room)
   */
  async put(workerId: string, part: Part): Promise<Arrived> {
    const known = this.#row(part.id)
    if (known) {
      if (known.session_id !== workerId || known.bytes !== part.bytes) {
        throw new Refusal('CONFLICT', 'That id belongs to another attachment.', 'Use a new id.')
      }
      return { received: known.bytes, attachment: attachmentView(known) }
    }
    this.#checkRoom(workerId, part.bytes)
    return this.#uploads.put(workerId, part, (path, name) => this.#keep(workerId, part.id, path, name))
  }

  /** What waits in the draft of a worker, in the order in which it came. */
  drafted(workerId: string): Attachment[] {
    const rows = `SELECT ${COLUMNS} FROM attachment WHERE session_id = ? AND message_id IS NULL ORDER BY created_at, id`
    return this.db.all(Row, rows, workerId).map(attachmentView)
  }

  /** Removes one from the draft; gone already is what was wanted. @throws Refusal CONFLICT when a message has it */
  remove(workerId: string, id: string): void {
    this.#uploads.drop(id)
    const row = this.#row(id)
    if (!row || row.session_id !== workerId) return
    if (row.message_id !== null) throw new Refusal('CONFLICT', 'A message has that attachment.', 'Take the message back first.')
    this.db.run('DELETE FROM attachment WHERE id = ?', id)
    this.#dropUnused([row.file])
  }

  /**
   * What one holds: a text, or its beginning; or a picture.
   * @throws Refusal NOT_FOUND
   */
  async read(workerId: string, id: string): Promise<{ attachment: Attachment; content: FileContent['content'] }> {
    const { row, path } = this.#file(workerId, id)
    const handle = await open(path, 'r').catch(() => null)
    if (!handle) throw gone()
    try {
      // A drawing that is written as text is sent as text, and shown as what was sent.
      const isText = row.kind === 'text'
      const buffer = Buffer.alloc(Math.min(row.bytes, isText ? TEXT_MAX : IMAGE_MAX))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
      const bytes = buffer.subarray(0, bytesRead)
      const isCut = row.bytes > TEXT_MAX
      const text = () => ({ kind: 'text', text: new TextDecoder().decode(bytes, { stream: isCut }), isCut }) as const
      return { attachment: attachmentView(row), content: isText ? text() : contentOf(bytes, row.bytes) }
    } finally {
      await handle.close()
    }
  }

  /**
   * All of one, piece by piece, and what it is called.
   * @throws Refusal NOT_FOUND
   */
  async whole(workerId: string, id: string): Promise<{ name: string; chunks(): AsyncGenerator<Uint8Array, void> }> {
    const { row, path } = this.#file(workerId, id)
    if (!(await stat(path).catch(() => null))) throw gone()
    return {
      name: row.name,
      async *chunks() {
        const pieces: AsyncIterable<Buffer> = createReadStream(path)
        yield* pieces
      }
    }
  }

  attach(sessionId: string, messageId: string, ids: readonly string[]): StoredAttachment[] {
    if (ids.length > ATTACHMENTS_MAX) {
      throw new Refusal('TOO_LARGE', `A message takes at most ${ATTACHMENTS_MAX} attachments.`, 'Send the rest with another message.')
    }
    return [...new Set(ids)].map((id) => {
      const row = this.#row(id)
      if (!row || this.log.get(row.session_id)?.projectId !== this.log.get(sessionId)?.projectId) throw gone()
      const { name, bytes, kind, file } = row
      if (row.session_id === sessionId && row.message_id === null) {
        this.db.run('UPDATE attachment SET message_id = ? WHERE id = ?', messageId, id)
        return { id, name, bytes, kind, file }
      }
      this.#checkRoom(sessionId, bytes)
      const copy = { id: randomUUID(), name, bytes, kind, file }
      this.#insert(sessionId, messageId, copy)
      return copy
    })
  }

  release(messageId: string): void {
    this.db.run('UPDATE attachment SET message_id = NULL WHERE message_id = ?', messageId)
  }

  /** As an engine gets them. */
  files(attachments: readonly StoredAttachment[]): EngineFile[] {
    return attachments.map(({ file, name, bytes, kind }) => ({ path: join(this.folder, file), name, bytes, kind }))
  }

  /** A worker was deleted: its attachments go, and what nobody else has of them. */
  forget(workerId: string): void {
    const files = this.db.all(File, 'SELECT DISTINCT file FROM attachment WHERE session_id = ?', workerId)
    this.db.run('DELETE FROM attachment WHERE session_id = ?', workerId)
    this.#dropUnused(files.map(({ file }) => file))
  }

  /** The worker's conversation was cleared: what came with its messages goes, unless they still wait. */
  clear(workerId: string): void {
    const said = 'session_id = ? AND message_id IS NOT NULL AND message_id NOT IN (SELECT message_id FROM inbox WHERE inbox.session_id = attachment.session_id)'
    const files = this.db.all(File, `SELECT DISTINCT file FROM attachment WHERE ${said}`, workerId)
    this.db.run(`DELETE FROM attachment WHERE ${said}`, workerId)
    this.#dropUnused(files.map(({ file }) => file))
  }

  async #keep(workerId: string, id: string, path: string, name: string): Promise<Attachment> {
    const content = await readFile(path)
    const kind = kindOf(content)
    const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[0].toLowerCase() ?? (kind === 'text' ? '.txt' : '')
    const file = `${createHash('sha256').update(content).digest('hex')}${ending}`
    const stored = { id, name: plainName(name).slice(0, NAME_MAX_CHARS) || 'file', bytes: content.length, kind, file }
    const lifecycle = this.log.get(workerId)?.lifecycle
    if (lifecycle !== 'member') throw new Refusal('NOT_FOUND', 'There is no such worker.')
    this.db.run('INSERT INTO attachment_file (file) VALUES (?) ON CONFLICT DO NOTHING', file)
    // Together, so that nobody takes the file away before the row says whose it is.
    renameSync(path, join(this.folder, file))
    this.#insert(workerId, null, stored)
    return attachmentView(stored)
  }

  #insert(sessionId: string, messageId: string | null, { id, file, name, bytes, kind }: StoredAttachment): void {
    const values = [id, sessionId, messageId, file, name, bytes, kind, this.clock()] as const
    this.db.transaction(() => this.db.run(`INSERT INTO attachment (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, ...values))
  }

  /** One of this worker's, and where it is kept. */
  #file(workerId: string, id: string): { row: z.infer<typeof Row>; path: string } {
    const row = this.#row(id)
    if (!row || row.session_id !== workerId) throw gone()
    return { row, path: join(this.folder, row.file) }
  }

  #row(id: string): z.infer<typeof Row> | undefined {
    return this.db.get(Row, `SELECT ${COLUMNS} FROM attachment WHERE id = ?`, id)
  }

  #checkRoom(workerId: string, bytes: number): void {
    if (bytes > ATTACHMENT_MAX_BYTES) {
      throw new Refusal('TOO_LARGE', `An attachment has at most ${ATTACHMENT_MAX_BYTES} bytes.`, INSTEAD)
    }
    const all = this.db.get(Sum, 'SELECT sum(bytes) AS bytes, count(*) AS count FROM attachment WHERE session_id = ?', workerId)
    if ((all?.bytes ?? 0) + bytes > ATTACHMENTS_MAX_BYTES) {
      throw new Refusal('TOO_LARGE', `This worker’s attachments have at most ${ATTACHMENTS_MAX_BYTES} bytes together.`, INSTEAD)
    }
  }

  #dropUnused(files: readonly string[]): void {
    for (const file of files) {
      if (this.db.get(File, 'SELECT file FROM attachment WHERE file = ? LIMIT 1', file)) continue
      rmSync(join(this.folder, file), { force: true })
      this.db.run('DELETE FROM attachment_file WHERE file = ?', file)
    }
  }

  /**
   * What a crash has left: files of this database that none of its rows names. Other files are those of a database that was
   * put aside, or is newer than this one, which would never again be whole without them.
   */
  #sweep(): void {
    this.#dropUnused(this.db.all(File, 'SELECT file FROM attachment_file WHERE file NOT IN (SELECT file FROM attachment)').map(({ file }) => file))
  }
}

function gone(): Refusal {
  return new Refusal('NOT_FOUND', 'That attachment is not there any more.', 'Remove it, then attach the file again.')
}

const IMAGES = [[0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff], [0x47, 0x49, 0x46, 0x38]] as const

export function kindOf(content: Buffer): Attachment['kind'] {
  const isWebp = content.subarray(0, 4).toString('latin1') === 'RIFF' && content.subarray(8, 12).toString('latin1') === 'WEBP'
  if (isWebp || IMAGES.some((magic) => magic.every((byte, at) => content[at] === byte))) return 'image'
  return isUtf8(content) && !content.includes(0) ? 'text' : 'file'
}
