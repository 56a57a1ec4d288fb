/** The records API on a server of its own, on the loopback only: for the desktop app, which serves nothing else. */
import { createServer } from 'node:http'
import { API_PREFIX, type RecordsApi } from './api'

export interface RecordsServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** Listens on `port`, or on any free one when that is taken. Rejects with Node's error when it cannot listen at all. */
export async function startRecordsServer(api: RecordsApi, port: number): Promise<RecordsServer> {
  let hosts: readonly string[] = []
  const server = createServer((request, response) => {
    const host = request.headers.host?.toLowerCase() ?? ''
    // A page of any site may reach the loopback, under a name of its own too; none has anything to ask here.
    if (!hosts.includes(host) || request.headers.origin !== undefined) {
      const text = '{"error":{"code":"FORBIDDEN","message":"Only programs of this machine are answered here, and no pages."}}\n'
      response.writeHead(403, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(Buffer.byteLength(text)) })
      response.end(request.method === 'HEAD' ? undefined : text)
    } else if (request.url?.startsWith(API_PREFIX)) {
      void api.answer(request, response)
    } else {
      const text = '{"error":{"code":"NOT_FOUND","message":"There is nothing at this address."}}\n'
      response.writeHead(404, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(Buffer.byteLength(text)) })
      response.end(request.method === 'HEAD' ? undefined : text)
    }
  })
  const listen = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(wanted, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(port).catch((error: unknown) => {
    if (port === 0) throw error
    return listen(0)
  })
  const bound = server.address()
  if (typeof bound !== 'object' || !bound) throw new Error('the records server has no port')
  hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${bound.port}`)
  return {
    url: `http://127.0.0.1:${bound.port}`,
    port: bound.port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    }
  }
}
