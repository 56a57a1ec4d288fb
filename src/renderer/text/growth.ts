/**
 * A text that grows, as blocks that are parsed once. What stands before the last blank line of the top level is settled
 * as soon as another block has begun behind it; only what comes after is parsed anew. The blocks are those that the
 * whole text would give (see growth.test.ts), with one exception that is told: links by name and footnotes mean what is
 * said elsewhere, so a text that has them `isLinked` and is drawn as a whole once it is complete.
 */
import type { RootContent as SourceBlock } from 'mdast'
import { blocksOf, definesSomething, read, unmarked, wholeBlocks, type Block } from './parse'

/** A linked text up to this length is parsed as a whole at every change, in characters. */
const LINKED_WHOLE_MAX = 8_000
/** An unfinished block that is longer is shown as plain text until it is complete, in characters. */
export const OPEN_MAX = 12_000
/** The same for a listing, which costs next to nothing to parse. */
export const OPEN_LISTING_MAX = 60_000
/** One that is too long is looked at again when it has grown by this much. */
const LOOK_AGAIN = 1.25

export interface Grown {
  /** In the order of the text. Settled ones stay the same objects. */
  readonly blocks: readonly Block[]
  /** The rest of the text, where it is too long to be parsed at each change; empty otherwise. */
  readonly rest: string
  /** Some of it means what is said elsewhere in the text. */
  readonly isLinked: boolean
}

export class Growth {
  #text = ''
  #settled: Block[] = []
  #settledEnd = 0
  #isLinked = false
  /** An open block that is too long is not parsed before the text has this length. */
  #lookAgainAt = 0
  #grown: Grown = { blocks: [], rest: '', isLinked: false }

  get hasBegun(): boolean {
    return this.#text !== ''
  }

  /** The blocks of a text, which is the text of before with more behind it, or another one. Throws where the parser gives up. */
  update(given: string): Grown {
    const text = unmarked(given)
    if (text === this.#text) return this.#grown
    if (!text.startsWith(this.#text)) this.#reset()
    this.#text = text
    this.#grown = this.#grow(false)
    return this.#grown
  }

  /** The same of a text that is complete: nothing is left over. */
  finish(text: string): Grown {
    this.update(text)
    if (this.#grown.rest !== '') this.#grown = this.#grow(true)
    return this.#grown
  }

  #reset(): void {
    this.#settled = []
    this.#settledEnd = 0
    this.#isLinked = false
    this.#lookAgainAt = 0
  }

  #grow(toTheEnd: boolean): Grown {
    const open = this.#text.slice(this.#settledEnd)
    if (!toTheEnd && isTooLong(open) && this.#text.length < this.#lookAgainAt) return this.#result([], open)
    const { children } = read(open)
    const starts = children.map((child) => child.position?.start.offset ?? 0)
    const last = starts.findLastIndex((start, index) => index > 0 && isBoundary(open, start, children[index - 1]))
    if (last > 0) this.#settle(children.splice(0, last), lineStart(open, starts[last] ?? 0))
    const isLinked = this.#isLinked || children.some(definesSomething)
    if (isLinked && this.#text.length <= LINKED_WHOLE_MAX) return { blocks: wholeBlocks(this.#text), rest: '', isLinked }
    const rest = this.#text.slice(this.#settledEnd)
    if (!toTheEnd && isTooLong(rest)) {
      this.#lookAgainAt = this.#text.length * LOOK_AGAIN
      return { ...this.#result([], rest), isLinked }
    }
    // What was parsed began before that which is settled now.
    return { ...this.#result(blocksOf(children, this.#text.length - open.length), ''), isLinked }
  }

  #settle(children: SourceBlock[], length: number): void {
    if (children.some(definesSomething)) this.#isLinked = true
    this.#settled = [...this.#settled, ...blocksOf(children, this.#settledEnd)]
    this.#settledEnd += length
  }

  #result(open: readonly Block[], rest: string): Grown {
    return { blocks: [...this.#settled, ...open], rest, isLinked: this.#isLinked }
  }
}

function isTooLong(open: string): boolean {
  return open.length > (/^ {0,3}(?:```|~~~)/.test(open) ? OPEN_LISTING_MAX : OPEN_MAX)
}

/** A blank line and what ends the line before it. */
const BLANK_LINE = /(?:\r\n|\n|\r(?!\n))[ \t]{0,200}(?:\r\n|\n|\r)$/

/**
 * Whether nothing that may still come can join the block that begins at `start` with the one before: a blank line stands
 * between them, and the line is complete. After an indented listing the parser is not sure yet what may begin, and a byte
 * order mark is nothing only at the beginning of a text.
 */
function isBoundary(text: string, start: number, before: SourceBlock | undefined): boolean {
  const line = lineStart(text, start)
  if (line === 0 || text[line] === '\uFEFF' || !before || isIndented(text, before)) return false
  return BLANK_LINE.test(text.slice(Math.max(0, line - 204), line)) && text.includes('\n', start)
}

function isIndented(text: string, block: SourceBlock): boolean {
  return block.type === 'code' && !/[`~]/.test(text[block.position?.start.offset ?? 0] ?? '')
}

function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1
}
