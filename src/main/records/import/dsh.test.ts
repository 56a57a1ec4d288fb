import { zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lines, readAll, readOne, said, Shelf } from './testing'

const T0 = Date.parse('2026-03-01T10:00:00.000Z')

let shelf: Shelf
beforeEach(() => void (shelf = new Shelf()))
afterEach(() => shelf.remove())

const header = (id: string, more: object = {}) => ({ type: 'session', version: 0, id, createdAt: T0, cwd: '/home/ada/shop', ...more })
/** Events with `seq` and `time`. */
const events = (...list: [string, object][]) => list.map(([type, data], seq) => ({ type, seq, time: T0 + seq * 1_000, data }))
const prompt = (text: string, source: object = { kind: 'user' }): [string, object] => ['user/message', { id: text, role: 'user', content: [{ type: 'text', text }], source }]
const reply = (...content: object[]): [string, object] => ['assistant/message', { turn: 1, step: 1, message: { role: 'assistant', content } }]
const text = (words: string) => ({ type: 'text', text: words })
const start: [string, object] = ['turn/start', { turn: 1 }]
const end = (reason: object = { kind: 'completed' }): [string, object] => ['turn/end', { turn: 1, reason }]
const called = (id: string, name: string): [string, object] => ['tool/call', { turn: 1, step: 1, callId: id, name, arguments: '{"file_path":"till.ts"}' }]
const answered = (id: string, content: unknown, more: object = {}): [string, object] => ['tool/result', { turn: 1, step: 1, message: { role: 'user', content: [{ type: 'tool-result', toolCallId: id, content, isError: false }] }, ...more }]

const folder = (id: string) => `--home-ada-shop--/${id}`
const read = () => readOne(shelf.imports('dsh'))

