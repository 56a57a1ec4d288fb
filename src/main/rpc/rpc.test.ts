/** The whole way of a call: contract, real MessagePort, router, and what a refusal looks like on the other side. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Contract } from '../../shared/contract'
import { NOTES_MAX_BYTES } from '../../shared/limits'
import { TimelineFrame } from '../../shared/timeline'
import { Crew } from '../testing/crew'
import type { Connections } from './connections'
import type { Streams, Observer } from './streams'
import { openWindow } from './testing'

type Client = ContractRouterClient<Contract>

let crew: Crew
let client: Client
let streams: Streams<Observer>
let connections: Connections
let hangUp: () => void
let closeParts: () => void
const reports: string[] = []

beforeEach(() => {
  crew = new Crew()
  reports.length = 0
  ;({ client, streams, connections, hangUp, close: closeParts } = openWindow(crew, (message) => reports.push(message)))
})
afterEach(async () => {
  hangUp()
  closeParts()
  await crew.close()
})

/** The same connections over a real WebSocket. */
async function openSocket(): Promise<{ client: Client; close(): Promise<void> }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) => connections.attachSocket(socket))
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The socket has no port.')
  const websocket = new WebSocket(`ws://127.0.0.1:${address.port}`)
  await once(websocket, 'open')
  return {
    client: createORPCClient(new SocketLink({ websocket })),
    async close() {
      websocket.close()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

const at = (workerId: string) => ({ sessionId: crew.sessionId, workerId })
const refused = (code: string, message: RegExp) => ({ code, data: { message: expect.stringMatching(message), remedy: expect.any(String) } })

describe('a refusal', () => {
  it.each([
    ['an unknown worker', () => client.workers.get(at('nobody')), 'NOT_FOUND', /no such worker/],
    ['an unknown Project', () => client.workers.get({ sessionId: 'nobody', workerId: 'w' }), 'NOT_FOUND', /no such worker/],
    ['a message to an unknown worker', () => client.workers.send({ ...at('nobody'), messageId: 'm', text: 'hi', delivery: 'queue' }), 'NOT_FOUND', /no such worker/],
    ['an empty message', () => client.workers.send({ ...at('w'), messageId: 'm', text: ' \n ', delivery: 'queue' }), 'BAD_INPUT', /is empty/],
    ['a message over 1 MB', () => client.workers.send({ ...at('w'), messageId: 'm', text: 'x'.repeat(1_000_001), delivery: 'queue' }), 'BAD_INPUT', /text/],
    ['a message over 1 MB in bytes', () => client.workers.send({ ...at('w'), messageId: 'm', text: '漢'.repeat(400_000), delivery: 'queue' }), 'TOO_LARGE', /1200000 bytes/],
    ['an id that is none', () => client.workers.get(at('../etc')), 'BAD_INPUT', /workerId/],
    ['a negative offset', () => client.workers.history({ ...at('w'), offset: -1, limit: 1 }), 'BAD_INPUT', /offset/],
    ['a fraction', () => client.workers.history({ ...at('w'), offset: 0, limit: 1.5 }), 'BAD_INPUT', /limit/],
    ['a folder that is not there', () => client.projects.open({ folder: '/no/such/folder' }), 'NOT_FOUND', /no folder/],
    ['a folder that is a file', () => client.projects.open({ folder: join(crew.folder, 'data', 'crewdeck.db') }), 'BAD_INPUT', /is a file/],
    ['a relative folder', () => client.projects.open({ folder: 'here' }), 'BAD_INPUT', /whole path/],
    ['a turn that is not open', () => client.workers.interrupt({ ...at('w'), turn: 7 }), 'CONFLICT', /already ended/],
    ['a link that could run something', () => client.links.open({ url: 'file:///etc/passwd' }), 'FORBIDDEN', /not opened/],
    ['an artifact that is none', () => client.artifacts.read({ ...at('w'), artifactId: '0-0' }), 'NOT_FOUND', /no such file/],
    ['a stream that is not open', () => client.streams.ack({ stream: 'nobody', rev: 1 }), 'NOT_FOUND', /has ended/],
    ['a model that is none', () => client.models.setKey({ id: 'nobody', key: 'k' }), 'UNAVAILABLE', /could not be read/]
  ] as const)('of %s is typed, says what is wrong, and changes nothing', async (_, call, code, message) => {
    crew.worker('w')
    await crew.steering.turn(1)
    const before = crew.log.get('w')
    await expect(call()).rejects.toMatchObject(refused(code, message))
    expect(crew.log.get('w')).toEqual(before)
    expect(reports).toEqual([])
  })

  it('of an unknown engine or a missing model makes no worker', async () => {
    const worker = { sessionId: crew.sessionId, workerId: 'n', messageId: 'm', name: 'N', task: 'go' }
    await expect(client.workers.create({ ...worker, engine: 'pi', model: null })).rejects.toMatchObject(refused('BAD_INPUT', /needs a model/))
    const unknown = { ...worker, engine: 'magic', model: null } as unknown as Parameters<Client['workers']['create']>[0]
    await expect(client.workers.create(unknown)).rejects.toMatchObject(refused('BAD_INPUT', /engine/))
    expect(crew.workers.list(crew.sessionId)).toEqual([])
  })

  it('of everything to a deleted worker is the same as of an unknown one', async () => {
    crew.worker('w')
    await client.workers.delete(at('w'))
    await client.workers.delete(at('w'))
    const unknown = await client.workers.get(at('nobody')).catch((error: unknown) => error)
    const same = { code: 'NOT_FOUND', message: (unknown as Error).message }
    for (const call of [
      () => client.workers.get(at('w')),
      () => client.workers.history({ ...at('w'), offset: 0, limit: 1 }),
      () => client.workers.send({ ...at('w'), messageId: 'x', text: 'hi', delivery: 'queue' }),
      () => client.workers.interrupt({ ...at('w'), turn: 1 }),
      () => client.workers.rename({ ...at('w'), name: 'x' }),
      () => client.projectMode.timeline({ ...at('w'), limit: 10 })
    ]) {
      await expect(call()).rejects.toMatchObject(same)
    }
  })

  it('of a fault of ours tells no path and no stack, only where to look', async () => {
    vi.spyOn(crew.projects, 'open').mockImplementation(() => {
      throw new Error('ENOENT /home/someone/secret')
    })
    const error: unknown = await client.projects.open({ folder: '/x' }).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'INTERNAL' })
    expect(JSON.stringify(error)).not.toMatch(/secret|\.ts:/)
    expect(reports).toHaveLength(1)
  })
})

