/** What lies in the roots: logs, and which of them are whose workers. */
import { basename } from 'node:path'
import { agentIdOf, claudeCode } from './claude'
import { codex } from './codex'
import { dsh } from './dsh'
import { FileLog } from './file-log'
import type { FormatName, RowFormat } from './format'
import { gemini } from './gemini'
import { isJson, parsed, textAt } from './json'
import type { Log } from './log'
import { OpencodeLog } from './opencode'
import { sessionsOf, type SessionRow } from './opencode.database'
import { peek, type Peeked } from './peek'
import { pi } from './pi'
import { problemOf } from './problems'
import type { Root } from './roots'
import { PlainSource } from './source'
import { placeOf, walk, type FoundFile } from './walk'

const ROW_FORMATS: readonly RowFormat[] = [claudeCode, codex, gemini, dsh, pi]

/** One log that was found, and what a first look into it told. */
export interface Sighting {
  /** Tells it apart from all others; a path, and the session where a file holds many. */
  readonly key: string
  readonly format: FormatName
  readonly file: FoundFile
  readonly peeked: Peeked
  open(): Log
}

export interface Sightings {
  readonly logs: readonly Sighting[]
  readonly problems: readonly { readonly root: Root; readonly message: string }[]
}

/** Looks into the roots, and into each file once as long as it stays as it is. */
export class Catalog {
  readonly #roots: readonly Root[]
  #known = new Map<string, { readonly stamp: string; readonly sightings: readonly Sighting[] }>()

  constructor(roots: readonly Root[]) {
    this.#roots = roots
  }

  async scan(): Promise<Sightings> {
    const logs = new Map<string, Sighting>()
    const problems: { root: Root; message: string }[] = []
    const known = new Map(this.#known)
    this.#known = new Map()
    for (const root of this.#roots) {
      const found = await walk(root.path, (path) => isCandidate(path, root.format))
      for (const message of found.problems) problems.push({ root, message })
      for (const file of newestVersions(found.files)) {
        const stamp = `${file.identity} ${file.size} ${file.mtimeMs}`
        const before = known.get(file.path)
        try {
          const sightings = before?.stamp === stamp ? before.sightings : await look(file, root.format)
          this.#known.set(file.path, { stamp, sightings })
          for (const sighting of sightings) if (!logs.has(sighting.key)) logs.set(sighting.key, sighting)
        } catch (error) {
          problems.push({ root, message: `${basename(file.path)}: ${problemOf(error).message}` })
        }
      }
    }
    return { logs: [...logs.values()], problems }
  }
}

/** Whether a file may be a transcript, by its path below the root. */
function isCandidate(path: string, format: FormatName | null): boolean {
  const name = path.split('/').at(-1) ?? ''
  const isRows = /\.jsonl(\.zstd?|\.zst)?$/.test(name)
  switch (format) {
    case null:
      return isRows || (name.endsWith('.json') && !name.endsWith('.meta.json') && !name.endsWith('.metadata.json')) || isDatabase(name)
    case 'claude-code':
      return name.endsWith('.jsonl') && name !== 'journal.jsonl'
    case 'codex':
      return name.startsWith('rollout-') && name.endsWith('.jsonl')
    case 'gemini':
      return path.includes('chats/') && (name.endsWith('.jsonl') || (name.startsWith('session-') && name.endsWith('.json')))
    case 'opencode':
      return isDatabase(name) && !path.includes('/')
    case 'dsh':
      return isRows
    case 'pi':
      return name.endsWith('.jsonl')
  }
}

function isDatabase(name: string): boolean {
  return /^opencode(-[\w.]+)?\.db$/.test(name)
}

const VERSION = /^session(?:\.v(\d+))?\.jsonl(?:\.zstd?|\.zst)?$/

/** Of the versions of one DSH session only the newest counts. */
function newestVersions(files: readonly FoundFile[]): FoundFile[] {
  const newest = new Map<string, { readonly version: number; readonly file: FoundFile }>()
  for (const file of files) {
    const name = basename(file.path)
    const match = VERSION.exec(name)
    const key = match ? file.path.slice(0, -name.length) : file.path
    const version = match ? Number(match[1] ?? 0) : 0
    const other = newest.get(key)
    if (!other || version > other.version || (version === other.version && file.mtimeMs > other.file.mtimeMs)) newest.set(key, { version, file })
  }
  return [...newest.values()].map(({ file }) => file)
}

async function look(file: FoundFile, format: FormatName | null): Promise<Sighting[]> {
  if (format === 'opencode' || (format === null && isDatabase(basename(file.path)))) return lookIntoDatabase(file)
  const place = placeOf(file.path)
  const fits = format === null ? ROW_FORMATS : ROW_FORMATS.filter(({ name }) => name === format)
  const found = await peek(place, file, fits)
  if (!found) return []
  const { format: one } = found
  const peeked = one === claudeCode && agentIdOf(place) !== null ? { ...found.peeked, ...(await metaOf(file)) } : found.peeked
  return [{ key: file.path, format: one.name, file, peeked, open: () => new FileLog(one, place, file.root) }]
}

const META_MAX = 64 * 1024

/** Beside the log of a Claude Code subagent stands what started it. */
async function metaOf({ path, root }: FoundFile): Promise<Pick<Peeked, 'callId' | 'agentType'>> {
  try {
    const bytes = await new PlainSource(path.replace(/\.jsonl$/, '.meta.json'), root).read(0, META_MAX)
    const meta = parsed(bytes.toString('utf8'))
    return isJson(meta) ? { callId: textAt(meta, 'toolUseId'), agentType: textAt(meta, 'agentType') } : { callId: null, agentType: null }
  } catch {
    // Older versions write none.
    return { callId: null, agentType: null }
  }
}

async function lookIntoDatabase(file: FoundFile): Promise<Sighting[]> {
  const sessions = await sessionsOf(file)
  return sessions.map((session) => ({
    key: `${file.path}#${session.id}`,
    format: 'opencode',
    file,
    peeked: peekedOf(session),
    open: () => new OpencodeLog(file, session.id)
  }))
}

function peekedOf(session: SessionRow): Peeked {
  return {
    id: session.id,
    parentId: session.parentId,
    title: session.title,
    folder: session.folder,
    callId: null,
    agentType: null,
    startedAt: session.createdAt,
    writtenAt: session.updatedAt ?? session.createdAt ?? 0,
    outcome: null,
    waitsFor: null,
    problem: null
  }
}
