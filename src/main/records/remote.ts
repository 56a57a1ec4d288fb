/** Pages of another instance for the window: asked for in smaller pieces where one would be too large. */
import { TRANSCRIPT_LIMIT_DEFAULT } from '../../shared/records'
import { TRANSCRIPT_PAGE_MAX_BYTES } from '../../shared/limits'
import type { BoundedPage, Found } from '../../shared/records-seen'
import { fitting, type PageWish } from './bounds'
import type { RecordsClient } from './client'
import { findIn, type FindWish } from './find'

/** Of which worker, of which run. */
export interface Whose {
  readonly runId: string
  readonly workerId: string
}

/** @throws InstanceFailure; the signal's reason */
export async function remotePage(client: RecordsClient, { runId, workerId }: Whose, wish: PageWish, signal?: AbortSignal): Promise<BoundedPage> {
  let { offset, limit } = wish
  if (offset === null) {
    const { seen } = await client.page(runId, workerId, { offset: 0, limit: 1 }, signal)
    offset = Math.max(0, seen.total - limit)
  }
  for (;;) {
    const { seen } = await client.page(runId, workerId, { offset, limit }, signal)
    const entries = fitting(seen.entries, TRANSCRIPT_PAGE_MAX_BYTES)
    const page = { ...seen, entries, complete: true, corruptAt: [] }
    if (entries.length === seen.entries.length) return page
    // Of entries that could not be read nobody knows between which others they stood.
    if (seen.skipped === 0) return { ...page, limit: entries.length }
    limit = Math.max(1, Math.floor(limit / 2))
  }
}

/** @throws InstanceFailure; the signal's reason */
export function remoteFind(client: RecordsClient, { runId, workerId }: Whose, wish: FindWish, signal?: AbortSignal): Promise<Found> {
  return findIn(async (offset, limit) => {
    const { seen } = await client.page(runId, workerId, { offset, limit: Math.min(limit, TRANSCRIPT_LIMIT_DEFAULT) }, signal)
    return seen
  }, wish)
}
