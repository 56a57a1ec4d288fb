/** How the transport says no, over plain HTTP and before a WebSocket exists: always `{error: {code, message}}`. */
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RefusalCode } from '../../shared/errors'
import { SAFETY_HEADERS } from '../page/policy'

export interface Refused {
  readonly status: 400 | 401 | 403 | 404 | 405 | 426
  readonly code: RefusalCode
  readonly message: string
}

function body(refused: Refused): string {
  return JSON.stringify({ error: { code: refused.code, message: refused.message } }) + '\n'
}

function headersOf(refused: Refused, length: number): Record<string, string> {
  return {
    ...SAFETY_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(length),
    'Cache-Control': 'no-store',
    ...(refused.status === 405 ? { Allow: 'GET, HEAD' } : {}),
    ...(refused.status === 426 ? { Upgrade: 'websocket' } : {})
  }
}

export function refuse(response: ServerResponse, refused: Refused): void {
  const text = body(refused)
  response.writeHead(refused.status, headersOf(refused, Buffer.byteLength(text)))
  response.end(response.req.method === 'HEAD' ? undefined : text)
}

/** The same on a bare socket: for a refused upgrade, and for a request that could not be read. */
export function refuseSocket(socket: Duplex, refused: Refused): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const text = body(refused)
  const head = Object.entries({ ...headersOf(refused, Buffer.byteLength(text)), Connection: 'close' })
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}\r\n` +
      head.map(([name, value]) => `${name}: ${value}\r\n`).join('') +
      `\r\n${text}`
  )
}
