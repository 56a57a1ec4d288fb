/** The HTTP side of the served host: the window's files, one WebSocket address, and a typed no to all else. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DOWNLOAD_PATH } from '../../shared/export'
import { contentSecurityPolicy, SAFETY_HEADERS } from '../page/policy'
import type { StaticFiles } from '../page/static-files'
import { API_PREFIX, type RecordsApi } from '../records/api'
import { refuse, refuseSocket, type Refused } from './answers'
import { sendDownload, type Downloads } from './downloads'
import { checkSite, checkSubprotocols, isWildcard, ownHosts, tokenCheck, urlHost } from './guard'
import { createSockets, type SocketHost } from './sockets'

/** The one address that takes a WebSocket. */
export const RPC_PATH = '/rpc'

export interface ServerOptions {
  readonly host: SocketHost
  readonly files: StaticFiles
  /** Answers everything under API_PREFIX; without it there is nothing there. */
  readonly records?: RecordsApi
  /** What DOWNLOAD_PATH leads to; without it there is nothing there. */
  readonly downloads?: Downloads
  /** The address to listen on. */
  readonly address: string
  readonly port: number
  readonly token: string
  readonly log: (line: string) => void
}

export interface RunningServer {
  readonly port: number
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly origin: string
  /** Ends every connection; returns within about a second. */
  close(): Promise<void>
}

/** Rejects with Node's error (EADDRINUSE, EACCES, EADDRNOTAVAIL) when it cannot listen. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const isRight = tokenCheck(options.token)
  const sockets = createSockets(options.host, options.log)
  let hosts: ReadonlySet<string> = new Set()

  const server = createServer((request, response) => {
    const refused = answer(request, response)
    if (refused) refuse(response, refused)
  })

  /** Sends a file, or lets the records API answer, or returns why not. */
  function answer(request: IncomingMessage, response: ServerResponse): Refused | null {
    const foreign = checkSite(request.headers, hosts)
    if (foreign) return foreign
    if (options.records && request.url?.startsWith(API_PREFIX)) {
      void options.records.answer(request, response)
      return null
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return { status: 405, code: 'BAD_INPUT', message: 'Only GET and HEAD are answered here.' }
    }
    const path = pathOf(request)
    if (path === RPC_PATH) return { status: 426, code: 'BAD_INPUT', message: 'This address speaks WebSocket only.' }
    if (options.downloads && path.startsWith(DOWNLOAD_PATH)) return sendDownload(options.downloads, path, response)
    const file = options.files.get(path)
    if (!file) return { status: 404, code: 'NOT_FOUND', message: 'There is nothing at this address.' }
    response.writeHead(200, {
      ...SAFETY_HEADERS,
      // Not every browser counts a WebSocket to the same place as 'self'. The Host has been checked.
      'Content-Security-Policy': contentSecurityPolicy(`ws://${request.headers.host}`),
      'Content-Type': file.type,
      'Content-Length': file.body.length,
      'Cache-Control': file.cache
    })
    response.end(request.method === 'HEAD' ? undefined : file.body)
    return null
  }

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const refused = checkUpgrade(request)
    if (refused) refuseSocket(socket, refused)
    else sockets.accept(request, socket, head)
  })

  function checkUpgrade(request: IncomingMessage): Refused | null {
    const foreign = checkSite(request.headers, hosts)
    if (foreign) return foreign
    if (pathOf(request) !== RPC_PATH) return { status: 404, code: 'NOT_FOUND', message: `The WebSocket is at ${RPC_PATH}.` }
    return checkSubprotocols(request.headers['sec-websocket-protocol'], isRight)
  }

  server.on('clientError', (_error, socket) =>
    refuseSocket(socket, { status: 400, code: 'BAD_INPUT', message: 'This is not an HTTP request that can be read.' })
  )

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.address, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : options.port
  hosts = ownHosts(options.address, port)

  return {
    port,
    origin: `http://${isWildcard(options.address) ? '127.0.0.1' : urlHost(options.address)}:${port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await sockets.close()
      server.closeAllConnections()
      await closed
    }
  }
}

/** Without the query, and not decoded: what is not on the list exactly as written is not there. */
function pathOf(request: IncomingMessage): string {
  const [path = ''] = (request.url ?? '').split('?', 1)
  return path
}
