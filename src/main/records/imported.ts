/**
 * The transcripts of other programs, for whoever looks at them: nothing is looked for before somebody asks, and nothing
 * is watched once nobody listens. Besides the folders of the programs those that the operator has added are read.
 */
import { lstatSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute } from 'node:path'
import { z } from 'zod'
import { Refusal } from '../../shared/errors'
import type { FormatName, ImportedRuns, ImportedWorkers } from '../../shared/imports'
import { TRANSCRIPT_PAGE_MAX_BYTES } from '../../shared/limits'
import type { BoundedPage, Found } from '../../shared/records-seen'
import type { Database } from '../store/database'
import { fitting, type PageWish } from './bounds'
import { findIn, type FindWish } from './find'
import { createImports, type ImportedPage, type ImportedTail, type Imports } from './import/imports'
import { codeOf, LogProblem, problemOf } from './import/problems'
import { defaultRoots, type Root } from './import/roots'

const SETTING = 'import-folders'
const FOLDERS_MAX = 20
/** Entries of an end that is read before the rest is: their texts fit into one page in any case. */
const TAIL_MAX = 64

export interface ListWish {
  readonly limit: number
  readonly format: FormatName | null
  /** Words of a name, a folder or a file. */
  readonly query: string
}

export class Imported {
  #imports: Imports | null = null
  readonly #listeners = new Set<(runIds: readonly string[] | null) => void>()
  /** How often each run is followed. */
  readonly #followed = new Map<string, number>()
  #detach: () => void = () => undefined

  constructor(private readonly db: Database) {}

  /** The runs on this machine that the wish fits, the latest first. */
  async list({ limit, format, query }: ListWish): Promise<ImportedRuns> {
    const imports = this.#get()
    const all = await imports.list()
    const words = query.trim().toLowerCase()
    const wanted = all.filter(
      (run) =>
        (format === null || run.format === format) &&
        (words === '' || [run.name, run.folder, run.file].some((text) => text?.toLowerCase().includes(words)))
    )
    const formats: ImportedRuns['formats'] = {}
    for (const run of all) formats[run.format] = (formats[run.format] ?? 0) + 1
    return { runs: wanted.slice(0, limit), total: wanted.length, formats, problems: [...imports.problems()], folders: this.#folders() }
  }

  /** @throws Refusal NOT_FOUND */
  workers(runId: string): Promise<ImportedWorkers> {
    return this.#get().workers(runId)
  }

  /** A page that fits into the window; without an offset, the end of the record. @throws Refusal NOT_FOUND, UNAVAILABLE */
  page(runId: string, workerId: string, { offset, limit }: PageWish): Promise<BoundedPage> {
    return inWords(async () => {
      if (offset !== null) return this.#bounded(await this.#get().transcript(runId, workerId, offset, limit), 'first')
      return this.#bounded(await this.#get().tail(runId, workerId, Math.min(limit, TAIL_MAX)), 'last')
    })
  }

  /** @throws Refusal NOT_FOUND, UNAVAILABLE */
  find(runId: string, workerId: string, wish: FindWish): Promise<Found> {
    return inWords(() => findIn((offset, limit) => this.#get().transcript(runId, workerId, offset, limit), wish))
  }

  /** Hears that the list has changed: in these runs, or null for all of them. Returns the disposer. */
  onChange(listener: (runIds: readonly string[] | null) => void): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#attach()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#detach()
    }
  }

  /** Keeps a run's logs followed, and hears that they have changed. Returns the disposer. */
  follow(runId: string, listener: () => void): () => void {
    this.#followed.set(runId, (this.#followed.get(runId) ?? 0) + 1)
    const silence = this.onChange((runIds) => {
      if (runIds?.includes(runId) ?? true) listener()
    })
    this.#attach()
    return () => {
      const left = (this.#followed.get(runId) ?? 1) - 1
      if (left > 0) this.#followed.set(runId, left)
      else this.#followed.delete(runId)
      silence()
      if (this.#listeners.size > 0) this.#attach()
    }
  }

  /**
   * Looks into one more folder, where each file is taken for what its first rows are.
   * @throws Refusal BAD_INPUT, NOT_FOUND, CONFLICT, TOO_LARGE
   */
  addFolder(path: string): void {
    const folder = checkedFolder(path)
    const folders = this.#folders()
    if (folders.includes(folder)) throw new Refusal('CONFLICT', 'That folder is looked into already.')
    if (folders.length >= FOLDERS_MAX) throw new Refusal('TOO_LARGE', `At most ${FOLDERS_MAX} folders can be added.`, 'Take one off first.')
    this.#setFolders([...folders, folder])
  }

  /** Repeating it succeeds. Nothing in the folder is touched. */
  removeFolder(folder: string): void {
    this.#setFolders(this.#folders().filter((known) => known !== folder))
  }

  close(): void {
    this.#listeners.clear()
    this.#detach()
    this.#imports?.close()
    this.#imports = null
  }

  #get(): Imports {
    this.#imports ??= createImports({ roots: this.#roots() })
    return this.#imports
  }

  #roots(): Root[] {
    const added = this.#folders().map((path): Root => ({ format: null, path }))
    return [...defaultRoots({ home: homedir(), env: process.env }), ...added]
  }

  /** Listens and follows anew, on the imports of now. */
  #attach(): void {
    const imports = this.#get()
    const stops = [
      ...[...this.#followed.keys()].map((runId) => imports.follow(runId)),
      imports.onChange((runIds) => {
        for (const listener of this.#listeners) listener(runIds)
      })
    ]
    this.#detach()
    this.#detach = () => {
      for (const stop of stops) stop()
      this.#detach = () => undefined
    }
  }

  #bounded(page: ImportedPage | ImportedTail, side: 'first' | 'last'): BoundedPage {
    const entries = fitting(page.entries, TRANSCRIPT_PAGE_MAX_BYTES, side)
    const left = page.entries.length - entries.length
    return {
      ...page,
      entries,
      offset: page.offset === null ? null : side === 'first' ? page.offset : page.offset + left,
      limit: left === 0 ? page.limit : entries.length,
      skipped: 0,
      corruptAt: page.worker?.counts?.corruptLines ?? []
    }
  }

