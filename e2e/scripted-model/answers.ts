/** Writes an answer as a stream of server-sent events, in each of the four APIs, or as a whole. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import type { Api, Json } from './requests.ts'
import type { Answer } from './script.ts'

type Spoken = Exclude<Answer, { kind: 'fault' }>

interface Telling {
  readonly model: string
  readonly inputTokens: number
  /** `length`: the answer ends because the model has run out of room. */
  readonly stop: 'done' | 'length'
  /** Ends the connection before the answer is complete. */
  readonly cut: boolean
}

let made = 0

/** Streams one answer and ends the response. */
export async function tell(response: ServerResponse, api: Api, answer: Spoken | null, how: Telling): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const id = `${Date.now().toString(36)}${(made += 1)}`
  const pieces = answer ? piecesOf(answer) : []
  const pause = answer?.kind === 'text' && answer.ms > 0 ? answer.ms / pieces.length : 0
  const voice = VOICES[api]({ response, id, answer, how })
  voice.start()
  for (const piece of pieces.slice(0, how.cut ? 1 : undefined)) {
    if (pause > 0) await sleep(pause)
    if (response.destroyed) return
    voice.piece(piece)
  }
  if (how.cut) {
    response.destroy()
    return
  }
  voice.end()
  response.end()
}

/** The same answer in one piece, for callers that want no stream. The Responses API is never asked so. */
export function whole(api: Api, answer: Spoken, how: Pick<Telling, 'model' | 'inputTokens'>): Json {
  const id = `${Date.now().toString(36)}${(made += 1)}`
  const call = answer.kind === 'call' ? answer : null
  const text = answer.kind === 'text' ? answer.text : ''
  switch (api) {
    case 'anthropic-messages':
      return {
        id: `msg_${id}`, type: 'message', role: 'assistant', model: how.model,
        content: call ? [{ type: 'tool_use', id: `toolu_${id}`, name: call.name, input: JSON.parse(call.arguments) as Json }] : [{ type: 'text', text }],
        stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null, usage: { input_tokens: how.inputTokens, output_tokens: 5 }
      }
    case 'google-gemini':
      return gemini(call ? [{ functionCall: { name: call.name, args: JSON.parse(call.arguments) as Json } }] : [{ text }], how, 'STOP')
    default: {
      const made = { id: `call_${id}`, type: 'function', function: { name: call?.name, arguments: call?.arguments } }
      const message = { role: 'assistant', content: call ? null : text, ...(call ? { tool_calls: [made] } : {}) }
      return {
        id: `chatcmpl-${id}`, object: 'chat.completion', created: 1, model: how.model,
        choices: [{ index: 0, finish_reason: call ? 'tool_calls' : 'stop', message }],
        usage: { prompt_tokens: how.inputTokens, completion_tokens: 5, total_tokens: how.inputTokens + 5 }
      }
    }
  }
}

function gemini(parts: readonly Json[], how: Pick<Telling, 'model' | 'inputTokens'>, finishReason: string | null): Json {
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason === null ? {} : { finishReason }) }],
    usageMetadata: { promptTokenCount: how.inputTokens, candidatesTokenCount: 5, totalTokenCount: how.inputTokens + 5 },
    modelVersion: how.model
  }
}

const piecesOf = (answer: Spoken): string[] =>
  answer.kind === 'text' ? answer.text.split(/(?<= )/) : (answer.arguments.match(/[\s\S]{1,200}/g) ?? ['{}'])

function namesOf(name: string): Json {
  const [space, tool] = name.split('::')
  return tool === undefined ? { name } : { name: tool, namespace: space }
}

interface Voice {
  start(): void
  piece(text: string): void
  end(): void
}

interface VoiceOptions {
  readonly response: ServerResponse
  readonly id: string
  readonly answer: Spoken | null
  readonly how: Telling
}

