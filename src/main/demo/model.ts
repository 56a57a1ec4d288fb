/**
 * The scripted model of the demo: speaks OpenAI's chat completions over loopback, to this host's own pi process alone.
 * It listens once it is asked for, and holds no key but one that was made for this start.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ResolvedModel } from '../models/resolved'
import { answerOf, type DemoAnswer, type DemoMessage } from './script.logic'

export const DEMO_PROVIDER = 'crewdeck-demo'
/** Its name says what it is wherever a turn says what ran it. */
export const DEMO_MODEL_ID = 'DEMO-scripted-model'
export const DEMO_MODEL = `${DEMO_PROVIDER}/${DEMO_MODEL_ID}`

/** Between two words, in ms: slow enough to be steered. */
const WORD_MS = 40
const BODY_MAX_BYTES = 8_000_000

export interface DemoModel {
  readonly provider: string
  /** Where it is now. Listens from then on. */
  resolve(): Promise<ResolvedModel>
  close(): Promise<void>
}

export function createDemoModel(wordMs = WORD_MS): DemoModel {
  const key = randomBytes(24).toString('hex')
  let listening: Promise<Server> | null = null
  return {
    provider: DEMO_PROVIDER,
    async resolve() {
      listening ??= listen(key, wordMs).catch((error: unknown) => {
        listening = null
        throw error
      })
      const address = (await listening).address()
      const port = typeof address === 'object' && address ? address.port : 0
      return {
        kind: 'custom',
        provider: DEMO_PROVIDER,
        providerName: 'The demo',
        modelId: DEMO_MODEL_ID,
        key,
        api: 'openai-completions',
        baseUrl: `http://127.0.0.1:${port}/v1`
      }
    },
    async close() {
      const server = await listening?.catch(() => null)
      if (!server) return
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    }
  }
}

async function listen(key: string, wordMs: number): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request, response, key, wordMs).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return server
}

const Text = z.union([z.string(), z.array(z.object({ text: z.string().optional() })).transform((parts) => parts.map((part) => part.text ?? '').join(''))])
const Body = z.object({
  stream: z.boolean().optional(),
  tools: z.array(z.unknown()).optional(),
  messages: z.array(
    z.object({
      role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
      content: Text.nullish(),
      tool_calls: z.array(z.unknown()).nullish()
    })
  )
})

async function answer(request: IncomingMessage, response: ServerResponse, key: string, wordMs: number): Promise<void> {
  if (request.headers.authorization !== `Bearer ${key}`) return refuse(response, 401, 'This model is the demo’s alone.')
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return refuse(response, 404, 'There is nothing here.')
  const body = Body.safeParse(JSON.parse(await read(request)))
  if (!body.success) return refuse(response, 400, 'The request was not understood.')
  const messages = body.data.messages.map(({ role, content, tool_calls }): DemoMessage => {
    return { role: role === 'developer' ? 'system' : role, text: content ?? '', calls: (tool_calls?.length ?? 0) > 0 }
  })
  const made = answerOf(messages, (body.data.tools?.length ?? 0) > 0)
  if (body.data.stream === true) return stream(response, made, wordMs)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ...HEAD, object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', content: made.text }, finish_reason: 'stop' }] }))
}

const HEAD = { id: 'demo', created: 0, model: DEMO_MODEL_ID }

/** Says the text word by word, then the call. */
async function stream(response: ServerResponse, { text, call }: DemoAnswer, wordMs: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const send = (delta: object, finish: string | null = null): void => {
    const chunk = { ...HEAD, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  send({ role: 'assistant', content: '' })
  for (const content of piecesOf(text)) {
    // Whoever asked may have stopped the turn.
    if (response.destroyed) return
    send({ content })
    await sleep(wordMs)
  }
  if (call) {
    const named = { name: call.name, arguments: JSON.stringify(call.arguments) }
    send({ tool_calls: [{ index: 0, id: `demo-${Date.now().toString(36)}`, type: 'function', function: named }] })
  }
  send({}, call ? 'tool_calls' : 'stop')
  response.end('data: [DONE]\n\n')
}

/** Words, and a few Han characters at a time, which no blank parts. */
function piecesOf(text: string): string[] {
  return text.match(/\p{Script=Han}{1,3}|[^\s\p{Script=Han}]+\s*|\s+/gu) ?? []
}

async function read(request: IncomingMessage): Promise<string> {
  // A character may be split between two chunks.
  request.setEncoding('utf8')
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > BODY_MAX_BYTES) throw new Error('The request is too large.')
  }
  return text
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message } }))
}
