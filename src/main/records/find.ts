/** Looks for words in a part of a record, as it may be read now. */
import { FIND_MAX_ENTRIES } from '../../shared/limits'
import type { Found, SeenEntry } from '../../shared/records-seen'
import { entryHas } from '../../shared/records-text'

export interface FindWish {
  readonly query: string
  /** Positions: from, and up to without. */
  readonly from: number
  readonly to: number
}

interface Read {
  readonly entries: readonly SeenEntry[]
  readonly offset: number
  readonly limit: number
}

/** @param read a page of the record; fewer entries than were asked for are what is searched then */
export async function findIn(read: (offset: number, limit: number) => Promise<Read>, { query, from, to }: FindWish): Promise<Found> {
  const limit = Math.min(to - from, FIND_MAX_ENTRIES)
  if (limit <= 0) return { offsets: [], searchedTo: Math.max(from, to) }
  const page = await read(from, limit)
  const offsets = page.entries.flatMap((entry, index) => (entryHas(entry, query) ? [page.offset + index] : []))
  return { offsets, searchedTo: Math.min(to, page.offset + Math.max(1, page.limit)) }
}
