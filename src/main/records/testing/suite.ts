/** The sentences of the specification as tests, and the table in the documentation that has to name the same ones. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { RecordLimits } from '../limits'
import { World } from './world'

const TABLE = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'records.md')

export interface Suite {
  sentence(number: number, words: string, run: (world: World) => Promise<void>, limits?: Partial<RecordLimits>): void
  /** To be called last. */
  table(): void
}

export function conformance(): Suite {
  const told: string[] = []
  return {
    sentence(number, words, run, limits) {
      told.push(`| S3.${number} | ${words.replaceAll('|', '\\|')} |`)
      it(`S3.${number} ${words}`, async () => {
        const world = await World.open(limits)
        try {
          await run(world)
        } finally {
          await world.close()
        }
      })
    },
    table() {
      it('is what docs/records.md says', () => {
        const rows = readFileSync(TABLE, 'utf8').split('\n').filter((line) => line.startsWith('| S3.'))
        expect(rows.filter((line) => !line.includes(' not tested: '))).toEqual(told)
      })
    }
  }
}
