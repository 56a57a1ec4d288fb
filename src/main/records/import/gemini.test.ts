import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAll, readOne, said, Shelf } from './testing'

const T0 = Date.parse('2026-03-01T10:00:00.000Z')
const at = (second: number) => new Date(T0 + second * 1000).toISOString()

let shelf: Shelf
beforeEach(() => void (shelf = new Shelf()))
afterEach(() => shelf.remove())

const head = { sessionId: 'session-1', projectHash: 'abc', startTime: at(0), lastUpdated: at(0) }
const user = (id: string, content: unknown) => ({ id, timestamp: at(1), type: 'user', content })
const ai = (id: string, content: unknown, more: object = {}) => ({ id, timestamp: at(2), type: 'gemini', model: 'g-1', content, ...more })
const read = () => readOne(shelf.imports('gemini'))
const words = async () => (await read()).entries['main']?.map(said)

const conversation = [
  user('1', [{ text: 'Read ' }, { text: 'the till' }]),
  ai('2', 'I read it.', {
    thoughts: [{ subject: 'Plan', description: 'Read first', timestamp: at(2) }],
    toolCalls: [
      { id: 't1', name: 'read_file', args: { path: 'till.ts' }, status: 'success', timestamp: at(2), result: [{ functionResponse: { id: 't1', name: 'read_file', response: { output: 'a till' } } }] },
      { id: 't2', name: 'write_file', args: { path: 'b.ts' }, status: 'success', timestamp: at(2), resultDisplay: { fileName: 'b.ts', filePath: '/home/ada/b.ts', fileDiff: '+x', isNewFile: true } },
      { id: 't3', name: 'run', args: {}, status: 'error', timestamp: at(2), resultDisplay: 'boom' }
    ]
  }),
  { id: '3', timestamp: at(3), type: 'warning', content: 'slow' },
  ai('4', 'A till it is.')
]
const told = [
  'prompt(user) Read \nthe till', 'thinking Plan: Read first', 'text I read it.', 'tool read_file completed', 'patch completed a till',
  'tool write_file completed', 'patch completed {"fileName":"b.ts","filePath":"/home/ada/b.ts","fileDiff":"+x","isNewFile":true}', 'artifact created /home/ada/b.ts',
  'tool run failed', 'patch failed boom', 'text [warning] slow', 'text A till it is.', 'end completed'
]

