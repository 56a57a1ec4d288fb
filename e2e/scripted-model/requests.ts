/** Reads the four APIs into one shape. Only what coding agents really send is understood. */
import type { SeenMessage } from './script.ts'

export type Api = 'openai-completions' | 'openai-responses' | 'anthropic-messages' | 'google-gemini'

export const apiOf = (path: string): Api | null =>
  path.endsWith('/chat/completions')
    ? 'openai-completions'
    : path.endsWith('/responses')
      ? 'openai-responses'
      : path.endsWith('/messages')
        ? 'anthropic-messages'
        : /:(stream)?generateContent$/i.test(path)
          ? 'google-gemini'
          : null

/** The model that a request names: in its body, or in Gemini's path. */
export const modelOf = (path: string, body: Json): string => stringOf(body.model) || (/\/models\/([^/:]+):/.exec(path)?.[1] ?? '')

/** Whether the answer shall come as a stream. */
export const isStreamed = (path: string, body: Json): boolean => body.stream === true || /:streamGenerateContent$/.test(path)

export type Json = { readonly [key: string]: unknown }

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : [])
const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The text of a content: a string, or the text parts of a list. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content).map((part) => stringOf(part.text)).join('')
}

const roleOf = (role: unknown): SeenMessage['role'] =>
  role === 'assistant' || role === 'user' || role === 'tool' ? role : 'system'

/** The messages of a request, oldest first. */
export function messagesOf(api: Api, body: Json): SeenMessage[] {
  switch (api) {
    case 'openai-completions':
      return listOf(body.messages).map((message) => ({
        role: roleOf(message.role),
        text: textOf(message.content),
        calls: listOf(message.tool_calls).map((call) => {
          const made = isJson(call.function) ? call.function : {}
          return `${stringOf(made.name)}:${stringOf(made.arguments)}`
        })
      }))
    case 'openai-responses':
      return listOf(body.input).map((item) =>
        item.type === 'function_call'
          ? { role: 'assistant', text: '', calls: [`${stringOf(item.name)}:${stringOf(item.arguments)}`] }
          : item.type === 'function_call_output'
            ? { role: 'tool', text: typeof item.output === 'string' ? item.output : textOf(item.output), calls: [] }
            : { role: roleOf(item.role), text: textOf(item.content), calls: [] }
      )
    case 'anthropic-messages':
      return listOf(body.messages).flatMap((message) => fromAnthropic(message))
    case 'google-gemini':
      return listOf(body.contents).flatMap((message) => fromGemini(message))
  }
}

function fromAnthropic(message: Json): SeenMessage[] {
  if (typeof message.content === 'string') return [{ role: roleOf(message.role), text: message.content, calls: [] }]
  const parts = listOf(message.content)
  const results = parts
    .filter((part) => part.type === 'tool_result')
    .map((part): SeenMessage => ({ role: 'tool', text: textOf(part.content), calls: [] }))
  const calls = parts
    .filter((part) => part.type === 'tool_use')
    .map((part) => `${stringOf(part.name)}:${JSON.stringify(part.input)}`)
  const texts = parts.filter((part) => part.type === 'text').map((part) => stringOf(part.text))
  if (message.role === 'assistant') return [{ role: 'assistant', text: texts.join(''), calls }]
  return [...results, ...texts.map((text): SeenMessage => ({ role: 'user', text, calls: [] }))]
}

function fromGemini(message: Json): SeenMessage[] {
  const parts = listOf(message.parts)
  const results = parts.flatMap((part): SeenMessage[] =>
    isJson(part.functionResponse) ? [{ role: 'tool', text: JSON.stringify(part.functionResponse.response), calls: [] }] : []
  )
  const calls = parts.flatMap((part) => (isJson(part.functionCall) ? `${stringOf(part.functionCall.name)}:${JSON.stringify(part.functionCall.args)}` : []))
  const texts = parts.flatMap((part) => (typeof part.text === 'string' ? part.text : []))
  if (message.role === 'model') return [{ role: 'assistant', text: texts.join(''), calls }]
  return [...results, ...texts.map((text): SeenMessage => ({ role: 'user', text, calls: [] }))]
}

/** The names of the tools that a request offers. */
export function toolsOf(body: Json): string[] {
  return listOf(body.tools).flatMap((tool) =>
    Array.isArray(tool.functionDeclarations)
      ? listOf(tool.functionDeclarations).map(({ name }) => stringOf(name))
      : stringOf(isJson(tool.function) ? tool.function.name : tool.name)
  )
}
