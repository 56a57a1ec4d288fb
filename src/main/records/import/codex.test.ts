import { utimesSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { uuidTime } from './codex'
import { readAll, readOne, said, Shelf } from './testing'

const T0 = Date.parse('2026-03-01T10:00:00.000Z')
const at = (second: number) => new Date(T0 + second * 1000).toISOString()

/** A version 7 UUID of that second. */
const uuid7 = (second: number, tail = '000000000001') => {
  const hex = (T0 + second * 1000).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${tail}`
}
const PARENT = uuid7(0)
const CHILD = uuid7(20, '000000000002')

let shelf: Shelf
beforeEach(() => void (shelf = new Shelf()))
afterEach(() => shelf.remove())

const row = (second: number, type: string, payload: object) => ({ timestamp: at(second), type, payload })
const meta = (second: number, id: string, more: object = {}) => row(second, 'session_meta', { id, timestamp: at(second), cwd: '/home/ada/shop', originator: 'cli', cli_version: '0.1', source: 'cli', ...more })
const event = (second: number, type: string, more: object = {}) => row(second, 'event_msg', { type, ...more })
const item = (second: number, type: string, more: object) => row(second, 'response_item', { type, ...more })
const user = (second: number, text: string) => item(second, 'message', { role: 'user', content: [{ type: 'input_text', text }] })
const ai = (second: number, text: string) => item(second, 'message', { role: 'assistant', content: [{ type: 'output_text', text }] })
const spawned = (parent: string, more: object = {}) => ({ source: { subagent: { thread_spawn: { parent_thread_id: parent, depth: 1, agent_nickname: 'Ada', agent_role: 'reviewer', ...more } } } })
const name = (id: string) => `2026/03/01/rollout-2026-03-01T10-00-00-${id}.jsonl`
const read = () => readOne(shelf.imports('codex'))

describe('a Codex rollout', () => {
  it('becomes a run: items are its entries, events that repeat them are not', async () => {
    shelf.write(name(PARENT), [
      meta(0, PARENT),
      item(1, 'message', { role: 'developer', content: [{ type: 'input_text', text: 'rules' }] }),
      user(1, '<environment_context>\n<cwd>/home/ada/shop</cwd>\n</environment_context>'),
      event(2, 'task_started', { turn_id: uuid7(2) }),
      row(2, 'turn_context', { cwd: '/home/ada/shop', model: 'gpt-x', turn_id: uuid7(2) }),
      user(2, 'Make the till work'),
      event(2, 'user_message', { message: 'Make the till work' }),
      item(3, 'reasoning', { summary: [{ type: 'summary_text', text: 'Where is it?' }], encrypted_content: 'zzz' }),
      item(3, 'reasoning', { summary: [], encrypted_content: 'zzz' }),
      item(4, 'function_call', { name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' }),
      item(5, 'function_call_output', { call_id: 'c1', output: '{"output":"no such file","metadata":{"exit_code":2,"duration_seconds":0.1}}' }),
      item(6, 'custom_tool_call', { name: 'apply_patch', input: '*** Begin Patch', call_id: 'c2', status: 'completed' }),
      event(7, 'patch_apply_end', { call_id: 'c2', success: true, changes: { '/home/ada/shop/till.ts': { type: 'add', content: 'x' }, '/home/ada/shop/old.ts': { type: 'delete', content: '' } } }),
      item(7, 'custom_tool_call_output', { call_id: 'c2', output: 'Done' }),
      item(8, 'web_search_call', { id: 'w1', status: 'completed', action: { type: 'search', query: 'tills' } }),
      event(8, 'token_count', { info: null }),
      ai(9, 'The till works.'),
      event(9, 'agent_message', { message: 'The till works.' }),
      item(9, 'ghost_snapshot', { ghost_commit: {} }),
      item(9, 'from_the_future', {}),
      event(9, 'from_the_future'),
      event(10, 'task_complete', { turn_id: uuid7(2), last_agent_message: 'The till works.' })
    ])
    const { run, workers, entries } = await read()
    expect(run).toMatchObject({ name: 'Make the till work', folder: '/home/ada/shop', status: 'completed' })
    expect(workers).toHaveLength(1)
    expect(workers[0]).toMatchObject({ workerId: 'main', status: 'completed', summary: 'The till works.', sessionId: PARENT, routeDecision: { engine: 'codex', model: 'gpt-x' }, evidence: { what: 'its rollout says "task_complete"', at: T0 + 10_000 } })
    expect(workers[0]?.counts).toMatchObject({ rows: 22, used: 10, skipped: 2, skippedKinds: { 'response_item from_the_future': 1, 'event_msg from_the_future': 1 } })
    expect(entries['main']?.map(said)).toEqual([
      'prompt(codex) <environment_context>\n<cwd>/home/ada/shop</cwd>\n</environment_context>',
      'prompt(user) Make the till work',
      'thinking Where is it?',
      'tool shell requested',
      'patch failed {"output":"no such file","metadata":{"exit_code":2,"duration_seconds":0.1}}',
      'tool apply_patch requested',
      'artifact created /home/ada/shop/till.ts',
      'artifact changed /home/ada/shop/old.ts',
      'patch completed Done',
      'tool web_search completed',
      'text The till works.',
      'end completed'
    ])
  })

  it('is read without an envelope, as early versions wrote it', async () => {
    shelf.write(name(PARENT), [
      { id: PARENT, timestamp: at(0), instructions: null },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c' },
      { type: 'function_call_output', call_id: 'c', output: 'ok' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }
    ])
    const { workers, entries } = await read()
    expect(entries['main']?.map(said)).toEqual(['prompt(user) Hello', 'tool shell requested', 'patch completed ok', 'text Hi', 'end completed'])
    expect(entries['main']?.[0]?.at).toBe(T0)
    expect(workers[0]?.counts?.skipped).toBe(0)
  })

  it.each([
    ['completed', [event(3, 'task_complete', { last_agent_message: 'Done' })]],
    ['stopped', [event(3, 'turn_aborted', { reason: 'interrupted' })]],
    ['failed', [event(3, 'error', { message: 'quota' }), event(4, 'task_complete', { last_agent_message: null })]],
    ['running', [ai(3, 'I look for it now.')]]
  ])('is %s by its last turn', async (status, rows) => {
    shelf.write(name(PARENT), [meta(0, PARENT), event(1, 'task_started'), user(1, 'Go'), ...rows])
    expect((await read()).workers[0]?.status).toBe(status)
  })
})

describe('subagents of Codex', () => {
  it('are workers of the run of the thread that started them, and of each other', async () => {
    const grand = uuid7(30, '000000000003')
    shelf.write(name(PARENT), [
      meta(0, PARENT),
      event(1, 'task_started'),
      user(1, 'Review it'),
      item(2, 'function_call', { name: 'spawn_agent', arguments: '{"agent_type":"reviewer","message":"Review the till"}', call_id: 's1' }),
      item(3, 'function_call_output', { call_id: 's1', output: `{"agent_id":"${CHILD}"}` }),
      item(4, 'function_call', { name: 'spawn_agent', arguments: '{"message":"Gone"}', call_id: 's2' }),
      item(5, 'function_call_output', { call_id: 's2', output: '{"agent_id":"gone-1"}' }),
      user(40, '<subagent_notification>{"agent_id":"gone-1","status":{"completed":"It was nothing."}}</subagent_notification>'),
      event(41, 'task_complete', { last_agent_message: 'Reviewed' })
    ])
    shelf.write(name(CHILD), [meta(20, CHILD, spawned(PARENT)), event(20, 'task_started'), user(20, 'Review the till'), ai(21, 'Fine.'), event(22, 'task_complete', { last_agent_message: 'Fine.' })])
    shelf.write(name(grand), [meta(30, grand, spawned(CHILD, { agent_nickname: 'Bob' })), event(30, 'task_started'), user(30, 'Deeper')])
    utimesSync(shelf.path(name(grand)), T0 / 1000, T0 / 1000)
    utimesSync(shelf.path(name(CHILD)), T0 / 1000, T0 / 1000)
    const { run, workers, entries } = await read()
    expect(run.workerLogs).toBe(2)
    expect(workers.map((worker) => [worker.workerId, worker.name, worker.agentType, worker.callerAgentId, worker.told, worker.status])).toEqual([
      ['main', undefined, undefined, undefined, 'log', 'completed'],
      ['gone-1', undefined, undefined, 'main', 'report', 'completed'],
      [CHILD, 'Ada', 'reviewer', 'main', 'log', 'completed'],
      [grand, 'Bob', 'reviewer', CHILD, 'log', 'interrupted']
    ])
    expect(entries['gone-1']?.map(({ kind }) => kind)).toEqual(['prompt', 'text', 'end'])
    expect(entries[CHILD]?.map(said)).toEqual(['prompt(user) Review the till', 'text Fine.', 'end completed'])
  })

  it('without their parent are runs of their own', async () => {
    shelf.write(name(CHILD), [meta(20, CHILD, spawned(PARENT)), user(20, 'Alone')])
    shelf.write(name(PARENT).replace(PARENT, uuid7(50)), [meta(50, uuid7(50), { source: { subagent: 'review' } }), user(50, 'Review')])
    const runs = await readAll(shelf.imports('codex'))
    expect(runs.map(({ run }) => run.name).toSorted()).toEqual(['Alone', 'Review'])
    expect(runs.find(({ run }) => run.name === 'Review')?.workers[0]?.problems).toEqual(['It is a subagent, but its rollout does not say of whom.'])
  })
})

describe('a forked Codex thread', () => {
  const replay = [meta(20, PARENT), event(20, 'task_started', { turn_id: uuid7(1) }), row(20, 'turn_context', { model: 'gpt-x', turn_id: uuid7(1) }), user(20, 'Make the till work'), ai(20, 'It works.')]

  it.each([
    ['by the ids of its turns', [event(20, 'task_started', { turn_id: uuid7(21) }), user(20, 'And the door'), ai(21, 'The door too.')]],
    ['by time where turns have no ids', [user(23, 'And the door'), ai(24, 'The door too.')]]
  ])('begins where the replayed history ends, known %s', async (_how, own) => {
    shelf.write(name(CHILD), [meta(20, CHILD, { forked_from_id: PARENT }), ...replay, ...own])
    const { run, workers, entries } = await read()
    expect(workers[0]).toMatchObject({ sessionId: CHILD, task: 'And the door' })
    expect(run.name).toBe('And the door')
    expect(entries['main']?.map(said).slice(0, 2)).toEqual(['prompt(user) And the door', 'text The door too.'])
    expect(workers[0]?.counts?.quiet).toMatchObject({ 'replayed history': 4, session_meta: 2 })
  })

  it('is known by a second meta row, too', async () => {
    shelf.write(name(CHILD), [meta(20, CHILD, spawned(PARENT)), ...replay, event(21, 'task_started', { turn_id: uuid7(21) }), user(21, 'And the door')])
    expect((await read()).entries['main']?.map(said)).toEqual(['prompt(user) And the door'])
  })

  it.each([
    [uuid7(5), T0 + 5_000],
    ['not-an-id', null],
    ['0199a213-81a0-4800-8aa0-000000000000', null]
  ])('the time in %s is %s', (id, time) => expect(uuidTime(id)).toBe(time))
})
