/**
 * A stand-in for `dsh web`: the part of its loopback API that Crewdeck uses, with turns that follow directives in the
 * message instead of a model. Real processes, real HTTP, a real stream; the real harness is run by `npm run test:agents`.
 *
 *   [[tool NAME {"ms":300,"args":{…},"text":"…","diffs":[…]}]]   one step with one tool call
 *   [[approve NAME {"args":{…}}]]                                the same, after it was allowed
 *   [[question {"questions":[…]}]]                               asks, and puts the answer into the result
 *   [[present {"files":[…]}]]   [[fail {"message":"…"}]]   [[exit]]   [[flood BYTES]]   [[deaf]]   [[cut]]
 *
 * Flags: `--store DIR` keeps sessions across starts, `--slow MS` waits before it listens, `--odd` answers in another way,
 * `--mute` never listens.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'
import { DoubleSession, type Outward } from './session.ts'

const flag = (name: string): string | null => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? null : (process.argv[at + 1] ?? '')
}
const store = flag('store') ?? ''
const sessions = new Map<string, DoubleSession>()
const streams = new Set<WebSocket>()

if (process.argv.includes('--version')) {
  console.log('0.1.0-rc.8')
  process.exit(0)
}

const push = (type: string, payload: object, rpcId: string = randomUUID()): void => {
  const text = JSON.stringify({ type: 'server-request', rpcId, method: type, payload: { type, ...payload } })
  for (const stream of streams) stream.send(text)
}
const outward: Outward = {
  push,
  cut: () => {
    for (const stream of streams) stream.terminate()
  },
  keep: (id, events) => {
    if (store === '') return
    mkdirSync(store, { recursive: true })
    writeFileSync(join(store, `${id}.json`), JSON.stringify(events))
  }
}

const find = (id: string): DoubleSession => {
  const live = sessions.get(id)
  if (live) return live
  const path = join(store, `${id}.json`)
  if (store === '' || !existsSync(path)) throw new Fault('session-not-found', `session "${id}" not found`)
  const session = new DoubleSession(id, outward, JSON.parse(readFileSync(path, 'utf8')) as never)
  sessions.set(id, session)
  return session
}

class Fault extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const Request = z.object({ rpcId: z.string(), payload: z.record(z.string(), z.unknown()) })
const text = z.string()
const METHODS: Readonly<Record<string, (payload: Record<string, unknown>, rpcId: string) => unknown>> = {
  'host.describe': () => (process.argv.includes('--odd') ? { flavour: 'new' } : { version: '0.0.1', provider: 'scripted', model: 'scripted', mode: process.env['DSH_PERMISSION_MODE'] }),
  'session.create': ({ sessionId }) => {
    const id = text.parse(sessionId)
    if (!sessions.has(id)) sessions.set(id, new DoubleSession(id, outward, []))
    return { sessionId: id }
  },
  'session.history': ({ sessionId, beforeSeq }) => {
    const events = find(text.parse(sessionId)).events.filter(({ seq }) => beforeSeq === undefined || seq < Number(beforeSeq))
    const page = events.slice(-4)
    return { events: page.map((event) => ({ event })), hasMore: page.length < events.length }
  },
  'session.models': ({ sessionId }) => ({ current: find(text.parse(sessionId)).model, groups: [{ id: 'scripted', models: [{ id: 'scripted' }, { id: 'larger' }] }] }),
  'session.selectModel': ({ sessionId, provider, model }) => {
    if (provider !== 'scripted') throw new Fault('model-unavailable', `no adapter registered for provider "${text.parse(provider)}"`)
    find(text.parse(sessionId)).model = { provider: 'scripted', model: text.parse(model) }
    return {}
  },
  'session.prompt': ({ sessionId, mode, content }, rpcId) => {
    const parts = z.array(z.object({ text: z.string() })).parse(content)
    find(text.parse(sessionId)).accept(mode === 'steer' ? 'steering' : 'queued', parts.map((part) => part.text).join('\n'), rpcId)
    return { accepted: true }
  },
  'session.updateQueue': ({ sessionId, itemId }) => {
    if (!find(text.parse(sessionId)).remove(text.parse(itemId))) throw new Fault('queue-item-not-found', 'queued item is no longer pending')
    return { accepted: true }
  },
  'session.cancel': ({ sessionId }) => {
    find(text.parse(sessionId)).cancel()
    return { accepted: true }
  }
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
  const name = (request.url ?? '').replace('/api/', '')
  response.setHeader('content-type', 'application/json')
  if (name === 'respond') {
    const { rpcId, result } = z.object({ rpcId: z.string(), result: z.object({ value: z.unknown() }) }).parse(body)
    return void response.end(JSON.stringify({ accepted: [...sessions.values()].some((session) => session.answered(rpcId, result.value)) }))
  }
  const { rpcId, payload } = Request.parse(body)
  const method = METHODS[name]
  if (!method) return void response.writeHead(404).end('not found')
  let result: object
  try {
    result = { ok: true, value: method(payload, rpcId) }
  } catch (error) {
    result = { ok: false, error: { code: error instanceof Fault ? error.code : 'internal', message: String(error instanceof Error ? error.message : error) } }
  }
  response.end(JSON.stringify({ type: 'server-response', rpcId, result }))
}

const server = createServer((request, response) => {
  handle(request, response).catch(() => response.writeHead(500).end())
})
const sockets = new WebSocketServer({ noServer: true })
server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (stream) => {
    if (request.url !== '/api/events.mux') return
    streams.add(stream)
    stream.on('close', () => streams.delete(stream))
  })
})

const listen = () =>
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    console.log(`dsh web: http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
  })
if (process.argv.includes('--mute')) setInterval(() => {}, 1_000)
else setTimeout(listen, Number(flag('slow') ?? 0))