it('of an engine taken away from a Coordinator stops the turn that nobody could see or stop any more', async () => {
  const { sessionId } = crew
  await client.projects.setConduct({ sessionId, conduct: { coordinator: { enabled: true, engine: 'pi', model: 'test/model' } } })
  await client.workers.send({ sessionId, workerId: sessionId, messageId: 'go', text: 'go', delivery: 'queue' })
  const turn = await crew.steering.turn(1)
  await client.workers.send({ sessionId, workerId: sessionId, messageId: 'next', text: 'next', delivery: 'queue' })
  await client.projects.setConduct({ sessionId, conduct: { coordinator: { enabled: true, engine: 'none', model: null } } })
  expect(turn.interrupted).toBe(true)
  await vi.waitFor(() => expect(crew.outcomes(sessionId)).toEqual(['aborted user']))
  expect(crew.pending(sessionId)).toEqual(['next'])
  await client.projects.setConduct({ sessionId, conduct: { coordinator: { enabled: true, engine: 'pi', model: 'test/model' } } })
  expect((await crew.steering.turn(2)).inputs.map((input) => input.messageId)).toEqual(['next'])
})

it('of a database that cannot be written says so, and that it is worth another try', async () => {
  crew.worker('w')
  await crew.steering.turn(1)
  const send = () => client.workers.send({ ...at('w'), messageId: 'm', text: 'hi', delivery: 'queue' })
  crew.db.sqlite.exec('PRAGMA query_only = ON')
  await expect(send()).rejects.toMatchObject(refused('UNAVAILABLE', /could not write/))
  crew.db.sqlite.exec('PRAGMA query_only = OFF')
  // What else writes at that time may report the same trouble.
  expect(reports.filter((report) => report.startsWith('fault'))).toHaveLength(1)
  expect(await send()).toMatchObject({ messageId: 'm' })
})

it('of a message that was sent before says what has become of it', async () => {
  crew.worker('w')
  await crew.steering.turn(1)
  const send = async () => (await client.workers.send({ ...at('w'), messageId: 'm', text: 'hi', delivery: 'queue' })).became
  const became = (messageId: string) => client.workers.message({ ...at('w'), messageId })
  expect(await became('m')).toEqual({ kind: 'unknown' })
  expect([await send(), await send()]).toEqual([{ kind: 'pending' }, { kind: 'pending' }])
  await client.workers.withdraw({ ...at('w'), messageId: 'm' })
  expect([await send(), await became('m')]).toEqual([{ kind: 'withdrawn' }, { kind: 'withdrawn' }])
  expect(crew.pending('w')).toEqual([])
  expect(await became('w-task')).toEqual({ kind: 'turn', turn: 1 })
  crew.worker('other')
  expect(await client.workers.message({ ...at('other'), messageId: 'm' })).toEqual({ kind: 'unknown' })
})

