import { createServer, type Socket } from 'node:net'
import { X509Certificate } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { RecordsClient, type Connection, type Step } from './client'
import { OTHER, OWN } from './testing/certificates'
import { answers, nasty, textPage, type Handler, type Nasty } from './testing/nasty'
import { INSTANCE, TOKEN, World } from './testing/world'
import { DEFAULT_BOUNDS, InstanceFailure, parseAddress, type Bounds } from './transport'

const QUICK: Bounds = { silentMs: 150, totalMs: 400, maxBytes: 200_000 }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function against(handler: Handler, more: Partial<Connection> = {}, bounds = DEFAULT_BOUNDS): Promise<{ client: RecordsClient; server: Nasty }> {
  const server = await nasty(handler)
  closing.push(() => server.close())
  return { client: clientOf(server.url, more, bounds), server }
}

function clientOf(url: string, more: Partial<Connection> = {}, bounds = DEFAULT_BOUNDS): RecordsClient {
  return new RecordsClient({ url: parseAddress(url), token: TOKEN, fingerprint: null, ...more }, bounds)
}

/** A server that speaks bytes. */
async function rawServer(work: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', () => work(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      })
  )
  const bound = server.address()
  return `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
}

async function failureOf(work: Promise<unknown>): Promise<InstanceFailure> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason
  )
  if (!(error instanceof InstanceFailure)) throw new Error(`no failure of an instance: ${String(error)}`)
  expect(error.message).toMatch(/.{10,}/)
  return error
}

async function steps(client: RecordsClient, limit = 2, maxPages = 50): Promise<Step[]> {
  const all: Step[] = []
  for await (const step of client.copy('r', 'w', { offset: 0, limit, maxPages })) all.push(step)
  return all
}

const page = (more: object) => ({ run_id: 'r', workerId: 'w', status: 'running', entries: [], total: 0, offset: 0, limit: 500, truncated: false, ...more })
const text = { kind: 'text', seq: 1, at: 5, text: 'x' }
const first = { offset: 0, limit: 500 }

describe('against our own server', () => {
  it('reads runs, workers and pages', async () => {
    const world = await World.open()
    closing.push(() => world.close())
    await world.ended('w1')
    const client = clientOf(world.url, { instanceId: INSTANCE.instance_id })
    expect(await client.identity()).toEqual(INSTANCE)
    expect(await client.runs()).toMatchObject([{ run_id: world.runId, status: 'running' }])
    expect((await client.workers(world.runId)).seen).toEqual({ run_id: world.runId, workers: await world.workers(), skipped: 0 })
    expect((await client.page(world.runId, 'w1', first)).seen).toEqual({ ...(await world.page('w1')), skipped: 0 })
    const copied: Step[] = []
    for await (const step of client.copy(world.runId, 'w1', { offset: 0, limit: 3, maxPages: 9 })) copied.push(step)
    expect(copied.map((step) => (step.kind === 'page' ? step.page.entries.length : step.reason))).toEqual([3, 1])
    expect((await failureOf(clientOf(world.url, { token: 'wrong' }).runs())).kind).toBe('token')
    expect((await failureOf(client.workers('nobody'))).kind).toBe('missing')
    expect((await failureOf(client.page(world.runId, '..', first))).kind).toBe('id')
    world.records.close()
    expect((await failureOf(client.workers(world.runId))).kind).toBe('not-ready')
  })
})

describe('what a nasty server says', () => {
  it('is told as partial when totals change', async () => {
    let total = 10
    const { client } = await against(answers((url) => textPage(url, total--)))
    expect(await steps(client)).toMatchObject([{ kind: 'page' }, { kind: 'partial', reason: 'total-changed', message: expect.stringContaining('10') }])
  })

  it('is told as partial when pages have no end, or do not advance', async () => {
    const { client } = await against(answers((url) => textPage(url, 1_000_000)))
    const capped = await steps(client, 1, 4)
    expect(capped).toHaveLength(5)
    expect(capped.at(-1)).toMatchObject({ kind: 'partial', reason: 'page-cap' })
    const stuck = await against(answers(() => page({ entries: [text], total: 9, offset: 0, limit: 2 })))
    expect(await steps(stuck.client)).toMatchObject([{ kind: 'page' }, { kind: 'page' }, { kind: 'partial', reason: 'no-progress' }])
  })

  it('is told as partial when it fails in between, and as a failure when it fails at once', async () => {
    const { client } = await against(answers((url) => (url.searchParams.get('offset') === '0' ? textPage(url, 5) : undefined)))
    expect(await steps(client)).toMatchObject([{ kind: 'page' }, { kind: 'partial', reason: 'failed' }])
    const gone = await against(answers(() => undefined))
    await expect(steps(gone.client)).rejects.toThrow('no such run')
  })

  it('goes on where the answer says, whatever was asked', async () => {
    const { client, server } = await against(answers((url) => ({ ...textPage(url, 9), limit: 3 })))
    await steps(client, 500)
    expect(server.asked.map(({ path }) => /offset=(\d+)/.exec(path)?.[1])).toEqual(['0', '3', '6'])
  })

  it('keeps kinds, statuses and phases that it does not know, and gaps of seq', async () => {
    const entries = [
      { kind: 'video', seq: 5, at: 7, frames: [1, 2] },
      { kind: 'tool', seq: 99, at: 8, toolId: 't', toolName: 'x' },
      { ...text, seq: -3 },
      { kind: 'text', seq: 4, at: 9 },
      { kind: 'end', seq: 2_000, at: '2026-11-01T00:00:00Z', status: 'hibernating' }
    ]
    const { client } = await against(answers(() => page({ status: 'hibernating', entries, total: 5, worker: { workerId: 'w', startedAt: '2026-11-01T00:00:00Z', status: 'dreaming', task: 7 } })))
    const { seen } = await client.page('r', 'w', first)
    expect(seen.status).toBe('hibernating')
    expect(seen.worker).toEqual({ workerId: 'w', startedAt: Date.parse('2026-11-01T00:00:00Z'), status: 'dreaming' })
    expect(seen.skipped).toBe(0)
    expect(seen.entries).toMatchObject([
      { kind: 'other', original: 'video', seq: 5, value: entries[0] },
      { kind: 'tool', seq: 99 },
      { kind: 'text', seq: -3 },
      { kind: 'other', original: 'text', value: entries[3] },
      { kind: 'end', at: Date.parse('2026-11-01T00:00:00Z'), status: 'hibernating' }
    ])
  })

  it('counts what is no entry and no worker, and cuts a page that holds more than it says', async () => {
    const entries = [text, null, 7, 'x', [], {}, { kind: 1, seq: 1 }, { kind: 'text', seq: '1' }]
    const { client } = await against(
      answers((url) => (url.pathname.endsWith('/workers') ? { run_id: 'r', workers: [null, {}, { workerId: 'w', status: 'x' }, { workerId: 'w', startedAt: 1, status: 's' }] } : page({ entries, total: 1 })))
    )
    expect((await client.page('r', 'w', first)).seen).toMatchObject({ entries: [text], skipped: 7 })
    expect((await client.workers('r')).seen).toMatchObject({ workers: [{ workerId: 'w' }], skipped: 3 })
    const huge = await against(answers(() => page({ entries: Array.from({ length: 50 }, () => text), total: 3, limit: 3 })))
    expect((await huge.client.page('r', 'w', first)).seen).toMatchObject({ entries: [text, text, text], skipped: 47 })
  })

  it.each([
    ['no JSON', '<html>'], ['nothing', ''], ['null', null], ['a list', []], ['a total of a wrong type', page({ total: '5' })],
    ['a negative total', page({ total: -1 })], ['no limit', page({ limit: 0 })], ['a fraction', page({ offset: 0.5 })],
    ['entries of a wrong type', page({ entries: {} })], ['no flag', page({ truncated: 'yes' })], ['a status of a wrong type', page({ status: 3 })],
    ['another run', page({ run_id: 'other' })], ['another worker', page({ workerId: 'other' })]
  ])('is refused as malformed: %s', async (_, body) => {
    const { client } = await against(answers(() => body))
    expect((await failureOf(client.page('r', 'w', first))).kind).toBe('malformed')
  })

  it.each([[400, 'id'], [401, 'token'], [403, 'unexpected'], [404, 'missing'], [500, 'fault'], [502, 'fault'], [503, 'not-ready'], [302, 'redirected'], [204, 'unexpected']] as const)(
    'is told in words for a status of %i',
    async (status, kind) => {
      const { client, server } = await against((_, response) => response.writeHead(status, { Location: 'https://elsewhere.example/' }).end())
      expect((await failureOf(client.workers('r'))).kind).toBe(kind)
      expect(server.asked).toHaveLength(1)
    }
  )
})

describe('how a nasty server behaves', () => {
  it('ends in time when it is silent, drips, or never stops', async () => {
    const silent = await rawServer(() => undefined)
    expect((await failureOf(clientOf(silent, {}, QUICK).workers('r'))).kind).toBe('slow')
    const dripping = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')
      const drip = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    expect((await failureOf(clientOf(dripping, {}, QUICK).workers('r'))).kind).toBe('slow')
    const endless = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const pour = () => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      }
      socket.on('drain', pour)
      pour()
    })
    expect((await failureOf(clientOf(endless, {}, QUICK).workers('r'))).kind).toBe('too-large')
  })

  it('is told as cut when the connection ends early, and as malformed when it speaks no HTTP', async () => {
    const cut = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"run_id"'))
    expect((await failureOf(clientOf(cut).workers('r'))).kind).toBe('cut')
    const early = await rawServer((socket) => socket.destroy())
    expect((await failureOf(clientOf(early).workers('r'))).kind).toBe('cut')
    const other = await rawServer((socket) => socket.end('220 mail.example ESMTP\r\n'))
    expect((await failureOf(clientOf(other).workers('r'))).kind).toBe('malformed')
    const headers = await rawServer((socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`))
    expect((await failureOf(clientOf(headers).workers('r'))).kind).toBe('malformed')
  })

  it('is told as unreachable when nobody is there, and stops when nobody wants it any more', async () => {
    const server = await nasty(() => undefined)
    await server.close()
    expect((await failureOf(clientOf(server.url).workers('r'))).kind).toBe('unreachable')
    const { client } = await against(() => undefined)
    const stop = new AbortController()
    const asked = client.workers('r', stop.signal)
    stop.abort(new Error('left'))
    await expect(asked).rejects.toThrow('left')
  })

  it('survives deep JSON', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const { client } = await against(answers(() => `{"run_id":"r","workerId":"w","status":"s","entries":[{"kind":"tool","seq":1,"at":1,"toolId":"t","toolName":"x","input":${deep}}],"total":1,"offset":0,"limit":1,"truncated":false}`))
    expect((await client.page('r', 'w', first)).seen.entries).toHaveLength(1)
  })
})

