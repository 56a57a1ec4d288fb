/** Transcripts through the whole way of a call: our own, those on this machine, and those of another instance. */
import { mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync, writeSync, closeSync, appendFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TRANSCRIPT_PAGE_MAX_BYTES } from '../../shared/limits'
import { TOKEN, World } from '../records/testing/world'
import { Crew } from '../testing/crew'
import { openWindow, type TestWindow } from './testing'

const TRICKS = ['..', '../../etc/passwd', '%2e%2e%2fetc', 'a\0b', '', '/etc/passwd', 'x'.repeat(10_240)]

let crew: Crew
let window: TestWindow
const reports: string[] = []

async function open(mode: 'served' | 'desktop' = 'served'): Promise<void> {
  window = openWindow(crew, (message) => reports.push(message), mode)
  await window.parts.records.start()
}

beforeEach(() => {
  reports.length = 0
  crew = new Crew()
  // Nothing of this machine's own may be read.
  vi.stubEnv('HOME', join(crew.folder, 'home'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  window.hangUp()
  window.close()
  await crew.close()
})

const at = (workerId: string) => ({ sessionId: crew.sessionId, workerId })
const refused = (code: string, message = /./) => ({ code, data: { message: expect.stringMatching(message), remedy: expect.any(String) } })
const recordPath = (workerId: string) => join(crew.folder, 'data', 'records', crew.sessionId, `${workerId}.jsonl`)

/** The next value of a stream that is as expected; what else it tells before that is left. */
async function until<T>(stream: AsyncIterator<T>, isIt: (value: T) => boolean = () => true): Promise<T> {
  for (;;) {
    const { value, done } = await stream.next()
    if (done) throw new Error('The stream has ended.')
    if (isIt(value)) return value
  }
}

/** A worker with one ended turn whose reply this is. */
async function replied(workerId: string, reply = 'done', count = 1): Promise<void> {
  crew.worker(workerId)
  const turn = await crew.steering.turnOf(workerId, 1)
  turn.sink.step(1)
  for (let index = 0; index < count; index++) turn.reply(reply)
  turn.end()
  await crew.idle(workerId)
}

describe('a transcript of our own', () => {
  it('is paged from any place, and from its end', async () => {
    await open()
    await replied('w', 'word', 8)
    const all = await window.client.records.page({ ...at('w'), offset: 0, limit: 500 })
    expect(all.entries.map(({ kind }) => kind)).toEqual(['route', 'prompt', ...Array.from({ length: 8 }, () => 'text'), 'end'])
    expect(all).toMatchObject({ total: 11, offset: 0, status: 'completed', complete: true, skipped: 0, corruptAt: [] })
    expect(await window.client.records.page({ ...at('w'), offset: null, limit: 3 })).toMatchObject({ offset: 8, limit: 3, entries: all.entries.slice(8) })
    expect(await window.client.records.page({ ...at('w'), offset: 4, limit: 2 })).toMatchObject({ offset: 4, entries: all.entries.slice(4, 6) })
    expect((await window.client.records.page({ ...at('w'), offset: 99, limit: 2 })).entries).toEqual([])
  })

  it('is never more than fits, however much was asked for, and is told whole in pages', async () => {
    await open()
    await replied('w', 'x'.repeat(150_000), 30)
    const last = await window.client.records.page({ ...at('w'), offset: null, limit: 500 })
    expect(JSON.stringify(last).length).toBeLessThan(1.1 * TRANSCRIPT_PAGE_MAX_BYTES)
    expect((last.offset ?? 0) + last.entries.length).toBe(last.total)
    let seen = 0
    for (let offset = 0; offset < last.total; ) {
      const page = await window.client.records.page({ ...at('w'), offset, limit: 500 })
      expect(JSON.stringify(page).length).toBeLessThan(1.1 * TRANSCRIPT_PAGE_MAX_BYTES)
      seen += page.entries.length
      offset = (page.offset ?? 0) + page.limit
    }
    expect(seen).toBe(33)
  })

  it('cuts one entry that is too large alone, and says so', async () => {
    await open()
    await replied('w', '漢'.repeat(900_000))
    const { entries } = await window.client.records.page({ ...at('w'), offset: 2, limit: 1 })
    expect(entries).toMatchObject([{ kind: 'text', text: expect.stringMatching(/^漢+… \[775000 more characters\]$/) }])
  })

  it('is found by turn and message, and by its words', async () => {
    await open()
    await replied('w', 'The first Apple')
    crew.send('w', 'm2', 'queue', 'another')
    const turn = await crew.steering.turnOf('w', 2)
    turn.sink.step(1)
    turn.sink.toolCall({ callId: 'c', name: 'grep', arguments: '{"pattern":"apple pie"}' })
    turn.sink.toolResult({ callId: 'c', name: 'grep', text: 'no match', isError: false, changes: [] })
    turn.reply('second')
    turn.end()
    await crew.idle('w')
    const { client } = window
    const { entries, total } = await client.records.page({ ...at('w'), offset: 0, limit: 500 })
    expect((await client.records.place({ ...at('w'), turn: 2, messageId: null })).offset).toBe(4)
    expect((await client.records.place({ ...at('w'), turn: 2, messageId: 'm2' })).offset).toBe(5)
    expect(entries[5]).toMatchObject({ kind: 'prompt', messageId: 'm2' })
    expect((await client.records.place({ ...at('w'), turn: 3, messageId: null })).offset).toBeNull()
    const found = await client.records.find({ ...at('w'), query: 'APPLE', from: 0, to: total })
    expect(found).toEqual({ offsets: [2, 6], searchedTo: total })
    expect(await client.records.find({ ...at('w'), query: 'apple', from: 3, to: 5 })).toEqual({ offsets: [], searchedTo: 5 })
  })

  it('is told of as it grows and is cleared, until its reader leaves', async () => {
    await open()
    crew.worker('w')
    const turn = await crew.steering.turnOf('w', 1)
    const reader = new AbortController()
    const news = await window.client.records.watch(at('w'), { signal: reader.signal })
    expect(await until(news)).toMatchObject({ worker: { status: 'running', entryCount: 2 }, cleared: 0 })
    turn.sink.step(1)
    turn.reply('word')
    turn.end()
    await crew.idle('w')
    expect(await until(news, ({ worker }) => worker.status !== 'running')).toMatchObject({ worker: { status: 'completed', entryCount: 4 } })
    reader.abort()
  })

  it('is refused for what is no worker of the Project, for tricks, and for what is no plain file', async () => {
    await open()
    await replied('w')
    const { client } = window
    const page = (place: { sessionId: string; workerId: string }) => client.records.page({ ...place, offset: 0, limit: 10 })
    await expect(page(at('nobody'))).rejects.toMatchObject(refused('NOT_FOUND', /no record/))
    await expect(page({ sessionId: 'other', workerId: 'w' })).rejects.toMatchObject(refused('NOT_FOUND'))
    await expect(client.records.watch(at('nobody'))).rejects.toMatchObject(refused('NOT_FOUND', /no such worker/))
    for (const trick of TRICKS) {
      await expect(page(at(trick)), trick).rejects.toMatchObject(refused('BAD_INPUT'))
      await expect(page({ sessionId: trick, workerId: 'w' }), trick).rejects.toMatchObject(refused('BAD_INPUT'))
    }
    writeFileSync(join(crew.folder, 'secret'), '{"kind":"text","seq":1,"at":1,"text":"secret"}\n')
    rmSync(recordPath('w'))
    symlinkSync(join(crew.folder, 'secret'), recordPath('w'))
    await expect(page(at('w'))).rejects.toMatchObject(refused('NOT_FOUND'))
    rmSync(recordPath('w'))
    mkdirSync(recordPath('w'))
    await expect(page(at('w'))).rejects.toMatchObject(refused('NOT_FOUND'))
  })

  it('counts malformed lines and says which, also one of 100 MB', async () => {
    await open()
    await replied('w')
    appendFileSync(recordPath('w'), 'no json\n')
    const file = openSync(recordPath('w'), 'a')
    for (let piece = 0; piece < 100; piece++) writeSync(file, 'x'.repeat(1_000_000))
    writeSync(file, '\n{"kind":"text","seq":9,"at":1,"text":"after"}\n')
    closeSync(file)
    const page = await window.client.records.page({ ...at('w'), offset: null, limit: 1 })
    expect(page).toMatchObject({ total: 5, corruptLines: 2, corruptAt: [5, 6], entries: [{ text: 'after' }] })
  })
})

describe('serving', () => {
  it('is off on a desktop until it is turned on, and its token can be renewed', async () => {
    await open('desktop')
    const { client, parts } = window
    expect(await client.records.serving({})).toEqual({ state: 'off', url: null, token: null })
    const on = await client.records.serve({ enabled: true })
    expect(on).toMatchObject({ state: 'on', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), token: expect.stringMatching(/^[\w-]{43}$/) })
    const asked = (token: string | null) => fetch(`${on.url}/api/runs`, { headers: { 'X-Agent-Service-Token': token ?? '' } }).then(({ status }) => status)
    expect(await asked(on.token)).toBe(200)
    const renewed = await client.records.renewToken({})
    expect(renewed.url).toBe(on.url)
    expect([await asked(on.token), await asked(renewed.token)]).toEqual([401, 200])
    expect(await client.records.serve({ enabled: false })).toEqual({ state: 'off', url: null, token: null })
    await parts.recordsDoor.close()
  })

  it('is always on in served mode', async () => {
    await open('served')
    expect(await window.client.records.serving({})).toMatchObject({ state: 'always', url: null, token: expect.any(String) })
    await expect(window.client.records.serve({ enabled: false })).rejects.toMatchObject(refused('CONFLICT'))
  })
})

describe('transcripts on this machine', () => {
  const row = (type: string, text: string, more: object = {}) =>
    `${JSON.stringify({ type, uuid: text, parentUuid: null, sessionId: 's1', cwd: '/work', timestamp: new Date().toISOString(), message: { role: type, content: text }, ...more })}\n`
  const write = (name: string, text: string) => {
    const path = join(crew.folder, 'home', '.claude', 'projects', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }
  const list = { limit: 10, format: null, query: '' }
  const first = async (wish: Partial<typeof list> = {}) => {
    const reader = new AbortController()
    const value = await until(await window.client.imports.watch({ ...list, ...wish }, { signal: reader.signal }))
    reader.abort()
    return value
  }

  it('are listed, filtered, and told of when they come', async () => {
    await open()
    write('p/s1.jsonl', row('user', 'Write the parser'))
    const reader = new AbortController()
    const runs = await window.client.imports.watch(list, { signal: reader.signal })
    expect(await until(runs)).toMatchObject({ total: 1, formats: { 'claude-code': 1 }, runs: [{ format: 'claude-code', status: 'running' }], problems: [], folders: [] })
    write('p/s2.jsonl', row('user', 'Another', { sessionId: 's2', cwd: '/elsewhere' }))
    await until(runs, ({ total }) => total === 2)
    reader.abort()
    expect(await first({ query: 'ELSEWHERE' })).toMatchObject({ total: 1, formats: { 'claude-code': 2 } })
    expect(await first({ query: 'nothing' })).toMatchObject({ total: 0, runs: [] })
    expect((await first({ limit: 1 })).runs).toHaveLength(1)
  })

  it('are followed while they grow, and a page is there at once', async () => {
    await open()
    const path = write('p/s1.jsonl', row('user', 'Write the parser'))
    const [run] = (await first()).runs
    const runId = run?.run_id ?? ''
    const reader = new AbortController()
    const news = await window.client.imports.follow({ runId }, { signal: reader.signal })
    expect(await until(news)).toMatchObject({ run: { run_id: runId }, workers: [{ workerId: 'main', status: 'running', evidence: { what: 'a prompt has no answer yet' } }], reading: null })
    const line = row('assistant', 'It is written')
    appendFileSync(path, line.slice(0, 20))
    appendFileSync(path, line.slice(20))
    const { workers } = await until(news, (value) => value.workers[0]?.status !== 'running')
    expect(workers[0]).toMatchObject({ status: 'completed', summary: 'It is written' })
    reader.abort()
    const page = await window.client.imports.page({ runId, workerId: 'main', offset: null, limit: 50 })
    expect(page).toMatchObject({ offset: 0, total: 3, complete: true, entries: [{ kind: 'prompt' }, { text: 'It is written' }, { kind: 'end' }] })
    expect(await window.client.imports.find({ runId, workerId: 'main', query: 'IS WRITTEN', from: 0, to: 3 })).toEqual({ offsets: [1], searchedTo: 3 })
  })

  it('of a folder that was added are found too, and gone when it is taken off', async () => {
    await open()
    const folder = mkdtempSync(join(tmpdir(), 'crewdeck-added-'))
    writeFileSync(join(folder, 'any.jsonl'), row('user', 'Elsewhere'))
    const reader = new AbortController()
    const runs = await window.client.imports.watch(list, { signal: reader.signal })
    expect(await until(runs)).toMatchObject({ total: 0 })
    await window.client.imports.addFolder({ folder })
    expect(await until(runs, ({ total }) => total === 1)).toMatchObject({ folders: [folder] })
    await expect(window.client.imports.addFolder({ folder })).rejects.toMatchObject(refused('CONFLICT'))
    await window.client.imports.removeFolder({ folder })
    expect(await until(runs, ({ total }) => total === 0)).toMatchObject({ folders: [] })
    reader.abort()
    for (const [wrong, code] of [['relative', 'BAD_INPUT'], ['/', 'BAD_INPUT'], [join(folder, 'any.jsonl'), 'BAD_INPUT'], ['/no/such/folder', 'NOT_FOUND'], ['/a\0b', 'NOT_FOUND']] as const) {
      await expect(window.client.imports.addFolder({ folder: wrong }), wrong).rejects.toMatchObject(refused(code))
    }
    rmSync(folder, { recursive: true })
  })

  it('are refused for tricks, links and folders, in words, and a line of 100 MB is counted', async () => {
    await open()
    const secret = join(crew.folder, 'secret.jsonl')
    writeFileSync(secret, row('user', 'secret'))
    const path = write('p/s1.jsonl', row('user', 'mine'))
    symlinkSync(secret, join(dirname(path), 'link.jsonl'))
    mkdirSync(join(dirname(path), 'folder.jsonl'))
    const { runs, problems } = await first()
    expect(runs.map(({ name }) => name)).toEqual(['mine'])
    expect(problems.toSorted()).toEqual(['claude-code: 1 transcript is a link; links are not followed.', 'claude-code: A folder stands where a transcript should be.'])
    const runId = runs[0]?.run_id ?? ''
    for (const trick of TRICKS) {
      const code = { code: expect.stringMatching(/BAD_INPUT|NOT_FOUND/) }
      await expect(window.client.imports.page({ runId: trick, workerId: 'main', offset: 0, limit: 1 })).rejects.toMatchObject(code)
      await expect(window.client.imports.page({ runId, workerId: trick, offset: null, limit: 1 })).rejects.toMatchObject(code)
      const followed = async () => (await window.client.imports.follow({ runId: trick })).next()
      await expect(followed()).rejects.toMatchObject(code)
    }
    const file = openSync(path, 'a')
    for (let piece = 0; piece < 100; piece++) writeSync(file, 'x'.repeat(1_000_000))
    writeSync(file, `\n${row('assistant', 'after')}`)
    closeSync(file)
    await vi.waitFor(async () => {
      const page = await window.client.imports.page({ runId, workerId: 'main', offset: 0, limit: 10 })
      expect(page).toMatchObject({ corruptLines: 1, corruptAt: [2], entries: [{ text: 'mine' }, { text: 'after' }, { kind: 'end' }] })
    }, 5_000)
    rmSync(path)
    symlinkSync(secret, path)
    const page = await window.client.imports.page({ runId, workerId: 'main', offset: 0, limit: 10 }).catch((error: unknown) => error)
    expect(JSON.stringify(page)).not.toContain('secret')
    expect(reports).toEqual([])
  })
})

describe('another instance', () => {
  let other: World
  beforeEach(async () => void (other = await World.open()))
  afterEach(() => other.close())

  it('is added, told of, read page by page, searched and forgotten', async () => {
    await open()
    const { client } = window
    other.crew.worker('w1')
    const turn = await other.turn('w1')
    turn.sink.step(1)
    turn.reply('x'.repeat(600_000))
    turn.reply('x'.repeat(600_000))
    await other.end('w1', turn)
    const reader = new AbortController()
    const list = await client.instances.watch({}, { signal: reader.signal })
    expect(await until(list)).toEqual({ instances: [] })
    const { id } = await client.instances.add({ name: 'Lab', url: other.url, token: 'wrong' })
    expect(await until(list)).toMatchObject({ instances: [{ id, name: 'Lab', url: other.url }] })
    expect(await client.instances.check({ id })).toMatchObject({ kind: 'failed', message: expect.stringMatching(/token/) })
    await client.instances.setToken({ id, token: TOKEN })
    expect(await client.instances.check({ id })).toMatchObject({ kind: 'ok', service: 'crewdeck 0.0.0', runs: [{ run_id: other.runId, status: 'running' }] })
    expect((await client.instances.workers({ id, runId: other.runId })).workers).toMatchObject([{ workerId: 'w1', status: 'completed' }])
    const whose = { id, runId: other.runId, workerId: 'w1' }
    const page = await client.instances.page({ ...whose, offset: null, limit: 100 })
    expect(page).toMatchObject({ total: 5, offset: 0, limit: 3, complete: true })
    expect(JSON.stringify(page).length).toBeLessThan(1.1 * TRANSCRIPT_PAGE_MAX_BYTES)
    expect(await client.instances.find({ ...whose, query: 'task of w1', from: 0, to: 5 })).toEqual({ offsets: [1], searchedTo: 5 })
    await client.instances.addRun({ id, runId: 'hidden' })
    expect(await client.instances.check({ id })).toMatchObject({ runs: [{}, { run_id: 'hidden', status: 'unknown' }] })
    await expect(client.instances.workers({ id, runId: 'hidden' })).rejects.toMatchObject(refused('NOT_FOUND'))
    await client.instances.remove({ id })
    await expect(client.instances.check({ id })).rejects.toMatchObject(refused('NOT_FOUND'))
    reader.abort()
    expect(JSON.stringify(reports)).not.toContain(TOKEN)
  })

  it('is refused in its own words for tricks and for what does not answer', async () => {
    await open()
    const { client } = window
    await expect(client.instances.add({ name: '', url: 'file:///etc', token: 't' })).rejects.toMatchObject(refused('BAD_INPUT', /no address/))
    await expect(client.instances.add({ name: '', url: 'http://elsewhere.example', token: 't' })).rejects.toMatchObject(refused('BAD_INPUT', /http/))
    const { id } = await client.instances.add({ name: '', url: other.url, token: TOKEN })
    for (const trick of TRICKS.filter((text) => text !== '' && text.length < 200)) {
      await expect(client.instances.page({ id, runId: trick, workerId: 'w', offset: 0, limit: 1 }), trick).rejects.toMatchObject({ code: expect.stringMatching(/BAD_INPUT|NOT_FOUND/) })
    }
    await other.server.close()
    await expect(client.instances.workers({ id, runId: other.runId })).rejects.toMatchObject(refused('UNAVAILABLE', /Nothing answers/))
    expect(await client.instances.check({ id })).toMatchObject({ kind: 'failed' })
  })
})