describe('a Gemini chat', () => {
  it('is read from one document', async () => {
    shelf.write('shop/chats/session-2026-03-01.json', JSON.stringify({ ...head, messages: conversation, summary: 'Tills' }, null, 2))
    const { run, workers, entries } = await read()
    expect(run).toMatchObject({ name: 'Tills', status: 'completed', startedAt: T0 })
    expect(entries['main']?.map(said)).toEqual(told)
    expect(workers[0]?.counts).toMatchObject({ rows: 9, used: 4, quiet: { $set: 5 }, skipped: 0, corrupt: 0 })
  })

  it('is read from rows alike', async () => {
    shelf.write('shop/chats/session-2026-03-01.jsonl', [head, ...conversation, { $set: { lastUpdated: at(9) } }])
    expect(await words()).toEqual(told)
  })

  it('shows the last of rows that replace each other, at the place of the first', async () => {
    shelf.write('shop/chats/session-1.jsonl', [head, user('1', 'One'), ai('2', 'Tw'), user('3', 'Three'), ai('2', 'Two'), { ...user('1', ''), content: [] }])
    expect(await words()).toEqual(['text Two', 'prompt(user) Three'])
  })

  it.each([
    ['a message and all after it', '3', ['prompt(user) One', 'text Two', 'prompt(user) Five', 'end interrupted']],
    ['everything when it does not know the message', 'nobody', ['prompt(user) Five', 'end interrupted']]
  ])('takes back %s', async (_what, id, expected) => {
    shelf.write('shop/chats/session-1.jsonl', [head, user('1', 'One'), ai('2', 'Two'), user('3', 'Three'), ai('4', 'Four'), { $rewindTo: id }, user('5', 'Five')])
    const imports = shelf.imports('gemini', () => Date.now() + 3_600_000)
    expect((await readOne(imports)).entries['main']?.map(said)).toEqual(expected)
  })

  it('is what `$set` says when that has messages', async () => {
    shelf.write('shop/chats/session-1.jsonl', [head, user('1', 'One'), ai('2', 'Two'), { $set: { messages: [user('8', 'Eight'), ai('9', 'Nine')] } }, user('10', 'Ten')])
    expect(await words()).toEqual(['prompt(user) Eight', 'text Nine', 'prompt(user) Ten'])
  })

  it.each([
    ['running', [user('1', 'One')]],
    ['running', [user('1', 'One'), ai('2', 'Wait', { toolCalls: [{ id: 't', name: 'run', args: {}, status: 'executing', timestamp: at(2) }] })]],
    ['completed', [user('1', 'One'), ai('2', 'Two')]],
    ['failed', [user('1', 'One'), { id: '2', timestamp: at(2), type: 'error', content: 'quota' }]],
    ['stopped', [user('1', 'One'), { id: '2', timestamp: at(2), type: 'info', content: 'Request cancelled.' }]]
  ])('is %s by its last message', async (status, rows) => {
    shelf.write('shop/chats/session-1.jsonl', [head, ...rows])
    expect((await read()).workers[0]?.status).toBe(status)
  })

  it('says what is left of a document that was cut, and counts what is none', async () => {
    const whole = JSON.stringify({ ...head, messages: conversation })
    shelf.write('shop/chats/session-1.json', whole.slice(0, whole.indexOf('A till it is.')))
    const { workers, entries } = await read()
    expect(entries['main']).toHaveLength(told.length - 2)
    expect(workers[0]?.problems).toEqual(['This document is not whole; what could be read of it is shown.'])
    shelf.write('shop/chats/session-1.json', '[{"id":"1"},{"id":"2"}]')
    expect((await read()).workers[0]?.counts).toMatchObject({ rows: 2, skipped: 2 })
    shelf.write('shop/chats/session-1.json', '{"sessionId" "x", "messages": [nonsense, {"id":}]}')
    expect((await read()).workers[0]).toMatchObject({ counts: { rows: 3, corrupt: 3 }, problems: ['No line of this file is JSON; it may be in another encoding or of another kind.'] })
    rmSync(shelf.path('shop'), { recursive: true })
    shelf.write('shop/chats/session-2.json', '')
    expect((await read()).workers[0]?.counts?.rows).toBe(0)
  })

  it('has its subagents below it', async () => {
    const call = { id: 't1', name: 'codebase_investigator', displayName: 'Investigator', args: { query: 'Find the till' }, status: 'success', agentId: 'agent-1', timestamp: at(2) }
    shelf.write('shop/chats/session-2026-a.jsonl', [head, user('1', 'Go'), ai('2', '', { toolCalls: [call] }), ai('3', 'Found')])
    shelf.write('shop/chats/session-1/agent-1.jsonl', [{ ...head, sessionId: 'agent-1', kind: 'subagent' }, user('a', 'Find the till'), ai('b', 'In the shop')])
    shelf.write('shop/chats/session-9/agent-2.jsonl', [{ ...head, sessionId: 'agent-2', kind: 'subagent' }, user('a', 'Lost')])
    const runs = await readAll(shelf.imports('gemini'))
    expect(runs.map(({ run }) => run.name).toSorted()).toEqual(['Go', 'Lost'])
    const go = runs.find(({ run }) => run.name === 'Go')
    expect(go?.workers.map(({ workerId, name, status, callerAgentId }) => [workerId, name, status, callerAgentId])).toEqual([
      ['main', undefined, 'completed', undefined],
      ['agent-1', 'Investigator', 'completed', 'main']
    ])
  })
})
