/**
 * Texts as blocks, kept: rows that leave the window and come back are not parsed again. A short text is parsed at once.
 * A long one would hold the window up, so it is parsed in pieces, between which the window does what it has to.
 */
import { assertNever } from '../../shared/errors'
import { excessOf, MARKDOWN_MAX_CHARS, type Excess } from './bounds.logic'
import { Growth } from './growth'
import { wholeBlocks, type Block } from './parse'

/** Why a text is not drawn. */
export type PlainReason = Excess | { readonly kind: 'slow' } | { readonly kind: 'unparsable' }

export type Drawn =
  | { readonly kind: 'blocks'; readonly blocks: readonly Block[] }
  | { readonly kind: 'plain'; readonly why: PlainReason }

/** Longest text that is parsed at once, in characters. */
export const AT_ONCE_MAX = 12_000
/** How much of a long text is parsed before the window may go on, in characters. */
const PIECE = 3_000
/** One block that is longer stays plain unless it is asked for: it would take too long in one piece, in characters. */
const BLOCK_MAX = 40_000
/** Links by name and footnotes need the whole text at once, which is too much above this length, in characters. */
const LINKED_MAX = 60_000
/** Most characters of source whose blocks are kept. */
const KEEP_CHARS = 60_000

const kept = new Map<string, Drawn>()
let keptChars = 0

/** What is known of a text, or can be known at once; null when it has to be drawn in pieces. */
export function drawnNow(text: string): Drawn | null {
  const known = kept.get(text)
  if (known) {
    kept.delete(text)
    kept.set(text, known)
    return known
  }
  const excess = excessOf(text)
  if (excess) return keep(text, { kind: 'plain', why: excess })
  return text.length <= AT_ONCE_MAX ? keep(text, attempt(() => wholeBlocks(text))) : null
}

/** What a text that grew has come to, when that is all that the whole text would give: it is on the screen already. */
export function keepGrown(text: string, growth: Growth): void {
  if (!growth.hasBegun || kept.has(text)) return
  const grown = growth.update(text)
  if (!grown.isLinked && grown.rest === '') keep(text, { kind: 'blocks', blocks: grown.blocks })
}

/** Draws a long text in pieces; bounds are the caller's. Null once `signal` is aborted. */
export async function drawInPieces(text: string, signal: AbortSignal): Promise<Drawn | null> {
  const growth = new Growth()
  try {
    for (let end = PIECE; end < text.length; end += PIECE) {
      growth.update(text.slice(0, end))
      await pause()
      if (signal.aborted) return null
    }
    const { isLinked, rest } = growth.update(text)
    if (isLinked) return keep(text, linked(text))
    if (rest.length > BLOCK_MAX) return keep(text, { kind: 'plain', why: { kind: 'slow' } })
    return keep(text, { kind: 'blocks', blocks: growth.finish(text).blocks })
  } catch {
    return keep(text, { kind: 'plain', why: { kind: 'unparsable' } })
  }
}

/** Draws what was left plain, because it was asked for: the window may stand still for a moment. */
export function drawAnyway(text: string): Drawn {
  return keep(text, attempt(() => wholeBlocks(text)))
}

/** Whether that would end well. */
export function canDrawAnyway(text: string, why: PlainReason): boolean {
  switch (why.kind) {
    case 'long':
      return text.length <= 2 * MARKDOWN_MAX_CHARS
    case 'slow':
      return true
    case 'table':
    case 'dense':
      return text.length <= LINKED_MAX
    case 'deep':
    case 'unparsable':
      return false
    default:
      return assertNever(why)
  }
}

function linked(text: string): Drawn {
  return text.length > LINKED_MAX ? { kind: 'plain', why: { kind: 'slow' } } : attempt(() => wholeBlocks(text))
}

function attempt(blocks: () => readonly Block[]): Drawn {
  try {
    return { kind: 'blocks', blocks: blocks() }
  } catch {
    return { kind: 'plain', why: { kind: 'unparsable' } }
  }
}

function keep(text: string, made: Drawn): Drawn {
  if (!kept.has(text)) keptChars += text.length
  kept.set(text, made)
  for (const [oldest] of kept) {
    if (keptChars <= KEEP_CHARS || oldest === text) break
    kept.delete(oldest)
    keptChars -= oldest.length
  }
  return made
}

/** Lets the window do what it has to. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
