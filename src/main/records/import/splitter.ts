/** Cuts a stream of bytes into the pieces that rows are parsed from. Pieces may span any number of chunks. */

/** The longest piece that is parsed, in bytes; a longer one is counted as corrupt and never held in memory. */
export const PIECE_MAX = 16 * 1024 * 1024

export interface Piece {
  /** Bytes from the start of the stream. */
  readonly offset: number
  readonly length: number
  /** The line that it begins on, counted from 1. */
  readonly line: number
  /** Its bytes are `length` of these from `start`; null for a piece that is too long. Valid until `tell` returns. */
  readonly bytes: Buffer | null
  readonly start: number
}

/** A copy that stays valid. */
export function kept(piece: Piece): Piece {
  return piece.bytes ? { ...piece, bytes: Buffer.from(piece.bytes.subarray(piece.start, piece.start + piece.length)), start: 0 } : piece
}

export interface Splitter {
  /** Takes the next bytes of the stream and tells every piece that is whole. */
  push(chunk: Buffer, tell: (piece: Piece) => void): void
  /** Where the first byte lies that is not part of a told piece. */
  readonly restart: number
  /** The unfinished piece at the end of what has come; null when there is none, or it is too long to hold. */
  rest(): Piece | null
}

const NEWLINE = 0x0a

/** One piece a line. Empty lines are no pieces. */
export class LineSplitter implements Splitter {
  #offset: number
  #line: number
  #parts: Buffer[] = []
  #length = 0

  /** @param offset where the stream begins; @param line the number of its first line */
  constructor(offset = 0, line = 1) {
    this.#offset = offset
    this.#line = line
  }

  get restart(): number {
    return this.#offset
  }

  /** The number of the line that comes next. */
  get line(): number {
    return this.#line
  }

  push(chunk: Buffer, tell: (piece: Piece) => void): void {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      if (this.#length === 0) this.#tell(chunk, from, end - from, tell)
      else this.#finish(chunk.subarray(from, end), tell)
      from = end + 1
    }
    // The chunk's memory is used again for the next one.
    if (from < chunk.length) this.#take(Buffer.from(chunk.subarray(from)))
  }

  rest(): Piece | null {
    const bytes = this.#bytes()
    return bytes === null || bytes.length === 0 ? null : { offset: this.#offset, length: this.#length, line: this.#line, bytes, start: 0 }
  }

  /** The end of a line whose beginning came before. */
  #finish(part: Buffer, tell: (piece: Piece) => void): void {
    this.#take(part)
    const [bytes, length] = [this.#bytes(), this.#length]
    this.#parts = []
    this.#length = 0
    this.#tell(bytes, 0, length, tell)
  }

  #take(part: Buffer): void {
    this.#length += part.length
    if (this.#length > PIECE_MAX) this.#parts = []
    else if (part.length > 0) this.#parts.push(part)
  }

  #tell(bytes: Buffer | null, start: number, length: number, tell: (piece: Piece) => void): void {
    const fits = length <= PIECE_MAX ? bytes : null
    if (!fits || !isBlank(fits, start, length)) tell({ offset: this.#offset, length, line: this.#line, bytes: fits, start })
    this.#offset += length + 1
    this.#line += 1
  }

  #bytes(): Buffer | null {
    if (this.#length > PIECE_MAX) return null
    return this.#parts.length === 1 ? (this.#parts[0] ?? null) : Buffer.concat(this.#parts)
  }
}

function isBlank(bytes: Buffer, start: number, length: number): boolean {
  for (let i = start; i < start + length; i++) {
    const byte = bytes[i]
    if (byte !== 0x20 && byte !== 0x0d && byte !== 0x09) return false
  }
  return true
}
