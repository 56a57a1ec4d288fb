import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claudeCode } from './claude'
import { codex } from './codex'
import { dsh } from './dsh'
import { FileLog } from './file-log'
import { MAIN, type RowFormat } from './format'
import { gemini } from './gemini'
import { pi } from './pi'
import { PIECE_MAX } from './splitter'
import { lines, Shelf } from './testing'
import { placeOf } from './walk'

const at = (second: number) => new Date(Date.parse('2026-03-01T10:00:00.000Z') + second * 1000).toISOString()
const T = (type: string, text: string) => ({ type, text })

/** A conversation with workers, answers and calls in each format. */
const CONVERSATIONS: readonly [RowFormat, string, readonly object[]][] = [
  [
    claudeCode,
    'session-1.jsonl',
    [
      { type: 'user', uuid: 'u1', parentUuid: null, sessionId: 's', cwd: '/w', timestamp: at(0), message: { role: 'user', content: 'Grüße 🎉' } },
      { type: 'assistant', uuid: 'u2', parentUuid: 'u1', sessionId: 's', timestamp: at(1), message: { id: 'm', role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Task', input: { prompt: 'Look', description: 'd', subagent_type: 'x' } }] } },
      { type: 'user', uuid: 'v1', parentUuid: null, isSidechain: true, sessionId: 's', timestamp: at(2), message: { role: 'user', content: 'Look' } },
      { type: 'assistant', uuid: 'v2', parentUuid: 'v1', isSidechain: true, sessionId: 's', timestamp: at(3), message: { role: 'assistant', content: [T('text', 'Seen')] } },
      { type: 'user', uuid: 'u3', parentUuid: 'u2', sessionId: 's', timestamp: at(4), toolUseResult: { content: [], totalDurationMs: 1 }, message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [T('text', 'Seen')] }] } },
      { type: 'summary', summary: 'Looks' },
      { type: 'assistant', uuid: 'u4', parentUuid: 'u3', sessionId: 's', timestamp: at(5), message: { role: 'assistant', content: [T('text', 'Done')] } }
    ]
  ],
  [
    codex,
    'rollout-x.jsonl',
    [
      { timestamp: at(0), type: 'session_meta', payload: { id: 'c', cwd: '/w', timestamp: at(0) } },
      { timestamp: at(1), type: 'event_msg', payload: { type: 'task_started' } },
      { timestamp: at(1), type: 'response_item', payload: { type: 'message', role: 'user', content: [T('input_text', 'Grüße 🎉')] } },
      { timestamp: at(2), type: 'response_item', payload: { type: 'function_call', name: 'spawn_agent', arguments: '{"message":"Look"}', call_id: 's1' } },
      { timestamp: at(3), type: 'response_item', payload: { type: 'function_call_output', call_id: 's1', output: '{"agent_id":"a1"}' } },
      { timestamp: at(4), type: 'event_msg', payload: { type: 'turn_aborted', reason: 'interrupted' } }
    ]
  ],
  [
    gemini,
    'session-1.jsonl',
    [
      { sessionId: 'g', projectHash: 'h', startTime: at(0) },
      { id: '1', type: 'user', timestamp: at(1), content: 'Grüße 🎉' },
      { id: '2', type: 'gemini', timestamp: at(2), content: 'Wrong' },
      { $rewindTo: '2' },
      { id: '3', type: 'gemini', timestamp: at(3), content: 'Ri' },
      { id: '3', type: 'gemini', timestamp: at(4), content: 'Right' },
      { $set: { summary: 'Greetings' } }
    ]
  ],
  [
    dsh,
    'session.jsonl',
    [
      { type: 'session', version: 0, id: 'd', createdAt: 1_770_000_000_000, cwd: '/w', seedLength: 1 },
      { type: 'turn/start', seq: 0, time: 1_770_000_000_001, data: { turn: 1 } },
      { type: 'turn/start', seq: 1, time: 1_770_000_000_002, data: { turn: 2 } },
      { type: 'user/message', seq: 2, time: 1_770_000_000_003, data: { content: [T('text', 'Grüße 🎉')], source: { kind: 'user' } } },
      { type: 'tool/call', seq: 3, time: 1_770_000_000_004, data: { callId: 'c', name: 'read', arguments: '{}' } },
      { type: 'turn/end', seq: 4, time: 1_770_000_000_005, data: { turn: 2, reason: { kind: 'completed' } } }
    ]
  ],
  [
    pi,
    '2026_p.jsonl',
    [
      { type: 'session', version: 3, id: 'p', timestamp: at(0), cwd: '/w' },
      { type: 'message', id: 'a', parentId: null, timestamp: at(1), message: { role: 'user', content: 'Grüße 🎉' } },
      { type: 'message', id: 'b', parentId: 'a', timestamp: at(2), message: { role: 'assistant', stopReason: 'stop', content: [T('text', 'Hello'), { type: 'toolCall', id: 'c', name: 'x', arguments: {} }] } }
    ]
  ]
]

