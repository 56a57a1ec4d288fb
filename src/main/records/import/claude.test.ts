import { utimesSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOne, said, Shelf } from './testing'

const T0 = Date.parse('2026-03-01T10:00:00.000Z')
const at = (second: number) => new Date(T0 + second * 1000).toISOString()

let shelf: Shelf
beforeEach(() => void (shelf = new Shelf()))
afterEach(() => shelf.remove())

/** Rows of one session, chained as the program chains them. */
function session(id = 'session-1', extra: object = {}) {
  let count = 0
  const row = (type: string, second: number, message: object, more: object = {}) => ({
    parentUuid: count === 0 ? null : `${id}-${count}`, isSidechain: false, cwd: '/home/ada/shop', sessionId: id, version: '2.1.0', type, message,
    uuid: `${id}-${++count}`, timestamp: at(second), ...extra, ...more
  })
  return {
    user: (second: number, content: unknown, more: object = {}) => row('user', second, { role: 'user', content }, more),
    ai: (second: number, content: unknown[], more: object = {}) => row('assistant', second, { id: `m-${second}`, role: 'assistant', model: 'a-model', content }, more)
  }
}

const text = (words: string) => ({ type: 'text', text: words })
const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input })
const result = (id: string, content: unknown, isError = false) => ({ type: 'tool_result', tool_use_id: id, content, ...(isError ? { is_error: true } : {}) })
const task = (id: string, prompt: string, more: object = {}) => call(id, 'Task', { subagent_type: 'explorer', description: `About ${id}`, prompt, ...more })
const stale = (name: string) => utimesSync(shelf.path(name), T0 / 1000, T0 / 1000)
const read = () => readOne(shelf.imports('claude-code'))

describe('a Claude Code session', () => {
  it('becomes a run with its own agent as the first worker', async () => {
    const s = session()
    shelf.write('-home-ada-shop/session-1.jsonl', [
      { type: 'file-history-snapshot', messageId: 'x', snapshot: {} },
      s.user(0, 'Make the till work'),
      s.ai(1, [{ type: 'thinking', thinking: 'Where is it?' }]),
      s.ai(2, [text('I look.')]),
      s.ai(3, [call('t1', 'Write', { file_path: '/home/ada/shop/till.ts', content: 'x' })]),
      s.user(4, [result('t1', 'written')], { toolUseResult: { type: 'create', filePath: '/home/ada/shop/till.ts', structuredPatch: [] } }),
      s.ai(5, [call('t2', 'Bash', { command: 'false' })]),
      s.user(6, [result('t2', 'Exit code 1', true)], { toolUseResult: 'Error: Exit code 1' }),
      s.ai(7, [text('The till works.')]),
      { type: 'summary', summary: 'A till', leafUuid: 'session-1-7' }
    ])
    const { run, workers, entries } = await read()
    expect(run).toMatchObject({ format: 'claude-code', name: 'A till', folder: '/home/ada/shop', status: 'completed', startedAt: T0, workerLogs: 0 })
    expect(workers).toHaveLength(1)
    expect(workers[0]).toMatchObject({ workerId: 'main', kind: 'main', status: 'completed', task: 'Make the till work', summary: 'The till works.', startedAt: T0, endedAt: T0 + 7_000 })
    expect(workers[0]?.counts).toMatchObject({ rows: 10, used: 8, quiet: { summary: 1, 'file-history-snapshot': 1 }, skipped: 0, corrupt: 0 })
    expect(entries['main']?.map(said)).toEqual([
      'prompt(user) Make the till work', 'thinking Where is it?', 'text I look.', 'tool Write requested', 'patch completed written',
      'artifact created /home/ada/shop/till.ts', 'tool Bash requested', 'patch failed Exit code 1', 'text The till works.', 'end completed'
    ])
    const seqs = entries['main']?.map(({ seq }) => seq) ?? []
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
    expect(new Set(seqs).size).toBe(seqs.length)
  })

  it('counts what it does not know and survives what no row should be', async () => {
    const s = session()
    const rows = [s.user(0, 'Hello'), null, [1], 42, 'words', { silly: 1 }, { type: 'from-the-future' }, { type: 'user', message: 'error' }, s.ai(1, [text('Hi')])]
    shelf.write('session-1.jsonl', `${rows.map((row) => JSON.stringify(row)).join('\n')}\n{"type":"user","mess`)
    const { workers, entries } = await read()
    expect(workers[0]?.counts).toMatchObject({
      rows: 9, used: 2, skipped: 7, corrupt: 0,
      skippedKinds: { 'not an object': 4, 'no type': 1, 'from-the-future': 1, 'user without a message': 1 }
    })
    expect(workers[0]?.counts?.unfinished).toBe('{"type":"user","mess'.length)
    expect(entries['main']?.map(said)).toEqual(['prompt(user) Hello', 'text Hi', 'end completed'])
  })

  it('is running while it is written, interrupted once it is not, aborted when the user says so', async () => {
    const s = session()
    const open = [s.user(0, 'Go on'), s.ai(1, [call('t1', 'Bash', { command: 'sleep 9' })])]
    shelf.write('session-1.jsonl', open)
    expect((await read()).workers[0]).toMatchObject({ status: 'running', evidence: { what: 'a call of Bash has no result yet', at: T0 + 1_000 } })
    stale('session-1.jsonl')
    const old = await read()
    expect(old.workers[0]?.status).toBe('interrupted')
    expect(old.run.status).toBe('interrupted')
    shelf.write('session-1.jsonl', [...open, s.user(2, [text('[Request interrupted by user for tool use]')])])
    expect((await read()).workers[0]).toMatchObject({ status: 'aborted', endedAt: T0 + 2_000 })
  })
})

