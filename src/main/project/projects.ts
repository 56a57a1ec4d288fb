/** Projects: folders that the operator opened, each with the Session that is its address. */
import { randomUUID } from 'node:crypto'
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { basename, isAbsolute } from 'node:path'
import { z } from 'zod'
import { Refusal } from '../../shared/errors'
import { Policy, ProjectConduct, type ProjectView } from '../../shared/model'
import { plainName } from '../../shared/names'
import { Listeners } from '../listeners'
import { modelLacking } from './model-lacking'
import type { SessionLog } from '../session/log'
import type { Database } from '../store/database'
import { jsonColumn } from '../store/json-column'

const ProjectRow = z
  .object({
    session_id: z.string(),
    folder: z.string(),
    name: z.string(),
    policy: Policy,
    conduct: jsonColumn(ProjectConduct),
    paused: z.number(),
    listed: z.number(),
    opened_at: z.number(),
    used_input: z.number().nullable(),
    used_output: z.number().nullable(),
    used_cost: z.number().nullable()
  })
  .transform((row) => ({
    sessionId: row.session_id,
    folder: row.folder,
    name: row.name,
    policy: row.policy,
    conduct: row.conduct,
    paused: row.paused !== 0,
    listed: row.listed !== 0,
    openedAt: row.opened_at,
    usage: row.used_input === null ? null : { inputTokens: row.used_input, outputTokens: row.used_output ?? 0, cost: row.used_cost }
  }))
export type ProjectRow = z.infer<typeof ProjectRow>

const COLUMNS = 'session_id, folder, name, policy, conduct, paused, listed, opened_at, used_input, used_output, used_cost'

/** Before the id of a Project that was removed for good, where others have their folder. No absolute path begins like this. */
const REMOVED = 'removed:'

export class Projects {
  readonly #listeners = new Listeners()

  constructor(
    private readonly db: Database,
    private readonly log: SessionLog,
    private readonly clock: () => number,
    /** The folder of the demo, if there can be one; a Project in it says so. */
    readonly demoFolder: string | null = null
  ) {}

  /** Hears that the list or one of its Projects has changed. Returns the disposer. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  /**
   * Opens a folder: as the Project that it already is, or as a new one.
   * @throws Refusal BAD_INPUT (not absolute, not a folder), NOT_FOUND
   */
  open(folder: string): ProjectRow {
    const real = realFolder(folder)
    const row = this.db.transaction(() => {
      const known = this.db.get(ProjectRow, `SELECT ${COLUMNS} FROM project WHERE folder = ?`, real)
      if (known) {
        this.db.run('UPDATE project SET listed = 1 WHERE session_id = ?', known.sessionId)
        return known
      }
      const created: ProjectRow = {
        sessionId: randomUUID(),
        folder: real,
        name: plainName(basename(real)) || plainName(real),
        policy: 'unconfirmed',
        conduct: ProjectConduct.parse({}),
        paused: false,
        listed: true,
        openedAt: this.clock(),
        usage: null
      }
      this.db.run(
        'INSERT INTO project (session_id, folder, name, policy, opened_at) VALUES (?, ?, ?, ?, ?)',
        created.sessionId,
        created.folder,
        created.name,
        created.policy,
        created.openedAt
      )
      this.log.create({
        id: created.sessionId,
        projectId: created.sessionId,
        parentId: null,
        name: 'Coordinator',
        taskRef: null,
        engine: 'none',
        model: null,
        lifecycle: 'member'
      })
      return created
    })
    this.#changed()
    return row
  }

  list(): ProjectRow[] {
    return this.db.all(ProjectRow, `SELECT ${COLUMNS} FROM project WHERE listed = 1 ORDER BY opened_at, session_id`)
  }

  find(sessionId: string): ProjectRow | undefined {
    return this.db.get(ProjectRow, `SELECT ${COLUMNS} FROM project WHERE session_id = ?`, sessionId)
  }

