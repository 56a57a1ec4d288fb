/**
 * Files that turns made, addressed by id. The path comes from the log, never from the caller, and must lie inside the
 * Project's folder when it is opened.
 */
import { constants } from 'node:fs'
import { access, open, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { FileContent } from '../../shared/artifacts'
import { Refusal } from '../../shared/errors'
import { readVersion, versionsFolderOf } from '../engine/versions'
import type { Desktop } from '../host-options'
import type { ArtifactRow, ArtifactRows } from '../session/artifact-rows'
import { contentOf, IMAGE_MAX } from './content'
import type { Projects } from './projects'
import type { Workers } from './workers'

/** Endings that a desktop may run rather than show. */
const RUNS = /\.(app|bat|bin|cmd|com|command|desktop|dmg|exe|jar|js|lnk|msi|ps1|py|rb|scr|sh|url|vbs|workflow)$/i

export interface ArtifactRef {
  readonly sessionId: string
  readonly workerId: string
  readonly artifactId: string
}

export interface ArtifactParts {
  readonly rows: ArtifactRows
  readonly workers: Pick<Workers, 'member'>
  readonly projects: Pick<Projects, 'get'>
  readonly desktop: Desktop | null
  /** Where the versions of a Session's files are. */
  readonly stateFolderOf: (sessionId: string) => string
}

export class Artifacts {
  constructor(private readonly parts: ArtifactParts) {}

  /** Opens the file, or shows where it lies when opening could run it. */
  async open(ref: ArtifactRef): Promise<'opened' | 'revealed'> {
    const desktop = this.#desktop()
    const file = await this.file(ref)
    if (RUNS.test(file) || (await isExecutable(file))) {
      await desktop.revealPath(file)
      return 'revealed'
    }
    await desktop.openPath(file)
    return 'opened'
  }

  async reveal(ref: ArtifactRef): Promise<void> {
    await this.#desktop().revealPath(await this.file(ref))
  }

  /** The whole path on the machine that the host runs on, also of a file that is not there: words, nothing is opened. */
  path(ref: ArtifactRef): string {
    return resolve(this.parts.projects.get(ref.sessionId).folder, this.row(ref).path)
  }

  /** What the file holds now: a text, or a picture. */
  async read(ref: ArtifactRef): Promise<FileContent> {
    const { path } = this.row(ref)
    const handle = await open(await this.file(ref), 'r')
    try {
      const { size } = await handle.stat()
      const buffer = Buffer.alloc(Math.min(size, IMAGE_MAX))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
      return { path, bytes: size, content: contentOf(buffer.subarray(0, bytesRead), size) }
    } finally {
      await handle.close()
    }
  }

  /** What the turn left in the file, where that was kept; null otherwise. */
  async left(ref: ArtifactRef): Promise<string | null> {
    const { sessionId, turn, path } = this.row(ref)
    const last = this.parts.rows.ofFile(sessionId, turn, path).findLast((row) => row.after !== null)
    return last?.after ? readVersion(versionsFolderOf(this.parts.stateFolderOf(sessionId)), last.after) : null
  }

  #desktop(): Desktop {
    if (!this.parts.desktop) {
      throw new Refusal('UNAVAILABLE', 'A browser cannot open files of the machine that Crewdeck runs on.', 'Copy its path instead.')
    }
    return this.parts.desktop
  }

  /** @throws Refusal NOT_FOUND */
  row(ref: ArtifactRef): ArtifactRow {
    this.parts.workers.member(ref.sessionId, ref.workerId, 'project')
    const [seq, place] = ref.artifactId.split('-').map(Number)
    const isPlace = (value: number | undefined): value is number => value !== undefined && Number.isSafeInteger(value) && value >= 0
    const row = isPlace(seq) && isPlace(place) ? this.parts.rows.get(ref.workerId, seq, place) : undefined
    if (!row) throw new Refusal('NOT_FOUND', 'There is no such file in this timeline.')
    return row
  }

  /**
   * The real place of the file.
   * @throws Refusal when it is not there or lies where nothing is opened
   */
  async file(ref: ArtifactRef): Promise<string> {
    const found = await realFile(this.parts.projects.get(ref.sessionId).folder, this.row(ref).path)
    switch (found.kind) {
      case 'file':
        return found.file
      case 'missing':
        throw new Refusal('NOT_FOUND', 'The file is not there any more.', 'It was moved or deleted after the turn.')
      case 'outside':
        throw new Refusal('FORBIDDEN', 'The file lies outside the Project’s folder.', 'Copy its path and open it yourself if you trust it.')
    }
  }
}

/** Where a path of the log really leads: to a file inside the folder, or nowhere that is opened. */
export async function realFile(folder: string, path: string): Promise<{ kind: 'file'; file: string } | { kind: 'missing' | 'outside' }> {
  if (path.includes('\0') || path.startsWith('\\\\')) return { kind: 'outside' }
  try {
    const file = await realpath(isAbsolute(path) ? path : join(folder, path))
    const inside = relative(await realpath(folder), file)
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return { kind: 'outside' }
    return (await stat(file)).isFile() ? { kind: 'file', file } : { kind: 'missing' }
  } catch {
    return { kind: 'missing' }
  }
}

async function isExecutable(file: string): Promise<boolean> {
  if (process.platform === 'win32') return false
  try {
    await access(file, constants.X_OK)
    // For root everything is executable; what counts is that somebody marked it so.
    return ((await stat(file)).mode & 0o111) !== 0
  } catch {
    return false
  }
}
