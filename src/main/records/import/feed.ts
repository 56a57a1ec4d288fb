/** Feeds the pieces of a log to a fold, and keeps the index and the counts of what the fold makes of them. */
import { Counts } from './counts'
import type { Fold, Sheet } from './format'
import { RowIndex } from './row-index'
import type { Piece } from './splitter'

/** What a piece says: a row, or a member of a document, which is one `$set` of it. */
export function rowOf(bytes: Buffer, isDocument: boolean): { readonly row: unknown } | null {
  const text = bytes.toString('utf8', hasMark(bytes) ? 3 : 0)
  try {
    const row: unknown = JSON.parse(isDocument && text.startsWith('"') ? `{"$set":{${text}}}` : text)
    return { row }
  } catch {
    return null
  }
}

/** Some programs on Windows begin a file with a mark of its encoding. */
function hasMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
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
    const read = piece.bytes ? rowOf(piece.bytes, this.#isDocument) : null
    if (!read) return this.counts.corruptAt(piece.line)
    this.#piece = piece
    this.#isUsed = false
    this.#fold.row(read.row, this.#sheet)
    if (this.#isUsed) this.counts.used += 1
  }

  #add(thread: string, count: number, key: string | undefined): void {
    const piece = this.#piece
    if (!piece) return
    let index = this.indexes.get(thread)
    if (!index) this.indexes.set(thread, (index = new RowIndex()))
    index.put(piece.offset, piece.length, count, key)
    if (count > 0) this.#isUsed = true
  }
}