  #folders(): string[] {
    const row = this.db.get(z.object({ value: z.string() }), 'SELECT value FROM setting WHERE key = ?', SETTING)
    const folders = z.array(z.string()).safeParse(jsonOf(row?.value))
    return folders.success ? folders.data : []
  }

  #setFolders(folders: readonly string[]): void {
    this.db.run('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)', SETTING, JSON.stringify(folders))
    const before = this.#imports
    this.#imports = null
    if (this.#listeners.size > 0) this.#attach()
    before?.close()
    for (const listener of this.#listeners) listener(null)
  }
}

/** A log that has gone, or became a link or a folder, since it was found is no fault of ours. */
async function inWords<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal || !(error instanceof LogProblem || codeOf(error) !== null)) throw error
    const { code, message } = problemOf(error)
    throw new Refusal(code === 'not-found' ? 'NOT_FOUND' : 'UNAVAILABLE', message, 'Look into its folder, then open it again.')
  }
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function checkedFolder(path: string): string {
  if (!isAbsolute(path)) throw new Refusal('BAD_INPUT', 'That is no whole path of a folder.', 'Give the path from the root, like /home/me/transcripts.')
  let folder: string
  try {
    folder = realpathSync(path)
  } catch {
    throw new Refusal('NOT_FOUND', 'There is no folder at that path.', 'Look whether it is written right.')
  }
  if (!lstatSync(folder).isDirectory()) throw new Refusal('BAD_INPUT', 'A file stands there, and no folder.', 'Give the folder that it lies in.')
  if (dirname(folder) === folder) throw new Refusal('BAD_INPUT', 'That is the whole disk.', 'Give the folder that the transcripts lie in.')
  return folder
}
