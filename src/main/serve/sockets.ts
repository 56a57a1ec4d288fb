/** The WebSockets of the served host: from a checked upgrade to the host, and an end for each that does not read. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { PROTOCOL } from './guard'

/** Largest message that a renderer may send, in bytes; a larger one ends its connection with code 1009. */
export const MESSAGE_MAX_PAYLOAD = 4 * 1024 * 1024
/** More than this unsent on one connection, in bytes, and its reader counts as gone. */
const UNSENT_MAX = 64 * 1024 * 1024
const CHECK_MS = 5_000
const GOODBYE_MS = 500

/** What the transport needs of the host. */
export interface SocketHost {
  attachSocket(socket: WebSocket): () => void
}

export interface Sockets {
  /** Takes over a socket whose request has passed every check. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Says goodbye to all and returns when all are gone, within a second. */
  close(): Promise<void>
}

export function createSockets(host: SocketHost, log: (line: string) => void): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: MESSAGE_MAX_PAYLOAD,
    perMessageDeflate: false,
    handleProtocols: () => PROTOCOL
  })
  const answered = new WeakSet<WebSocket>()

  server.on('connection', (socket) => {
    const detach = host.attachSocket(socket)
    answered.add(socket)
    socket.on('pong', () => answered.add(socket))
    socket.on('error', (error) => log(`A connection broke: ${error.message}`))
    socket.once('close', detach)
  })

  const watch = setInterval(() => {
    for (const socket of server.clients) {
      const alive = answered.delete(socket)
      if (alive && socket.bufferedAmount <= UNSENT_MAX) socket.ping()
      else {
        log(alive ? 'A connection reads too slowly and was ended.' : 'A connection does not answer and was ended.')
        socket.terminate()
      }
    }
  }, CHECK_MS)
  watch.unref()

  return {
    accept(request, socket, head) {
      server.handleUpgrade(request, socket, head, (accepted) => server.emit('connection', accepted, request))
    },
    async close() {
      clearInterval(watch)
      const gone = [...server.clients].map(
        (socket) =>
          new Promise<void>((resolve) => {
            const late = setTimeout(() => socket.terminate(), GOODBYE_MS)
            socket.once('close', () => {
              clearTimeout(late)
              resolve()
            })
            socket.close(1001, 'Crewdeck has been closed.')
          })
      )
      await Promise.all(gone)
    }
  }
}
