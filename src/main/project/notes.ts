/**
 * The notes of a Project: a few Markdown files in its folder that agents and the operator both edit. A save names the
 * version that it was made from, so that neither ever overwrites what the other has just written.
 */
import { isUtf8 } from 'node:buffer'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { constants, watch } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { Refusal } from '../../shared/errors'
import { NOTES_MAX_BYTES } from '../../shared/limits'
import type { NoteFile, NoteText } from '../../shared/model'
import type { Projects } from './projects'

const PATHS: Readonly<Record<NoteFile, string>> = {
  notes: '.crewdeck/notes.md',
  archived: '.crewdeck/archived.md',
  context: '.crewdeck/context/context.md'
}
/** Where the system tells of no changes, files are looked at this often, in ms. */
const LOOK_EVERY_MS = 1_000

export class Notes {
  #saving: Promise<unknown> = Promise.resolve()

  constructor(private readonly projects: Projects) {}

  /** The file as it is on disk now; an absent one is an empty text without a version. @throws Refusal */
  async read(sessionId: string, file: NoteFile): Promise<NoteText> {
    const bytes = await this.#bytes(sessionId, file)
    return bytes === null ? { file, text: '', version: null } : { file, text: bytes.toString('utf8'), version: versionOf(bytes) }
  }

  /**
   * Writes the file if it still has the version `base`, and returns what it is now.
   * @throws Refusal CONFLICT when somebody else has written it meanwhile; nothing is lost on either side
   */
  save(sessionId: string, file: NoteFile, base: string | null, text: string): Promise<NoteText> {
    // One after the other: between the look at the version and the write nobody else may write.
    const saved = this.#saving.then(() => this.#save(sessionId, file, base, text))
    this.#saving = saved.catch(() => undefined)
    return saved
  }

  /** Calls back when one of the files may have changed. Returns the disposer. */
  watch(sessionId: string, listener: () => void): () => void {
    const folder = this.projects.get(sessionId).folder
    let last = ''
    const look = async () => {
      const seen = (await Promise.all(Object.values(PATHS).map((path) => stampOf(join(folder, path))))).join()
      if (seen === last) return
      last = seen
      listener()
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    const watcher = watchQuietly(join(folder, '.crewdeck'), () => void look())
    return () => {
      clearInterval(timer)
      watcher()
    }
  }

  async #save(sessionId: string, file: NoteFile, base: string | null, text: string): Promise<NoteText> {
    const bytes = Buffer.from(text)
    if (bytes.length > NOTES_MAX_BYTES) {
      throw new Refusal('TOO_LARGE', `The notes have ${bytes.length} bytes.`, `Keep them under ${NOTES_MAX_BYTES} bytes; move old ones to the archive.`)
    }
    const target = join(this.projects.get(sessionId).folder, PATHS[file])
    await mkdir(dirname(target), { recursive: true })
    const inside = await this.#inside(sessionId, dirname(target))
    if (!inside) throw new Refusal('FORBIDDEN', 'The notes’ folder leads out of the Project.', 'Remove the link named .crewdeck.')
    const draft = `${target}.${randomUUID()}.tmp`
    const handle = await open(draft, 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
      await handle.close()
      const current = await this.#bytes(sessionId, file)
      if ((current && versionOf(current)) !== base) {
        throw new Refusal('CONFLICT', 'The file has changed on disk since you began to edit.', 'Look at both, then save what should stay.')
      }
      if (current && !isUtf8(current)) {
        throw new Refusal('FORBIDDEN', 'The file holds bytes that are no UTF-8 text; saving would lose them.', 'Convert it in an editor first.')
      }
      await rename(draft, target)
    } finally {
      await handle.close()
      await rm(draft, { force: true })
    }
    return { file, text, version: versionOf(bytes) }
  }

  async #bytes(sessionId: string, file: NoteFile): Promise<Buffer | null> {
    const path = await this.#path(sessionId, file)
    return path === null ? null : await readBounded(path)
  }

  async #path(sessionId: string, file: NoteFile): Promise<string | null> {
    const path = join(this.projects.get(sessionId).folder, PATHS[file])
    if (!(await stat(path).catch(() => null))) return null
    if (!(await this.#inside(sessionId, path))) throw new Refusal('FORBIDDEN', 'That file leads out of the Project.', 'Remove the link.')
    return path
  }

  async #inside(sessionId: string, path: string): Promise<boolean> {
    const folder = await realpath(this.projects.get(sessionId).folder)
    const real = await realpath(path)
    return real === folder || !relative(folder, real).split(sep).includes('..')
  }
}

async function readBounded(path: string): Promise<Buffer> {
  // Opening a pipe would wait for its writer, and with it one of the few threads that all files share.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const found = await handle.stat()
    if (!found.isFile()) throw new Refusal('FORBIDDEN', 'There is no file of notes but something else in its place.', 'Move it away.')
    const { size } = found
    if (size > NOTES_MAX_BYTES) throw new Refusal('TOO_LARGE', `The file has ${size} bytes.`, 'Open it in an editor instead.')
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

function versionOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url')
}

async function stampOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found ? `${found.mtimeNs}-${found.size}-${found.ino}` : '-'
}

/** A watcher where the system offers one; the regular look does the rest. */
function watchQuietly(folder: string, listener: () => void): () => void {
  try {
    const watcher = watch(folder, { persistent: false }, listener)
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => undefined
  }
}
