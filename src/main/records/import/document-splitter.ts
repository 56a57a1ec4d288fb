/**
 * Cuts one JSON document (an object) into rows without parsing the whole: each element of its list `messages`, and each
 * other member as `"key": value`. A document of any size is read in slices, as a log is.
 */
import { PIECE_MAX, type Piece, type Splitter } from './splitter'

const [QUOTE, BACKSLASH, COMMA, COLON, NEWLINE] = [0x22, 0x5c, 0x2c, 0x3a, 0x0a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const LIST = '"messages"'

export class DocumentSplitter implements Splitter {
  #position = 0
  #line = 1
  #depth = 0
  #inText = false
  #escaped = false
  /** The whole document has come. */
  #done = false
  /** Something stands behind the document. */
  #more = false
  /** Within the list whose elements are rows. */
  #inList = false
  /** Where the present piece begins; -1 between pieces. */
  #start = -1
  #startLine = 1
  #parts: Buffer[] = []
  #held = 0
  /** The key of the present member, once its colon has come. */
  #key = ''
  #told = 0

  get restart(): number {
    return this.#told
  }

  /** Whether the document came whole, with nothing behind it. */
  get whole(): boolean {
    return this.#done && !this.#more
  }

  push(chunk: Buffer, tell: (piece: Piece) => void): void {
    let from = this.#start === -1 ? -1 : 0
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0
      if (byte === NEWLINE) this.#line += 1
      if (this.#done && byte > 0x20) this.#more = true
      const inside = this.#inText
      this.#scan(byte)
      if (inside) continue
      if (this.#start === -1) {
        if (this.#begins(byte)) {
          this.#start = this.#position + i
          this.#startLine = this.#line
          from = i
        }
        continue
      }
      if (this.#entersList(byte, chunk, from, i)) {
        this.#start = -1
        from = -1
        this.#drop()
      } else if (this.#ends(byte)) {
        const last = byte === COMMA || this.#depth < this.#level ? i : i + 1
        this.#hold(chunk.subarray(from, last))
        this.#tell(this.#position + last, tell)
        from = -1
      }
    }
    // The chunk's memory is used again for the next one.
    if (from !== -1) this.#hold(Buffer.from(chunk.subarray(from)))
    this.#position += chunk.length
  }

  rest(): Piece | null {
    return null
  }

  /** The depth that pieces lie at. */
  get #level(): number {
    return this.#inList ? 2 : 1
  }

  #scan(byte: number): void {
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false
      else if (byte === BACKSLASH) this.#escaped = true
      else if (byte === QUOTE) this.#inText = false
      return
    }
    if (byte === QUOTE) this.#inText = true
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth += 1
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#closed()
  }

  #closed(): void {
    this.#depth -= 1
    if (this.#inList && this.#depth === 1 && this.#start === -1) this.#inList = false
    if (this.#depth <= 0) this.#done = true
  }

  /** The first byte of a member or an element. */
  #begins(byte: number): boolean {
    if (byte === COMMA || byte === COLON || byte <= 0x20 || this.#done) return false
    const opens = byte === OPEN_OBJECT || byte === OPEN_LIST
    return this.#depth - (opens ? 1 : 0) === this.#level && byte !== CLOSE_OBJECT && byte !== CLOSE_LIST
  }

  /** A member whose key is the list's and whose value has just opened a list. */
  #entersList(byte: number, chunk: Buffer, from: number, i: number): boolean {
    if (this.#inList || this.#depth !== (byte === OPEN_LIST ? 2 : 1)) return false
    if (byte === COLON && this.#depth === 1 && this.#key === '') this.#key = this.#heldText(chunk, from, i)
    if (byte !== OPEN_LIST || this.#key !== LIST) return false
    this.#inList = true
    return true
  }

  #heldText(chunk: Buffer, from: number, to: number): string {
    if (this.#held + to - from > 1_000) return 'long'
    return Buffer.concat([...this.#parts, chunk.subarray(from, to)]).toString('utf8').trim()
  }

  #ends(byte: number): boolean {
    if (this.#depth < this.#level) return true
    return byte === COMMA && this.#depth === this.#level
  }

  #hold(part: Buffer): void {
    this.#held += part.length
    if (this.#held > PIECE_MAX) this.#parts = []
    else this.#parts.push(part)
  }

  #tell(end: number, tell: (piece: Piece) => void): void {
    const bytes = this.#held > PIECE_MAX ? null : Buffer.concat(this.#parts)
    tell({ offset: this.#start, length: this.#held, line: this.#startLine, bytes, start: 0 })
    this.#told = end
    this.#start = -1
    if (this.#inList && this.#depth === 1) this.#inList = false
    this.#drop()
  }

  #drop(): void {
    this.#parts = []
    this.#held = 0
    this.#key = ''
  }
}