describe('subagents of the inline era', () => {
  const s = session()
  const side = (prefix: string, rows: [string, string, unknown][]) => {
    let parent: string | null = null
    return rows.map(([uuid, type, content], i) => {
      const row = { parentUuid: parent, isSidechain: true, sessionId: 'session-1', type, message: { role: type, content }, uuid: prefix + uuid, timestamp: at(10 + i) }
      parent = row.uuid
      return row
    })
  }
  const one = side('a', [['1', 'user', 'Look at the doors'], ['2', 'assistant', [call('d1', 'Read', { file_path: 'door' })]], ['3', 'user', [result('d1', 'a door')]], ['4', 'assistant', [text('Two doors.')]]])
  const two = side('b', [['1', 'user', 'Look at the windows'], ['2', 'assistant', [text('No windows.')]]])

  it('are told apart by their roots and known by what they were asked', async () => {
    shelf.write('session-1.jsonl', [
      s.user(0, 'Look around'),
      s.ai(1, [task('w', 'Look at the windows')]),
      s.ai(2, [task('d', 'Look at the doors')]),
      one[0], two[0], one[1], two[1], one[2],
      s.user(20, [result('w', [text('No windows.')])], { toolUseResult: { content: [text('No windows.')], totalDurationMs: 5 } }),
      one[3]
    ])
    const { workers, entries } = await read()
    expect(workers.map(({ workerId, name, told, status, callerAgentId }) => [workerId, name, told, status, callerAgentId])).toEqual([
      ['main', undefined, 'log', 'running', undefined],
      ['a1', 'About d', 'inline', 'running', 'main'],
      ['b1', 'About w', 'inline', 'completed', 'main']
    ])
    expect(workers[2]).toMatchObject({ agentType: 'explorer', summary: 'No windows.', endedAt: T0 + 20_000 })
    expect(entries['a1']?.map(said)).toEqual(['prompt(coordinator) Look at the doors', 'tool Read requested', 'patch completed a door', 'text Two doors.'])
    expect(entries['b1']?.map(said)).toEqual(['prompt(coordinator) Look at the windows', 'text No windows.', 'end completed'])
    expect(entries['main']?.map(said)).toEqual(['prompt(user) Look around', 'tool Task requested', 'tool Task requested', 'patch completed No windows.'])
  })

  it('that were asked the same are taken in order', async () => {
    const again = side('c', [['1', 'user', 'Look at the windows'], ['2', 'assistant', [text('Still none.')]]])
    shelf.write('session-1.jsonl', [s.user(0, 'Twice'), s.ai(1, [task('w', 'Look at the windows')]), s.ai(2, [task('x', 'Look at the windows')]), ...two, ...again])
    const { workers } = await read()
    expect(workers.slice(1).map(({ workerId, name }) => [workerId, name])).toEqual([['b1', 'About w'], ['c1', 'About x']])
  })
})

