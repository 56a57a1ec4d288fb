import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Capture } from './capture'

let folder: string
let counter = 0
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'crewdeck-capture-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

const fresh = () => join(folder, `${++counter}.log`)

describe('Capture', () => {
  it('keeps head and tail of any output exactly, and the whole in a file of its owner only', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 12 }), fc.integer({ min: 1, max: 24 }), async (chunks, ends) => {
        const path = fresh()
        const capture = new Capture(path, { ends, file: 1_000 })
        await capture.read(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))
        await capture.close()
        const all = Buffer.concat(chunks)
        expect(capture.total).toBe(all.length)
        expect(capture.head().equals(all.subarray(0, ends))).toBe(true)
        expect(capture.tail().equals(all.subarray(Math.max(ends, all.length - ends)))).toBe(true)
        expect(capture.gap).toBe(all.length - capture.head().length - capture.tail().length)
        if (all.length === 0) return
        expect((await readFile(path)).equals(all)).toBe(true)
        expect((await stat(path)).mode & 0o777).toBe(0o600)
      }),
      { numRuns: 150 }
    )
  })

  it('only counts what comes after the file\'s bound', async () => {
    const path = fresh()
    const capture = new Capture(path, { ends: 10, file: 25 })
    await capture.read(Readable.from([Buffer.alloc(20, 'a'), Buffer.alloc(20, 'b'), Buffer.alloc(20, 'c')]))
    await capture.close()
    expect([capture.total, capture.written, capture.fileProblem]).toEqual([60, 25, null])
    expect(await readFile(path, 'latin1')).toBe('a'.repeat(20) + 'b'.repeat(5))
  })

  it('goes on and says why when the file cannot be written', async () => {
    const capture = new Capture(join(folder, 'none', 'x.log'))
    await capture.read(Readable.from([Buffer.from('one'), Buffer.from('two')]))
    await capture.close()
    expect([capture.total, capture.written]).toEqual([6, 0])
    expect(capture.fileProblem).toContain('no such file')
    expect(capture.head().toString()).toBe('onetwo')
  })

  it('tells the latest line that has something in it', async () => {
    const capture = new Capture(fresh(), { ends: 16, file: 1_000 })
    expect(capture.latestLine()).toBe('')
    await capture.read(Readable.from([Buffer.from('first\n\x1b[32msecond\x1b[0m\n\n')]))
    expect(capture.latestLine()).toBe('second')
    await capture.read(Readable.from([Buffer.from('1%\r99%')]))
    expect(capture.latestLine()).toBe('99%')
    await capture.close()
  })
})
