/**
 * The records over HTTP, for their owner: a list of workers, and pages of what is recorded of one. The server that takes
 * the request has checked its Host and Origin; nothing here answers to another page, and no header invites one.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal, type RefusalCode } from '../../shared/errors'
import { Id } from '../../shared/model'
import type { InstanceIdentity, TranscriptPage } from '../../shared/records'
import { SAFETY_HEADERS } from '../page/policy'
import type { Report } from '../report'
import { openapi } from './openapi'
import { pagingOf } from './paging'
import type { Records } from './records'

/** All paths of the API begin like this. */
export const API_PREFIX = '/api/'
export const TOKEN_HEADER = 'x-agent-service-token'

export interface RecordsApiOptions {
  readonly records: Pick<Records, 'isReady' | 'runs' | 'workers' | 'transcript'>
  /** Of now: a new one ends the old one at once. */
  readonly token: () => string
  readonly identity: InstanceIdentity
  readonly report: Report
}

export interface RecordsApi {
  /** Answers a request whose path begins with API_PREFIX. Never rejects. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
}

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Pieces of a long answer, in characters. */
const PIECE = 64 * 1024

export function createRecordsApi(options: RecordsApiOptions): RecordsApi {
  const { records, identity, report } = options
  const document = openapi(identity.version)

  async function answerOf(request: IncomingMessage): Promise<Answer | TranscriptPage> {
    const [path, query] = splitOnce(request.url ?? '')
    if (request.method !== 'GET') return no(405, 'BAD_INPUT', 'Only GET is answered here.', { Allow: 'GET' })
    if (path === '/api/instance') return { status: 200, body: identity }
    if (!isRight(request.headers[TOKEN_HEADER], options.token())) {
      return no(401, 'FORBIDDEN', 'The token is missing or wrong. Send the token of this instance as X-Agent-Service-Token.')
    }
    if (path === '/api/openapi.json') return { status: 200, body: document }
    if (path === '/api/runs') return records.isReady ? { status: 200, body: { runs: records.runs() } } : NOT_READY
    const [, run, worker] = /^\/api\/runs\/([^/]*)\/workers(?:\/([^/]*)\/transcript)?$/.exec(path) ?? []
    if (run === undefined) return no(404, 'NOT_FOUND', 'There is nothing at this address.')
    if (!records.isReady) return NOT_READY
    const runId = idOf(run)
    if (runId === null) return badId('run')
    if (worker === undefined) {
      const view = records.workers(runId)
      return view ? { status: 200, body: view } : NOT_THERE
    }
    const workerId = idOf(worker)
    if (workerId === null) return badId('worker')
    return (await records.transcript(runId, workerId, pagingOf(new URLSearchParams(query)))) ?? NOT_THERE
  }

  return {
    async answer(request, response) {
      let found: Answer | TranscriptPage
      try {
        found = await answerOf(request)
      } catch (error) {
        found = faultOf(error, report)
      }
      // The reader may have gone; nobody is left to tell.
      await send(response, found).catch(() => response.destroy())
    }
  }
}

const NOT_READY = no(503, 'UNAVAILABLE', 'The records are not ready yet. Ask again in a moment.', { 'Retry-After': '1' })
/** The same for what is missing and for what is not the asker's. */
const NOT_THERE = no(404, 'NOT_FOUND', 'There is no such run, worker or record.')

function no(status: number, code: RefusalCode, message: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body: { error: { code, message } }, headers }
}

function badId(what: string): Answer {
  return no(400, 'BAD_INPUT', `That is no id of a ${what}. Use an id that this instance returned: letters, digits, ".", "_" and "-".`)
}

function faultOf(error: unknown, report: Report): Answer {
  if (error instanceof Refusal && error.code === 'UNAVAILABLE') return no(503, error.code, `${error.message} ${error.remedy}`, { 'Retry-After': '1' })
  const id = randomUUID().slice(0, 8)
  report(`fault ${id} in the records API`, error)
  return no(500, 'INTERNAL', `Something went wrong inside Crewdeck. Its log has the details under ${id}.`)
}

function isRight(offered: string | string[] | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return typeof offered === 'string' && timingSafeEqual(digest(offered), digest(token))
}

/** A segment of the path as an id; null for what no id is. */
function idOf(segment: string): string | null {
  try {
    const id = Id.safeParse(decodeURIComponent(segment))
    return id.success ? id.data : null
  } catch {
    return null
  }
}

function splitOnce(url: string): [string, string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}

async function send(response: ServerResponse, found: Answer | TranscriptPage): Promise<void> {
  const headers = { ...SAFETY_HEADERS, 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }
  if ('entries' in found) {
    response.writeHead(200, headers)
    await pipeline(Readable.from(piecesOf(found), { highWaterMark: 2 }), response)
    return
  }
  const text = `${JSON.stringify(found.body)}\n`
  response.writeHead(found.status, { ...headers, ...found.headers, 'Content-Length': String(Buffer.byteLength(text)) })
  response.end(response.req.method === 'HEAD' ? undefined : text)
}

/** A page as JSON, entry by entry, so that a long one neither blocks the host nor lies whole in memory as a text. */
function* piecesOf({ entries, ...rest }: TranscriptPage): Generator<string> {
  let piece = '{"entries":['
  for (const [index, entry] of entries.entries()) {
    piece += `${index === 0 ? '' : ','}${JSON.stringify(entry)}`
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield `${piece}],${JSON.stringify(rest).slice(1)}\n`
}
