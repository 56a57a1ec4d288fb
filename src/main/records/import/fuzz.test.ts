/**
 * Damaged logs of every format, seeded. Each line is used, quiet, skipped or counted as corrupt; nothing throws, hangs or
 * goes unseen. CREWDECK_FUZZ sets how many damaged lines each format gets.
 */
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mutate, random, type Random } from '../testing/mutate'
import type { FormatName } from './format'
import { readAll, Shelf, type ReadRun } from './testing'

const INPUTS = Number(process.env['CREWDECK_FUZZ'] ?? 2_000)
const TIME = Math.max(30_000, INPUTS * 10)
/** Whole documents, each opened for itself; and whole packed files, which take longest, beside the packed lines. */
const DOCUMENTS = INPUTS > 2_000 ? INPUTS : 200
const PACKED = Math.ceil(DOCUMENTS / 20)
/** Lines in one log: short enough that many logs are opened, long enough that many lines follow a damaged one. */
const PER_LOG = 400
const LOGS_PER_SHELF = 5

let shelf: Shelf
beforeEach(() => void (shelf = new Shelf()))
afterEach(() => shelf.remove())

const T = '2026-03-01T10:00:01.000Z'
const text = (words: string) => ({ type: 'text', text: words })
const claude = (type: string, uuid: string, message: object, more: object = {}) => ({ parentUuid: null, isSidechain: false, cwd: '/home/ada/shop', sessionId: 's', version: '2.1.0', type, message, uuid, timestamp: T, ...more })
const codex = (type: string, payload: object) => ({ timestamp: T, type, payload })
const pi = (id: string, body: object) => ({ type: 'message', id, parentId: null, timestamp: T, message: body })
let seq = 0
const dsh = (type: string, data: object) => ({ type, seq: seq++, time: 1_772_359_201_000, data })

interface Sample {
  readonly format: FormatName
  file(log: number): string
  readonly head: readonly object[]
  readonly rows: readonly [object, ...object[]]
  readonly packed?: boolean
}