describe('subagents with logs of their own', () => {
  const s = session()
  const agent = (id: string, rows: ReturnType<typeof s.user>[]) => rows.map((row) => ({ ...row, isSidechain: true, agentId: id }))
  const asked = (id: string, prompt: string, reply: string) => {
    const own = session('session-1')
    return agent(id, [own.user(3, prompt), own.ai(4, [text(reply)])])
  }

  it.each([
    ['beside the log of their parent', 'session-1.jsonl', 'agent-a1.jsonl'],
    ['in its folder of subagents', 'p/session-1.jsonl', 'p/session-1/subagents/agent-a1.jsonl'],
    ['in a workflow there', 'p/session-1.jsonl', 'p/session-1/subagents/workflows/wf-1/agent-a1.jsonl']
  ])('are found %s', async (_where, main, own) => {
    shelf.write(main, [
      s.user(0, 'Go'),
      s.ai(1, [task('t1', 'Count the chairs')]),
      s.user(9, [result('t1', [text('Four chairs.'), text('agentId: a1')])], { toolUseResult: { status: 'completed', agentId: 'a1', content: [text('Four chairs.')], totalDurationMs: 8_000 } }),
      s.ai(10, [text('There are four.')])
    ])
    shelf.write(own, asked('a1', 'Count the chairs', 'Four chairs.'))
    shelf.write(own.replace('.jsonl', '.meta.json'), '{"agentType":"explorer","toolUseId":"t1"}')
    shelf.write(own.replace('agent-a1', 'journal'), [{ type: 'agent-start' }])
    const { run, workers, entries } = await read()
    expect(run.workerLogs).toBe(1)
    expect(workers.map(({ workerId, told, status }) => [workerId, told, status])).toEqual([['main', 'log', 'completed'], ['a1', 'log', 'completed']])
    expect(workers[1]).toMatchObject({ name: 'About t1', agentType: 'explorer', task: 'Count the chairs', callerAgentId: 'main', evidence: { what: 'its result is in the log of its parent', at: T0 + 9_000 } })
    expect(entries['a1']?.map(said)).toEqual(['prompt(coordinator) Count the chairs', 'text Four chairs.', 'end completed'])
  })

  it('are tied to the call that started them before it has a result', async () => {
    shelf.write('p/session-1.jsonl', [s.user(0, 'Go'), s.ai(1, [task('t1', 'Count the chairs'), task('t2', 'Count the chairs')])])
    shelf.write('p/session-1/subagents/agent-a2.jsonl', asked('a2', 'Count the chairs', 'Four'))
    shelf.write('p/session-1/subagents/agent-a2.meta.json', '{"agentType":"explorer","toolUseId":"t2"}')
    shelf.write('p/session-1/subagents/agent-a3.jsonl', asked('a3', 'Count the tables', 'One'))
    shelf.write('p/session-1/subagents/agent-a3.meta.json', '{"agentType":"counter"')
    const { workers } = await read()
    expect(workers.map(({ workerId, name, told, status }) => [workerId, name, told, status])).toEqual([
      ['main', undefined, 'log', 'running'],
      ['t1', 'About t1', 'report', 'running'],
      ['a2', 'About t2', 'log', 'running'],
      ['a3', undefined, 'log', 'completed']
    ])
  })

  it('show their end before anything was read', async () => {
    shelf.write('p/session-1.jsonl', [s.user(0, 'Go'), { ...s.user(1, 'Inside'), isSidechain: true, parentUuid: null }, s.ai(2, [text('Gone')])])
    shelf.write('p/session-1/subagents/agent-a1.jsonl', asked('a1', 'Count the chairs', 'Four chairs.'))
    const words = async (workerId: string) => {
      const imports = shelf.imports('claude-code')
      const [run] = await imports.list()
      const { entries, complete } = await imports.tail(run?.run_id ?? '', workerId)
      return [complete, ...entries.map(said)]
    }
    expect(await words('a1')).toEqual([false, 'prompt(coordinator) Count the chairs', 'text Four chairs.'])
    expect(await words('main')).toEqual([false, 'prompt(user) Go', 'text Gone'])
  })

  it('are never matched by what they were asked', async () => {
    shelf.write('session-1.jsonl', [s.user(0, 'Go'), s.ai(1, [task('t1', 'Count the chairs')])])
    shelf.write('agent-a1.jsonl', asked('a1', 'Count the chairs', 'Four chairs.'))
    const { workers } = await read()
    expect(workers.map(({ workerId, told }) => [workerId, told])).toEqual([['main', 'log'], ['t1', 'report'], ['a1', 'log']])
  })

  it('in the background are detached until a notification comes, by whatever name', async () => {
    const launched = (id: string, agentId: string) => s.user(2, [result(id, [text('launched')])], { toolUseResult: { isAsync: true, status: 'async_launched', agentId } })
    const rows = [s.user(0, 'Go'), ...['t1', 't2', 't3', 't4'].map((id) => s.ai(1, [task(id, `Do ${id}`, { run_in_background: true })])), ...['1', '2', '3', '4'].map((n) => launched(`t${n}`, `a${n}`))]
    shelf.write('session-1.jsonl', [
      ...rows,
      { type: 'queue-operation', operation: 'enqueue', timestamp: at(5), sessionId: 'session-1', content: '<agent-notification>\n<agent-id>a1</agent-id>\n<status>completed</status>\n<summary>Done one</summary>\n</agent-notification>' },
      s.user(6, '<task-notification>\n<task-id>a2</task-id>\n<tool-use-id>t2</tool-use-id>\n<status>failed</status>\n<summary>Broke</summary>\n</task-notification>', { origin: { kind: 'task-notification' } }),
      { type: 'queue-operation', operation: 'enqueue', timestamp: at(7), content: 'The text <task-notification><task-id>a3</task-id><status>completed</status></task-notification> is only quoted here' },
      { type: 'queue-operation', operation: 'enqueue', timestamp: at(8), content: '<task-notification><task-id>a4</task-id><status>killed</status></task-notification>' },
      { type: 'queue-operation', operation: 'remove', timestamp: at(9) }
    ])
    const { workers } = await read()
    expect(Object.fromEntries(workers.map(({ workerId, status }) => [workerId, status]))).toEqual({ main: 'running', a1: 'completed', a2: 'failed', a3: 'detached', a4: 'stopped' })
    expect(workers.find(({ workerId }) => workerId === 'a1')).toMatchObject({ summary: 'Done one', endedAt: T0 + 5_000, evidence: { what: 'a notification says "completed"', at: T0 + 5_000 } })
    expect(workers.find(({ workerId }) => workerId === 'a2')?.error).toBe('Broke')
    expect(workers.find(({ workerId }) => workerId === 'a3')?.endedAt).toBeUndefined()
  })

  it('without a result are running while somebody writes, and interrupted afterwards', async () => {
    shelf.write('session-1.jsonl', [s.user(0, 'Go'), s.ai(1, [task('t1', 'Count')])])
    expect((await read()).workers[1]).toMatchObject({ workerId: 't1', told: 'report', status: 'running' })
    stale('session-1.jsonl')
    const { workers, entries } = await read()
    expect(workers[1]).toMatchObject({ status: 'interrupted', evidence: { what: 'its parent waits for its result, and nothing is being written any more' } })
    expect(entries['t1']?.map(said)).toEqual(['prompt(coordinator) Count', 'end interrupted'])
  })

  it('end with a parent that was interrupted, and fail with a result that is an error', async () => {
    shelf.write('session-1.jsonl', [
      s.user(0, 'Go'),
      s.ai(1, [task('t1', 'One'), task('t2', 'Two'), task('t3', 'Three')]),
      s.user(2, [result('t1', 'API Error: overloaded', true)], { toolUseResult: 'Error: overloaded' }),
      s.user(3, [result('t2', '[Request interrupted by user for tool use]', true)]),
      s.user(4, [text('[Request interrupted by user]')])
    ])
    const { workers } = await read()
    expect(Object.fromEntries(workers.map(({ workerId, status }) => [workerId, status]))).toEqual({ main: 'aborted', t1: 'failed', t2: 'aborted', t3: 'aborted' })
    expect(workers.find(({ workerId }) => workerId === 't1')?.error).toBe('API Error: overloaded')
  })

  it('whose log ends with an error of the model have failed, whatever the notification says', async () => {
    shelf.write('p/session-1.jsonl', [
      s.user(0, 'Go'),
      s.ai(1, [task('t1', 'Count', { run_in_background: true })]),
      s.user(2, [result('t1', [text('launched')])], { toolUseResult: { isAsync: true, status: 'async_launched', agentId: 'a1' } }),
      { type: 'queue-operation', operation: 'enqueue', timestamp: at(9), content: '<task-notification><task-id>a1</task-id><status>completed</status></task-notification>' }
    ])
    const own = session('session-1')
    shelf.write('p/session-1/subagents/agent-a1.jsonl', agent('a1', [own.user(3, 'Count'), own.ai(4, [text('API Error: Connection closed')], { isApiErrorMessage: true })]))
    expect((await read()).workers[1]).toMatchObject({ status: 'failed', error: 'API Error: Connection closed' })
  })

  it('that only rows of progress tell of are read from those', async () => {
    const said = (second: number, type: string, content: unknown) => ({
      type: 'progress', parentToolUseID: 't1', timestamp: at(second), sessionId: 'session-1', uuid: `p${second}`,
      data: { type: 'agent_progress', agentId: 'a1', prompt: 'Count', message: { type, message: { role: type, content }, timestamp: at(second), uuid: `q${second}` } }
    })
    const rows = [
      s.user(0, 'Go'), s.ai(1, [task('t1', 'Count')]), said(2, 'user', [text('Count')]), said(3, 'assistant', [text('One, two.')]),
      { type: 'progress', data: { type: 'hook_progress' }, timestamp: at(4) }, { type: 'progress', data: { type: 'bash_progress' }, timestamp: at(4) }
    ]
    shelf.write('p/session-1.jsonl', rows)
    const first = await read()
    expect(first.workers[1]).toMatchObject({ workerId: 'a1', told: 'progress', name: 'About t1', status: 'running' })
    expect(first.entries['a1']?.map((entry) => entry.kind)).toEqual(['prompt', 'text'])
    expect(first.workers[0]?.counts?.quiet).toEqual({ progress: 2 })
    shelf.write('p/session-1/subagents/agent-a1.jsonl', asked('a1', 'Count', 'One, two, three.'))
    const second = await read()
    expect(second.workers.map(({ workerId, told }) => [workerId, told])).toEqual([['main', 'log'], ['a1', 'log']])
    expect(second.entries['a1']?.map((entry) => entry.kind)).toEqual(['prompt', 'text'])
  })
})
