import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Refusal } from '../../../shared/errors'
import { RunSummary, RunView, TranscriptPage } from '../../../shared/records'
import { createImports } from './imports'
import { defaultRoots } from './roots'
import { allEntries, eventually, lines, readAll, readOne, said, Shelf } from './testing'

const T0 = Date.parse('2026-03-01T10:00:00.000Z')
const at = (second: number) => new Date(T0 + second * 1000).toISOString()

let shelf: Shelf
beforeEach(() => void (shelf = new Shelf()))
afterEach(() => shelf.remove())

const piRow = (text: string, second = 1) => ({ type: 'message', id: 'x', parentId: null, timestamp: at(second), message: { role: 'user', content: text } })
const claudeRow = (type: string, content: unknown, more: object = {}) => ({ type, uuid: `u${JSON.stringify(content)}`, parentUuid: null, sessionId: 's1', cwd: '/w', timestamp: at(1), message: { role: type, content }, ...more })
const one = async (imports: ReturnType<Shelf['imports']>) => (await imports.list())[0]?.run_id ?? 'none'

describe('imports', () => {
  it('find each format in a folder that the operator added, and leave the rest alone', async () => {
    shelf.write('a/claude.jsonl', [claudeRow('user', 'Hello Claude')])
    shelf.write('b/rollout.jsonl', [{ timestamp: at(0), type: 'session_meta', payload: { id: 'c', cwd: '/w' } }, { timestamp: at(1), type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello Codex' }] } }])
    shelf.write('c/chat.json', JSON.stringify({ sessionId: 'g', projectHash: 'h', messages: [{ id: '1', type: 'user', timestamp: at(1), content: 'Hello Gemini' }] }))
    shelf.write('d/session.jsonl', [{ type: 'session', version: 0, id: 'd', createdAt: T0 }, { type: 'user/message', seq: 0, time: T0, data: { content: [{ type: 'text', text: 'Hello DSH' }], source: { kind: 'user' } } }])
    shelf.write('e/pi.jsonl', [{ type: 'session', version: 3, id: 'p', timestamp: at(0), cwd: '/w' }, piRow('Hello pi')])
    shelf.write('f/data.jsonl', [{ name: 'no transcript' }])
    shelf.write('f/package.json', '{"name":"no transcript"}')
    shelf.write('f/empty.jsonl', '')
    shelf.write('f/notes.txt', 'words')
    const runs = await readAll(shelf.imports(null))
    expect(runs.map(({ run, entries }) => [run.format, entries['main']?.map(said)[0]] as const).toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
      ['claude-code', 'prompt(user) Hello Claude'], ['codex', 'prompt(user) Hello Codex'], ['dsh', 'prompt(user) Hello DSH'],
      ['gemini', 'prompt(user) Hello Gemini'], ['pi', 'prompt(user) Hello pi']
    ])
  })

  it('answer in the shapes of worker records', async () => {
    shelf.write('s1.jsonl', [claudeRow('user', 'Hello'), claudeRow('assistant', [{ type: 'tool_use', id: 't', name: 'Task', input: { prompt: 'x' } }])])
    const imports = shelf.imports('claude-code')
    const runId = await one(imports)
    z.array(RunSummary).parse(await imports.list())
    RunView.parse(await imports.workers(runId))
    for (const worker of ['main', 't']) TranscriptPage.parse(await imports.transcript(runId, worker))
  })

  it('page as the rules say, whatever is asked for', async () => {
    shelf.write('a_p.jsonl', [...Array.from({ length: 20 }, (_, i) => piRow(`${i}`, i)), { ...piRow(''), message: { role: 'assistant', content: [{ type: 'text', text: 'End' }], stopReason: 'stop' } }])
    const imports = shelf.imports('pi')
    const runId = await one(imports)
    const page = async (offset?: number, limit?: number) => {
      const { entries, ...rest } = await imports.transcript(runId, 'main', offset, limit)
      return { kinds: entries.map((entry) => ('text' in entry ? entry.text : entry.kind)), offset: rest.offset, limit: rest.limit, total: rest.total, complete: rest.complete }
    }
    expect(await page(18, 3)).toEqual({ kinds: ['18', '19', 'End'], offset: 18, limit: 3, total: 22, complete: true })
    expect(await page(20, 7)).toEqual({ kinds: ['End', 'end'], offset: 20, limit: 7, total: 22, complete: true })
    expect(await page(22)).toEqual({ kinds: [], offset: 22, limit: 500, total: 22, complete: true })
    expect((await page(-3, 0)).kinds).toEqual(['0'])
    expect((await page(0, 1e9)).limit).toBe(2_000)
    expect((await imports.tail(runId, 'main', 2)).entries.map(({ kind }) => kind)).toEqual(['text', 'end'])
  })

  it('refuse ids that they did not give', async () => {
    shelf.write('s1.jsonl', [claudeRow('user', 'Hello')])
    const imports = shelf.imports('claude-code')
    const runId = await one(imports)
    expect(runId).toMatch(/^claude-code-[0-9a-f]{16}$/)
    const tricks = ['..', '../../etc/passwd', '%2e%2e', 'a\0b', '', 'x'.repeat(10_000), '__proto__', 'constructor', shelf.path('s1.jsonl')]
    for (const id of tricks) {
      await expect(imports.workers(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(imports.transcript(runId, id)).rejects.toBeInstanceOf(Refusal)
      await expect(imports.tail(runId, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  it('make safe ids of unsafe ones, and keep those apart that are alike', async () => {
    const call = (id: string) => ({ type: 'tool_use', id, name: 'Task', input: { prompt: `p${id}` } })
    shelf.write('s1.jsonl', [claudeRow('user', 'Hello'), claudeRow('assistant', [call('../../x'), call('main'), call('a b'), call('ok-1')])])
    const { workers } = await readOne(shelf.imports('claude-code'))
    const ids = workers.map(({ workerId }) => workerId)
    expect(new Set(ids).size).toBe(5)
    expect(ids.filter((id) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/.test(id))).toHaveLength(5)
    expect(ids).toContain('ok-1')
  })

  it('neither follow links nor read what is no file, and say so', async () => {
    const outside = new Shelf()
    outside.write('secret.jsonl', [piRow('secret')])
    shelf.write('p/a_p.jsonl', [piRow('mine')])
    symlinkSync(outside.path('secret.jsonl'), shelf.path('p/link.jsonl'))
    symlinkSync(outside.root, shelf.path('p/folder'))
    symlinkSync(shelf.root, shelf.path('p/around'))
    mkdirSync(shelf.path('p/folder.jsonl'))
    const imports = shelf.imports('pi')
    expect((await readAll(imports)).map(({ run }) => run.name)).toEqual(['mine'])
    expect(imports.problems().toSorted()).toEqual(['pi: 1 transcript is a link; links are not followed.', 'pi: A folder stands where a transcript should be.'])
    // A file that becomes a link afterwards is not followed either.
    const runId = await one(imports)
    rmSync(shelf.path('p/a_p.jsonl'))
    symlinkSync(outside.path('secret.jsonl'), shelf.path('p/a_p.jsonl'))
    const page = await imports.transcript(runId, 'main').catch((error: unknown) => error)
    expect(JSON.stringify(page)).not.toContain('secret')
    outside.remove()
  })

  it('write nothing', async () => {
    shelf.write('p/s1.jsonl', [claudeRow('user', 'Hello'), null, 7])
    shelf.write('p/s1/subagents/agent-a.jsonl', [claudeRow('user', 'Do', { isSidechain: true })])
    const state = () => readdirSync(shelf.root, { recursive: true, encoding: 'utf8' }).toSorted().map((name) => [name, statSync(shelf.path(name)).mtimeMs])
    const before = state()
    const imports = shelf.imports('claude-code')
    const stop = imports.onChange(() => undefined)
    const leave = imports.follow(await one(imports))
    await readAll(imports)
    leave()
    stop()
    expect(state()).toEqual(before)
  })

  it('put logs that name each other as parents into runs of their own', async () => {
    const meta = (id: string, parent: string) => ({ timestamp: at(0), type: 'session_meta', payload: { id, cwd: '/w', source: { subagent: { thread_spawn: { parent_thread_id: parent } } } } })
    for (const [id, parent] of [['a', 'b'], ['b', 'a'], ['c', 'c'], ['d', 'a']] as const) shelf.write(`rollout-${id}.jsonl`, [meta(id, parent)])
    const runs = await readAll(shelf.imports('codex'))
    expect(runs.flatMap(({ workers }) => workers.map(({ sessionId }) => sessionId ?? '')).toSorted((a, b) => a.localeCompare(b))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are told of a folder that is not there, or no folder, without failing', async () => {
    const imports = createImports({ roots: [{ format: 'pi', path: join(shelf.root, 'never') }, { format: 'codex', path: shelf.write('file', 'x') }] })
    expect(await imports.list()).toEqual([])
    expect(imports.problems()).toEqual(['codex: A folder cannot be read (ENOTDIR).'])
    imports.close()
  })

  it('look by default where each program writes', () => {
    const of = (env: Record<string, string>) => defaultRoots({ home: '/home/a', env }).map(({ format, path }) => `${format} ${path}`)
    expect(of({})).toEqual([
      'claude-code /home/a/.claude/projects', 'claude-code /home/a/.config/claude/projects', 'codex /home/a/.codex/sessions', 'codex /home/a/.codex/archived_sessions',
      'gemini /home/a/.gemini/tmp', 'opencode /home/a/.local/share/opencode', 'dsh /home/a/.dsh/sessions', 'pi /home/a/.pi/agent/sessions'
    ])
    expect(of({ CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/x', XDG_DATA_HOME: '/d', DSH_HOME: '/s', PI_CODING_AGENT_DIR: '/p' })).toEqual([
      'claude-code /c/projects', 'codex /x/sessions', 'codex /x/archived_sessions', 'gemini /home/a/.gemini/tmp', 'opencode /d/opencode', 'dsh /s/sessions', 'pi /p/sessions'
    ])
  })
})

describe('imports that are followed', () => {
  it.each([true, false])('tell what a subagent writes within 300 ms, and what it says (told by the system: %s)', async (watch) => {
    shelf.write('p/s1.jsonl', [claudeRow('user', 'Go')])
    const name = 'p/s1/subagents/agent-a1.jsonl'
    shelf.write(name, [claudeRow('user', 'Do it', { isSidechain: true })])
    const imports = createImports({ roots: [{ format: 'claude-code', path: shelf.root }], watch })
    const runId = await one(imports)
    await allEntries(imports, runId, 'a1')
    const told: number[] = []
    const stop = imports.onChange((runIds) => void (runIds.includes(runId) && told.push(performance.now())))
    const leave = imports.follow(runId)
    const delays: number[] = []
    for (const word of ['one', 'two', 'three']) {
      told.length = 0
      const began = performance.now()
      shelf.append(name, [claudeRow('assistant', [{ type: 'text', text: word }], { isSidechain: true })])
      await eventually(async () => {
        expect(told.length).toBeGreaterThan(0)
        expect((await allEntries(imports, runId, 'a1')).filter((entry) => entry.kind === 'text').at(-1)).toMatchObject({ text: word })
      })
      delays.push(performance.now() - began)
    }
    // The fastest of three: a busy machine delays any one of them.
    expect(Math.min(...delays)).toBeLessThan(300)
    leave()
    stop()
    imports.close()
  })

  it('tell of runs and workers that come and go', async () => {
    shelf.write('p/s1.jsonl', [claudeRow('user', 'Go')])
    const imports = shelf.imports('claude-code')
    const runId = await one(imports)
    const told = new Set<string>()
    const stop = imports.onChange((runIds) => runIds.forEach((id) => told.add(id)))
    const leave = imports.follow(runId)
    shelf.write('p/s1/subagents/agent-a1.jsonl', [claudeRow('user', 'Do it', { isSidechain: true })])
    await eventually(async () => {
      expect(told).toContain(runId)
      expect((await imports.workers(runId)).workers.map(({ workerId }) => workerId)).toContain('a1')
    })
    shelf.write('p/s2.jsonl', [claudeRow('user', 'Another')])
    await eventually(async () => expect((await imports.list()).map(({ run_id }) => run_id).filter((id) => told.has(id))).toHaveLength(2))
    rmSync(shelf.path('p/s1.jsonl'))
    rmSync(shelf.path('p/s1'), { recursive: true })
    await eventually(async () => expect((await imports.list()).map(({ name }) => name)).toEqual(['Another']))
    await expect(imports.workers(runId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    leave()
    stop()
  })

  it('notice a log that is cut or replaced', async () => {
    const path = shelf.write('a_p.jsonl', [piRow('One'), piRow('Two')])
    const imports = shelf.imports('pi')
    const runId = await one(imports)
    const stop = imports.onChange(() => undefined)
    const leave = imports.follow(runId)
    expect((await allEntries(imports, runId, 'main')).map(said)).toEqual(['prompt(user) One', 'prompt(user) Two'])
    writeFileSync(path, lines([piRow('Other')]))
    await eventually(async () => expect((await allEntries(imports, runId, 'main')).map(said)).toEqual(['prompt(user) Other']))
    leave()
    stop()
  })

  it('cost nothing once nobody listens', async () => {
    shelf.write('a_p.jsonl', [piRow('One')])
    const imports = shelf.imports('pi')
    const runId = await one(imports)
    let told = 0
    const stop = imports.onChange(() => void (told += 1))
    const leave = imports.follow(runId)
    shelf.append('a_p.jsonl', [piRow('Two')])
    await eventually(() => expect(told).toBeGreaterThan(0))
    stop()
    leave()
    told = 0
    shelf.append('a_p.jsonl', [piRow('Three')])
    // Whoever asks still gets what is there now.
    expect((await allEntries(imports, runId, 'main')).map(said)).toEqual(['prompt(user) One', 'prompt(user) Two', 'prompt(user) Three'])
    expect(told).toBe(0)
  })

  it('tell how fresh a run is by its clock, also by one that goes backwards', async () => {
    const path = shelf.write('a_p.jsonl', [piRow('One')])
    utimesSync(path, T0 / 1000, T0 / 1000)
    let now = T0 + 60_000
    const imports = shelf.imports('pi', () => now)
    const status = async () => (await imports.list())[0]?.status
    expect(await status()).toBe('running')
    now = T0 + 3_600_000
    expect(await status()).toBe('interrupted')
    now = T0 - 3_600_000
    expect(await status()).toBe('running')
  })
})

describe('a large log', () => {
  it('is shown before it was read, reads on in the background, and lets others work', async () => {
    const filler = 'x'.repeat(1_000)
    const part = lines(Array.from({ length: 1_000 }, (_, i) => piRow(`${i} ${filler}`)))
    const path = shelf.write('a_p.jsonl', '')
    for (let written = 0; written < 60; written++) writeFileSync(path, part, { flag: 'a' })
    const imports = shelf.imports('pi')
    const runId = await one(imports)
    const tail = await imports.tail(runId, 'main', 5)
    expect([tail.entries.length, tail.offset, tail.complete]).toEqual([5, null, false])
    const first = await imports.transcript(runId, 'main', 0, 50)
    expect([first.entries.length, first.complete]).toEqual([50, false])
    let turns = 0
    const beat = setInterval(() => void (turns += 1), 1)
    const all = await imports.transcript(runId, 'main', 59_999, 50)
    clearInterval(beat)
    expect(all).toMatchObject({ total: 60_000, complete: true })
    expect(all.entries.map(({ seq }) => seq)).toEqual(tail.entries.slice(-1).map(({ seq }) => seq))
    expect(turns).toBeGreaterThan(10)
  })
})
