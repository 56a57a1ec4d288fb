/** Windows of a record. */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Suite } from '../suite'

const text = (seq: number) => ({ seq, at: 1_793_260_800_000, kind: 'text', text: `text ${seq}` })
const many = (count: number) => Array.from({ length: count }, (_, index) => text(index * 3))

export function paging({ sentence }: Suite): void {
  sentence(22, 'offset is 0 and limit 500 by default', async (world) => {
    world.place('w', many(600))
    expect(await world.page('w')).toMatchObject({ offset: 0, limit: 500, total: 600 })
    expect((await world.page('w')).entries).toHaveLength(500)
  })

  sentence(23, 'limit is clamped to 1..2000', async (world) => {
    world.place('w', many(2_100))
    for (const [asked, limit] of [['2001', 2_000], ['99999999999999999999', 2_000], ['2000', 2_000], ['1', 1]] as const) {
      const page = await world.page('w', `?limit=${asked}`)
      expect([asked, page.limit, page.entries.length]).toEqual([asked, limit, limit])
    }
  })

  sentence(24, 'The service uses parseInt: an invalid offset becomes 0, an invalid limit 500, a nonpositive limit 1', async (world) => {
    world.place('w', many(3))
    const cases = [
      ['offset=x', 0, 500], ['offset=-1', 0, 500], ['offset=', 0, 500], ['offset=NaN&limit=NaN', 0, 500], ['limit=x', 0, 500],
      ['limit=', 0, 500], ['limit=0', 0, 1], ['limit=-7', 0, 1], ['offset=2abc&limit=12.9', 2, 12], ['offset=1e3', 1, 500],
      ['offset=%201', 1, 500], ['offset=0x10', 0, 500], ['offset=1&offset=2', 1, 500]
    ] as const
    for (const [query, offset, limit] of cases) {
      const page = await world.page('w', `?${query}`)
      expect([query, page.offset, page.limit]).toEqual([query, offset, limit])
    }
  })

  sentence(25, 'offset is a position among valid entries, and seq another unit: offset=1 may return seq=99', async (world) => {
    world.place('worker-example', [text(7), '{"kind":"text"', { ...text(99), text: 'Checking files.' }, text(100)])
    const { status, text: body } = await world.ask(`/api/runs/${world.runId}/workers/worker-example/transcript?offset=1&limit=1`)
    expect([status, JSON.parse(body)]).toEqual([
      200,
      {
        run_id: world.runId,
        workerId: 'worker-example',
        status: 'unknown',
        entries: [{ seq: 99, at: 1_793_260_800_000, kind: 'text', text: 'Checking files.' }],
        total: 3,
        offset: 1,
        limit: 1,
        truncated: false,
        corruptLines: 1
      }
    ])
  })

  sentence(26, 'total counts current valid entries', async (world) => {
    world.place('w', [...many(4), 'no', text(1)])
    expect((await world.page('w', '?offset=4&limit=1')).total).toBe(5)
    appendFileSync(world.file('w'), `${JSON.stringify(text(8))}\n`)
    expect((await world.page('w', '?offset=4&limit=1')).total).toBe(6)
  })

  sentence(27, 'Continuing at the response’s offset + limit gives every entry once', async (world) => {
    world.place('w', many(1_234))
    const seen: number[] = []
    for (let offset = 0; ; ) {
      const page = await world.page('w', `?offset=${offset}&limit=500`)
      seen.push(...page.entries.map(({ seq }) => seq))
      offset = page.offset + page.limit
      if (offset >= page.total) break
    }
    expect(seen).toEqual(many(1_234).map(({ seq }) => seq))
    expect((await world.page('w', '?offset=5000')).entries).toEqual([])
  })

  sentence(28, 'Invalid JSON and invalid entries are skipped and counted in the optional corruptLines', async (world) => {
    const wrong = ['{', 'null', '[]', '"text"', '{"kind":"text","seq":1,"at":1}', '{"kind":"new","seq":1,"at":1}', '{"kind":"text","seq":"1","at":1,"text":"x"}']
    world.place('w', [text(1), ...wrong, text(2)])
    expect(await world.page('w')).toMatchObject({ total: 2, corruptLines: wrong.length, entries: [text(1), text(2)] })
    world.place('clean', [text(1)])
    expect(await world.page('clean')).not.toHaveProperty('corruptLines')
  })

  sentence(29, 'An existing empty file returns 200 with empty entries', async (world) => {
    world.place('w', [])
    expect(await world.page('w')).toMatchObject({ entries: [], total: 0, truncated: false })
  })

  sentence(30, 'An absent file returns 404', async (world) => {
    await world.ended('w1')
    rmSync(world.file('w1'))
    expect((await world.ask(`/api/runs/${world.runId}/workers/w1/transcript`)).status).toBe(404)
    expect((await world.ask(`/api/runs/${world.runId}/workers/never/transcript`)).status).toBe(404)
  })

  sentence(31, 'There is no snapshot: what is appended or replaced between two pages shows in the next one', async (world) => {
    world.place('w', many(10))
    expect((await world.page('w', '?limit=5')).total).toBe(10)
    appendFileSync(world.file('w'), `${JSON.stringify(text(99))}\n`)
    expect(await world.page('w', '?offset=5&limit=500')).toMatchObject({ total: 11 })
    writeFileSync(world.file('w'), `${JSON.stringify(text(5))}\n`)
    expect(await world.page('w')).toMatchObject({ total: 1, entries: [text(5)] })
  })

  sentence(32, 'Clearing the conversation also clears the worker’s records, for good', async (world) => {
    await world.ended('w1')
    expect((await world.page('w1')).total).toBe(4)
    world.records.clear(world.runId, 'w1')
    expect(await world.page('w1')).toMatchObject({ total: 0, entries: [], status: 'completed' })
    const listed = await world.listed('w1')
    expect(listed).toMatchObject({ entryCount: 0, bytes: 0 })
    for (const field of ['task', 'summary']) expect(listed).not.toHaveProperty(field)
    await world.restart()
    rmSync(world.file('w1'))
    await world.restart()
    expect((await world.page('w1')).total).toBe(0)
    world.crew.send('w1', 'again', 'queue')
    await world.turn('w1', 1)
    expect((await world.entries('w1')).map(({ kind }) => kind)).toEqual(['route', 'prompt'])
  })
}
