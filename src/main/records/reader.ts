/**
 * Pages of a record. The first page of a file reads it once, in pieces, and remembers where its valid entries begin; a
 * file that has grown is read from there on, and one that was replaced or cut is read anew.
 */
import { lstat, open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Refusal } from '../../shared/errors'
import type { TranscriptEntry } from '../../shared/records'
import { LINE_MAX_BYTES } from './limits'
import { entryOf, READ_CAREFULLY } from './record-file'
import { Calls, project } from './sensitive'

const NEWLINE = 0x0a
/** Bytes that are looked at before others get their turn. */
const PIECE = 256 * 1024
/** Files that are remembered. */
const KNOWN_MAX = 8
/** Bytes before the place up to which a file has been read that must be the same for it to be the same file. */
const MARK = 256
/** Numbers of corrupt lines that are kept. */
const CORRUPT_KEPT = 100

export interface Window {
  /** As they may be told by the rules of now. */
  readonly entries: TranscriptEntry[]
  /** Valid entries in the file. */
  readonly total: number
  readonly offset: number
  /** As asked for, or fewer where `maxBytes` left no room. */
  readonly limit: number
  /** The recording has reached its cap. */
  readonly truncated: boolean
  /** Lines that are no entries. A last line without its end is still being written and is neither. */
  readonly corruptLines: number
  /** The first of them by number, counted from 1. */
  readonly corruptAt: readonly number[]
}

export interface WindowRequest {
  /** Null for the end: the last `limit` entries, or as many of them as there is room for. */
  readonly offset: number | null
  readonly limit: number
  /** The window ends before the entry that would make it longer than this, in bytes of the file; it has one at least. */
  readonly maxBytes?: number
}

interface Known {
  readonly identity: string
  /** Up to here the file has been read, in bytes: the begin of a line. */
  read: number
  /** Where each valid entry begins and ends. */
  readonly starts: number[]
  readonly ends: number[]
  /** Lines up to there, also empty ones. */
  lines: number
  corrupt: number
  readonly corruptAt: number[]
  truncated: boolean
  readonly calls: Calls
  /** The last bytes that were read. */
  mark: Buffer
}

export class RecordReader {
  readonly #known = new Map<string, Known>()
  readonly #turns = new Map<string, Promise<unknown>>()

  /** Null where there is no plain file. Other failures of the disk reject. @throws Refusal UNAVAILABLE */
  window(path: string, request: WindowRequest): Promise<Window | null> {
    return this.#inTurn(path, () => this.#window(path, request))
  }

  /**
   * Where a turn begins, or the message in it with that id; null when the record does not have it. Entries stand in the
   * order of their turns, so that only a few are looked at. Rejects like `window`.
   */
  place(path: string, turn: number, messageId: string | null): Promise<number | null> {
    return this.#inTurn(path, async () => {
      const file = await openPlain(path)
      if (!file) return null
      try {
        return await placeIn(file, await this.#readOn(path, file), turn, messageId)
      } finally {
        await file.close()
      }
    })
  }

  /** The file was emptied: what is known of it is not true any more. */
  forget(path: string): void {
    this.#known.delete(path)
  }

  #inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(path) ?? Promise.resolve()
    const turn = before.then(work)
    const settled = turn.catch(() => undefined)
    this.#turns.set(path, settled)
    void settled.then(() => {
      if (this.#turns.get(path) === settled) this.#turns.delete(path)
    })
    return turn
  }

  async #window(path: string, request: WindowRequest): Promise<Window | null> {
    const file = await openPlain(path)
    if (!file) return null
    try {
      for (let attempt = 0; ; attempt++) {
        const known = await this.#readOn(path, file)
        const window = await windowOf(file, known, request)
        if (window) return window
        // What was remembered is not what is there.
        this.#known.delete(path)
        if (attempt > 0) throw new Refusal('UNAVAILABLE', 'The record changes faster than it can be read.', 'Ask again.')
      }
    } finally {
      await file.close()
    }
  }

  async #readOn(path: string, file: FileHandle): Promise<Known> {
    const { dev, ino, size, birthtimeMs } = await file.stat()
    const identity = `${dev}:${ino}:${birthtimeMs}`
    let known = this.#known.get(path)
    if (!known || known.identity !== identity || known.read > size || !known.mark.equals(await markOf(file, known.read))) {
      known = {
        identity,
        read: 0,
        starts: [],
        ends: [],
        lines: 0,
        corrupt: 0,
        corruptAt: [],
        truncated: false,
        calls: new Calls(),
        mark: Buffer.alloc(0)
      }
    }
    // The newest at the end: the first ones go when there are too many.
    this.#known.delete(path)
    this.#known.set(path, known)
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KNOWN_MAX) break
      this.#known.delete(oldest)
    }
    const before = known.read
    await readLines(file, known, size)
    if (known.read > before) known.mark = await markOf(file, known.read)
    return known
  }
}

async function markOf(file: FileHandle, read: number): Promise<Buffer> {
  const mark = Buffer.alloc(Math.min(MARK, read))
  const { bytesRead } = await file.read(mark, 0, mark.length, read - mark.length)
  return mark.subarray(0, bytesRead)
}

