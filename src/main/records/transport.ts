/**
 * One bounded question to another instance. Nothing is sent before it is known who answers: over TLS, a certificate that
 * no authority vouches for is accepted only for the host that the operator has confirmed it for, by its fingerprint.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { Refusal, type RefusalCode } from '../../shared/errors'

export interface Address {
  readonly url: URL
  /** SHA-256 of the one certificate that is accepted besides those that an authority vouches for; null for none. */
  readonly fingerprint: string | null
}

export interface Bounds {
  /** Until the connection stands, and between two pieces of an answer, in ms. */
  readonly silentMs: number
  /** For the whole answer, in ms. */
  readonly totalMs: number
  /** Longest answer, in bytes. */
  readonly maxBytes: number
}

export const DEFAULT_BOUNDS: Bounds = { silentMs: 10_000, totalMs: 60_000, maxBytes: 64 * 1024 * 1024 }

export type FailureKind =
  | 'unreachable' | 'untrusted' | 'slow' | 'cut' | 'too-large' | 'redirected' | 'malformed' | 'another'
  | 'token' | 'id' | 'missing' | 'not-ready' | 'fault' | 'unexpected'

const CODES: Readonly<Record<FailureKind, RefusalCode>> = {
  unreachable: 'UNAVAILABLE', untrusted: 'FORBIDDEN', slow: 'UNAVAILABLE', cut: 'UNAVAILABLE', 'too-large': 'TOO_LARGE',
  redirected: 'UNAVAILABLE', malformed: 'UNAVAILABLE', another: 'FORBIDDEN', token: 'FORBIDDEN', id: 'BAD_INPUT',
  missing: 'NOT_FOUND', 'not-ready': 'UNAVAILABLE', fault: 'UNAVAILABLE', unexpected: 'UNAVAILABLE'
}

/** Why another instance could not be read. */
export class InstanceFailure extends Refusal {
  constructor(
    readonly kind: FailureKind,
    message: string,
    remedy = '',
    /** Of the certificate that nobody vouches for. */
    readonly fingerprint: string | null = null
  ) {
    super(CODES[kind], message, remedy)
  }
}

/**
 * The address of an instance as the operator writes it.
 * @throws Refusal BAD_INPUT
 */
export function parseAddress(text: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new Refusal('BAD_INPUT', 'That is no address of an instance.', 'Give one like https://instance.example.')
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Refusal('BAD_INPUT', 'The address holds more than an address.', 'Leave out user, password, "?" and "#"; the token has its own place.')
  }
  if (url.protocol === 'http:' && !['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) {
    throw new Refusal('BAD_INPUT', 'Over http the token could be read on its way.', 'Use https, or a tunnel to 127.0.0.1.')
  }
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url
}

export interface Reply {
  readonly status: number
  readonly text: string
}

/**
 * GET `path` (with its query) at the address.
 * @throws InstanceFailure; the signal's reason when it aborts
 */
export async function get(
  { url, fingerprint }: Address,
  path: string,
  options: { headers?: Readonly<Record<string, string>>; signal?: AbortSignal | undefined; bounds: Bounds }
): Promise<Reply> {
  const { bounds } = options
  const deadline = AbortSignal.timeout(bounds.totalMs)
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
  let socket: Socket | null = null
  try {
    socket = await connectTo(url, fingerprint, bounds, signal)
    return await exchange(socket, url, path, options.headers ?? {}, bounds, signal)
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason
    if (deadline.aborted) throw slow()
    throw error
  } finally {
    socket?.destroy()
  }
}

function slow(): InstanceFailure {
  return new InstanceFailure('slow', 'The instance did not answer in time.', 'Try again, or look whether it still runs.')
}

function connectTo(url: URL, fingerprint: string | null, bounds: Bounds, signal: AbortSignal): Promise<Socket> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isTls = url.protocol === 'https:'
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port)
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    // Checked below, before anything is sent.
    const tls = isTls ? connectTls({ host, port, rejectUnauthorized: false, ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }) }) : null
    const socket = tls ?? connectPlain({ host, port })
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    const abort = () => fail(slow())
    signal.addEventListener('abort', abort, { once: true })
    socket.setTimeout(bounds.silentMs, () => fail(slow()))
    socket.once('error', (error) => fail(unreachable(url, error)))
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      signal.removeEventListener('abort', abort)
      const problem = tls && trustProblem(tls, fingerprint)
      if (problem) fail(problem)
      else resolve(socket)
    })
  })
}

function trustProblem(socket: TLSSocket, fingerprint: string | null): InstanceFailure | null {
  if (socket.authorized) return null
  const shown = socket.getPeerCertificate().fingerprint256 ?? ''
  if (fingerprint !== null && shown === fingerprint) return null
  return fingerprint === null
    ? new InstanceFailure(
        'untrusted',
        'No authority vouches for the certificate of this instance.',
        'If it is your own, compare the fingerprint with the one it shows, and confirm it.',
        shown
      )
    : new InstanceFailure(
        'untrusted',
        'The certificate of this instance is not the one that you confirmed.',
        'Another program may answer in its place. Confirm the new one only if you know why it changed.',
        shown
      )
}

function unreachable(url: URL, error: Error): InstanceFailure {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message
  return new InstanceFailure('unreachable', `Nothing answers at ${url.host} (${code}).`, 'Look whether it runs, and whether the address is right.')
}

function exchange(
  socket: Socket,
  url: URL,
  path: string,
  headers: Readonly<Record<string, string>>,
  bounds: Bounds,
  signal: AbortSignal
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(bounds.silentMs, () => reject(slow()))
    const request = httpRequest({
      createConnection: () => socket,
      method: 'GET',
      path: `${url.pathname === '/' ? '' : url.pathname}${path}`,
      headers: { Accept: 'application/json', ...headers, Host: url.host, Connection: 'close' },
      signal
    })
    request.on('error', (error) => reject(signal.aborted ? slow() : broken(error)))
    request.on('response', (response) => {
      bodyOf(response, bounds.maxBytes).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
    })
    request.end()
  })
}

function broken(error: Error): InstanceFailure {
  const isHttp = 'code' in error && typeof error.code === 'string' && error.code.startsWith('HPE_')
  return isHttp
    ? new InstanceFailure('malformed', 'What answers there speaks no HTTP that can be read.', 'Look whether the address is right.')
    : cutOff()
}

function cutOff(): InstanceFailure {
  return new InstanceFailure('cut', 'The connection ended in the middle of the answer.', 'Try again.')
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of response) {
      if (!(piece instanceof Buffer)) continue
      bytes += piece.length
      if (bytes > maxBytes) {
        throw new InstanceFailure('too-large', `The answer is longer than ${maxBytes} bytes.`, 'Ask for fewer entries at once.')
      }
      pieces.push(piece)
    }
  } catch (error) {
    throw error instanceof InstanceFailure ? error : cutOff()
  }
  return Buffer.concat(pieces).toString('utf8')
}
