/**
 * The tools for agents outside of this process: MCP over streamable HTTP, on the loopback only. A bearer token tells
 * who calls; each request sees exactly the tools that its caller has at that moment.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server, type CallToolResult } from '@modelcontextprotocol/server'
import type { RefusalCode } from '../../shared/errors'
import { MESSAGE_MAX_BYTES } from '../../shared/limits'
import type { Report } from '../report'
import type { ToolAnswer } from './tool'
import type { Tokens } from './tokens'
import type { Toolbox } from './toolbox'

const PATH = '/mcp'
/** Largest request, in bytes: the largest message, with each of its bytes escaped as JSON may do it, and its envelope. */
const BODY_MAX_BYTES = 6 * MESSAGE_MAX_BYTES + 64 * 1024

export interface McpServing {
  readonly url: string
  /** Ends every connection and frees the port. */
  close(): Promise<void>
}

export interface McpOptions {
  readonly toolbox: Pick<Toolbox, 'of' | 'call'>
  readonly tokens: Pick<Tokens, 'sessionOf'>
  readonly report: Report
  readonly version: string
}

/** Listens on a free port of 127.0.0.1. */
export async function startMcpServer(options: McpOptions): Promise<McpServing> {
  const { tokens, report } = options
  const onerror = (error: Error) => {
    // What a client did wrong has been answered; only what went wrong here is the operator's business.
    if (!(error instanceof ProtocolError)) report('a request for a tool failed', error)
  }
  const handler = createMcpHandler(
    ({ authInfo }) => {
      if (!authInfo) throw new Error('a request came through without its caller')
      return serverFor(authInfo.clientId, options)
    },
    { maxRequestBodySize: BODY_MAX_BYTES, onerror: () => undefined }
  )
  const handle = toNodeHandler(handler, { maxRequestBodySize: BODY_MAX_BYTES, onerror })
  const isOwnHost = localhostHostValidation()
  const isOwnOrigin = localhostOriginValidation()

  const http = createServer((request, response) => {
    // Both have answered what they refuse.
    if (!isOwnHost(request, response) || !isOwnOrigin(request, response)) return
    if (request.url?.split('?', 1)[0] !== PATH) return refuse(response, 404, 'NOT_FOUND', `The tools are at ${PATH}.`)
    const token = bearerOf(request)
    const sessionId = token === null ? null : tokens.sessionOf(token)
    if (token === null || sessionId === null) {
      return refuse(response, 401, 'FORBIDDEN', 'The bearer token is missing, wrong, or was taken back with its agent.')
    }
    const { method = 'GET', url = PATH, headers } = request
    const auth = { token, clientId: sessionId, scopes: [] }
    const called = { method, url, headers, auth, [Symbol.asyncIterator]: () => request[Symbol.asyncIterator]() }
    void handle(called, response).catch((error: unknown) => report('a request for a tool failed', error))
  })

  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(0, '127.0.0.1', resolve)
  })
  const bound = http.address()
  if (typeof bound !== 'object' || !bound) throw new Error('the tools have no port')

  return {
    url: `http://127.0.0.1:${bound.port}${PATH}`,
    async close() {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()))
      await handler.close()
      http.closeAllConnections()
      await closed
    }
  }
}

/** The server that answers one request of one caller. */
function serverFor(sessionId: string, { toolbox, report, version }: McpOptions): Server {
  const server = new Server({ name: 'crewdeck', version }, { capabilities: { tools: {} } })
  const guarded = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      report('a request for a tool failed', error)
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Crewdeck failed to answer this, by a fault of its own.')
    }
  }
  server.setRequestHandler('tools/list', () =>
    guarded(() => ({
      tools: toolbox.of(sessionId).map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters }))
    }))
  )
  // The arguments go on as they came: the tool itself checks them, and says what is wrong in its answer.
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    guarded(async () => resultOf(await toolbox.call({ sessionId, signal: mcpReq.signal }, params.name, params.arguments)))
  )
  return server
}

function resultOf({ text, value, isError }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    ...(isObject(value) ? { structuredContent: value } : {}),
    ...(isError ? { isError } : {})
  }
}

/** Structured content is an object by the protocol: lists are told as text alone. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function bearerOf(request: IncomingMessage): string | null {
  return /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

function refuse(response: ServerResponse, status: 401 | 404, code: RefusalCode, message: string): void {
  const body = `${JSON.stringify({ error: { code, message } })}\n`
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {})
  })
  response.end(body)
}
