import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChildLink } from '../host-options'
import { createFork } from './fork'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crewdeck-fork-'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(
    join(folder, 'echo.js'),
    `process.on('message', (message) => process.send({ message, word: process.env.WORD, argv: process.execArgv }))
     process.on('disconnect', () => process.exit(0))`
  )
  await writeFile(
    join(folder, 'fails.js'),
    `for (let line = 1; line <= 30; line += 1) console.error('line ' + line)
     console.log('x'.repeat(1_000_000))
     process.exitCode = 3`
  )
  await writeFile(
    join(folder, 'stubborn.js'),
    `process.on('SIGTERM', () => {})
     setInterval(() => {}, 1000)
     process.send({ ready: true })`
  )
})

afterAll(() => rm(folder, { recursive: true }))

const nextMessage = (child: ChildLink) => new Promise<unknown>((resolve) => child.onMessage(resolve))
const end = (child: ChildLink) =>
  new Promise<{ code: number | null; detail: string }>((resolve) => child.onExit((code, detail) => resolve({ code, detail })))

describe('a child of the served host', () => {
  it('speaks JSON both ways, with the environment that was added, and ends when told', async () => {
    const child = createFork(folder)('echo', { WORD: 'hello' })
    const answer = nextMessage(child)
    child.send({ list: [1, 'two', null] })
    expect(await answer).toEqual({ message: { list: [1, 'two', null] }, word: 'hello', argv: [] })
    const ended = end(child)
    child.kill()
    expect((await ended).code).toBeNull()
    child.send({ to: 'nobody' })
    expect((await end(child)).code).toBeNull()
  })

  it('leaves its exit code and its last twenty lines', async () => {
    const { code, detail } = await end(createFork(folder)('fails', {}))
    expect(code).toBe(3)
    expect(detail.split('\n')).toEqual(Array.from({ length: 20 }, (_, index) => `line ${index + 11}`))
  })

  it('leaves the reason when its script is not there', async () => {
    const { code, detail } = await end(createFork(folder)('missing', {}))
    expect(code).toBe(1)
    expect(detail).toContain('MODULE_NOT_FOUND')
  })

  it('is killed when it does not want to end', async () => {
    const child = createFork(folder)('stubborn', {})
    await nextMessage(child)
    const ended = end(child)
    child.kill()
    expect((await ended).code).toBeNull()
  })

  it('sees the end of its parent, however that ends', async () => {
    const log = join(folder, 'seen.txt')
    await writeFile(
      join(folder, 'watcher.js'),
      `import { writeFileSync } from 'node:fs'
       process.on('disconnect', () => { writeFileSync(${JSON.stringify(log)}, 'disconnected'); process.exit() })
       process.send({ ready: true })`
    )
    await writeFile(
      join(folder, 'parent.js'),
      `import { createFork } from ${JSON.stringify(join(import.meta.dirname, 'fork.ts'))}
       createFork(${JSON.stringify(folder)})('watcher', {}).onMessage(() => console.log('ready'))`
    )
    const parent = spawn('node', [join(folder, 'parent.js')], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => parent.stdout.once('data', resolve))
    parent.kill('SIGKILL')
    await expect.poll(() => readFile(log, 'utf8').catch(() => ''), { timeout: 5_000 }).toBe('disconnected')
  })
})
