import { copyFileSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { DataFolderBusy, openDatabase } from './database'
import { MIGRATIONS } from './schema'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crewdeck-db-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = "INSERT INTO setting (key, value) VALUES ('a', 'b')"
const count = 'SELECT count(*) AS n FROM setting'
const N = z.object({ n: z.number() })

it('keeps what was committed', () => {
  const first = openDatabase(folder)
  first.database.run(put)
  first.database.close()
  const second = openDatabase(folder)
  expect(second.damagedCopy).toBeNull()
  expect(second.database.get(N, count)).toEqual({ n: 1 })
  second.database.close()
})

it.skipIf(process.platform === 'win32')('is for its owner only, with all its files', () => {
  const { database } = openDatabase(folder)
  database.run(put)
  const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777])
  expect(modes.map(([name]) => name)).toContain('crewdeck.db-wal')
  for (const [name, mode] of modes) expect(mode, String(name)).toBe(0o600)
  database.close()
})

it('lets one host at a time hold a data folder', () => {
  const { database } = openDatabase(folder)
  expect(() => openDatabase(folder)).toThrow(DataFolderBusy)
  database.close()
  openDatabase(folder).database.close()
})

it('says that another host has it only where one has', () => {
  writeFileSync(join(folder, 'lock.db'), 'this is no database, so nobody can hold it'.repeat(50))
  expect(() => openDatabase(folder)).toThrow('not a database')
})

it.each([
  ['no database at all', (bytes: Buffer) => Buffer.alloc(bytes.length, 'x')],
  ['broken in the middle', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(8192, 0xff), bytes.subarray(12288)])]
])('keeps a damaged database aside, byte for byte, and begins anew: %s', (_, damage) => {
  const { database } = openDatabase(folder)
  for (let i = 0; i < 200; i++) database.run('INSERT INTO setting (key, value) VALUES (?, ?)', `k${i}`, 'v'.repeat(200))
  database.close()
  const file = join(folder, 'crewdeck.db')
  const damaged = damage(readFileSync(file))
  writeFileSync(file, damaged)
  const reopened = openDatabase(folder)
  expect(reopened.damagedCopy).not.toBeNull()
  expect(readFileSync(reopened.damagedCopy ?? '').equals(damaged)).toBe(true)
  expect(reopened.database.get(N, count)).toEqual({ n: 0 })
  reopened.database.close()
  expect(readdirSync(folder).filter((name) => name.startsWith('crewdeck.db.damaged-'))).toHaveLength(1)
})

it('refuses a database of a newer version and leaves it as it is', () => {
  const { database } = openDatabase(folder)
  database.sqlite.exec('PRAGMA user_version = 999')
  database.close()
  expect(() => openDatabase(folder)).toThrow('newer Crewdeck')
})

it('keeps nothing of a transaction that throws, and tells nobody of it', () => {
  const { database } = openDatabase(folder)
  const heard: string[] = []
  const work = (fails: boolean) => () =>
    database.transaction(() => {
      database.run(put)
      database.afterCommit(() => heard.push(fails ? 'failed' : 'done'))
      if (fails) throw new Error('no')
    })
  expect(work(true)).toThrow('no')
  expect(database.get(N, count)).toEqual({ n: 0 })
  work(false)()
  expect(heard).toEqual(['done'])
  database.close()
})

it('waits for the disk, except where it is told not to', () => {
  const { database } = openDatabase(folder)
  const Mode = z.object({ synchronous: z.number() })
  const mode = () => database.get(Mode, 'PRAGMA synchronous')?.synchronous
  const [NORMAL, FULL] = [1, 2]
  expect(mode()).toBe(FULL)
  expect(database.transaction(() => database.transaction(mode, 'soon'))).toBe(FULL)
  expect(database.transaction(() => database.transaction(mode), 'soon')).toBe(NORMAL)
  expect(mode()).toBe(FULL)
  expect(() =>
    database.transaction(() => {
      database.run(put)
      throw new Error('no')
    }, 'soon')
  ).toThrow('no')
  expect(mode()).toBe(FULL)
  expect(database.get(N, count)).toEqual({ n: 0 })
  database.close()
})

it('sums what an older one has used', () => {
  const older = new DatabaseSync(join(folder, 'crewdeck.db'))
  const before = MIGRATIONS.findIndex((sql) => sql.includes('used_input'))
  for (const sql of MIGRATIONS.slice(0, before)) older.exec(sql)
  const usage = (inputTokens: number, cost: number | null) => JSON.stringify({ usage: { inputTokens, outputTokens: 1, cost } })
  older.exec(`
    PRAGMA user_version = ${before};
    INSERT INTO project (session_id, folder, name, policy, opened_at) VALUES ('p', '/p', 'p', 'run', 0), ('q', '/q', 'q', 'run', 0);
    INSERT INTO session (id, project_id, name, engine, lifecycle, created_at)
      VALUES ('a', 'p', 'a', 'pi', 'member', 0), ('b', 'p', 'b', 'pi', 'deleted', 0), ('c', 'q', 'c', 'shell', 'member', 0);
    INSERT INTO event (session_id, seq, time, type, shown, data) VALUES
      ('a', 0, 0, 'assistant/message', 1, '${usage(10, 0.5)}'), ('a', 1, 0, 'assistant/message', 1, '${usage(20, null)}'),
      ('b', 0, 0, 'assistant/message', 1, '${usage(5, null)}'), ('c', 0, 0, 'assistant/message', 1, '{}');
  `)
  older.close()
  const { database } = openDatabase(folder)
  const Used = z.object({ id: z.string(), used_input: z.number().nullable(), used_output: z.number().nullable(), used_cost: z.number().nullable() })
  const used = (sql: string) => database.all(Used, sql).map((row) => Object.values(row))
  expect(used('SELECT id, used_input, used_output, used_cost FROM session ORDER BY id')).toEqual([['a', 30, 2, 0.5], ['b', 5, 1, null], ['c', null, null, null]])
  expect(used('SELECT session_id AS id, used_input, used_output, used_cost FROM project ORDER BY id')).toEqual([['p', 35, 3, 0.5], ['q', null, null, null]])
  database.close()
})

it.skipIf(process.platform === 'win32')('takes nothing more once its file was removed or replaced, and goes on when it is back', () => {
  const { database } = openDatabase(folder)
  const file = join(folder, 'crewdeck.db')
  const refused = expect.objectContaining({ code: 'UNAVAILABLE', remedy: expect.stringContaining('restart') })
  const isRefused = () => {
    expect(database.isInPlace()).toBe(false)
    expect(() => database.run(put)).toThrow(refused)
    expect(() => database.transaction(() => database.run(put))).toThrow(refused)
    expect(database.get(N, count)).toEqual({ n: 0 })
  }
  expect(database.isInPlace()).toBe(true)
  renameSync(file, `${file}.away`)
  isRefused()
  copyFileSync(`${file}.away`, file)
  isRefused()
  renameSync(`${file}.away`, file)
  expect(database.isInPlace()).toBe(true)
  database.transaction(() => database.run(put))
  expect(database.get(N, count)).toEqual({ n: 1 })
  database.close()
})