  /** @throws Refusal NOT_FOUND */
  get(sessionId: string): ProjectRow {
    const row = this.find(sessionId)
    if (!row) throw new Refusal('NOT_FOUND', 'There is no such Project.', 'Open its folder again.')
    return row
  }

  setPolicy(sessionId: string, policy: Policy): ProjectRow {
    this.get(sessionId)
    this.db.run('UPDATE project SET policy = ? WHERE session_id = ?', policy, sessionId)
    this.#changed()
    return this.get(sessionId)
  }

  /**
   * Changes how the crew is run. The Coordinator session takes over the engine and model given.
   * @throws Refusal BAD_INPUT when a Coordinator or workers lack their model or agent
   */
  setConduct(sessionId: string, change: { [K in keyof ProjectConduct]?: ProjectConduct[K] | undefined }): ProjectRow {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const conduct = ProjectConduct.parse({ ...this.get(sessionId).conduct, ...given })
    const { engine, model } = conduct.coordinator
    const lacks = modelLacking(conduct.coordinator)
    if (lacks) throw new Refusal('BAD_INPUT', `A Coordinator needs ${lacks.what}.`, lacks.remedy)
    if (conduct.workers.engine === 'acp' && modelLacking(conduct.workers)) {
      throw new Refusal('BAD_INPUT', 'Workers that run on an agent need one.', 'Choose an agent, or add one in Settings.')
    }
    this.db.transaction(() => {
      this.db.run('UPDATE project SET conduct = ? WHERE session_id = ?', JSON.stringify(conduct), sessionId)
      this.log.setEngine(sessionId, engine, model)
    })
    this.#changed()
    return this.get(sessionId)
  }

  setPaused(sessionId: string, paused: boolean): ProjectRow {
    this.get(sessionId)
    this.db.run('UPDATE project SET paused = ? WHERE session_id = ?', paused ? 1 : 0, sessionId)
    this.#changed()
    return this.get(sessionId)
  }

  forget(sessionId: string): void {
    this.get(sessionId)
    this.db.run('UPDATE project SET listed = 0 WHERE session_id = ?', sessionId)
    this.#changed()
  }

  /** Takes a Project off the list for good: its folder, opened again, is a new one. What it has left is the caller's to remove. */
  remove(sessionId: string): void {
    this.db.run('UPDATE project SET listed = 0, folder = ? WHERE session_id = ?', `${REMOVED}${sessionId}`, sessionId)
    this.#changed()
  }

  /** Projects that were removed for good. */
  removed(): string[] {
    const rows = this.db.all(ProjectRow, `SELECT ${COLUMNS} FROM project WHERE listed = 0 AND folder LIKE '${REMOVED}%'`)
    return rows.map((row) => row.sessionId)
  }

  view(row: ProjectRow): ProjectView {
    const workers = this.log.children(row.sessionId).filter((session) => session.lifecycle === 'member' || session.lifecycle === 'deleting')
    const { listed: _, ...project } = row
    return {
      ...project,
      demo: row.folder === this.demoFolder,
      folderProblem: folderProblem(row.folder),
      workers: workers.length,
      busy: workers.filter((session) => session.openTurn !== null).length
    }
  }

  #changed(): void {
    this.#listeners.tell()
  }
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    // A circle of links, or a way to it that this user may not go.
    return false
  }
}

/** Why workers cannot work in a folder now; null when they can. */
export function folderProblem(folder: string): string | null {
  if (!isFolder(folder)) return 'The folder is not there any more.'
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return null
  } catch {
    return 'The folder cannot be written.'
  }
}

function realFolder(folder: string): string {
  if (folder.includes('\0') || !isAbsolute(folder)) {
    throw new Refusal('BAD_INPUT', 'That is not the whole path of a folder.', 'Give a path that starts at the root.')
  }
  let real: string
  try {
    real = realpathSync(folder)
  } catch {
    throw new Refusal('NOT_FOUND', 'There is no folder with that path.', 'Check the path, or make the folder first.')
  }
  if (!statSync(real).isDirectory()) throw new Refusal('BAD_INPUT', 'That path is a file.', 'Open the folder that holds it.')
  return real
}
