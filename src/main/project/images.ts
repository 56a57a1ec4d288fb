/** Pictures that a window can show, told by what they hold and not by their names. */

export interface ImageKind {
  readonly type: string
  /** In pixels; null where they are not told, as in a drawing without a size. */
  readonly width: number | null
  readonly height: number | null
}

/** More pixels than this are not shown: they would fill the memory, however small the file is. */
export const PIXELS_MAX = 64_000_000

/** Null for what is no picture. */
export function imageKindOf(bytes: Buffer): ImageKind | null {
  const begins = (text: string, at = 0) => bytes.subarray(at, at + text.length).toString('latin1') === text
  if (begins('\x89PNG\r\n\x1a\n') && bytes.length >= 24) return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if ((begins('GIF87a') || begins('GIF89a')) && bytes.length >= 10) return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (begins('BM') && bytes.length >= 26) return { type: 'image/bmp', width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)) }
  if (begins('RIFF') && begins('WEBP', 8)) return { type: 'image/webp', ...webpSize(bytes) }
  if (begins('\xff\xd8\xff')) return { type: 'image/jpeg', ...jpegSize(bytes) }
  if (begins('ftypavif', 4) || begins('ftypavis', 4)) return { type: 'image/avif', ...avifSize(bytes) }
  const start = bytes.subarray(0, 1_000).toString('utf8').replace(/^\uFEFF/, '')
  if (/^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[^]*?-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(start)) return { type: 'image/svg+xml', width: null, height: null }
  return null
}

/** Whether a window can hold it. */
export function fits({ width, height }: ImageKind): boolean {
  return width === null || height === null || (width > 0 && height > 0 && width * height <= PIXELS_MAX)
}

type Size = Pick<ImageKind, 'width' | 'height'>
const UNKNOWN: Size = { width: null, height: null }
const BROKEN: Size = { width: 0, height: 0 }

function webpSize(bytes: Buffer): Size {
  if (bytes.length < 30) return BROKEN
  switch (bytes.subarray(12, 16).toString('latin1')) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return BROKEN
  }
}

/** From the first frame; its marker comes after others, each with its length. */
function jpegSize(bytes: Buffer): Size {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return BROKEN
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    } else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return BROKEN
}

/** From the first `ispe` box, wherever it lies in the head of the file. */
function avifSize(bytes: Buffer): Size {
  const at = bytes.subarray(0, 4_096).indexOf('ispe', 0, 'latin1')
  return at < 0 || at + 16 > bytes.length ? UNKNOWN : { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
}
