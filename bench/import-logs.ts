/** Long logs as each program writes them, made row by row: a user asks, the agent thinks, calls a tool, and answers. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replyText } from './texts'
import type { FormatName } from '../src/main/records/import/format'

/** A format whose logs are lines of JSON. */
export interface LineFormat {
  readonly name: FormatName
  /** Where such a log lies, below the folder that is looked into. */
  readonly file: string
  head(): readonly object[]
  /** The rows of one exchange. */
  exchange(place: number): readonly object[]
}

const T0 = Date.parse('2026-03-01T10:00:00.000Z')
const at = (place: number) => new Date(T0 + place * 1_000).toISOString()
const asked = (place: number) => `Please look at part ${place} and say what you find there.`
const thought = (place: number) => `Part ${place} is next. `.repeat(12)
const answer = (place: number) => replyText('import', place)
const output = (place: number) => `line of part ${place}\n`.repeat(40)

export const LINE_FORMATS: readonly LineFormat[] = [
  {
    name: 'claude-code',
    file: '-home-ada-shop/session-1.jsonl',
    head: () => [],
    exchange: (place) => {
      const row = (type: string, step: number, message: object) => ({
        parentUuid: place === 0 && step === 0 ? null : `row-${step === 0 ? place - 1 : place}-${step === 0 ? 3 : step - 1}`,
        isSidechain: false, cwd: '/home/ada/shop', sessionId: 'session-1', version: '2.1.0', type, message, uuid: `row-${place}-${step}`, timestamp: at(place)
      })
      return [
        row('user', 0, { role: 'user', content: asked(place) }),
        row('assistant', 1, { id: `m-${place}`, role: 'assistant', model: 'a-model', content: [{ type: 'thinking', thinking: thought(place) }, { type: 'tool_use', id: `c-${place}`, name: 'Read', input: { file_path: `/home/ada/shop/${place}.ts` } }] }),
        row('user', 2, { role: 'user', content: [{ type: 'tool_result', tool_use_id: `c-${place}`, content: output(place) }] }),
        row('assistant', 3, { id: `n-${place}`, role: 'assistant', model: 'a-model', content: [{ type: 'text', text: answer(place) }] })
      ]
    }
  },
  {
    name: 'codex',
    file: '2026/03/01/rollout-2026-03-01T10-00-00-019ca8ab-0000-7000-8000-000000000001.jsonl',
    head: () => [{ timestamp: at(0), type: 'session_meta', payload: { id: '019ca8ab-0000-7000-8000-000000000001', timestamp: at(0), cwd: '/home/ada/shop', originator: 'cli', cli_version: '0.1', source: 'cli' } }],
    exchange: (place) => {
      const item = (type: string, more: object) => ({ timestamp: at(place), type: 'response_item', payload: { type, ...more } })
      return [
        item('message', { role: 'user', content: [{ type: 'input_text', text: asked(place) }] }),
        item('reasoning', { summary: [{ type: 'summary_text', text: thought(place) }], encrypted_content: 'x'.repeat(200) }),
        item('function_call', { name: 'shell', arguments: JSON.stringify({ command: ['cat', `${place}.ts`] }), call_id: `c-${place}` }),
        item('function_call_output', { call_id: `c-${place}`, output: JSON.stringify({ output: output(place), metadata: { exit_code: 0 } }) }),
        item('message', { role: 'assistant', content: [{ type: 'output_text', text: answer(place) }] })
      ]
    }
  },
  {
    name: 'gemini',
    file: 'shop/chats/session-2026-03-01.jsonl',
    head: () => [{ sessionId: 'session-1', projectHash: 'abc', startTime: at(0), lastUpdated: at(0) }],
    exchange: (place) => [
      { id: `u-${place}`, timestamp: at(place), type: 'user', content: [{ text: asked(place) }] },
      {
        id: `a-${place}`, timestamp: at(place), type: 'gemini', model: 'g-1', content: answer(place),
        thoughts: [{ subject: 'Plan', description: thought(place), timestamp: at(place) }],
        toolCalls: [{ id: `t-${place}`, name: 'read_file', args: { path: `${place}.ts` }, status: 'success', timestamp: at(place), result: [{ functionResponse: { id: `t-${place}`, name: 'read_file', response: { output: output(place) } } }] }]
      }
    ]
  },
  {
    name: 'dsh',
    file: '--home-ada-shop--/session-1/session.jsonl',
    head: () => [{ type: 'session', version: 0, id: '1', createdAt: T0, cwd: '/home/ada/shop' }],
    exchange: (place) => {
      let seq = place * 6
      const event = (type: string, data: object) => ({ type, seq: seq++, time: T0 + place * 1_000, data })
      const turn = place + 1
      return [
        event('turn/start', { turn }),
        event('user/message', { id: `u-${place}`, role: 'user', content: [{ type: 'text', text: asked(place) }], source: { kind: 'user' } }),
        event('tool/call', { turn, step: 1, callId: `c-${place}`, name: 'read', arguments: JSON.stringify({ file_path: `${place}.ts` }) }),
        event('tool/result', { turn, step: 1, message: { role: 'user', content: [{ type: 'tool-result', toolCallId: `c-${place}`, content: [{ type: 'text', text: output(place) }], isError: false }] } }),
        event('assistant/message', { turn, step: 2, message: { role: 'assistant', content: [{ type: 'reasoning', text: thought(place) }, { type: 'text', text: answer(place) }] } }),
        event('turn/end', { turn, reason: { kind: 'completed' } })
      ]
    }
  },
  {
    name: 'pi',
    file: '--home-ada-shop--/2026-03-01T10-00-00-000Z_abc.jsonl',
    head: () => [{ type: 'session', version: 3, id: 'abc', timestamp: at(0), cwd: '/home/ada/shop' }],
    exchange: (place) => {
      const message = (step: number, body: object) => ({ type: 'message', id: `e-${place}-${step}`, parentId: null, timestamp: at(place), message: body })
      return [
        message(0, { role: 'user', content: [{ type: 'text', text: asked(place) }] }),
        message(1, { role: 'assistant', model: 'm-1', stopReason: 'toolUse', content: [{ type: 'thinking', thinking: thought(place) }, { type: 'toolCall', id: `c-${place}`, name: 'read', arguments: { path: `${place}.ts` } }] }),
        message(2, { role: 'toolResult', toolCallId: `c-${place}`, toolName: 'read', content: [{ type: 'text', text: output(place) }], isError: false }),
        message(3, { role: 'assistant', model: 'm-1', stopReason: 'stop', content: [{ type: 'text', text: answer(place) }] })
      ]
    }
  }
]

/** Writes a log of at least this many bytes. Resolves with the path and how many exchanges it has. */
export async function writeLog(format: LineFormat, root: string, bytes: number): Promise<{ path: string; exchanges: number }> {
  const path = join(root, format.file)
  await mkdir(dirname(path), { recursive: true })
  const stream = createWriteStream(path)
  let [written, exchanges] = [0, 0]
  const put = async (rows: readonly object[]) => {
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    written += Buffer.byteLength(text)
    if (!stream.write(text)) await once(stream, 'drain')
  }
  await put(format.head())
  for (; written < bytes; exchanges++) await put(format.exchange(exchanges))
  stream.end()
  await once(stream, 'finish')
  return { path, exchanges }
}
