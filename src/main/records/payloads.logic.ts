/**
 * Images, sounds and other bytes that a tool's JSON carries inside of it: a record keeps that they were there, not them.
 * Plain strings and references (`https:`, `dc-media:`) stay.
 */

const PAYLOAD_TYPES = /^(?:input_|output_)?(?:image|audio|video|binary|blob|buffer|file|document|media)(?:_url)?$/i
/** Fields of such a part that hold the bytes themselves. */
const BYTE_FIELDS = new Set(['data', 'base64', 'bytes', 'blob', 'b64_json', 'image_data', 'audio_data'])
const DATA_URL = /data:([\w.+-]{1,60}\/[\w.+-]{1,60})?(?:;[\w=-]{1,60}){0,4};base64,[A-Za-z0-9+/=_-]{16,}/g

export function isPayloadPart(value: Readonly<Record<string, unknown>>): boolean {
  const type = value['type']
  const media = value['mimeType'] ?? value['mime_type'] ?? value['media_type'] ?? value['mediaType']
  // A `base64` source stands inside of the part that says what it is.
  if (typeof type === 'string' && (PAYLOAD_TYPES.test(type) || type === 'base64')) return true
  return typeof media === 'string' && !/^text\/|json/.test(media)
}

/** Whether a field of a payload part holds bytes. */
export function isPayloadField(name: string, value: unknown): boolean {
  return BYTE_FIELDS.has(name) && (typeof value === 'string' ? !isReference(value) : Array.isArray(value))
}

export function payloadRemoved(value: unknown): string {
  const size = typeof value === 'string' ? `${value.length} characters` : Array.isArray(value) ? `${value.length} bytes` : 'a payload'
  return `[${size} removed]`
}

/** The text without `data:` addresses that hold a file. */
export function withoutDataUrls(text: string): string {
  if (!text.includes(';base64,')) return text
  return text.replaceAll(DATA_URL, (whole, media: string | undefined) => `[${media ?? 'data'}, ${whole.length} characters removed]`)
}

function isReference(value: string): boolean {
  return /^(?:https?|file|dc-media):\/\//i.test(value) || value.startsWith('[')
}
