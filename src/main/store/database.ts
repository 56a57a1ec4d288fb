/**
 * The one SQLite database of a data folder: opened under a lock, migrated, never overwritten when it is damaged.
 */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Refusal } from '../../shared/errors'
import { MIGRATIONS } from './schema'

/** A database up to this size is checked whole at every start, in bytes; a larger one only when its header cannot be read. */
const FULL_CHECK_MAX = 64 * 1024 * 1024

export class DataFolderBusy extends Error {
  override readonly name = 'DataFolderBusy'
}

export interface OpenedDatabase {
  readonly database: Database
  /** Where a damaged database was put aside; null when all was well. */
  readonly damagedCopy: string | null
}

/**
 * Opens (or makes) the database in `folder`.
 * @throws DataFolderBusy when another host holds the folder.
 */
export function openDatabase(folder: string): OpenedDatabase {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = takeLock(join(folder, 'lock.db'))
  const file = join(folder, 'crewdeck.db')
  try {
    return { database: new Database(openChecked(file), lock, file), damagedCopy: null }
  } catch (error) {
    if (!isDamage(error)) {
      lock.close()
      throw error
    }
    const damagedCopy = setAside(file)
    return { database: new Database(openChecked(file), lock, file), damagedCopy }
  }
}

/** SQLite's own lock on a second file: it ends with the process, however that ends, and leaves nothing stale behind. */
function takeLock(file: string): DatabaseSync {
  makePrivate(file)
  const lock = new DatabaseSync(file)
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    // SQLITE_BUSY and SQLITE_LOCKED; anything else, such as a full disk, is no other Crewdeck.
    if (![5, 6].includes(sqliteCode(error))) throw error
    throw new DataFolderBusy('Another Crewdeck is running with this data folder. Close it, or choose another data folder.')
  }
}

function openChecked(file: string): DatabaseSync {
  makePrivate(file)
  const sqlite = new DatabaseSync(file)
  try {
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY')
    if (existsSync(file) && statSync(file).size <= FULL_CHECK_MAX) {
      const row = sqlite.prepare('PRAGMA quick_check(1)').get()
      if (row?.['quick_check'] !== 'ok') throw new DamagedDatabase(String(row?.['quick_check']))
    }
    migrate(sqlite)
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/** SQLite gives a new file the rights of the process; only its owner may read ours. */
function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
}

class DamagedDatabase extends Error {}

function isDamage(error: unknown): boolean {
  if (error instanceof DamagedDatabase) return true
  // SQLITE_CORRUPT and SQLITE_NOTADB, with their extended codes.
  return [11, 26].includes(sqliteCode(error))
}

/** The primary result code of SQLite; 0 where the error is not SQLite's. */
function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
}

function setAside(file: string): string {
  const stamp = new Date().toISOString().replaceAll(':', '-')
  const copy = `${file}.damaged-${stamp}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, copy + suffix)
  }
  return copy
}

function migrate(sqlite: DatabaseSync): void {
  const done = Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
  if (done > MIGRATIONS.length) {
    throw new Error('This data folder was written by a newer Crewdeck. Update Crewdeck, or choose another data folder.')
  }
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < done) continue
    sqlite.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`)
  }
}

/** What tells a file from another one that takes its place; null where there is none. */
function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

/** Makes a value of a row, or throws where the row is not what it should be. Every zod schema is one. */
export interface Reader<T> {
  parse(row: unknown): T
}

/**
 * `durable`: what is committed survives a power failure. `soon`: it survives the end of this process, however it ends,
 * and a power failure once the next durable commit has been made; the disk is not waited for.
 */
export type Durability = 'durable' | 'soon'

/** Prepared statements by their text, and transactions whose listeners hear only what was really committed. */
export class Database {
  readonly #statements = new Map<string, StatementSync>()
  #depth = 0
  #afterCommit: (() => void)[] = []
  readonly #identity: string | null

  constructor(
    readonly sqlite: DatabaseSync,
    private readonly lock: DatabaseSync,
    private readonly file: string
  ) {
    this.#identity = identityOf(file)
  }

  /** Whether the file is still where it was opened. SQLite goes on with one that was removed, and all of it is lost at the end. */
  isInPlace(): boolean {
    return this.#identity !== null && identityOf(this.file) === this.#identity
  }

  /** @throws Refusal UNAVAILABLE when the file was removed or replaced, and so does a durable `transaction` */
  run(sql: string, ...values: SQLInputValue[]): number {
    if (this.#depth === 0) this.#demandPlace()
    return Number(this.#prepare(sql).run(...values).changes)
  }

  get<T>(reader: Reader<T>, sql: string, ...values: SQLInputValue[]): T | undefined {
    const row = this.#prepare(sql).get(...values)
    return row === undefined ? undefined : reader.parse(row)
  }

  all<T>(reader: Reader<T>, sql: string, ...values: SQLInputValue[]): T[] {
    return this.#prepare(sql)
      .all(...values)
      .map((row) => reader.parse(row))
  }

  /** Runs `work` in one transaction; nested calls join the outer one as it is. Nothing of it remains when it throws. */
  transaction<T>(work: () => T, durability: Durability = 'durable'): T {
    if (this.#depth > 0) return work()
    if (durability === 'durable') this.#demandPlace()
    if (durability === 'soon') this.sqlite.exec('PRAGMA synchronous = NORMAL')
    let result: T
    try {
      this.sqlite.exec('BEGIN IMMEDIATE')
      this.#depth = 1
      result = work()
      this.sqlite.exec('COMMIT')
    } catch (error) {
      this.#afterCommit = []
      if (this.sqlite.isTransaction) this.sqlite.exec('ROLLBACK')
      throw error
    } finally {
      this.#depth = 0
      if (durability === 'soon') this.sqlite.exec('PRAGMA synchronous = FULL')
    }
    const listeners = this.#afterCommit
    this.#afterCommit = []
    for (const listener of listeners) listener()
    return result
  }

  /** Called once the running transaction is on disk, dropped if it is rolled back; at once where none is running. */
  afterCommit(listener: () => void): void {
    if (this.#depth > 0) this.#afterCommit.push(listener)
    else listener()
  }

  close(): void {
    this.sqlite.close()
    this.lock.close()
  }

  #demandPlace(): void {
    if (this.isInPlace()) return
    throw new Refusal(
      'UNAVAILABLE',
      'The database of this host was removed or replaced, so nothing is kept any more.',
      'Copy what you still need, then restart Crewdeck.'
    )
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.sqlite.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}