describe('who answers', () => {
  it('must be the instance that the token is for; otherwise it does not get it', async () => {
    const { client, server } = await against(answers((url) => (url.pathname === '/api/instance' ? { ...INSTANCE, instance_id: 'another' } : page({}))), {
      instanceId: INSTANCE.instance_id
    })
    expect((await failureOf(client.workers('r'))).kind).toBe('another')
    expect(server.asked).toEqual([{ path: '/api/instance', token: undefined }])
  })

  it('may say nothing of itself', async () => {
    const { client } = await against(answers(() => undefined))
    expect(await client.identity()).toBeNull()
    expect(await client.runs()).toBeNull()
  })

  it('shows a certificate that an authority vouches for, or the one that was confirmed for this host', async () => {
    const own = await nasty(answers(() => ({ run_id: 'r', workers: [] })), OWN)
    const other = await nasty(answers(() => ({ run_id: 'r', workers: [] })), OTHER)
    closing.push(() => own.close(), () => other.close())
    const failure = await failureOf(clientOf(own.url).workers('r'))
    const fingerprint = new X509Certificate(OWN.cert).fingerprint256
    expect([failure.kind, failure.fingerprint]).toEqual(['untrusted', fingerprint])
    expect((await clientOf(own.url, { fingerprint }).workers('r')).seen.workers).toEqual([])
    const replaced = await failureOf(clientOf(other.url, { fingerprint }).workers('r'))
    expect([replaced.kind, replaced.fingerprint]).toEqual(['untrusted', new X509Certificate(OTHER.cert).fingerprint256])
    // Nothing was sent before it was known who answers.
    expect([own.asked.length, other.asked.length]).toEqual([1, 0])
  })
})

it('takes addresses of instances only', () => {
  expect(parseAddress(' https://instance.example/base/ ').href).toBe('https://instance.example/base')
  expect(parseAddress('http://localhost:1234').href).toBe('http://localhost:1234/')
  for (const text of ['', 'instance', 'ftp://x.example', 'http://instance.example', 'https://user:pw@x.example', 'https://x.example/?token=1', 'https://x.example/#t', 'javascript:1']) {
    expect(() => parseAddress(text), text).toThrow(/address|http/)
  }
})