describe('a DSH log', () => {
  it('becomes a run: committed messages, calls, files', async () => {
    shelf.write(`${folder('session-1')}/session.jsonl`, [
      header('1'),
      ...events(
        ['agent/inbox/spliced', { target: 'next-turn', start: 0, inserted: [{}] }],
        start,
        ['session/title', { title: 'Tills' }],
        prompt('Make the till work'),
        prompt('Current runtime context.', { kind: 'plugin', plugin: 'x' }),
        ['request/context', { provider: 'p', model: 'm-1' }],
        ['assistant/chunk', { turn: 1, step: 1, chunk: { type: 'text-delta', text: 'I ' } }],
        ['text-chunks', { turn: 1, step: 1, index: 0, dt: [1], texts: ['I ', 'write'] }],
        reply({ type: 'reasoning', text: 'Hm' }, text('I write'), { type: 'tool-call', toolCallId: 'c1' }),
        called('c1', 'write'),
        answered('c1', [text('<path>/home/ada/shop/till.ts</path>\nCreated file')], { meta: { diffs: [] } }),
        called('c2', 'edit'),
        answered('c2', [text('updated')], { meta: { diffs: [{ path: 'door.ts', oldText: 'a', newText: 'b' }] } }),
        called('c3', 'read'),
        answered('c3', [text('<path>/home/ada/shop/a</path>')], { meta: { path: '/home/ada/shop/a', offset: 1, lines: [], totalLines: 1 } }),
        called('c4', 'read'),
        ['tool/result', { turn: 1, step: 1, message: { role: 'tool', toolCallId: 'c4', isError: true, content: [text('not found')] }, error: { name: 'FsError', code: 'X' } }],
        ['deliverables/presented', { turn: 1, callId: 'c5', files: [{ path: 'till.ts', description: 'The till' }] }],
        ['from/the-future', {}],
        reply(text('It works')),
        end()
      )
    ])
    const { run, workers, entries } = await read()
    expect(run).toMatchObject({ format: 'dsh', name: 'Tills', folder: '/home/ada/shop', status: 'completed', startedAt: T0 })
    expect(workers[0]).toMatchObject({ task: 'Make the till work', summary: 'It works', routeDecision: { engine: 'dsh', model: 'm-1' }, counts: { skippedKinds: { 'from/the-future': 1 } } })
    expect(entries['main']?.map(said)).toEqual([
      'prompt(user) Make the till work', 'prompt(plugin) Current runtime context.', 'thinking Hm', 'text I write', 'tool write requested',
      'patch completed <path>/home/ada/shop/till.ts</path>\nCreated file', 'artifact created /home/ada/shop/till.ts', 'tool edit requested',
      'patch completed updated', 'artifact changed door.ts', 'tool read requested', 'patch completed <path>/home/ada/shop/a</path>', 'tool read requested',
      'patch failed not found', 'artifact presented till.ts', 'text It works', 'end completed'
    ])
    expect(entries['main']?.[4]).toMatchObject({ input: { file_path: 'till.ts' }, toolId: 'c1' })
  })

  it.each([
    ['completed', { kind: 'completed' }],
    ['failed', { kind: 'error', error: { message: 'quota', code: 'X' } }],
    ['failed', { kind: 'blocked' }],
    ['failed', { kind: 'max-tokens' }],
    ['stopped', { kind: 'aborted', reason: { kind: 'user' } }],
    ['aborted', { kind: 'aborted', reason: { kind: 'parent' } }],
    ['aborted', { kind: 'aborted', reason: { kind: 'disposed' } }],
    ['interrupted', { kind: 'interrupted' }],
    ['interrupted', { kind: 'forked' }]
  ])('is %s when its last turn ended %j', async (status, reason) => {
    shelf.write(`${folder('session-1')}/session.jsonl`, [header('1'), ...events(start, prompt('Go'), end(reason))])
    expect((await read()).workers[0]?.status).toBe(status)
  })

  it('has its children below it, by their headers', async () => {
    shelf.write(`${folder('session-1')}/session.jsonl`, [header('1'), ...events(start, prompt('Go'), reply(text('Done')), end())])
    shelf.write(`${folder('2')}/session.jsonl`, [
      header('2', { parentSession: '1', origin: 'subagent', delegationDepth: 1 }),
      ...events(start, ['subagent/descriptor', { version: 2, mode: 'continuable', provider: 'spawn', label: 'Look at doors' }], prompt('Doors'), end())
    ])
    shelf.write(`${folder('3')}/session.jsonl`, [header('3', { parentSession: '1' }), ...events(start, prompt('A fork'), end())])
    const runs = await readAll(shelf.imports('dsh'))
    expect(runs).toHaveLength(2)
    const [parent] = runs.filter(({ workers }) => workers.length === 2)
    expect(parent?.workers.map(({ workerId, name, agentType, callerAgentId }) => [workerId, name, agentType, callerAgentId])).toContainEqual(['2', 'Look at doors', 'continuable', 'main'])
  })

  it.each([
    ['counted by the header', { seedLength: 3 }, []],
    ['closed by an event', { isSeeded: true }, [['session/end-seed', {}]] as [string, object][]]
  ])('leaves out the history that it was seeded with, %s', async (_how, more, close) => {
    shelf.write(`${folder('session-1')}/session.jsonl`, [header('1', more), ...events(start, prompt('Old'), end(), ...close, start, prompt('New'), end())])
    const { workers, entries } = await read()
    expect(entries['main']?.map(said)).toEqual(['prompt(user) New', 'end completed'])
    expect(workers[0]?.counts?.quiet['replayed history']).toBe(3 + close.length)
  })

  it('is read from the newest version of its file', async () => {
    shelf.write(`${folder('session-1')}/session.jsonl`, [header('1'), ...events(start, prompt('Version 0'), end())])
    shelf.write(`${folder('session-1')}/session.v2.jsonl`, [header('1'), ...events(start, prompt('Version 2'), end())])
    shelf.write(`${folder('session-1')}/session.v10.jsonl.zstd`, zstdCompressSync(lines([header('1'), ...events(start, prompt('Version 10'), end())])))
    expect((await read()).workers[0]?.task).toBe('Version 10')
  })

  it('is read from frames of zstd, one for each write, and followed', async () => {
    const rows = [header('1'), ...events(start, prompt('One'), reply(text('Two')), end(), start, prompt('Three'), end())]
    const frames = rows.map((row) => zstdCompressSync(lines([row])))
    const name = `${folder('session-1')}/session.v4.jsonl.zstd`
    shelf.write(name, Buffer.concat(frames.slice(0, 4)))
    const imports = shelf.imports('dsh')
    expect((await readOne(imports)).entries['main']?.map(said)).toEqual(['prompt(user) One', 'text Two'])
    // The next frame is only half there: it waits for the rest.
    const half = Buffer.concat(frames.slice(4, 6))
    shelf.append(name, half.subarray(0, half.length - 5))
    expect((await readOne(imports)).entries['main']?.map(said)).toEqual(['prompt(user) One', 'text Two', 'end completed'])
    shelf.append(name, Buffer.concat([half.subarray(half.length - 5), ...frames.slice(6)]))
    const { workers, entries } = await readOne(imports)
    expect(entries['main']?.map(said)).toEqual(['prompt(user) One', 'text Two', 'prompt(user) Three', 'end completed'])
    expect(workers[0]?.counts).toMatchObject({ rows: rows.length, corrupt: 0, unfinished: 0 })
  })

  it('says where a damaged file can be read no further', async () => {
    const name = `${folder('session-1')}/session.jsonl.zstd`
    shelf.write(name, Buffer.concat([zstdCompressSync(lines([header('1'), ...events(start, prompt('One'))])), Buffer.from('this is no frame at all')]))
    const { workers, entries } = await readOne(shelf.imports('dsh'))
    expect(entries['main']?.map(said)).toEqual(['prompt(user) One'])
    expect(workers[0]?.problems).toEqual(['This file is not, or not all through, compressed with zstd.'])
  })

  it('is read from the streams of the command line, each session apart', async () => {
    const [a, b, c] = events(start, prompt('Parent'), prompt('Child'))
    shelf.write('stream.jsonl', [
      { type: 'session_event', sessionId: 'p', event: a }, { type: 'session_event', sessionId: 'p', event: b },
      { method: 'session.event', params: { sessionId: 'c', event: c } }, { method: 'session.status', params: {} }, { type: 'result', output: 'x' }
    ])
    const { workers, entries } = await read()
    expect(workers.map(({ workerId, told }) => [workerId, told])).toEqual([['main', 'log'], ['c', 'inline']])
    expect(entries['c']?.map(said)).toEqual(['prompt(user) Child'])
    expect(workers[0]?.counts?.skipped).toBe(0)
  })
})
