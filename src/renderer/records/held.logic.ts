/**
 * The part of a transcript that the window holds: entries without a gap, which grow at either end and are let go of at
 * the other when they are too many. All positions count entries from the beginning of the record.
 */
import type { BoundedPage, SeenEntry } from '../../shared/records-seen'
import { entryText } from '../../shared/records-text'

/** Most entries that are held, and most characters of their texts. */
export const HELD_MAX_ENTRIES = 6_000
export const HELD_MAX_CHARS = 24_000_000

export interface Held {
  /** The position of the first entry; null while the record is still being read and no position is known. */
  readonly from: number | null
  readonly entries: readonly SeenEntry[]
  /** Entries that the record has, as was last said. */
  readonly total: number
  /** What else the last page said of the whole record. */
  readonly about: About
}

export interface About {
  readonly status: string
  readonly truncated: boolean
  readonly corruptLines: number
  readonly corruptAt: readonly number[]
  /** Entries of the held pages that could not be read as entries. */
  readonly skipped: number
  readonly complete: boolean
}

/** The position behind the last held entry; null while no position is known. */
export function endOf({ from, entries }: Held): number | null {
  return from === null ? null : from + entries.length
}

export function holdsEnd(held: Held): boolean {
  return held.from === null || held.from + held.entries.length >= held.total
}

export function holdsBeginning({ from }: Held): boolean {
  return from === 0
}

/** Holds nothing but this page. One from behind the end holds nothing at the end. */
export function begun(page: BoundedPage): Held {
  if (page.entries.length === 0 && page.offset !== null) return { from: Math.min(page.offset, page.total), entries: [], total: page.total, about: aboutOf(page, 0) }
  return { from: page.offset, entries: page.entries, total: totalOf(page, page.offset, page.entries.length), about: aboutOf(page, 0) }
}

/**
 * With a page that ends where the held part begins, and holds its first entry too. Null when the two do not fit
 * together: the record is another one by now.
 */
export function withEarlier(held: Held, page: BoundedPage): Held | null {
  const { from, entries } = held
  if (from === null || page.offset === null) return null
  const seam = from - page.offset
  const known = page.entries[seam]
  if (seam < 0 || seam > page.entries.length || (known && entries[0] && !isSame(known, entries[0]))) return null
  // A page that had to end early does not reach up to what is held: what it skipped would be a gap.
  if (page.entries.length < seam) return null
  const joined = [...page.entries.slice(0, seam), ...entries]
  return trimmed({ from: page.offset, entries: joined, total: totalOf(page, page.offset, joined.length), about: aboutOf(page, held.about.skipped) }, 'last')
}

/**
 * With a page that begins at or before the end of what is held. What it says again takes the place of what was held, as
 * long as its first entry is the same; null when it is not.
 */
export function withLater(held: Held, page: BoundedPage): Held | null {
  const { from, entries } = held
  if (from === null || page.offset === null) return null
  const keep = page.offset - from
  if (keep < 0 || keep > entries.length) return null
  const [before, after] = [entries[keep], page.entries[0]]
  if (before && after && !isSame(before, after)) return null
  if (before && !after) return null
  const joined = [...entries.slice(0, keep), ...page.entries]
  return trimmed({ from, entries: joined, total: totalOf(page, from, joined.length), about: aboutOf(page, held.about.skipped) }, 'first')
}

/** The one that was held may have been added to since, as a message is that is still being written. */
function isSame(a: SeenEntry, b: SeenEntry): boolean {
  return a.seq === b.seq && a.kind === b.kind && a.at === b.at
}

/** A page that reaches further than the total that it says is believed by what it holds. */
function totalOf({ total }: BoundedPage, from: number | null, length: number): number {
  return Math.max(total, (from ?? 0) + length)
}

function aboutOf(page: BoundedPage, skippedBefore: number): About {
  const { status, truncated, corruptAt, complete } = page
  return { status, truncated, corruptLines: page.corruptLines ?? 0, corruptAt, complete, skipped: skippedBefore + page.skipped }
}

const sizes = new WeakMap<SeenEntry, number>()

function charsOf(entry: SeenEntry): number {
  const known = sizes.get(entry)
  if (known !== undefined) return known
  const chars = entryText(entry).length
  sizes.set(entry, chars)
  return chars
}

/** Lets go of the `first` or the `last` entries until the rest is small enough. */
function trimmed(held: Held, side: 'first' | 'last'): Held {
  let [low, high] = [0, held.entries.length]
  let chars = held.entries.reduce((sum, entry) => sum + charsOf(entry), 0)
  const drop = () => {
    const entry = held.entries[side === 'first' ? low : high - 1]
    chars -= entry ? charsOf(entry) : 0
    if (side === 'first') low += 1
    else high -= 1
  }
  while (high - low > HELD_MAX_ENTRIES || (chars > HELD_MAX_CHARS && high - low > 1)) drop()
  if (low === 0 && high === held.entries.length) return held
  return { ...held, from: (held.from ?? 0) + low, entries: held.entries.slice(low, high) }
}
