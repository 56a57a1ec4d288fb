/**
 * The two transports of the one router. Each connection is counted where its messages leave the host, so that "nothing
 * is sent to a hidden window" can be measured and not only believed.
 */
import { randomUUID } from 'node:crypto'
import { mapEventIterator } from '@orpc/client'
import { RPCHandler as PortHandler } from '@orpc/server/message-port'
import { RPCHandler as SocketHandler } from '@orpc/server/ws'
import type { MessageEvent, WebSocket } from 'ws'
import type { PortLike } from '../host-options'
import { toWire, type Report } from './errors'
import type { ConnectionContext } from './implementer'
import type { HostRouter } from './router'

export interface ConnectionCount {
  readonly id: string
  readonly sentMessages: number
  readonly sentBytes: number
}

export class Connections {
  readonly #counts = new Map<string, { id: string; sentMessages: number; sentBytes: number }>()
  readonly #closers = new Set<() => void>()
  readonly #ports: PortHandler<ConnectionContext>
  readonly #sockets: SocketHandler<ConnectionContext>

  constructor(router: HostRouter, report: Report) {
    const options = {
      clientInterceptors: [
        async (call: { next(): Promise<unknown> }) => {
          try {
            const output = await call.next()
            return isStream(output) ? throughToWire(output, report) : output
          } catch (error) {
            throw toWire(error, report)
          }
        }
      ]
    }
    this.#ports = new PortHandler(router, options)
    this.#sockets = new SocketHandler(router, options)
  }

  counts(): ConnectionCount[] {
    return [...this.#counts.values()].map((count) => ({ ...count }))
  }

  /** Serves one renderer over a port. Returns the disposer, which closes the port. */
  attachPort(port: PortLike): () => void {
    const count = this.#count()
    const counted: PortLike = {
      postMessage: (message) => {
        note(count, message)
        port.postMessage(message)
      },
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one signature for both of the port's own
      on: (event: 'message' | 'close', listener: never) => port.on(event as 'message', listener),
      close: () => port.close()
    }
    const closed = this.#track(count.id, () => port.close())
    port.on('close', closed)
    this.#ports.upgrade(counted, { context: { connectionId: count.id } })
    port.start?.()
    return () => {
      closed()
      port.close()
    }
  }

  /** Serves one renderer over a WebSocket. Returns the disposer, which closes the socket. */
  attachSocket(socket: WebSocket): () => void {
    const count = this.#count()
    const counted: Pick<WebSocket, 'addEventListener' | 'send'> = {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one signature for all of the socket's own
      addEventListener: ((type: 'message', listener: (event: MessageEvent) => void) =>
        socket.addEventListener(type, type === 'message' ? inOrder(socket, listener) : listener)) as WebSocket['addEventListener'],
      send: (data: Parameters<WebSocket['send']>[0]) => {
        if (socket.readyState !== socket.OPEN) return
        note(count, data)
        socket.send(data)
      }
    }
    const closed = this.#track(count.id, () => socket.close(1001, 'The host is closing.'))
    socket.on('close', closed)
    void this.#sockets.upgrade(counted, { context: { connectionId: count.id } })
    return () => {
      closed()
      socket.close(1000)
    }
  }

  close(): void {
    for (const close of [...this.#closers]) close()
  }

  #count(): { id: string; sentMessages: number; sentBytes: number } {
    const count = { id: randomUUID(), sentMessages: 0, sentBytes: 0 }
    this.#counts.set(count.id, count)
    return count
  }

  #track(id: string, close: () => void): () => void {
    this.#closers.add(close)
    return () => {
      this.#closers.delete(close)
      this.#counts.delete(id)
    }
  }
}

/**
 * Hands on one message after the other, each when the one before has been decoded. Else a cancel that comes together
 * with its call could be looked at first, find no call, and the call would run for ever.
 */
function inOrder(socket: WebSocket, listener: (event: MessageEvent) => void): (event: MessageEvent) => void {
  const waiting: MessageEvent[] = []
  let busy = false
  const next = () => {
    const event = waiting.shift()
    busy = event !== undefined && socket.readyState === socket.OPEN
    if (!event || !busy) return
    listener(event)
    // Decoding takes a few turns of the promise queue, all of them before this.
    setImmediate(next)
  }
  return (event) => {
    waiting.push(event)
    if (!busy) next()
  }
}

function isStream(output: unknown): output is AsyncIterator<unknown, unknown, void> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output && 'next' in output
}

/** A stream that fails later fails as a call does. */
function throughToWire(stream: AsyncIterator<unknown, unknown, void>, report: Report): AsyncIterator<unknown, unknown, void> {
  return mapEventIterator(stream, {
    value: async (value) => value,
    error: async (error) => toWire(error, report)
  })
}

function note(count: { sentMessages: number; sentBytes: number }, message: unknown): void {
  count.sentMessages++
  count.sentBytes += sizeOf(message)
}

function sizeOf(message: unknown): number {
  if (typeof message === 'string') return Buffer.byteLength(message)
  if (message instanceof ArrayBuffer || ArrayBuffer.isView(message)) return message.byteLength
  return Buffer.byteLength(JSON.stringify(message) ?? '')
}
