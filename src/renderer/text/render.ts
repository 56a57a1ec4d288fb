/** From a Markdown text to elements, once per text: rows that leave the window and come back are not parsed again. */
import type { ReactElement } from 'react'
import Markdown from 'react-markdown'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import { shape } from './shape'

/** Most characters of source whose elements are kept. */
const KEEP_CHARS = 1_000_000

const remarkPlugins = [remarkGfm, remarkCjkFriendly]
const rehypePlugins = [shape]

const kept = new Map<string, ReactElement>()
let keptChars = 0

/** The elements of a text that `excessOf` has nothing against. Throws where the parser gives up. */
export function rendered(text: string): ReactElement {
  const known = kept.get(text)
  if (known) {
    kept.delete(text)
    kept.set(text, known)
    return known
  }
  const made = Markdown({ children: text, remarkPlugins, rehypePlugins })
  kept.set(text, made)
  keptChars += text.length
  for (const [oldest] of kept) {
    if (keptChars <= KEEP_CHARS || oldest === text) break
    kept.delete(oldest)
    keptChars -= oldest.length
  }
  return made
}
