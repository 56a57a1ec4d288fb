/**
 * One connection to the host: a MessagePort in the desktop window, a WebSocket in a browser. A transport is used once;
 * the connector makes the next one.
 */
import type { ClientContext, ClientLink } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import { ResponseValidationPlugin } from '@orpc/contract/plugins'
import { PORT_MESSAGE } from '../../shared/bridge'
import { contract } from '../../shared/contract'
import { cutOff, unavailable } from './refusal'
import { token, useTokenProblem } from './token'

export type Link = ClientLink<ClientContext>

export interface Transport {
  /** Rejects with a Refusal of code UNAVAILABLE as soon as the transport is closed, whatever the wire does. */
  readonly call: Link['call']
  /** Called once, when the other side closes or `close` is called. */
  onClose(listener: () => void): void
  close(): void
}

/** Resolves once calls can be made. Rejects when there is no host, or when the signal says so. */
export function openTransport(signal: AbortSignal): Promise<Transport> {
  return window.crewdeck ? openPort(window.crewdeck.connect, signal) : openSocket(signal)
}

async function openPort(connect: () => void, signal: AbortSignal): Promise<Transport> {
  const port = await new Promise<MessagePort>((resolve, reject) => {
    const receive = (event: MessageEvent): void => {
      const [given] = event.ports
      if (event.source !== window || event.data !== PORT_MESSAGE || !given) return
      removeEventListener('message', receive)
      if (signal.aborted) given.close()
      else resolve(given)
    }
    addEventListener('message', receive)
    signal.addEventListener('abort', () => {
      removeEventListener('message', receive)
      reject(unavailable())
    })
    connect()
  })
  const end = ending(() => port.close())
  port.addEventListener('close', end.close)
  const transport = transportOf(new PortLink({ port, plugins: [new ResponseValidationPlugin(contract)] }), end)
  port.start()
  return transport
}

async function openSocket(signal: AbortSignal): Promise<Transport> {
  const key = token()
  if (key === null) {
    useTokenProblem.setState({ problem: 'missing' })
    throw unavailable()
  }
  const url = new URL('/rpc', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url, ['crewdeck.v1', `token.${key}`])
  await opened(socket, signal).catch(async (error: unknown) => {
    useTokenProblem.setState({ problem: (await answers(signal)) ? 'refused' : null })
    throw error
  })
  useTokenProblem.setState({ problem: null })
  const end = ending(() => socket.close())
  socket.addEventListener('close', end.close)
  return transportOf(new SocketLink({ websocket: quiet(socket), plugins: [new ResponseValidationPlugin(contract)] }), end)
}

/**
 * A socket that drops what comes too late. Streams that end with the transport still say so to the host; on a socket
 * that has closed before, that would be an error that nobody waits for.
 */
function quiet(socket: WebSocket): Pick<WebSocket, 'addEventListener' | 'removeEventListener' | 'send' | 'readyState'> {
  return {
    readyState: WebSocket.OPEN,
    addEventListener: socket.addEventListener.bind(socket),
    removeEventListener: socket.removeEventListener.bind(socket),
    send(data) {
      if (socket.readyState === WebSocket.OPEN) socket.send(data)
    }
  }
}

/** Resolves when the socket is open; rejects when it fails or the signal says so. */
function opened(socket: WebSocket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('close', () => reject(unavailable()), { once: true })
    signal.addEventListener('abort', () => {
      socket.close()
      reject(unavailable())
    })
  })
}

/** Whether a host is there at all. A browser does not tell why a WebSocket failed: when pages come, it was the key. */
async function answers(signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(location.pathname, { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}

interface Ending {
  readonly signal: AbortSignal
  close(): void
}

/** The end of a wire. It listens before the link does, so that a stream that breaks off finds the transport closed. */
function ending(closeWire: () => void): Ending {
  const gone = new AbortController()
  return {
    signal: gone.signal,
    close() {
      if (gone.signal.aborted) return
      gone.abort()
      closeWire()
    }
  }
}

/** A link with an end: closing it ends all calls and streams that run on it. */
function transportOf(link: Link, end: Ending): Transport {
  const gone = end.signal
  return {
    async call(path, input, options) {
      if (gone.aborted) throw unavailable()
      const signal = options.signal ? AbortSignal.any([options.signal, gone]) : gone
      try {
        return await link.call(path, input, { ...options, signal })
      } catch (error) {
        throw gone.aborted ? cutOff() : error
      }
    },
    onClose(listener) {
      if (gone.aborted) listener()
      else gone.addEventListener('abort', listener, { once: true })
    },
    close: end.close
  }
}