let shelf: Shelf
let number = 0
beforeEach(() => void (shelf = new Shelf()))
afterEach(() => shelf.remove())

const open = (format: RowFormat, path: string) => new FileLog(format, placeOf(path), shelf.root)

/** Everything that a log tells, as plain values. */
async function told(log: FileLog) {
  const { findings, counts, problem } = log
  const threads = [MAIN, ...findings.threads.keys(), ...[...findings.spawns.keys()].map((call) => `call:${call}`)]
  const entries = await Promise.all(threads.map(async (thread) => [thread, log.total(thread), await log.page(thread, 0, 1_000)]))
  return structuredClone({ findings, counts, problem, entries, endSeq: log.endSeq })
}

async function wholeOf(format: RowFormat, name: string, bytes: Buffer | string) {
  const log = open(format, shelf.write(`${++number}/${name}`, bytes))
  await log.advance()
  return told(log)
}

/** Lines that no program writes. */
const garbage = fc.oneof(
  fc.constantFrom('null', '[]', '42', '"words"', '{}', '{"type":1}', '{"type":"from-the-future","message":{}}', '{"id":', '}', '\u0000', 'ÿþ', '{"a":1}{"b":2}', '{"payload":null}', '{"type":"user","message":7}'),
  fc.json({ maxDepth: 2 }),
  fc.string({ maxLength: 30 }).map((text) => text.replaceAll('\n', ' '))
)

describe.each(CONVERSATIONS.map(([format, name, rows]) => ({ is: format.name, format, name, rows })))('a log of $is', ({ format, name, rows }) => {
  it('tells the same however its bytes come', async () => {
    const noisy = fc.array(fc.tuple(fc.nat({ max: rows.length }), garbage), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(noisy, fc.boolean(), fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 }), async (noise, isClosed, lengths) => {
        const all = rows.map((row) => JSON.stringify(row))
        for (const [place, line] of noise) all.splice(place, 0, line)
        const bytes = Buffer.from(all.join('\n') + (isClosed ? '\n' : ''))
        const path = shelf.write(`${++number}/${name}`, '')
        const log = open(format, path)
        let from = 0
        for (const length of [...lengths, bytes.length]) {
          writeFileSync(path, bytes.subarray(from, from + length), { flag: 'a' })
          from += length
          await log.advance()
        }
        expect(await told(log)).toEqual(await wholeOf(format, name, bytes))
      }),
      { numRuns: 25 }
    )
  })

  it('lets lines that are none of its rows change nothing but the counts', async () => {
    const foreign = garbage.filter((line) => line.trim() !== '' && !/"(type|id|\$set|\$rewindTo|sessionId|summary|timestamp|payload|method|record_type)"/.test(line))
    const calm = await wholeOf(format, name, lines(rows))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat({ max: rows.length }), foreign), { minLength: 1, maxLength: 5 }), async (noise) => {
        const all = rows.map((row) => JSON.stringify(row))
        for (const [place, line] of noise) all.splice(place, 0, line)
        // A counted seed is counted in rows: what stands in it takes the place of one.
        if (format === dsh && noise.some(([place]) => place <= 2)) return
        const loud = await wholeOf(format, name, `${all.join('\n')}\n`)
        expect(loud.findings).toEqual(calm.findings)
        expect(loud.entries.map((entry) => [entry[0], entry[1]])).toEqual(calm.entries.map((entry) => [entry[0], entry[1]]))
        const { rows: count, used, skipped, corrupt, quiet } = loud.counts
        expect(count).toBe(calm.counts.rows + noise.length)
        expect(used).toBe(calm.counts.used)
        expect(quiet).toEqual(calm.counts.quiet)
        expect(skipped + corrupt).toBe(calm.counts.skipped + noise.length)
      }),
      { numRuns: 25 }
    )
  })

  it('survives rows whose values are anything', async () => {
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof({ depthSize: 'small' }, fc.constantFrom(null, true, -1, 1e308, '', 'text', 'tool_use', 'user', []), fc.array(tie('any'), { maxLength: 3 }), fc.dictionary(fc.constantFrom('type', 'content', 'message', 'data', 'id', '__proto__', 'text'), tie('any'), { maxKeys: 4 }))
    })).any
    const changed = fc.tuple(fc.nat({ max: rows.length - 1 }), fc.nat(), fc.nat(), value)
    await fc.assert(
      fc.asyncProperty(fc.array(changed, { minLength: 1, maxLength: 8 }), async (changes) => {
        const all = structuredClone(rows) as Record<string, unknown>[]
        for (const [row, a, b, of] of changes) replaceIn(all[row] ?? {}, a, b, of)
        const { counts, problem } = await wholeOf(format, name, lines(all))
        expect(problem).toBeNull()
        expect(counts.rows).toBe(all.length)
        expect(counts.corrupt).toBe(0)
      }),
      { numRuns: 80 }
    )
  })
})

