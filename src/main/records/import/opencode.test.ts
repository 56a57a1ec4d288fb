import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createImports } from './imports'
import { readAll, readOne, said, Shelf } from './testing'

const T0 = Date.parse('2026-03-01T10:00:00.000Z')
const at = (second: number) => T0 + second * 1000

let shelf: Shelf
let open: DatabaseSync[]
beforeEach(() => void ((shelf = new Shelf()), (open = [])))
afterEach(() => {
  for (const database of open) database.close()
  shelf.remove()
})

/** What OpenCode writes, as far as anything reads it. */
class Opencode {
  readonly #database: DatabaseSync

  constructor(path: string) {
    this.#database = new DatabaseSync(path)
    open.push(this.#database)
    this.#database.exec(`PRAGMA journal_mode = WAL;
      CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, title TEXT, directory TEXT, time_created INTEGER, time_updated INTEGER);
      CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
      CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT)`)
  }

  session(id: string, parent: string | null = null, title = `About ${id}`): this {
    this.#database.prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)').run(id, parent, title, '/home/ada/shop', T0, at(1))
    return this
  }

  message(session: string, id: string, second: number, data: object): this {
    this.#database.prepare('INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?, ?)').run(id, session, at(second), at(second), JSON.stringify(data))
    return this
  }

  /** @param changed the second at which it was last changed */
  part(session: string, message: string, id: string, second: number, data: object | string, changed = second): this {
    this.#database
      .prepare('INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?, ?, ?)')
      .run(id, message, session, at(second), at(changed), typeof data === 'string' ? data : JSON.stringify(data))
    return this
  }

  run(sql: string): this {
    this.#database.exec(sql)
    return this
  }

  close(): void {
    this.#database.close()
    open = open.filter((one) => one !== this.#database)
  }
}

const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more })
const done = (second: number, finish: string, more: object = {}) => ({ role: 'assistant', modelID: 'm-1', finish, time: { created: at(second), completed: at(second) }, ...more })

const filled = (path: string) =>
  new Opencode(path)
    .session('ses_1')
    .message('ses_1', 'msg_1', 1, { role: 'user', time: { created: at(1) } })
    .part('ses_1', 'msg_1', 'prt_1', 1, text('Make the till work'))
    .part('ses_1', 'msg_1', 'prt_2', 1, text('Called by a plugin', { synthetic: true }))
    .message('ses_1', 'msg_2', 2, done(5, 'stop'))
    .part('ses_1', 'msg_2', 'prt_3', 2, { type: 'step-start' })
    .part('ses_1', 'msg_2', 'prt_4', 2, { type: 'reasoning', text: 'Hm' })
    .part('ses_1', 'msg_2', 'prt_5', 3, { type: 'tool', callID: 'c1', tool: 'bash', state: { status: 'completed', input: { command: 'ls' }, output: 'till.ts', title: 'ls' } })
    .part('ses_1', 'msg_2', 'prt_6', 3, { type: 'tool', callID: 'c2', tool: 'task', state: { status: 'completed', input: { description: 'Doors', prompt: 'Look at doors', subagent_type: 'explore' }, output: 'Two doors', metadata: { sessionId: 'ses_2' } } })
    .part('ses_1', 'msg_2', 'prt_7', 4, { type: 'patch', hash: 'x', files: ['/home/ada/shop/till.ts'] })
    .part('ses_1', 'msg_2', 'prt_8', 4, { type: 'from-the-future' })
    .part('ses_1', 'msg_2', 'prt_9', 4, '{"type":')
    .part('ses_1', 'msg_2', 'prt_a', 5, text('It works'))

const told = [
  'prompt(user) Make the till work', 'prompt(opencode) Called by a plugin', 'thinking Hm', 'tool bash completed', 'patch completed till.ts',
  'tool task completed', 'patch completed Two doors', 'artifact changed /home/ada/shop/till.ts', 'text It works', 'end completed'
]

/** Adds a part, tells so, and keeps the database open until its input ends. */
const WRITER = `
  const database = new (require('node:sqlite').DatabaseSync)(process.argv[1])
  database.exec("INSERT INTO part VALUES ('prt_z', 'msg_2', 'ses_1', ${at(6)}, ${at(6)}, json_object('type', 'text', 'text', 'Written ahead'))")
  console.log('ready')
  process.stdin.on('end', () => database.close()).resume()`

/** Reads the one run of a folder, which must be the same to the byte afterwards. */
async function untouched(folder: string) {
  const state = () => readdirSync(shelf.path(folder)).map((name) => [name, statSync(shelf.path(`${folder}/${name}`)).mtimeMs, createHash('sha256').update(readFileSync(shelf.path(`${folder}/${name}`))).digest('hex')])
  const before = state()
  const imports = createImports({ roots: [{ format: 'opencode', path: shelf.path(folder) }] })
  const run = await readOne(imports)
  imports.close()
  expect(state()).toEqual(before)
  return run
}

describe('a database of OpenCode', () => {
  it('becomes runs, with child sessions as their workers', async () => {
    filled(shelf.path('opencode.db'))
      .session('ses_2', 'ses_1').message('ses_2', 'msg_3', 3, { role: 'user' }).part('ses_2', 'msg_3', 'prt_b', 3, text('Look at doors'))
      .message('ses_2', 'msg_4', 4, done(4, 'stop')).part('ses_2', 'msg_4', 'prt_c', 4, text('Two doors'))
      .session('ses_3', null, 'Another')
    const runs = await readAll(shelf.imports('opencode'))
    expect(runs.map(({ run }) => run.name).toSorted()).toEqual(['About ses_1', 'Another'])
    const { workers, entries, run } = runs.find((one) => one.run.name === 'About ses_1') ?? runs[0]!
    expect(run).toMatchObject({ format: 'opencode', folder: '/home/ada/shop', startedAt: T0, workerLogs: 1 })
    expect(workers.map((worker) => [worker.workerId, worker.name, worker.agentType, worker.status, worker.callerAgentId])).toEqual([
      ['main', undefined, undefined, 'completed', undefined],
      ['ses_2', 'Doors', 'explore', 'completed', 'main']
    ])
    expect(workers[0]).toMatchObject({ task: 'Make the till work', summary: 'It works', counts: { rows: 10, used: 7, skipped: 1, skippedKinds: { 'from-the-future': 1 }, corrupt: 1, quiet: { 'step-start': 1 } } })
    expect(entries['main']?.map(said)).toEqual(told)
    expect(entries['ses_2']?.map(said)).toEqual(['prompt(user) Look at doors', 'text Two doors', 'end completed'])
  })

  it.each([
    ['completed', done(2, 'stop')],
    ['failed', done(2, 'length')],
    ['failed', { role: 'assistant', error: { name: 'APIError', data: { message: 'quota' } } }],
    ['aborted', { role: 'assistant', error: { name: 'MessageAbortedError', data: { message: 'by you' } } }],
    ['interrupted', { role: 'assistant', time: { created: at(2) } }],
    ['interrupted', done(2, 'tool-calls')]
  ])('is %s by its last message', async (status, data) => {
    new Opencode(shelf.path('opencode.db')).session('s').message('s', 'm1', 1, { role: 'user' }).part('s', 'm1', 'p1', 1, text('Go')).message('s', 'm2', 2, data)
    expect((await readOne(shelf.imports('opencode'))).workers[0]?.status).toBe(status)
  })

  it('is followed: new parts, changed parts, parts that are gone or come between', async () => {
    const writer = new Opencode(shelf.path('opencode.db')).session('s').message('s', 'm1', 1, { role: 'user' }).part('s', 'm1', 'p1', 1, text('Go'))
    const imports = shelf.imports('opencode')
    const words = async () => (await readOne(imports)).entries['main']?.map(said).filter((one) => !one.startsWith('end'))
    expect(await words()).toEqual(['prompt(user) Go'])
    writer.message('s', 'm2', 2, { role: 'assistant' }).part('s', 'm2', 'p2', 2, { type: 'tool', callID: 'c', tool: 'bash', state: { status: 'running', input: {} } })
    expect(await words()).toEqual(['prompt(user) Go', 'tool bash executing'])
    writer.part('s', 'm2', 'p2', 2, { type: 'tool', callID: 'c', tool: 'bash', state: { status: 'error', input: {}, error: 'no' } }, 3).part('s', 'm2', 'p3', 3, text('Failed'))
    expect(await words()).toEqual(['prompt(user) Go', 'tool bash failed', 'patch failed no', 'text Failed'])
    writer.part('s', 'm1', 'p0', 4, text('First'))
    expect(await words()).toEqual(['prompt(user) First', 'prompt(user) Go', 'tool bash failed', 'patch failed no', 'text Failed'])
    writer.run("DELETE FROM part WHERE id = 'p2'")
    expect(await words()).toEqual(['prompt(user) First', 'prompt(user) Go', 'text Failed'])
  })

  it('is read without a single write, whether it is open elsewhere, closed, or was left by a crash', async () => {
    shelf.write('live/x', '')
    filled(shelf.path('live/opencode.db')).close()
    // In a process of its own: within one, SQLite shares what it has open.
    const writer = spawn(process.execPath, ['-e', WRITER, shelf.path('live/opencode.db')], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(writer.stdout, 'data')
    expect(readdirSync(shelf.path('live'))).toEqual(['opencode.db', 'opencode.db-shm', 'opencode.db-wal', 'x'])
    // A crash leaves the log of writes behind, but nobody's shared memory.
    cpSync(shelf.path('live'), shelf.path('crashed'), { recursive: true, filter: (path) => !path.endsWith('-shm') })

    expect((await untouched('live')).entries['main']?.map(said).slice(-2)).toEqual(['text Written ahead', 'end completed'])
    writer.stdin.end()
    await once(writer, 'exit')
    expect(readdirSync(shelf.path('live'))).toEqual(['opencode.db', 'x'])
    expect((await untouched('live')).entries['main']?.map(said).slice(-2)).toEqual(['text Written ahead', 'end completed'])

    const { workers, entries } = await untouched('crashed')
    expect(entries['main']?.map(said)).toEqual(told)
    expect(workers[0]?.problems).toEqual(['The newest rows wait in a write-ahead log that OpenCode has to take up first.'])
  })

  it('says what it is when it is none', async () => {
    shelf.write('opencode.db', 'this is no database, and has been none for all of its life; not even for a day')
    const imports = shelf.imports('opencode')
    expect(await imports.list()).toEqual([])
    expect(imports.problems()).toEqual(['opencode: opencode.db: The database cannot be read (file is not a database).'])
  })
})