const DSH_ROWS: Sample['rows'] = [
  dsh('turn/start', { turn: 1 }),
  dsh('user/message', { id: 'u', role: 'user', content: [text('Make it work')], source: { kind: 'user' } }),
  dsh('tool/call', { turn: 1, step: 1, callId: 'c1', name: 'write', arguments: '{"file_path":"till.ts"}' }),
  dsh('tool/result', { turn: 1, step: 1, message: { role: 'user', content: [{ type: 'tool-result', toolCallId: 'c1', content: [text('done')], isError: false }] }, meta: { diffs: [{ path: 'a', oldText: 'a', newText: 'b' }] } }),
  dsh('assistant/message', { turn: 1, step: 1, message: { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm' }, text('It works 🙂 näh')] } }),
  dsh('turn/end', { turn: 1, reason: { kind: 'aborted', reason: { kind: 'user' } } })
]
const GEMINI_ROWS: Sample['rows'] = [
  { id: '1', timestamp: T, type: 'user', content: [{ text: 'Read the till' }] },
  { id: '2', timestamp: T, type: 'gemini', model: 'g-1', content: 'I read it.', thoughts: [{ subject: 'Plan', description: 'Read', timestamp: T }], toolCalls: [{ id: 't', name: 'read_file', args: { path: 'a' }, status: 'success', timestamp: T, result: [{ functionResponse: { id: 't', name: 'read_file', response: { output: 'a' } } }] }] },
  { id: '3', timestamp: T, type: 'info', content: 'Request cancelled.' },
  { $set: { lastUpdated: T } },
  { $rewindTo: '2' }
]

const CODEX_HEAD = codex('session_meta', { id: '019ca8ab-0000-7000-8000-000000000001', timestamp: T, cwd: '/home/ada/shop', originator: 'cli', cli_version: '0.1', source: 'cli' })

const SAMPLES: readonly Sample[] = [
  {
    format: 'claude-code',
    file: (log) => `-home-ada-shop/session-${log}.jsonl`,
    head: [],
    rows: [
      claude('user', 'a', { role: 'user', content: 'Make it work' }),
      claude('assistant', 'b', { id: 'm', role: 'assistant', model: 'a', content: [{ type: 'thinking', thinking: 'so' }, text('näh 🙂'), { type: 'tool_use', id: 't1', name: 'Task', input: { subagent_type: 'explorer', description: 'd', prompt: 'p' } }] }),
      claude('user', 'c', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [text('found')] }] }, { toolUseResult: { agentId: 'x', status: 'completed', content: [text('found')] } }),
      claude('user', 'd', { role: 'user', content: 'aside' }, { isSidechain: true, agentId: 'x' }),
      { type: 'summary', summary: 'A till', leafUuid: 'b' }
    ]
  },
  {
    format: 'codex',
    file: (log) => `2026/03/01/rollout-2026-03-01T10-00-00-019ca8ab-0000-7000-8000-${String(log).padStart(12, '0')}.jsonl`,
    head: [CODEX_HEAD],
    rows: [
      CODEX_HEAD,
      codex('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Make it work' }] }),
      codex('response_item', { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Where?' }] }),
      codex('response_item', { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' }),
      codex('response_item', { type: 'function_call_output', call_id: 'c1', output: '{"output":"no","metadata":{"exit_code":2}}' }),
      codex('event_msg', { type: 'patch_apply_end', call_id: 'c1', success: true, changes: { '/home/ada/a': { type: 'add', content: 'x' } } }),
      codex('event_msg', { type: 'turn_aborted', reason: 'interrupted' })
    ]
  },
  {
    format: 'pi',
    file: (log) => `--home-ada-shop--/2026-03-01T10-00-00-000Z_${log}.jsonl`,
    head: [{ type: 'session', version: 3, id: 'abc', timestamp: T, cwd: '/home/ada/shop' }],
    rows: [
      { type: 'session', version: 3, id: 'abc', timestamp: T, cwd: '/home/ada/shop' },
      pi('1', { role: 'user', content: [text('Make it work')] }),
      pi('2', { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm' }, { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'a' } }], model: 'm', stopReason: 'toolUse' }),
      pi('3', { role: 'toolResult', toolCallId: 'c1', toolName: 'read', content: [text('a')], isError: false }),
      { type: 'custom_message', id: '4', parentId: null, timestamp: T, customType: 'x', content: 'By the way', display: true }
    ]
  },
  { format: 'dsh', file: (log) => `--home-ada-shop--/session-${log}/session.jsonl`, head: [{ type: 'session', version: 0, id: '1', createdAt: 1, cwd: '/home/ada/shop' }], rows: DSH_ROWS },
  { format: 'dsh', packed: true, file: (log) => `--home-ada-shop--/session-${log}/session.jsonl.zstd`, head: [{ type: 'session', version: 0, id: '1', createdAt: 1, cwd: '/home/ada/shop' }], rows: DSH_ROWS },
  { format: 'gemini', file: (log) => `shop/chats/session-${log}.jsonl`, head: [{ sessionId: 's', projectHash: 'a', startTime: T, lastUpdated: T }], rows: GEMINI_ROWS }
]

/** Damaged, without an end of line of its own, so that its number is known. */
const damaged = (next: Random, row: object): Buffer => Buffer.from(mutate(next, Buffer.from(JSON.stringify(row))).map((byte) => (byte === 0x0a ? 0x20 : byte)))
const isBlank = (line: Buffer) => line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)

/** What every reading must hold, however damaged the log is. */
function check({ workers, entries }: ReadRun): void {
  for (const { counts } of workers) {
    // A worker inside of another's log has no counts of its own.
    if (!counts) continue
    const quiet = Object.values(counts.quiet).reduce((sum, count) => sum + count, 0)
    expect(counts.used + quiet + counts.skipped + counts.corrupt).toBe(counts.rows)
  }
  for (const list of Object.values(entries)) {
    const seqs = list.map((entry) => entry.seq)
    expect(new Set(seqs).size).toBe(seqs.length)
    expect(list.every((entry) => Number.isFinite(entry.at))).toBe(true)
  }
}

describe(`${INPUTS} damaged lines`, () => {
  it.each(SAMPLES.map((sample) => [`${sample.format}${sample.packed ? ', packed' : ''}`, sample] as const))('of %s are each used or counted', { timeout: TIME }, async (_name, sample) => {
    const next = random(71)
    let corrupt = 0
    for (let done = 0; done < INPUTS; done += PER_LOG * LOGS_PER_SHELF) {
      shelf.remove()
      shelf = new Shelf()
      const wanted = new Map<number, number>()
      for (let log = 0; log < LOGS_PER_SHELF; log++) {
        const rows = Array.from({ length: PER_LOG }, (_, index) => damaged(next, sample.rows[index % sample.rows.length] ?? {}))
        wanted.set(log, sample.head.length + rows.filter((row) => !isBlank(row)).length)
        const parts = [...sample.head.map((row) => Buffer.from(JSON.stringify(row))), ...rows].map((row) => Buffer.concat([row, Buffer.from('\n')]))
        shelf.write(sample.file(log), Buffer.concat(sample.packed ? parts.map((part) => zstdCompressSync(part)) : parts))
      }
      const runs = await readAll(shelf.imports(sample.format))
      for (const run of runs) check(run)
      const main = runs.flatMap(({ workers }) => workers.filter(({ kind }) => kind === 'main'))
      corrupt += main.reduce((sum, { counts }) => sum + (counts?.corrupt ?? 0), 0)
      expect(main.length).toBeGreaterThan(0)
      // A log whose every line is damaged may name another as its parent, or be none at all; no line is lost in those that are shown.
      for (const { counts } of main) expect([...wanted.values()]).toContain(counts?.rows)
    }
    expect(corrupt).toBeGreaterThan(0)
  })

  it('of bytes that are no frames are told as a problem, and what was whole before them is there', { timeout: TIME }, async () => {
    const next = random(72)
    for (let done = 0; done < PACKED; done += 40) {
      shelf.remove()
      shelf = new Shelf()
      const frames = DSH_ROWS.map((row) => zstdCompressSync(Buffer.from(`${JSON.stringify(row)}\n`)))
      for (let log = 0; log < 40; log++) shelf.write(`--home-ada-shop--/session-${log}/session.jsonl.zstd`, mutate(next, Buffer.concat(frames)))
      for (const run of await readAll(shelf.imports('dsh'))) check(run)
    }
  })

  it('of a document of Gemini are each used or counted', { timeout: TIME }, async () => {
    const next = random(73)
    for (let done = 0; done < DOCUMENTS; done += 40) {
      shelf.remove()
      shelf = new Shelf()
      const document = Buffer.from(JSON.stringify({ sessionId: 's', projectHash: 'a', startTime: T, lastUpdated: T, messages: GEMINI_ROWS.slice(0, 3) }))
      for (let log = 0; log < 40; log++) shelf.write(`shop/chats/session-${log}.json`, mutate(next, document))
      for (const run of await readAll(shelf.imports('gemini'))) check(run)
    }
  })

  it('of a database of OpenCode are each used or counted', { timeout: TIME }, async () => {
    const next = random(74)
    const good = [
      ['message', JSON.stringify({ role: 'user', time: { created: 1 } })],
      ['part', JSON.stringify({ type: 'text', text: 'Make it work' })],
      ['part', JSON.stringify({ type: 'tool', callID: 'c', tool: 'bash', state: { status: 'completed', input: { command: 'ls' }, output: 'a', time: { start: 1, end: 2 } } })],
      ['part', JSON.stringify({ type: 'reasoning', text: 'so', time: { start: 1 } })]
    ] as const
    for (let done = 0; done < INPUTS; done += PER_LOG) {
      shelf.remove()
      shelf = new Shelf()
      const database = new DatabaseSync(shelf.path('opencode.db'))
      database.exec(`CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, title TEXT, directory TEXT, time_created INTEGER, time_updated INTEGER);
        CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
        CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
        INSERT INTO session VALUES ('ses', NULL, 'A till', '/home/ada/shop', 1, 2); BEGIN`)
      const [message, part] = [database.prepare('INSERT INTO message VALUES (?,?,?,?,?)'), database.prepare('INSERT INTO part VALUES (?,?,?,?,?,?)')]
      for (let index = 0; index < PER_LOG; index++) {
        const [table, json] = good[index % good.length] ?? good[0]
        const data = mutate(next, Buffer.from(json)).toString('utf8')
        const id = String(Math.floor(index / good.length)).padStart(6, '0')
        if (table === 'message') message.run(`msg_${id}`, 'ses', index, index, data)
        else part.run(`prt_${String(index).padStart(6, '0')}`, `msg_${id}`, 'ses', index, index, data)
      }
      database.exec('COMMIT')
      database.close()
      for (const run of await readAll(shelf.imports('opencode'))) check(run)
    }
  })
})
