import { join } from 'node:path'
import { expect, it } from 'vitest'
import { version } from '../../../package.json'
import { ENTRY_KINDS, TranscriptEntry } from '../../shared/records'
import { openapi } from './openapi'
import { INSTANCE, World } from './testing/world'

it('is what docs/openapi.json says (vitest run src/main/records/openapi.test.ts -u writes it)', async () => {
  await expect(`${JSON.stringify(openapi(version), null, 2)}\n`).toMatchFileSnapshot(join(import.meta.dirname, '../../../docs/openapi.json'))
})

it('is served to the owner, with the paths that answer', async () => {
  const world = await World.open()
  try {
    const { status, text } = await world.ask('/api/openapi.json')
    const document = JSON.parse(text) as { openapi: string; paths: Record<string, object> }
    expect([status, document.openapi, document]).toEqual([200, '3.1.0', openapi(INSTANCE.version)])
    await world.ended('w1')
    for (const path of Object.keys(document.paths)) {
      const answer = await world.ask(path.replace('{id}', world.runId).replace('{workerId}', 'w1'))
      expect([path, answer.status]).toEqual([path, 200])
    }
  } finally {
    await world.close()
  }
})

it('has every reference that it makes, and every kind of entry', () => {
  const document = openapi('1.0.0') as { components: { schemas: Record<string, { oneOf?: { $ref: string }[]; properties?: { kind?: { const?: string } } }> } }
  const text = JSON.stringify(document)
  const made = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '')
  expect(made.length).toBeGreaterThan(10)
  expect(made.filter((name) => !(name in document.components.schemas))).toEqual([])
  const kinds = (document.components.schemas['TranscriptEntry']?.oneOf ?? []).map(({ $ref }) => {
    const schema = document.components.schemas[$ref.split('/').at(-1) ?? '']
    return schema?.properties?.kind?.const
  })
  expect(kinds).toEqual([...ENTRY_KINDS])
  expect(TranscriptEntry.options.map(({ shape }) => shape.kind.value)).toEqual([...ENTRY_KINDS])
})
