/**
 * OpenCode's database, opened for one question at a time and never written: not even the files that SQLite keeps beside
 * a database of another program are made.
 */
import { lstat } from 'node:fs/promises'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { LogProblem } from './problems'
import { checkInside, type Stamp } from './source'

/** How long a question waits for the other program's lock, in ms. */
const BUSY_MS = 200

export interface DatabaseFile {
  readonly path: string
  readonly root: string
}

export type Row = Readonly<Record<string, unknown>>

export interface Asking {
  all(sql: string, ...values: readonly SQLInputValue[]): readonly Row[]
}

/** The state of the database and of its write-ahead log. */
export async function databaseStamp(file: DatabaseFile): Promise<Stamp> {
  // Never opened here: to close a file takes away the locks that SQLite holds on it in the same process.
  await checkInside(file.path, file.root)
  const [main, ahead] = await Promise.all([lstat(file.path), sizeOf(`${file.path}-wal`)])
  if (!main.isFile()) throw new LogProblem('not-a-file', 'This is no plain file.')
  return {
    size: main.size + (ahead?.size ?? 0),
    mtimeMs: Math.max(main.mtimeMs, ahead?.mtimeMs ?? 0),
    identity: `${main.dev}:${main.ino}`
  }
}

async function sizeOf(path: string): Promise<{ readonly size: number; readonly mtimeMs: number } | null> {
  try {
    return await lstat(path)
  } catch {
    return null
  }
}

/**
 * Opens the database, asks, closes it.
 * @throws LogProblem when it is no database of OpenCode's, or busy
 */
export async function asked<T>(file: DatabaseFile, ask: (database: Asking) => T): Promise<{ readonly answer: T; readonly isPartial: boolean }> {
  const [ahead, shared] = await Promise.all([sizeOf(`${file.path}-wal`), sizeOf(`${file.path}-shm`)])
  // While the program runs, its shared memory says what counts. Without one, the file alone is all that can be read.
  const isLive = ahead !== null && shared !== null
  const url = pathToFileURL(file.path)
  url.search = isLive ? 'mode=ro&readonly_shm=1' : 'mode=ro&immutable=1'
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(url, { readOnly: true, timeout: BUSY_MS })
    const open = database
    return { answer: ask({ all: (sql, ...values) => open.prepare(sql).all(...values) }), isPartial: !isLive && (ahead?.size ?? 0) > 0 }
  } catch (error) {
    if (error instanceof LogProblem) throw error
    throw new LogProblem('unreadable', `The database cannot be read (${error instanceof Error ? error.message : 'unknown error'}).`)
  } finally {
    database?.close()
  }
}

/** Sessions of a database: what lists need. */
export interface SessionRow {
  readonly id: string
  readonly parentId: string | null
  readonly title: string | null
  readonly folder: string | null
  readonly createdAt: number | null
  readonly updatedAt: number | null
}

const SESSIONS_MAX = 20_000
const SESSION = 'SELECT id, parent_id, title, directory, time_created, time_updated FROM session'

export async function sessionsOf(file: DatabaseFile): Promise<readonly SessionRow[]> {
  const { answer } = await asked(file, (database) => database.all(`${SESSION} ORDER BY time_updated DESC LIMIT ${SESSIONS_MAX}`))
  return answer.flatMap((row) => sessionIn(row) ?? [])
}

export async function sessionOf(file: DatabaseFile, id: string): Promise<SessionRow | null> {
  const { answer } = await asked(file, (database) => database.all(`${SESSION} WHERE id = ?`, id))
  return answer[0] ? sessionIn(answer[0]) : null
}

function sessionIn(row: Row): SessionRow | null {
  const id = textIn(row['id'])
  if (id === null) return null
  return {
    id,
    parentId: textIn(row['parent_id']),
    title: textIn(row['title']),
    folder: textIn(row['directory']),
    createdAt: numberIn(row['time_created']),
    updatedAt: numberIn(row['time_updated'])
  }
}

export function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function numberIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
