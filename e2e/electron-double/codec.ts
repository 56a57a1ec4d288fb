/**
 * Messages between main process and page as text. The function is also sent into the page as its source, so it stands
 * alone.
 */
export interface Codec {
  encode(value: unknown): string
  decode(text: string): unknown
}

/** Carries what JSON can say, and byte arrays. Whatever else is refused like something that cannot be cloned. */
export function createCodec(): Codec {
  const BYTES = '\u0000bytes'
  const toText = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  const toBytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  return {
    encode: (value) =>
      JSON.stringify([value], (_key, item: unknown) => {
        if (item instanceof Uint8Array) return { [BYTES]: toText(item) }
        const refused = [Map, Set, ArrayBuffer].some((type) => item instanceof type) || ArrayBuffer.isView(item)
        if (refused || ['function', 'symbol', 'bigint'].includes(typeof item)) throw new TypeError('An object could not be cloned.')
        return item
      }),
    decode: (text) => {
      const [value] = JSON.parse(text, (_key, item: Record<string, unknown> | null) =>
        typeof item === 'object' && item !== null && typeof item[BYTES] === 'string' ? toBytes(item[BYTES]) : item
      ) as unknown[]
      return value
    }
  }
}
