/** Feeds the pieces of a log to a fold, and keeps the index and the counts of what the fold makes of them. */
import { Counts } from './counts'
import type { Fold, Sheet } from './format'
import { RowIndex } from './row-index'
import type { Piece } from './splitter'

/** Where the bytes of a row are, as in a `Piece`. */
type Bytes = Pick<Piece, 'bytes' | 'start' | 'length'>

/** What a piece says: a row, or a member of a document, which is one `$set` of it. */
export function rowOf({ bytes, start, length }: Bytes, isDocument: boolean): { readonly row: unknown } | null {
  if (!bytes) return null
  const text = bytes.toString('utf8', hasMark(bytes, start) ? start + 3 : start, start + length)
  try {
    const row: unknown = JSON.parse(isDocument && text.startsWith('"') ? `{"$set":{${text}}}` : text)
    return { row }
  } catch {
    return null
  }
}

/** Some programs on Windows begin a file with a mark of its encoding. */
function hasMark(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf
}

export class Feed {
  readonly counts = new Counts()
  readonly indexes = new Map<string, RowIndex>()
  readonly #fold: Fold
  readonly #isDocument: boolean
  #piece: Piece | null = null
  #isUsed = false
  readonly #sheet: Sheet = {
    add: (thread, count, key) => this.#add(thread, count, key),
    rewind: (thread, key) => this.indexes.get(thread)?.rewind(key),
    has: (thread, key) => this.indexes.get(thread)?.has(key) ?? false,
    clear: (thread) => this.indexes.get(thread)?.clear(),
    quiet: (kind) => this.counts.quiet(kind),
    skip: (kind) => this.counts.skip(kind)
  }

  constructor(fold: Fold, isDocument: boolean) {
    this.#fold = fold
    this.#isDocument = isDocument
  }

  piece(piece: Piece): void {
    this.counts.rows += 1
    const read = rowOf(piece, this.#isDocument)
    if (!read) return this.counts.corruptAt(piece.line)
    this.#piece = piece
    this.#isUsed = false
    this.#fold.row(read.row, this.#sheet)
    if (this.#isUsed) this.counts.used += 1
  }

  #indexOf(thread: string): RowIndex {
    const known = this.indexes.get(thread)
    if (known) return known
    const fresh = new RowIndex()
    this.indexes.set(thread, fresh)
    return fresh
  }

  #add(thread: string, count: number, key: string | undefined): void {
    const piece = this.#piece
    if (!piece) return
    this.#indexOf(thread).put(piece.offset, piece.length, count, key)
    if (count > 0) this.#isUsed = true
  }
}
