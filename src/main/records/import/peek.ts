/** A first look into a log: its beginning, which says what it is, and its end, which says how it stands. */
import { DocumentSplitter } from './document-splitter'
import { Feed, rowOf } from './feed'
import { isDocument, isPacked } from './file-log'
import { MAIN, type Fold, type LogPlace, type Outcome, type RowFormat } from './format'
import { problemOf } from './problems'
import { PlainSource, type Source } from './source'
import { kept, LineSplitter, type Piece } from './splitter'
import type { FoundFile } from './walk'
import { ZstdSource } from './zstd-source'

/** Bytes of the beginning and of the end that are looked at; more of the beginning while it holds no whole row. */
const HEAD = 32 * 1024
const HEAD_MAX = 2 * 1024 * 1024
const TAIL = 64 * 1024
/** A document shows its end only to those who read it whole. */
const DOCUMENT_HEAD = 1024 * 1024
/** Rows that a format is recognised by. */
const ROWS_LOOKED_AT = 20

export interface Peeked {
  readonly id: string | null
  readonly parentId: string | null
  readonly title: string | null
  readonly folder: string | null
  /** The call in the log of its parent that started it, and what kind of agent it is, where a file beside it says so. */
  readonly callId: string | null
  readonly agentType: string | null
  /** Epoch milliseconds. */
  readonly startedAt: number | null
  readonly writtenAt: number
  readonly outcome: Outcome | null
  /** What an open turn waits for; null when the end was not looked at. */
  readonly waitsFor: string | null
  readonly problem: string | null
}

/** @returns null when it is none of these formats */
export async function peek(place: LogPlace, file: FoundFile, formats: readonly RowFormat[]): Promise<{ readonly format: RowFormat; readonly peeked: Peeked } | null> {
  const source: Source = isPacked(place.path) ? new ZstdSource(place.path, file.root) : new PlainSource(place.path, file.root)
  const only = formats.length === 1 ? (formats[0] ?? null) : null
  try {
    const { pieces, next, ended } = await head(place, source)
    const format = only ?? recognised(pieces, isDocument(place.path), formats)
    if (!format) return null
    const fold = format.fold(place)
    const feed = new Feed(fold, isDocument(place.path))
    for (const piece of pieces) feed.piece(piece)
    const seesEnd = ended || (await tail(place, source, file.size, next, feed))
    return { format, peeked: told(fold, file, seesEnd) }
  } catch (error) {
    if (!only) throw error
    return { format: only, peeked: { ...told(only.fold(place), file, false), problem: problemOf(error).message } }
  }
}

interface Head {
  readonly pieces: readonly Piece[]
  /** Where the first byte lies that belongs to none of them. */
  readonly next: number
  /** There is nothing behind them. */
  readonly ended: boolean
}

async function head(place: LogPlace, source: Source): Promise<Head> {
  const wanted = isDocument(place.path) ? DOCUMENT_HEAD : HEAD
  const splitter = isDocument(place.path) ? new DocumentSplitter() : new LineSplitter()
  const pieces: Piece[] = []
  let bytes = 0
  const isEnough = () => (bytes >= wanted && pieces.length > 0) || bytes >= HEAD_MAX
  for await (const chunk of source.stream(0, HEAD)) {
    bytes += chunk.length
    splitter.push(chunk, (piece) => pieces.push(kept(piece)))
    if (isEnough()) break
  }
  const ended = !isEnough()
  const rest = ended ? splitter.rest() : null
  if (rest && rowOf(rest, false)) pieces.push(rest)
  return { pieces, next: splitter.restart, ended }
}

function recognised(pieces: readonly Piece[], document: boolean, formats: readonly RowFormat[]): RowFormat | null {
  const rows = pieces.slice(0, ROWS_LOOKED_AT).flatMap((piece) => rowOf(piece, document) ?? [])
  const votes = formats.map((format) => ({ format, votes: rows.filter(({ row }) => format.knows(row)).length }))
  const best = votes.toSorted((a, b) => b.votes - a.votes)[0]
  return best && best.votes > 0 ? best.format : null
}

/** Feeds the end of a plain log, as far as it was not fed. @returns whether the end is known */
async function tail(place: LogPlace, source: Source, size: number, known: number, feed: Feed): Promise<boolean> {
  if (isDocument(place.path) || isPacked(place.path)) return false
  const start = Math.max(known, size - TAIL)
  const bytes = await source.read(start, Math.max(0, size - start))
  const from = start === known ? 0 : bytes.indexOf(0x0a) + 1
  if (start > known && from === 0) return false
  const splitter = new LineSplitter(start + from)
  splitter.push(bytes.subarray(from), (piece) => feed.piece(piece))
  const rest = splitter.rest()
  if (rest && rowOf(rest, false)) feed.piece(rest)
  return true
}

function told(fold: Fold, file: FoundFile, seesEnd: boolean): Peeked {
  const { findings } = fold
  const main = findings.threads.get(MAIN)
  return {
    id: findings.id,
    parentId: findings.parentId,
    title: findings.title,
    folder: findings.folder,
    callId: null,
    agentType: null,
    startedAt: findings.startedAt,
    writtenAt: file.mtimeMs,
    outcome: seesEnd ? (main?.outcome ?? null) : null,
    waitsFor: seesEnd ? (main?.waitsFor ?? 'nothing was said yet') : null,
    problem: null
  }
}
