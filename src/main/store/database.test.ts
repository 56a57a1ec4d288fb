import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { DataFolderBusy, openDatabase } from './database'

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
