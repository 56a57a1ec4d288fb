import { afterAll, beforeAll, expect, it } from 'vitest'
import { DOWNLOAD_PATH } from '../../shared/export'
import type { Written } from '../timeline/export'
import { startServer, type RunningServer } from './server'

let server: RunningServer
let ended = false
const tickets = new Map<string, Written>()

beforeAll(async () => {
  server = await startServer({
    host: { attachSocket: () => () => {} },
    files: new Map(),
    downloads: {
      take(ticket) {
        const what = tickets.get(ticket) ?? null
        tickets.delete(ticket)
        return what
      }
    },
    address: '127.0.0.1',
    port: 0,
    token: 'a-token-for-these-tests',
    log: () => {}
  })
})
afterAll(() => server.close())

const offer = (ticket: string, chunks: () => AsyncGenerator<string, void>) => tickets.set(ticket, { name: '工作 "a".md', type: 'text/markdown; charset=utf-8', chunks })
const ask = (ticket: string, init?: RequestInit) => fetch(`${server.origin}${DOWNLOAD_PATH}${ticket}`, init)

it('sends what a ticket stands for, once, as a file and never as a page', async () => {
  offer('good', async function* () {
    yield '# 字\n'
    yield 'end\n'
  })
  expect((await ask('good', { method: 'HEAD' })).status).toBe(404)
  const answer = await ask('good')
  expect(await answer.text()).toBe('# 字\nend\n')
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="__ _a_.md"; filename*=UTF-8''${encodeURIComponent('工作 "a".md')}`)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await ask('good')).status).toBe(404)
  expect(await (await ask('other')).json()).toEqual({ error: { code: 'NOT_FOUND', message: 'This download is over. Ask for it again.' } })
})

it('cuts a download off that cannot be written to its end', async () => {
  offer('bad', async function* () {
    yield 'begun\n'
    throw new Error('the disk is gone')
  })
  await expect(ask('bad').then((answer) => answer.text())).rejects.toThrow('terminated')
})

it('writes no faster than it is read, and stops when the reader goes', async () => {
  let written = 0
  offer('long', async function* () {
    try {
      for (;;) {
        written += 1
        yield 'x'.repeat(100_000)
      }
    } finally {
      ended = true
    }
  })
  const reader = (await ask('long')).body?.getReader()
  await reader?.read()
  await expect.poll(() => written).toBeGreaterThan(1)
  let before = -1
  // What fits into the buffers of the system, and then no more.
  await expect
    .poll(() => {
      const isStill = written === before
      before = written
      return isStill
    })
    .toBe(true)
  await reader?.cancel()
  await expect.poll(() => ended).toBe(true)
})
