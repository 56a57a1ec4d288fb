/**
 * A model for tests that speaks real HTTP on loopback: OpenAI chat completions and Responses, Anthropic Messages, and
 * Gemini, streamed or not. What it answers stands in the prompt: see `script.ts`. Models with the name of a fault fail in that way.
 *
 *   npx node e2e/scripted-model/main.ts --port 0      prints {"url":"http://127.0.0.1:PORT"}; GET /requests shows what it saw
 *
 * `npx node` is the Node 24 that comes with the package; an older one does not run TypeScript (before 22.18: "Unknown file extension").
 *
 * OpenAI's base URL is `url + '/v1'`, Anthropic's and Gemini's is `url`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tell, whole } from './answers.ts'
import { apiOf, isStreamed, messagesOf, modelOf, toolsOf, type Api, type Json } from './requests.ts'
import { createScript, type Answer, type Decide, type FaultKind, type SeenMessage } from './script.ts'

export type { Answer, SeenMessage } from './script.ts'

/** One request as the model saw it, for assertions. */
export interface SeenRequest {
  readonly at: number
  readonly api: Api
  readonly model: string
  /** The key that came with it, without `Bearer`. */
  readonly key: string
  readonly tools: readonly string[]
  /** The limit for the answer that came with it; null where there was none. */
  readonly outputLimit: number | null
  readonly messages: readonly SeenMessage[]
  /** Texts of the tool results among the messages, oldest first. */
  readonly toolResults: readonly string[]
  readonly answer: Answer
}

export interface ScriptedModel {
  readonly url: string
  /** Every request since the start, oldest first. */
  readonly requests: readonly SeenRequest[]
  /** Ends all connections, also those that hang. */
  close(): Promise<void>
}

/** What `small-context` takes before it complains, in characters of the whole request. */
const SMALL_CONTEXT_CHARS = 60_000

/** Starts the model on loopback; port 0 takes a free one. */
export async function startScriptedModel(options: { port?: number } = {}): Promise<ScriptedModel> {
  const requests: SeenRequest[] = []
  const decide = createScript()
  const server = createServer((request, response) => {
    answerTo(request, response, requests, decide).catch((error: unknown) => {
      console.error('scripted model:', error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The scripted model has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

async function answerTo(
  request: IncomingMessage,
  response: ServerResponse,
  requests: SeenRequest[],
  decide: Decide
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname
  if (request.method === 'GET') return json(response, 200, path === '/requests' ? requests : { object: 'list', data: [] })
  if (/count_?tokens$/i.test(path)) return json(response, 200, { input_tokens: 10, totalTokens: 10 })
  const api = apiOf(path)
  if (!api || request.method !== 'POST') return json(response, 404, { error: { message: `Nothing at ${path}` } })
  // A character may be split between two chunks.
  request.setEncoding('utf8')
  let raw = ''
  for await (const chunk of request) raw += String(chunk)
  const body = JSON.parse(raw) as Json
  const model = modelOf(path, body)
  const messages = messagesOf(api, body)
  const tools = toolsOf(body)
  const answer = decide(messages, model, tools)
  requests.push({
    at: Date.now(), api, model, tools, messages, answer,
    outputLimit: outputLimitOf(body),
    key: String(request.headers['x-api-key'] ?? request.headers['x-goog-api-key'] ?? request.headers.authorization ?? '').replace(/^Bearer /, ''),
    toolResults: messages.filter((message) => message.role === 'tool').map((message) => message.text)
  })
  const how = { model, inputTokens: Math.ceil(raw.length / 4), stop: 'done', cut: false } as const
  if (answer.kind !== 'fault' && api !== 'openai-responses' && !isStreamed(path, body)) return json(response, 200, whole(api, answer, how))
  if (answer.kind !== 'fault') return tell(response, api, answer, how)
  return fail(response, api, answer.fault, raw.length, how)
}

function outputLimitOf(body: Json): number | null {
  const limit = body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens
  return typeof limit === 'number' ? limit : null
}

type How = Parameters<typeof tell>[3]

function fail(response: ServerResponse, api: Api, fault: FaultKind, chars: number, how: How): Promise<void> | void {
  const partly = { kind: 'text', text: 'This answer is not complete', ms: 0 } as const
  switch (fault) {
    case 'down-401':
      return json(response, 401, { error: { type: 'authentication_error', message: 'Incorrect API key provided' } })
    case 'down-403':
      return json(response, 403, { error: { type: 'permission_error', message: 'This key may not use this model' } })
    case 'down-404':
      return json(response, 404, { error: { type: 'not_found_error', message: 'The model does not exist' } })
    case 'down-429':
      return json(response, 429, { error: { type: 'rate_limit_error', message: 'Rate limit reached' } })
    case 'down-500':
      return json(response, 500, { error: { type: 'api_error', message: 'Something broke' } })
    case 'garbage':
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('data: <html><body>Welcome to the captive portal</body></html>\n\n')
      return
    case 'hang':
      return
    case 'cut':
      return tell(response, api, partly, { ...how, cut: true })
    case 'empty':
      return tell(response, api, null, how)
    case 'max-tokens':
      return tell(response, api, partly, { ...how, stop: 'length' })
    case 'small-context': {
      if (chars > SMALL_CONTEXT_CHARS) {
        const message = `This model's maximum context length is ${SMALL_CONTEXT_CHARS / 4} tokens. However, you requested more.`
        return json(response, 400, { error: { type: 'invalid_request_error', code: 'context_length_exceeded', message } })
      }
      return tell(response, api, { kind: 'text', text: 'It fits.', ms: 0 }, how)
    }
  }
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

if (import.meta.main) {
  const at = process.argv.indexOf('--port')
  const model = await startScriptedModel({ port: at < 0 ? 0 : Number(process.argv[at + 1]) })
  console.log(JSON.stringify({ url: model.url }))
}
