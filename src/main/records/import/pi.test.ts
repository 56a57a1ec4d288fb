import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOne, said, Shelf } from './testing'

const T0 = Date.parse('2026-03-01T10:00:00.000Z')
const at = (second: number) => new Date(T0 + second * 1000).toISOString()

let shelf: Shelf
beforeEach(() => void (shelf = new Shelf()))
afterEach(() => shelf.remove())

const header = { type: 'session', version: 3, id: 'abc', timestamp: at(0), cwd: '/home/ada/shop' }
const message = (second: number, body: object) => ({ type: 'message', id: `e${second}`, parentId: null, timestamp: at(second), message: body })
const user = (second: number, text: string) => message(second, { role: 'user', content: [{ type: 'text', text }] })
const ai = (second: number, content: unknown[], stopReason: string, more: object = {}) => message(second, { role: 'assistant', content, model: 'm-1', stopReason, ...more })
const read = () => readOne(shelf.imports('pi'))

describe('a session of pi', () => {
  it('becomes a run of one', async () => {
    shelf.write('--home-ada-shop--/2026-03-01T10-00-00-000Z_abc.jsonl', [
      header,
      message(0, { role: 'system', content: '', sections: {} }),
      { type: 'model_change', id: 'x', parentId: null, timestamp: at(0), provider: 'p', modelId: 'm' },
      user(1, 'Make the till work'),
      ai(2, [{ type: 'thinking', thinking: 'Hm' }, { type: 'text', text: 'I look' }, { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'till' } }], 'toolUse'),
      message(3, { role: 'toolResult', toolCallId: 'c1', toolName: 'read', content: [{ type: 'text', text: 'a till' }, { type: 'image', data: 'AAAA', mimeType: 'image/png' }], isError: false }),
      message(4, { role: 'bashExecution', command: 'ls', output: 'till.ts', exitCode: 1 }),
      { type: 'custom_message', id: 'y', parentId: null, timestamp: at(5), customType: 'x', content: 'By the way', display: true },
      { type: 'compaction', id: 'z', parentId: null, timestamp: at(5), summary: 'long', firstKeptEntryId: 'x', tokensBefore: 1 },
      { type: 'session_info', id: 'i', parentId: null, timestamp: at(5), name: 'Tills' },
      { type: 'from_the_future', timestamp: at(5) },
      ai(6, [{ type: 'text', text: 'It works' }], 'stop')
    ])
    const { run, workers, entries } = await read()
    expect(run).toMatchObject({ format: 'pi', name: 'Tills', folder: '/home/ada/shop', startedAt: T0 })
    expect(workers).toHaveLength(1)
    expect(workers[0]).toMatchObject({ status: 'completed', sessionId: 'abc', summary: 'It works', counts: { rows: 12, used: 6, skipped: 1 } })
    expect(entries['main']?.map(said)).toEqual([
      'prompt(user) Make the till work', 'thinking Hm', 'text I look', 'tool read requested', 'patch completed a till\n[image/png]',
      'tool bash requested', 'patch failed till.ts', 'prompt(extension) By the way', 'text It works', 'end completed'
    ])
    const [tool, patch] = entries['main']?.slice(5, 7) ?? []
    expect(tool?.kind === 'tool' && patch?.kind === 'tool_patch' && tool.toolId === patch.toolId).toBe(true)
  })

  it.each([
    ['completed', 'stop', {}],
    ['stopped', 'aborted', { errorMessage: 'Request was aborted' }],
    ['failed', 'error', { errorMessage: 'terminated' }],
    ['failed', 'length', {}],
    ['running', 'toolUse', {}]
  ])('is %s when it stopped by "%s"', async (status, reason, more) => {
    shelf.write('a_abc.jsonl', [header, user(1, 'Go'), ai(2, [{ type: 'text', text: 'x' }], reason, more)])
    const { workers } = await read()
    expect(workers[0]?.status).toBe(status)
    expect(workers[0]?.error).toBe('errorMessage' in more ? (status === 'failed' ? more.errorMessage : undefined) : undefined)
  })

  it('needs no header at its start, nor ids', async () => {
    shelf.write('a_abc.jsonl', [{ type: 'message', timestamp: at(0), message: { role: 'user', content: 'Hi' } }, header])
    expect((await read()).entries['main']?.map(said)).toEqual(['prompt(user) Hi'])
  })
})
