/** Pages of another instance for the window: bounded, and with a position for everything that they hold. */
import { z } from 'zod'
import { TRANSCRIPT_PAGE_MAX_BYTES } from '../../shared/limits'
import { TRANSCRIPT_LIMIT_DEFAULT } from '../../shared/records'
import { noEntry, seeEntry, type BoundedPage, type Found, type SeenPage } from '../../shared/records-seen'
import { fitting, type PageWish } from './bounds'
import type { PageRequest, RecordsClient } from './client'
import { findIn, type FindWish } from './find'

/** Of which worker, of which run. */
export interface Whose {
  readonly runId: string
  readonly workerId: string
}

const Raw = z.object({ entries: z.array(z.unknown()) })

/** A page in which each entry has its position: what could not be read as one stands in its place. */
async function placed(client: RecordsClient, { runId, workerId }: Whose, wish: PageRequest, signal: AbortSignal | undefined): Promise<SeenPage> {
  const { seen, raw } = await client.page(runId, workerId, wish, signal)
  const written = Raw.parse(raw).entries.slice(0, seen.limit)
  return { ...seen, entries: written.map((value, index) => seeEntry(value) ?? noEntry(value, seen.offset + index)) }
}

/** @throws InstanceFailure; the signal's reason */
export async function remotePage(client: RecordsClient, whose: Whose, wish: PageWish, signal?: AbortSignal): Promise<BoundedPage> {
  const { limit } = wish
  const total = async () => (await client.page(whose.runId, whose.workerId, { offset: 0, limit: 1 }, signal)).seen.total
  const offset = wish.offset ?? Math.max(0, (await total()) - limit)
  const page = await placed(client, whose, { offset, limit }, signal)
  const entries = fitting(page.entries, TRANSCRIPT_PAGE_MAX_BYTES)
  return { ...page, entries, limit: entries.length < page.entries.length ? entries.length : page.limit, complete: true, corruptAt: [] }
}

/** @throws InstanceFailure; the signal's reason */
export function remoteFind(client: RecordsClient, whose: Whose, wish: FindWish, signal?: AbortSignal): Promise<Found> {
  return findIn((offset, limit) => placed(client, whose, { offset, limit: Math.min(limit, TRANSCRIPT_LIMIT_DEFAULT) }, signal), wish)
}
