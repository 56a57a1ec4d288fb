/**
 * One worker's record on disk: a JSONL file that is only ever appended to. Each line carries, besides its entry, the
 * place of its event in the Session's log (`src`), from which the recorder knows where to go on after a crash.
 */
import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { Id } from '../../shared/model'
import { TranscriptEntry } from '../../shared/records'
import { LINE_MAX_BYTES } from './limits'

const NEWLINE = 0x0a
const TAIL_BYTES = 64 * 1024
/** Links are not followed, and what is no file does not hold whoever opens it. */
const CAREFULLY = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
export const READ_CAREFULLY = constants.O_RDONLY | CAREFULLY

/** Where a worker's record lies; null for an id that is no name of a file in that folder. */
export function recordPath(root: string, runId: string, workerId: string): string | null {
  if (!Id.safeParse(runId).success || !Id.safeParse(workerId).success) return null
  return join(root, runId, `${workerId}.jsonl`)
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The entry of one line without its end; null for what is none: no JSON, no UTF-8, no kind that is known, a wrong type. */
export function entryOf(line: Uint8Array): TranscriptEntry | null {
  const value = jsonOf(line)
  const entry = TranscriptEntry.safeParse(value)
  return entry.success ? entry.data : null
}

function jsonOf(line: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(line))
  } catch {
    return undefined
  }
}

const Marks = z.object({ src: z.number().int().nonnegative(), cut: z.literal(true).optional() })

/** What the end of a record says about where its recording stands. */
export interface Tail {
  readonly bytes: number
  /** Of the last entry. */
  readonly seq: number
  /** The event that the last entry came from. */
  readonly src: number
  /** Lines of that event that are there, and the ends among them. */
  readonly ofSource: { readonly entries: number; readonly ends: number }
  /** The recording has reached its cap. */
  readonly cut: boolean
}

/** Opens the record for its recorder, making it if it is not there. @throws when it is no plain file of ours */
function open(path: string): number {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!lstatSync(folder).isDirectory()) throw new Error('the folder of a record is a link')
  const file = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | CAREFULLY, 0o600)
  if (fstatSync(file).isFile()) return file
  closeSync(file)
  throw new Error('a record is no plain file')
}

function withFile<T>(path: string, work: (file: number) => T): T {
  const file = open(path)
  try {
    return work(file)
  } finally {
    closeSync(file)
  }
}

/** Appends whole lines. */
export function append(path: string, text: string): void {
  withFile(path, (file) => {
    const bytes = Buffer.from(text)
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
  })
}

/** Leaves an empty record. */
export function empty(path: string): void {
  withFile(path, (file) => ftruncateSync(file, 0))
}

/** Leaves no record. */
export function remove(path: string): void {
  rmSync(path, { force: true })
}

/** Puts a record aside that cannot be gone on with, and says under which name. */
export function setAside(path: string): string {
  const kept = `${path}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  renameSync(path, kept)
  return kept
}

/**
 * The end of the record, which is made where there is none. A last line that a crash has cut is taken off.
 * `empty`: there is no line. `unusable`: there are lines, and none of them says where to go on.
 */
export function readTail(path: string): Tail | 'empty' | 'unusable' {
  return withFile(path, (file) => {
    const size = fstatSync(file).size
    for (let window = TAIL_BYTES; ; window *= 4) {
      const from = Math.max(0, size - window)
      const bytes = readRange(file, from, size)
      const end = bytes.lastIndexOf(NEWLINE) + 1
      if (end === 0 && from > 0 && window < LINE_MAX_BYTES * 2) continue
      const kept = from + end
      if (end === 0 && from > 0) return 'unusable'
      const begin = from === 0 ? 0 : bytes.indexOf(NEWLINE) + 1
      const tail = tailOf(bytes.subarray(begin, end), from === 0)
      if (tail === 'more' && from > 0 && window < LINE_MAX_BYTES * 2) continue
      if (kept < size) ftruncateSync(file, kept)
      if (kept === 0) return 'empty'
      return tail === 'more' || tail === null ? 'unusable' : { ...tail, bytes: kept }
    }
  })
}

/** `more` when earlier lines are needed to tell; null when these are all and none of them is usable. */
function tailOf(bytes: Uint8Array, isWhole: boolean): Omit<Tail, 'bytes'> | 'more' | null {
  let last: { seq: number; src: number; cut: boolean } | null = null
  let entries = 0
  let ends = 0
  for (const line of linesBackwards(bytes)) {
    const value = jsonOf(line)
    const [entry, marks] = [TranscriptEntry.safeParse(value), Marks.safeParse(value)]
    if (!entry.success || !marks.success) continue
    const { src, cut } = marks.data
    last ??= { seq: entry.data.seq, src, cut: cut === true || entry.data.kind === 'truncated' }
    if (src !== last.src) return { ...last, ofSource: { entries, ends } }
    entries += 1
    if (entry.data.kind === 'end') ends += 1
  }
  if (!isWhole) return 'more'
  return last && { ...last, ofSource: { entries, ends } }
}

function* linesBackwards(bytes: Uint8Array): Generator<Uint8Array> {
  let end = bytes.length - 1
  while (end > 0) {
    const before = bytes.lastIndexOf(NEWLINE, end - 1)
    yield bytes.subarray(before + 1, end)
    end = before
  }
}

function readRange(file: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from)
  let read = 0
  while (read < bytes.length) {
    const more = readSync(file, bytes, read, bytes.length - read, from + read)
    if (more === 0) break
    read += more
  }
  return bytes.subarray(0, read)
}
