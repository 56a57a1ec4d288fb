/** A server that answers as a test wants it, and remembers what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'

export interface Asked {
  readonly path: string
  readonly token: string | undefined
}

export interface Nasty {
  readonly url: string
  readonly asked: Asked[]
  close(): Promise<void>
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

export async function nasty(handler: Handler, tls?: { key: string; cert: string }): Promise<Nasty> {
  const asked: Asked[] = []
  const listener: Handler = (request, response) => {
    const token = request.headers['x-agent-service-token']
    asked.push({ path: request.url ?? '', token: typeof token === 'string' ? token : undefined })
    handler(request, response)
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    asked,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    }
  }
}

/** Answers JSON by path; what has no answer gets 404. */
export function answers(byPath: (url: URL, request: IncomingMessage) => unknown): Handler {
  return (request, response) => {
    const body = byPath(new URL(request.url ?? '/', 'http://nasty.example'), request)
    if (body === undefined) response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"error":{"code":"X","message":"not here"}}')
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

/** A page of a record with `total` text entries. */
export function textPage(url: URL, total: number): Record<string, unknown> {
  const offset = Number(url.searchParams.get('offset') ?? 0)
  const limit = Number(url.searchParams.get('limit') ?? 500)
  const entries = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => ({
    kind: 'text', seq: (offset + index) * 7, at: 1_000, text: `entry ${offset + index}`
  }))
  return { run_id: 'r', workerId: 'w', status: 'running', entries, total, offset, limit, truncated: false }
}
