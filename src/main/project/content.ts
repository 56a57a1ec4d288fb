/** What a file holds, as far as a window shows it. */
import { isUtf8 } from 'node:buffer'
import type { FileContent } from '../../shared/artifacts'
import { fits, imageKindOf } from './images'

/** Most of a text that a preview shows, in bytes. */
export const TEXT_MAX = 256 * 1024
/** Largest picture that is shown, in bytes. */
export const IMAGE_MAX = 4 * 1024 * 1024

/** `bytes` are the beginning of the file, IMAGE_MAX of them or all; `size` is that of the whole. */
export function contentOf(bytes: Buffer, size: number): FileContent['content'] {
  const image = imageKindOf(bytes)
  if (image) {
    if (size > IMAGE_MAX || !fits(image)) return { kind: 'none', why: 'too-large' }
    return { kind: 'image', ...image, data: bytes.toString('base64') }
  }
  const head = bytes.subarray(0, TEXT_MAX)
  const isCut = size > head.length
  // A character may be cut in two at the end.
  const isText = !head.includes(0) && [0, 1, 2, 3].some((less) => isUtf8(head.subarray(0, head.length - (isCut ? less : 0))))
  return isText ? { kind: 'text', text: head.toString('utf8').replace(/\uFFFD$/, isCut ? '' : '\uFFFD'), isCut } : { kind: 'none', why: 'not-text' }
}
