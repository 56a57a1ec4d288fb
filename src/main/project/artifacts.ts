/**
 * Files that turns made, addressed by id. The path comes from the log, never from the caller, and must lie inside the
 * Project's folder when it is opened.
 */
import { constants } from 'node:fs'
import { access, open, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { Refusal } from '../../shared/errors'
import type { Desktop } from '../host-options'
import type { SessionLog } from '../session/log'
import type { Projects } from './projects'
import type { Workers } from './workers'

/** Most of a file that a preview reads, in bytes. */
const READ_MAX = 256 * 1024
/** Endings that a desktop may run rather than show. */
const RUNS = /\.(app|bat|bin|cmd|com|command|desktop|dmg|exe|jar|js|lnk|msi|ps1|py|rb|scr|sh|url|vbs|workflow)$/i

export interface ArtifactRef {
  readonly sessionId: string
  readonly workerId: string
  readonly artifactId: string
}

export class Artifacts {
  constructor(
    private readonly log: SessionLog,
    private readonly workers: Workers,
    private readonly projects: Projects,
    private readonly desktop: Desktop | null
  ) {}

  /** Opens the file, or shows where it lies when opening could run it. */
  async open(ref: ArtifactRef): Promise<'opened' | 'revealed'> {
    const desktop = this.#desktop()
    const file = await this.#file(ref)
    if (RUNS.test(file) || (await isExecutable(file))) {
      await desktop.revealPath(file)
      return 'revealed'
    }
    await desktop.openPath(file)
    return 'opened'
  }

  async reveal(ref: ArtifactRef): Promise<void> {
    await this.#desktop().revealPath(await this.#file(ref))
  }

  async read(ref: ArtifactRef): Promise<{ path: string; text: string | null; bytes: number; cut: boolean }> {
    const file = await this.#file(ref)
    const handle = await open(file, 'r')
    try {
      const { size } = await handle.stat()
      const buffer = Buffer.alloc(Math.min(size, READ_MAX))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
      const bytes = buffer.subarray(0, bytesRead)
      return {
        path: this.#path(ref),
        text: bytes.includes(0) ? null : bytes.toString('utf8'),
        bytes: size,
        cut: size > READ_MAX
      }
    } finally {
      await handle.close()
    }
  }

  #desktop(): Desktop {
    if (!this.desktop) {
      throw new Refusal('UNAVAILABLE', 'A browser cannot open files of the machine that Crewdeck runs on.', 'Copy its path instead.')
    }
    return this.desktop
  }

  #path(ref: ArtifactRef): string {
    this.workers.member(ref.sessionId, ref.workerId, 'project')
    const [seq, index] = ref.artifactId.split('-').map(Number)
    const event = seq === undefined || !Number.isSafeInteger(seq) ? undefined : this.log.event(ref.workerId, seq)
    const files =
      event?.type === 'tool/result' ? event.data.meta.diffs : event?.type === 'deliverables/presented' ? event.data.files : []
    const path = index === undefined ? undefined : files[index]?.path
    if (path === undefined) throw new Refusal('NOT_FOUND', 'There is no such file in this timeline.')
    return path
  }

  async #file(ref: ArtifactRef): Promise<string> {
    const folder = this.projects.get(ref.sessionId).folder
    const path = this.#path(ref)
    if (path.includes('\0') || path.startsWith('\\\\')) throw new Refusal('FORBIDDEN', 'That path cannot be opened.')
    let file: string
    try {
      file = await realpath(isAbsolute(path) ? path : join(folder, path))
      if (!(await stat(file)).isFile()) throw new Error('not a file')
    } catch {
      throw new Refusal('NOT_FOUND', 'The file is not there any more.', 'It was moved or deleted after the turn.')
    }
    const inside = relative(folder, file)
    if (inside.startsWith(`..${sep}`) || inside === '..' || isAbsolute(inside)) {
      throw new Refusal('FORBIDDEN', 'The file lies outside the Project’s folder.', 'Copy its path and open it yourself if you trust it.')
    }
    return file
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