/** Puts a value at some place in an object, or one level deeper. */
function replaceIn(row: Record<string, unknown>, a: number, b: number, value: unknown): void {
  const keys = Object.keys(row)
  const key = keys[a % Math.max(1, keys.length)] ?? 'type'
  const inner = row[key]
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner) || b % 3 === 0) row[key] = value
  else replaceIn(inner as Record<string, unknown>, b, Math.floor(b / 7), value)
}

describe('a log that is followed', () => {
  const user = (text: string, second = 1) => ({ type: 'message', id: text, parentId: null, timestamp: at(second), message: { role: 'user', content: text } })
  const texts = async (log: FileLog) => (await log.page(MAIN, 0, 100)).map(({ draft }) => ('content' in draft ? draft.content : null))

  it('waits for the end of a line, and takes a last one that is whole', async () => {
    const line = JSON.stringify(user('Two'))
    shelf.write('a.jsonl', [user('One')])
    const log = open(pi, shelf.path('a.jsonl'))
    expect(await log.advance()).toBe(true)
    expect(await log.advance()).toBe(false)
    shelf.append('a.jsonl', line.slice(0, 20))
    expect(await log.advance()).toBe(true)
    expect(log.counts).toMatchObject({ rows: 1, unfinished: 20, corrupt: 0 })
    shelf.append('a.jsonl', line.slice(20))
    await log.advance()
    expect(await texts(log)).toEqual(['One', 'Two'])
    expect(log.counts.unfinished).toBe(0)
    shelf.append('a.jsonl', `\n${JSON.stringify(user('Three'))}\r\n`)
    await log.advance()
    expect(await texts(log)).toEqual(['One', 'Two', 'Three'])
    expect(log.counts).toMatchObject({ rows: 3, corrupt: 0 })
  })

  it.each([
    ['cut short and written on', (path: string) => (truncateSync(path, 30), writeFileSync(path, lines([user('New'), user('Newer'), user('Newest')])))],
    ['written anew with more', (path: string) => writeFileSync(path, lines([user('New'), user('Newer'), user('Newest')]))],
    ['replaced by another file', (path: string) => (writeFileSync(`${path}.tmp`, lines([user('New'), user('Newer'), user('Newest')])), renameSync(`${path}.tmp`, path))]
  ])('begins again when it is %s', async (_how, change) => {
    const path = shelf.write('a.jsonl', [user('One'), user('Two')])
    const log = open(pi, path)
    await log.advance()
    change(path)
    expect(await log.advance()).toBe(true)
    expect(await texts(log)).toEqual(['New', 'Newer', 'Newest'])
    expect(log.findings.threads.get(MAIN)?.task).toBe('New')
    expect(log.counts.rows).toBe(3)
  })

  it('is empty when its file is, and says when that is gone, and reads on when it is back', async () => {
    const path = shelf.write('a.jsonl', '')
    const log = open(pi, path)
    await log.advance()
    expect([log.total(MAIN), log.problem, log.complete]).toEqual([0, null, true])
    rmSync(path)
    expect(await log.advance()).toBe(true)
    expect(log.problem?.code).toBe('not-found')
    expect(await log.advance()).toBe(false)
    shelf.write('a.jsonl', [user('One')])
    await log.advance()
    expect([await texts(log), log.problem]).toEqual([['One'], null])
  })

  it.each([
    ['a folder', (path: string) => mkdirSync(path), 'not-a-file'],
    ['a link', (path: string) => symlinkSync('/etc/hostname', path), 'outside'],
    ['a link to a file inside', (path: string) => symlinkSync(shelf.write('b.jsonl', [user('x')]), path), 'outside'],
    ['missing', () => undefined, 'not-found']
  ])('refuses, in words, what is %s', async (_what, make, code) => {
    const path = shelf.path('a.jsonl')
    make(path)
    const log = open(pi, path)
    await log.advance()
    expect(log.problem?.code).toBe(code)
    expect(log.problem?.message).toMatch(/\.$/)
    expect(log.problem?.message).not.toContain(shelf.root)
    expect(log.total(MAIN)).toBe(0)
  })

  it('counts a line that is too long and reads the next', async () => {
    const path = shelf.write('a.jsonl', [user('One')])
    shelf.append('a.jsonl', Buffer.alloc(PIECE_MAX + 1, 'x'))
    shelf.append('a.jsonl', `\n${lines([user('Two')])}`)
    const log = open(pi, path)
    await log.advance()
    expect(await texts(log)).toEqual(['One', 'Two'])
    expect(log.counts).toMatchObject({ rows: 3, corrupt: 1, corruptLines: [2] })
  })

  it('reads past the mark of UTF-8, and says of other encodings that they are none', async () => {
    const log = open(pi, shelf.write('a.jsonl', `\u{FEFF}${lines([user('One')])}`))
    await log.advance()
    expect(await texts(log)).toEqual(['One'])
    const wide = open(pi, shelf.write('b.jsonl', Buffer.from(lines([user('One'), user('Two')]), 'utf16le')))
    await wide.advance()
    expect(wide.problem?.code).toBe('malformed')
    expect(wide.counts.corrupt).toBe(wide.counts.rows)
  })

  it('shows its end before the rest was read', async () => {
    const filler = 'x'.repeat(2_000)
    const rows = Array.from({ length: 2_000 }, (_, i) => user(`${i} ${filler}`))
    const log = open(pi, shelf.write('a.jsonl', rows))
    const end = await log.tail(3)
    expect(end?.map(({ draft }) => 'content' in draft && String(draft.content).split(' ')[0])).toEqual(['1997', '1998', '1999'])
    expect(log.total(MAIN)).toBe(0)
    await log.advance()
    expect((await log.page(MAIN, 1_997, 10)).map(({ seq }) => seq)).toEqual(end?.map(({ seq }) => seq))
  })

  it('gives a page of large rows in parts', async () => {
    const large = 'x'.repeat(4 * 1024 * 1024)
    const log = open(pi, shelf.write('a.jsonl', Array.from({ length: 12 }, (_, i) => ({ ...user(`${i}${large}`), id: `${i}` }))))
    await log.advance()
    const page = await log.page(MAIN, 0, 100)
    expect(page.length).toBeGreaterThan(0)
    expect(page.length).toBeLessThan(12)
    const next = await log.page(MAIN, page.length, 100)
    expect(page.length + next.length).toBe(12)
  })

  it('tells the same from frames of zstd, whatever their sizes', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => user(`${i}${'y'.repeat(i)}`))
    const plain = await wholeOf(pi, 'a.jsonl', lines(rows))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 20 }), async (sizes) => {
        const bytes = Buffer.from(lines(rows))
        const frames: Buffer[] = []
        for (let from = 0, i = 0; from < bytes.length; i++) {
          const size = sizes[i % sizes.length] ?? 1_000
          frames.push(zstdCompressSync(bytes.subarray(from, from + Math.max(size, 200))))
          from += Math.max(size, 200)
        }
        const packed = await wholeOf(pi, 'a.jsonl.zstd', Buffer.concat(frames))
        expect({ ...packed, findings: null }).toEqual({ ...plain, findings: null })
      }),
      { numRuns: 15 }
    )
  })
})
