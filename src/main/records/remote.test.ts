import { afterEach, expect, it } from 'vitest'
import { TRANSCRIPT_PAGE_MAX_BYTES } from '../../shared/limits'
import { RecordsClient } from './client'
import { remoteFind, remotePage } from './remote'
import { answers, nasty, textPage, type Nasty } from './testing/nasty'
import { parseAddress } from './transport'

const WHOSE = { runId: 'r', workerId: 'w' }
let server: Nasty
afterEach(() => server.close())

/** An instance whose record has 100 entries: at some places what is none, at others long ones. It gives 30 at once at most. */
async function instance(change: (entry: unknown, offset: number) => unknown = (entry) => entry): Promise<RecordsClient> {
  server = await nasty(
    answers((url) => {
      url.searchParams.set('limit', String(Math.min(30, Number(url.searchParams.get('limit')))))
      const page = textPage(url, 100)
      const entries: unknown[] = Array.isArray(page['entries']) ? page['entries'] : []
      return { ...page, entries: entries.map((entry, index) => change(entry, Number(url.searchParams.get('offset')) + index)) }
    })
  )
  return new RecordsClient({ url: parseAddress(server.url), token: 't', fingerprint: null })
}

it('gives everything its position, also what is no entry', async () => {
  const client = await instance((entry, offset) => (offset % 10 === 3 ? ['garbage', offset] : entry))
  const page = await remotePage(client, WHOSE, { offset: 20, limit: 200 })
  expect(page).toMatchObject({ offset: 20, limit: 30, total: 100, skipped: 3, complete: true })
  expect(page.entries.map((entry) => ('text' in entry ? entry.text : entry.kind))).toEqual(
    Array.from({ length: 30 }, (_, index) => ((20 + index) % 10 === 3 ? 'other' : `entry ${20 + index}`))
  )
  expect(page.entries[3]).toMatchObject({ kind: 'other', original: '', value: ['garbage', 23] })
  expect(await remoteFind(client, WHOSE, { query: 'entry 4', from: 30, to: 60 })).toEqual({ offsets: [40, 41, 42, 44, 45, 46, 47, 48, 49], searchedTo: 60 })
})

it('begins near the end where no place is asked for', async () => {
  expect(await remotePage(await instance(), WHOSE, { offset: null, limit: 25 })).toMatchObject({ offset: 75, limit: 25, entries: { length: 25 } })
})

it('is no more than the window takes, however much the instance gives', async () => {
  const client = await instance((_, offset) => ({ kind: 'text', seq: offset, at: 1, text: 'x'.repeat(offset === 7 ? 3_000_000 : 300_000) }))
  const page = await remotePage(client, WHOSE, { offset: 0, limit: 30 })
  expect(page).toMatchObject({ offset: 0, limit: 3, entries: { length: 3 } })
  const long = await remotePage(client, WHOSE, { offset: 7, limit: 30 })
  expect(long).toMatchObject({ offset: 7, limit: expect.any(Number) })
  expect(JSON.stringify(long).length).toBeLessThan(1.1 * TRANSCRIPT_PAGE_MAX_BYTES)
  expect(long.entries[0]).toMatchObject({ text: expect.stringMatching(/^x+… \[2875000 more characters\]$/) })
})