const VOICES: Record<Api, (options: VoiceOptions) => Voice> = {
  'openai-completions': ({ response, id, answer, how }) => {
    const send = (delta: Json, finish: string | null, usage?: Json) =>
      response.write(
        `data: ${JSON.stringify({
          id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: 1, model: how.model,
          choices: [{ index: 0, delta, finish_reason: finish }], ...(usage ? { usage } : {})
        })}\n\n`
      )
    const call = answer?.kind === 'call' ? answer : null
    return {
      start: () => {
        send({ role: 'assistant', content: '' }, null)
        if (call) {
          const made = { index: 0, id: `call_${id}`, type: 'function', function: { name: call.name, arguments: '' } }
          send({ tool_calls: [made] }, null)
        }
      },
      piece: (text) => send(call ? { tool_calls: [{ index: 0, function: { arguments: text } }] } : { content: text }, null),
      end: () => {
        const usage = { prompt_tokens: how.inputTokens, completion_tokens: 5, total_tokens: how.inputTokens + 5 }
        send({}, how.stop === 'length' ? 'length' : call ? 'tool_calls' : 'stop', usage)
        response.write('data: [DONE]\n\n')
      }
    }
  },

  'openai-responses': ({ response, id, answer, how }) => {
    let sequence = 0
    let text = ''
    const send = (type: string, data: Json) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...data })}\n\n`)
    const call = answer?.kind === 'call' ? answer : null
    const item = (status: string): Json =>
      call
        ? { type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, ...namesOf(call.name), arguments: text, status }
        : { type: 'message', id: `msg_${id}`, role: 'assistant', status, content: status === 'completed' ? [part()] : [] }
    const part = (): Json => ({ type: 'output_text', text, annotations: [] })
    const whole = (status: string): Json => ({
      id: `resp_${id}`, object: 'response', created_at: 1, status, model: how.model,
      output: status === 'completed' && answer ? [item('completed')] : [],
      incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
      usage: {
        input_tokens: how.inputTokens, input_tokens_details: { cached_tokens: 0 },
        output_tokens: 5, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: how.inputTokens + 5
      }
    })
    const place = { item_id: call ? `fc_${id}` : `msg_${id}`, output_index: 0 }
    return {
      start: () => {
        send('response.created', { response: whole('in_progress') })
        if (!answer) return
        send('response.output_item.added', { output_index: 0, item: item('in_progress') })
        if (!call) send('response.content_part.added', { ...place, content_index: 0, part: part() })
      },
      piece: (piece) => {
        text += piece
        if (call) send('response.function_call_arguments.delta', { ...place, delta: piece })
        else send('response.output_text.delta', { ...place, content_index: 0, delta: piece })
      },
      end: () => {
        if (call) send('response.function_call_arguments.done', { ...place, arguments: text })
        else if (answer) send('response.output_text.done', { ...place, content_index: 0, text })
        if (answer) send('response.output_item.done', { output_index: 0, item: item('completed') })
        const status = how.stop === 'length' ? 'incomplete' : 'completed'
        send(`response.${status}`, { response: whole(status) })
      }
    }
  },

  'google-gemini': ({ response, answer, how }) => {
    let text = ''
    const call = answer?.kind === 'call' ? answer : null
    const send = (parts: readonly Json[], finish: string | null) => response.write(`data: ${JSON.stringify(gemini(parts, how, finish))}\n\n`)
    return {
      start: () => {},
      piece: (piece) => {
        text += piece
        if (!call) send([{ text: piece }], null)
      },
      end: () => {
        const parts = call ? [{ functionCall: { name: call.name, args: JSON.parse(text || '{}') as Json } }] : []
        send(parts, how.stop === 'length' ? 'MAX_TOKENS' : 'STOP')
      }
    }
  },

  'anthropic-messages': ({ response, id, answer, how }) => {
    const send = (type: string, data: Json) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
    const call = answer?.kind === 'call' ? answer : null
    return {
      start: () => {
        const usage = { input_tokens: how.inputTokens, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
        const message = {
          id: `msg_${id}`, type: 'message', role: 'assistant', model: how.model, content: [],
          stop_reason: null, stop_sequence: null, usage
        }
        send('message_start', { message })
        if (!answer) return
        const block = call ? { type: 'tool_use', id: `toolu_${id}`, name: call.name, input: {} } : { type: 'text', text: '' }
        send('content_block_start', { index: 0, content_block: block })
      },
      piece: (text) => {
        const delta = call ? { type: 'input_json_delta', partial_json: text } : { type: 'text_delta', text }
        send('content_block_delta', { index: 0, delta })
      },
      end: () => {
        if (answer) send('content_block_stop', { index: 0 })
        const reason = how.stop === 'length' ? 'max_tokens' : call ? 'tool_use' : 'end_turn'
        send('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 5 } })
        send('message_stop', {})
      }
    }
  }
}
