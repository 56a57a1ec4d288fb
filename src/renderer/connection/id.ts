/**
 * A new id that the host accepts. The client makes the ids, so that a call that is made again is the same call.
 * `randomUUID` is missing where a page came over plain http from another machine; then the same bytes are written here.
 */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
