/** Texts of foreign logs, bounded before anybody keeps or shows them. */
import { isJson, textAt, type Json } from './json'

/** Longest text of one entry of a page, in characters. */
export const ENTRY_TEXT_MAX = 100_000
/** Longest task, summary, title or error that is kept about a worker, in characters. */
export const FACT_TEXT_MAX = 2_000
/** How deep the arguments of a tool are shown. */
const DEPTH_MAX = 24

/** The text, or its beginning and how much was left out. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  const end = isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max
  return `${detached(text.slice(0, end))}… [${text.length - end} more characters]`
}

/** The beginning on one line, for lists. */
export function clipFact(text: string): string {
  return clip(text.trim(), FACT_TEXT_MAX)
}

/** A slice keeps the whole text that it was cut from in memory; a copy does not. */
function detached(slice: string): string {
  return Buffer.from(slice, 'utf16le').toString('utf16le')
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

/**
 * The readable text of message content in any of the shapes that agents write: a text, a part, or a list of them. What
 * is no text (images, audio, binary) leaves only its name behind.
 */
export function textOf(content: unknown, depth = 0): string {
  if (typeof content === 'string') return content
  if (depth > DEPTH_MAX) return ''
  if (Array.isArray(content)) {
    return content
      .map((part: unknown) => textOf(part, depth + 1))
      .filter((text) => text !== '')
      .join('\n')
  }
  return isJson(content) ? textOfPart(content, depth) : ''
}

function textOfPart(part: Json, depth: number): string {
  const text = textAt(part, 'text') ?? textAt(part, 'output_text')
  if (text !== null) return text
  const payload = payloadName(part)
  if (payload !== null) return payload
  const inner = part['content'] ?? part['output']
  if (inner !== undefined) return textOf(inner, depth + 1)
  const response = part['functionResponse']
  if (isJson(response)) return textOf(response['response'], depth + 1)
  const error = part['error']
  return typeof error === 'string' ? error : ''
}

const PAYLOAD_TYPES = new Set(['image', 'audio', 'video', 'document', 'file', 'input_image', 'input_audio', 'image_url', 'media'])

/** `[image]` for a part that carries a picture, sound or other binary; null for the rest. */
function payloadName(part: Json): string | null {
  const inline = part['inlineData']
  if (isJson(inline)) return `[${textAt(inline, 'mimeType') ?? 'binary'}]`
  const type = textAt(part, 'type')
  if (type === null || !PAYLOAD_TYPES.has(type)) return null
  const source = part['source']
  const mime = textAt(part, 'mimeType') ?? textAt(part, 'mime') ?? (isJson(source) ? textAt(source, 'media_type') : null)
  return `[${mime ?? type.replace('input_', '')}]`
}

/** The arguments of a tool: as they are while they are small, without binary payloads, as a bounded text otherwise. */
export function boundedInput(input: unknown): unknown {
  if (typeof input === 'string') return clip(input, ENTRY_TEXT_MAX)
  const plain = withoutPayloads(input, 0)
  const text = JSON.stringify(plain) ?? ''
  return text.length <= ENTRY_TEXT_MAX ? plain : clip(text, ENTRY_TEXT_MAX)
}

function withoutPayloads(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH_MAX) return '…'
  if (Array.isArray(value)) return value.map((item: unknown) => withoutPayloads(item, depth + 1))
  if (!isJson(value)) return null
  const payload = payloadName(value)
  if (payload !== null && ('source' in value || 'data' in value || 'inlineData' in value || 'image_url' in value)) return payload
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutPayloads(item, depth + 1)]))
}