/** Adds the lines that end before `size`. */
async function readLines(file: FileHandle, known: Known, size: number): Promise<void> {
  /** What has been read of a line whose end has not. */
  let begun: Buffer[] = []
  let length = 0
  /** Inside of a line that is too long to be one of ours. */
  let skipping = false
  for (let at = known.read; at < size; ) {
    const buffer = Buffer.alloc(Math.min(PIECE, size - at))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
    if (bytesRead === 0) break
    const piece = buffer.subarray(0, bytesRead)
    let begin = 0
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, begin)) {
      const rest = piece.subarray(begin, end)
      if (skipping) addCorrupt(known)
      else addLine(known, begun.length === 0 ? rest : Buffer.concat([...begun, rest]), known.read)
      begun = []
      length = 0
      skipping = false
      begin = end + 1
      known.read = at + begin
    }
    at += bytesRead
    if (skipping || begin === bytesRead) continue
    begun.push(piece.subarray(begin))
    length += bytesRead - begin
    if (length <= LINE_MAX_BYTES) continue
    skipping = true
    begun = []
  }
}

function addLine(known: Known, line: Buffer, start: number): void {
  const trimmed = line.at(-1) === 0x0d ? line.subarray(0, -1) : line
  const entry = trimmed.length > LINE_MAX_BYTES || trimmed.length === 0 ? null : entryOf(trimmed)
  if (!entry && trimmed.length > 0) return addCorrupt(known)
  known.lines += 1
  if (!entry) return
  known.starts.push(start)
  known.ends.push(start + trimmed.length)
  if (entry.kind === 'truncated') known.truncated = true
  known.calls.note(entry)
}

function addCorrupt(known: Known): void {
  known.lines += 1
  known.corrupt += 1
  if (known.corruptAt.length < CORRUPT_KEPT) known.corruptAt.push(known.lines)
}

/** Where the last `limit` entries begin, or as many of them as are not longer than `maxBytes`; one at least. */
function lastOffset({ starts, ends }: Known, limit: number, maxBytes: number): number {
  const total = starts.length
  let offset = total
  let bytes = 0
  while (offset > 0 && total - offset < limit) {
    bytes += (ends[offset - 1] ?? 0) - (starts[offset - 1] ?? 0)
    if (offset < total && bytes > maxBytes) break
    offset -= 1
  }
  return offset
}

async function placeIn(file: FileHandle, known: Known, turn: number, messageId: string | null): Promise<number | null> {
  const total = known.starts.length
  const entryAt = async (index: number) => {
    const [start = 0, end = 0] = [known.starts[index], known.ends[index]]
    const buffer = Buffer.alloc(end - start)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
    return bytesRead < buffer.length ? null : entryOf(buffer)
  }
  /** Of the entry, or of the next one that has one: a mark in between belongs to none. */
  const turnAt = async (index: number) => {
    for (let at = index; at < total; at++) {
      const entry = await entryAt(at)
      if (entry?.turn !== undefined) return entry.turn
    }
    return Infinity
  }
  let [low, high] = [0, total]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((await turnAt(middle)) < turn) low = middle + 1
    else high = middle
  }
  if (low >= total || (await turnAt(low)) !== turn) return null
  if (messageId === null) return low
  for (let at = low; at < total; at++) {
    const entry = await entryAt(at)
    if (entry?.turn !== undefined && entry.turn > turn) break
    if (entry && 'messageId' in entry && entry.messageId === messageId) return at
  }
  return low
}

/** Null when the file does not have the entries that are known of it. */
async function windowOf(file: FileHandle, known: Known, request: WindowRequest): Promise<Window | null> {
  const { limit, maxBytes = Infinity } = request
  const offset = request.offset ?? lastOffset(known, limit, maxBytes)
  const entries: TranscriptEntry[] = []
  const last = Math.min(offset + limit, known.starts.length)
  let buffer = Buffer.alloc(0)
  let bufferAt = 0
  let bytes = 0
  for (let index = offset; index < last; index++) {
    const [start = 0, end = 0] = [known.starts[index], known.ends[index]]
    bytes += end - start
    if (entries.length > 0 && bytes > maxBytes) break
    if (start < bufferAt || end > bufferAt + buffer.length) {
      const upTo = Math.max(end, Math.min(start + PIECE, known.ends[last - 1] ?? end))
      buffer = Buffer.alloc(upTo - start)
      bufferAt = start
      const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
      if (bytesRead < buffer.length) return null
    }
    const entry = entryOf(buffer.subarray(start - bufferAt, end - bufferAt))
    if (!entry) return null
    entries.push(project(entry, known.calls))
  }
  const ended = offset + entries.length >= last
  return {
    entries,
    total: known.starts.length,
    offset,
    limit: ended ? limit : entries.length,
    truncated: known.truncated,
    corruptLines: known.corrupt,
    corruptAt: [...known.corruptAt]
  }
}

async function openPlain(path: string): Promise<FileHandle | null> {
  try {
    if (!(await lstat(dirname(path))).isDirectory()) return null
    const file = await open(path, READ_CAREFULLY)
    if ((await file.stat()).isFile()) return file
    await file.close()
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'EISDIR' || code === 'ENAMETOOLONG' || code === 'ENXIO') return null
    throw error
  }
}
