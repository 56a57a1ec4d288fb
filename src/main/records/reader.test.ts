import { execFileSync } from 'node:child_process'
import { appendFileSync, closeSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RecordReader, type Window } from './reader'

let folder: string
let path: string
let reader: RecordReader
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crewdeck-reader-'))
  path = join(folder, 'w.jsonl')
  reader = new RecordReader()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const line = (seq: number, text = `text ${seq}`) => `${JSON.stringify({ kind: 'text', seq, at: 1, text })}\n`
const lines = (count: number) => Array.from({ length: count }, (_, index) => line(index)).join('')
const read = async (offset = 0, limit = 500, maxBytes?: number): Promise<Window> => {
  const window = await reader.window(path, { offset, limit, ...(maxBytes === undefined ? {} : { maxBytes }) })
  if (!window) throw new Error('no file')
  return window
}
const seqs = (window: Window) => window.entries.map(({ seq }) => seq)

it('lets a last line without its end wait', async () => {
  writeFileSync(path, `${line(1)}${line(2).slice(0, -10)}`)
  expect(await read()).toMatchObject({ total: 1, corruptLines: 0 })
  appendFileSync(path, line(2).slice(-10))
  expect(await read()).toMatchObject({ total: 2, corruptLines: 0 })
})

it('notices a file that was replaced, cut, or written over in place, also when it is longer now', async () => {
  writeFileSync(path, lines(5))
  expect((await read()).total).toBe(5)
  writeFileSync(join(folder, 'new'), line(70))
  renameSync(join(folder, 'new'), path)
  expect(seqs(await read())).toEqual([70])
  writeFileSync(path, lines(9))
  expect((await read()).total).toBe(9)
  writeFileSync(path, Array.from({ length: 40 }, (_, index) => line(index + 500)).join(''))
  expect(seqs(await read(0, 2))).toEqual([500, 501])
  const file = openSync(path, 'r+')
  writeSync(file, '{"spoiled": 1}', 0)
  closeSync(file)
  expect(await read(0, 2)).toMatchObject({ total: 39, corruptLines: 1 })
})

it('skips wrong encodings, Windows line ends and empty lines as what they are', async () => {
  const latin1 = Buffer.from('{"kind":"text","seq":1,"at":1,"text":"caf\u00e9"}\n', 'latin1')
  const utf16 = Buffer.from(line(2), 'utf16le')
  writeFileSync(path, Buffer.concat([Buffer.from(line(0)), latin1, Buffer.from(line(3).replace('\n', '\r\n')), Buffer.from('\n\r\n\n'), utf16, Buffer.from('\n'), Buffer.from(line(4))]))
  const window = await read()
  expect(seqs(window)).toEqual([0, 3, 4])
  expect(window.corruptLines).toBeGreaterThanOrEqual(2)
})

it('skips a line of 100 MB without holding it, and lets others work meanwhile', async () => {
  const file = openSync(path, 'w')
  writeSync(file, line(1))
  const piece = Buffer.alloc(1024 * 1024, 'x')
  for (let index = 0; index < 100; index++) writeSync(file, piece)
  writeSync(file, `\n${line(2)}`)
  closeSync(file)
  let turns = 0
  let isReading = true
  const others = () => {
    turns += 1
    if (isReading) setImmediate(others)
  }
  setImmediate(others)
  const before = process.memoryUsage.rss()
  const window = await read()
  isReading = false
  expect([seqs(window), window.corruptLines]).toEqual([[1, 2], 1])
  expect(process.memoryUsage.rss() - before).toBeLessThan(250 * 1024 * 1024)
  // One for each piece at least.
  expect(turns).toBeGreaterThan(300)
})

it('has a window for a number of bytes, whose limit says where the next one begins', async () => {
  writeFileSync(path, [line(1), line(2, 'x'.repeat(5_000)), line(3), line(4)].join(''))
  const first = await read(0, 10, 1_000)
  expect([seqs(first), first.limit]).toEqual([[1], 1])
  const second = await read(first.offset + first.limit, 10, 1_000)
  expect([seqs(second), second.limit]).toEqual([[2], 1])
  const third = await read(second.offset + second.limit, 10, 1_000)
  expect([seqs(third), third.limit]).toEqual([[3, 4], 10])
})

it.skipIf(process.platform === 'win32')('is not held by a pipe in the place of a file', async () => {
  execFileSync('mkfifo', [path])
  expect(await reader.window(path, { offset: 0, limit: 1 })).toBeNull()
})

it('reads several windows of a growing file at once', async () => {
  writeFileSync(path, lines(3_000))
  const windows = await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      appendFileSync(path, line(3_000 + index))
      return read(index * 200, 200)
    })
  )
  expect(windows.flatMap(seqs)).toEqual(Array.from({ length: 2_400 }, (_, index) => index))
})
