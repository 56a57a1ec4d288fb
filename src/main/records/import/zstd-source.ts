/**
 * A log of zstd frames, one a write. Frames are found by their block headers, so a frame that is still being written is
 * left for later, and a page is unpacked from the frames that hold it.
 */
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { LogProblem } from './problems'
import { fill, FileSource, SLICE, type Source } from './source'

/** The most that one frame may unpack to, in bytes. */
const FRAME_MAX = 64 * 1024 * 1024
/** Frames up to this size are unpacked at once, in bytes: a thread for each costs more than the work. */
const SMALL = 32 * 1024

const unpackApart = promisify(zstdDecompress)

export class ZstdSource extends FileSource implements Source {
  /** Where each known frame begins: in the file, and in the stream. */
  readonly #packed: number[] = []
  readonly #unpacked: number[] = []
  #packedEnd = 0
  #unpackedEnd = 0

  async *stream(position: number): AsyncGenerator<Buffer> {
    const handle = await this.open()
    try {
      const first = this.#frameAt(position)
      let [packed, unpacked] = first === -1 ? [this.#packedEnd, this.#unpackedEnd] : [this.#packed[first] ?? 0, this.#unpacked[first] ?? 0]
      for await (const frame of frames(handle, packed)) {
        const bytes = await unpack(frame)
        this.#learn(packed, unpacked, frame, bytes.length)
        packed += frame.length
        unpacked += bytes.length
        if (unpacked > position) yield bytes.subarray(Math.max(0, position - (unpacked - bytes.length)))
      }
    } finally {
      await handle.close()
    }
  }

  async read(position: number, length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let wanted = length
    for await (const chunk of this.stream(position)) {
      parts.push(Buffer.from(chunk.subarray(0, wanted)))
      wanted -= chunk.length
      if (wanted <= 0) break
    }
    return Buffer.concat(parts)
  }

  #learn(packed: number, unpacked: number, frame: Buffer, unpackedLength: number): void {
    if (packed !== this.#packedEnd) return
    this.#packed.push(packed)
    this.#unpacked.push(unpacked)
    this.#packedEnd = packed + frame.length
    this.#unpackedEnd = unpacked + unpackedLength
    this.anchor.remember(frame, this.#packedEnd)
  }

  /** The known frame that holds this byte of the stream; -1 when it lies behind them. */
  #frameAt(position: number): number {
    if (position >= this.#unpackedEnd) return -1
    let [low, high] = [0, this.#unpacked.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#unpacked[middle] ?? 0) <= position) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}

async function unpack(frame: Buffer): Promise<Buffer> {
  try {
    const options = { maxOutputLength: FRAME_MAX }
    return frame.length <= SMALL ? zstdDecompressSync(frame, options) : await unpackApart(frame, options)
  } catch {
    throw new LogProblem('malformed', 'A compressed part of this file is damaged or unpacks to more than 64 MB; nothing after it can be read.')
  }
}

/** The whole frames from a place in the file. What is no frame ends it with a problem, a cut frame ends it quietly. */
async function* frames(handle: FileHandle, position: number): AsyncGenerator<Buffer> {
  let [at, window] = [position, Buffer.alloc(0)]
  for (;;) {
    const length = frameLength(window)
    if (length !== null && length <= window.length) {
      yield window.subarray(0, length)
      at += length
      window = window.subarray(length)
      continue
    }
    if (length !== null && length > FRAME_MAX) throw new LogProblem('malformed', 'A compressed part of this file is larger than 64 MB.')
    // Twice as much each time: a large frame shows its blocks one by one.
    const more = Buffer.allocUnsafe(Math.max(SLICE, window.length, (length ?? 0) - window.length))
    const filled = await fill(handle, more, at + window.length)
    if (filled === 0) return
    window = Buffer.concat([window, more.subarray(0, filled)])
  }
}

const MAGIC = 0xfd2fb528
const SKIPPABLE = 0x184d2a50

/**
 * The length of the frame at the start of `bytes`, as far as they tell: at least the bytes that are needed to know more.
 * Null when its header is not there yet.
 * @throws LogProblem when no frame begins there
 */
function frameLength(bytes: Buffer): number | null {
  if (bytes.length < 8) return null
  const magic = bytes.readUInt32LE(0)
  if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) return 8 + bytes.readUInt32LE(4)
  if (magic !== MAGIC) throw new LogProblem('malformed', 'This file is not, or not all through, compressed with zstd.')
  const descriptor = bytes[4] ?? 0
  const single = (descriptor & 0x20) !== 0
  const contentSize = [single ? 1 : 0, 2, 4, 8][descriptor >>> 6] ?? 0
  let at = 5 + (single ? 0 : 1) + ([0, 1, 2, 4][descriptor & 3] ?? 0) + contentSize
  for (;;) {
    if (at + 3 > bytes.length) return at + 3
    const block = bytes.readUIntLE(at, 3)
    const type = (block >>> 1) & 3
    if (type === 3) throw new LogProblem('malformed', 'A compressed part of this file is damaged; nothing after it can be read.')
    at += 3 + (type === 1 ? 1 : block >>> 3)
    if ((block & 1) === 1) return at + ((descriptor & 4) === 0 ? 0 : 4)
  }
}
