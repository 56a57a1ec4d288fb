/** A worker's files over all of its turns, what became of each, and what a turn changed in one. */
import { readFile, stat } from 'node:fs/promises'
import { mergeArtifacts, type ArtifactFile, type ArtifactPage, type ArtifactTurn, type FileComparison, type FileSide } from '../../shared/artifacts'
import type { Artifact } from '../../shared/model'
import { isSameFile } from '../../shared/timeline'
import { readVersion, VERSION_MAX_BYTES, versionsFolderOf } from '../engine/versions'
import type { ArtifactRow, TurnOfFiles } from '../session/artifact-rows'
import type { SessionLog } from '../session/log'
import { realFile, type ArtifactParts, type ArtifactRef, type Artifacts } from './artifacts'
import { FileLook } from './file-now'

/** Turns of one page. */
const PAGE_TURNS = 20
/** A page ends with the turn that brings it over this many files. */
const PAGE_FILES = 100
/** Files of one turn that are listed. */
const TURN_FILES = 300
/** Times that one turn touched files, as far as they are read. */
const TURN_ROWS = 3_000

interface File {
  artifact: Artifact
  /** The latest digest that is known. */
  after: string | null
  canCompare: boolean
}

export class ArtifactList {
  readonly #look = new FileLook()

  constructor(
    private readonly artifacts: Artifacts,
    private readonly parts: ArtifactParts & { readonly log: Pick<SessionLog, 'turnStart' | 'event'> }
  ) {}

  /** @param below the number of a turn: only earlier ones; null for the newest */
  async page(sessionId: string, workerId: string, below: number | null): Promise<ArtifactPage> {
    this.parts.workers.member(sessionId, workerId, 'project')
    const found = this.parts.rows.turns(workerId, below ?? Number.MAX_SAFE_INTEGER, PAGE_TURNS + 1)
    const turns: ArtifactTurn[] = []
    let files = 0
    for (const turn of found.slice(0, PAGE_TURNS)) {
      turns.push(await this.#turn(sessionId, workerId, turn))
      files += turn.rows
      if (files >= PAGE_FILES) break
    }
    const last = turns.at(-1)
    return { turns, next: last && turns.length < found.length ? last.number : null }
  }

  /** What the turn changed in a file, or with `against: 'now'` what was changed in it since. */
  async compare(ref: ArtifactRef, against: 'turn' | 'now'): Promise<FileComparison> {
    const { workerId, turn, path } = { ...this.artifacts.row(ref), workerId: ref.workerId }
    const rows = this.parts.rows.ofFile(workerId, turn, path)
    const writes = rows.filter((row) => row.how !== 'presented')
    const [first, last] = [writes[0], writes.at(-1)]
    const left = await this.#side(workerId, (last ?? rows.at(-1))?.after ?? null)
    if (against === 'now') return { path, before: left, after: await this.#diskSide(ref), isMixed: false, isTold: false }
    return {
      path,
      before: first?.before === '' ? { kind: 'none' } : await this.#side(workerId, first?.before ?? null),
      after: left,
      isMixed: writes.some((row, index) => index > 0 && row.before !== null && writes[index - 1]?.after !== null && row.before !== writes[index - 1]?.after),
      isTold: first?.told ?? false
    }
  }

  async #side(workerId: string, digest: string | null): Promise<FileSide> {
    if (digest === null) return { kind: 'unknown', why: 'not-seen' }
    const text = await readVersion(versionsFolderOf(this.parts.stateFolderOf(workerId)), digest)
    return text === null ? { kind: 'unknown', why: 'not-kept' } : { kind: 'text', text }
  }

  async #diskSide(ref: ArtifactRef): Promise<FileSide> {
    const found = await realFile(this.parts.projects.get(ref.sessionId).folder, this.artifacts.row(ref).path)
    if (found.kind !== 'file') return found.kind === 'missing' ? { kind: 'none' } : { kind: 'unknown', why: 'not-seen' }
    if ((await stat(found.file)).size > VERSION_MAX_BYTES) return { kind: 'unknown', why: 'too-large' }
    const bytes = await readFile(found.file)
    return bytes.includes(0) ? { kind: 'unknown', why: 'not-text' } : { kind: 'text', text: bytes.toString('utf8') }
  }

  async #turn(sessionId: string, workerId: string, { turn: number, startedAt, isOpen }: TurnOfFiles): Promise<ArtifactTurn> {
    const { log, rows, projects } = this.parts
    const files = merged(rows.ofTurn(workerId, number, TURN_ROWS))
    const start = log.event(workerId, log.turnStart(workerId, number) ?? -1)
    const { folder } = projects.get(sessionId)
    return {
      number,
      startedAt,
      isOpen,
      engine: start?.type === 'turn/start' ? start.data.engine : '',
      model: start?.type === 'turn/start' ? start.data.model : null,
      files: await Promise.all(files.slice(0, TURN_FILES).map((file) => this.#file(sessionId, workerId, folder, file))),
      more: Math.max(0, files.length - TURN_FILES)
    }
  }

  async #file(sessionId: string, workerId: string, folder: string, { artifact, after, canCompare }: File): Promise<ArtifactFile> {
    const found = await realFile(folder, artifact.path)
    const now = found.kind === 'file' ? await this.#look.now(found.file, after, artifact.at) : found.kind
    const touch = this.parts.rows.touchedSince(sessionId, artifact.path, artifact.at, workerId, artifact.turn)
    const since = touch ? { workerId: touch.sessionId, name: touch.name, turn: touch.turn, at: touch.at, isOpen: touch.isOpen } : null
    return { ...artifact, now, since, canCompare }
  }
}

/** Each file of a turn once, as the timeline has it: what the turn did to it, and apart from that, that it was presented. */
function merged(rows: readonly ArtifactRow[]): File[] {
  const files: File[] = []
  for (const row of rows) {
    const artifact: Artifact = {
      id: `${row.seq}-${row.place}`,
      turn: row.turn, how: row.how, path: row.path, added: row.added, removed: row.removed, description: row.description, at: row.at
    }
    const known = files.find((file) => isSameFile(file.artifact, artifact))
    if (!known) {
      files.push({ artifact, after: row.after, canCompare: row.before !== null && row.after !== null })
      continue
    }
    known.artifact = mergeArtifacts(known.artifact, artifact)
    known.after = row.after
    known.canCompare &&= row.after !== null
  }
  return files
}