it('stops the workers of a Project that is taken off the list, and lets them go on when it is opened again', async () => {
  crew.worker('w')
  await crew.steering.turn(1)
  await client.workers.send({ ...at('w'), messageId: 'q', text: 'next', delivery: 'queue' })
  await client.projects.forget({ sessionId: crew.sessionId })
  await vi.waitFor(() => expect(crew.log.get('w')?.openTurn).toBeNull())
  expect(crew.outcomes('w')).toEqual(['aborted user'])
  expect(crew.pending('w')).toEqual(['q'])
  await client.projects.open({ folder: crew.folder })
  expect((await crew.steering.turn(2)).inputs.map((input) => input.messageId)).toEqual(['q'])
})

describe('streams', () => {
  it('that end with a refusal say it as a call does', async () => {
    mkdirSync(join(crew.folder, '.crewdeck'))
    writeFileSync(join(crew.folder, '.crewdeck/notes.md'), 'x'.repeat(NOTES_MAX_BYTES + 1))
    const notes = await client.notes.watch({ sessionId: crew.sessionId })
    await expect(notes.next()).rejects.toMatchObject(refused('TOO_LARGE', /1000001 bytes/))
    expect(reports).toEqual([])
  })

  it('belong to the connection that opened them, and end with it', async () => {
    crew.worker('w')
    const timeline = await client.projectMode.timeline({ ...at('w'), limit: 10 })
    const first = TimelineFrame.parse((await timeline.next()).value)
    if (first.kind !== 'snapshot') throw new Error('A stream begins with a snapshot.')
    expect(streams.size).toBe(1)
    const { port1, port2 } = new MessageChannel()
    connections.attachPort({
      postMessage: (message) => port1.postMessage(message),
      on: (event: 'message' | 'close', listener: (event: { data: unknown }) => void) =>
        event === 'message' ? port1.on('message', (data: unknown) => listener({ data })) : undefined,
      close: () => port1.close()
    })
    const other: Client = createORPCClient(new RPCLink({ port: port2 }))
    const { stream } = first
    await expect(other.streams.ack({ stream, rev: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    port2.close()
    await client.streams.ack({ stream, rev: 1 })
    hangUp()
    await vi.waitFor(() => expect(streams.size).toBe(0))
    expect(connections.counts().length).toBeLessThanOrEqual(1)
  })

  it.each(['a port', 'a socket'])('end when their reader cancels while they open, over %s', async (way) => {
    crew.worker('w')
    const socket = way === 'a socket' ? await openSocket() : null
    const reading = socket?.client ?? client
    for (let round = 0; round < 40; round++) {
      const reader = new AbortController()
      const opened = reading.projectMode.timeline({ ...at('w'), limit: 10 }, { signal: reader.signal }).then((frames) => frames.next())
      for (let tick = 0; tick < round % 8; tick++) await Promise.resolve()
      reader.abort()
      await expect(opened).rejects.toThrow(/abort/i)
    }
    await vi.waitFor(() => expect(streams.size).toBe(0))
    // A call that comes after all of them has its answer, so nothing is still on its way.
    await reading.host.diagnostics({})
    expect(streams.size).toBe(0)
    await socket?.close()
  })

  it('send nothing once their reader has cancelled', async () => {
    crew.worker('w')
    const reader = new AbortController()
    const timeline = await client.projectMode.timeline({ ...at('w'), limit: 10 }, { signal: reader.signal })
    await timeline.next()
    reader.abort()
    await vi.waitFor(() => expect(streams.size).toBe(0))
    const sent = () => connections.counts()[0]?.sentMessages
    const before = sent()
    const turn = await crew.steering.turn(1)
    for (let step = 1; step < 50; step++) turn.sink.step(step)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(sent()).toBe(before)
  })
})

it('settings are told at once, and again whoever changes them', async () => {
  const reader = new AbortController()
  const settings = await client.settings.watch({}, { signal: reader.signal })
  expect((await settings.next()).value).toMatchObject({ theme: 'system' })
  const socket = await openSocket()
  await socket.client.settings.set({ theme: 'dark' })
  expect((await settings.next()).value).toMatchObject({ theme: 'dark' })
  reader.abort()
  await socket.close()
})
