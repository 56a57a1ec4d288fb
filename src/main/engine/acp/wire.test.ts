import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { restOfMinute } from './open'
import { agentStream, type WirePort } from './wire'

/** A stream over an agent that has said these bytes, in these pieces, and has then ended. */
async function hear(pieces: readonly (string | Buffer)[], maxBytes = 200) {
  const told: string[] = []
  const port: WirePort = {
    maxBytes,
    onGarbage: (line) => told.push(`garbage ${line}`),
    onOversize: (head, bytes) => told.push(`oversize ${bytes} ${head.slice(0, 10)}`),
    onStray: () => told.push('stray'),
    onNotification: (method) => method === 'ours' && told.push('ours') > 0,
    onWritten: () => told.push('written')
  }
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const { readable, writable } = agentStream(stdin, stdout, port)
  const writer = writable.getWriter()
  await writer.write({ jsonrpc: '2.0', id: 1, method: 'ask', params: {} })
  for (const piece of pieces) stdout.write(piece)
  stdout.end()
  const messages: unknown[] = []
  const reader = readable.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) messages.push(next.value)
  return { told: told.filter((line) => line !== 'written'), messages, sent: String(stdin.read()) }
}

const note = (method: string, text = '') => `${JSON.stringify({ jsonrpc: '2.0', method, params: { text } })}\n`

describe('what an agent prints', () => {
  it('is cut into messages, wherever its pieces end', async () => {
    const bytes = Buffer.from(note('a', 'ü') + note('b') + '{"jsonrpc":"2.0","id":1,"result":{}}')
    const pieces = Array.from(bytes, (byte) => Buffer.from([byte]))
    const { told, messages, sent } = await hear(pieces)
    expect(messages).toEqual([
      { jsonrpc: '2.0', method: 'a', params: { text: 'ü' } },
      { jsonrpc: '2.0', method: 'b', params: { text: '' } },
      { jsonrpc: '2.0', id: 1, result: {} }
    ])
    expect(told).toEqual([])
    expect(sent).toBe('{"jsonrpc":"2.0","id":1,"method":"ask","params":{}}\n')
  })

  it('is skipped and told where it is no message, and never answered', async () => {
    const { told, messages } = await hear(['hello\n\n', '[1]\n', '{"jsonrpc":"2.0","id":9,"result":1}\n', note('ours'), note('last')])
    expect(messages).toHaveLength(1)
    expect(told).toEqual(['garbage hello', 'garbage [1]', 'stray', 'ours'])
  })

  it('is answered to once: a second answer is a stray one', async () => {
    const { told, messages } = await hear(['{"jsonrpc":"2.0","id":1,"result":1}\n{"jsonrpc":"2.0","id":1,"result":2}\n'])
    expect(messages).toEqual([{ jsonrpc: '2.0', id: 1, result: 1 }])
    expect(told).toEqual(['stray'])
  })

  it('is dropped whole where it is too long, and the next message is heard', async () => {
    const { told, messages } = await hear([note('a', 'x'.repeat(140)), note('b', 'y'.repeat(5_000)), note('c'), 'z'.repeat(300)])
    expect(messages).toMatchObject([{ method: 'a' }, { method: 'c' }])
    expect(told).toEqual([`oversize ${note('b', 'y'.repeat(5_000)).length - 1} {"jsonrpc"`, 'oversize 300 zzzzzzzzzz'])
  })
})

describe('a session that was just made', () => {
  it('rests until the minute is over, where its agent needs that', () => {
    const at = Date.UTC(2026, 0, 1, 12, 30, 10)
    expect(restOfMinute(at, at + 5_000)).toBe(45_050)
    expect(restOfMinute(at, at + 50_000)).toBe(0)
    expect(restOfMinute(at, at + 3_600_000)).toBe(0)
    // A clock that was set back must not make it wait for hours.
    expect(restOfMinute(at, at - 3_600_000)).toBe(0)
  })
})
