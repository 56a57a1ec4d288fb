/** The sentences of one specification as tests, and the table in the documentation that has to name the same ones. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { DOORS, closeDoors } from './doors'
import { World } from './world'

const TABLE = join(import.meta.dirname, '..', '..', '..', 'docs', 'conformance.md')

export type Show = (world: World) => Promise<void> | void

export interface Suite {
  /** Shown through every door. Numbers go up. */
  sentence(number: number, words: string, run: Show): void
  /** Shown once: no tool is part of it. */
  once(number: number, words: string, run: Show): void
  /** To be called last: the table in the documentation names the same sentences. */
  table(): void
}

export function conformance(spec: 'S1' | 'S2'): Suite {
  const told: { number: number; row: string }[] = []
  afterAll(closeDoors)
  const show = (title: string, door: (typeof DOORS)[number], run: Show) =>
    it(title, async () => {
      const world = await World.open(door)
      try {
        await run(world)
      } finally {
        await world.close()
      }
    })
  return {
    sentence(number, words, run) {
      told.push({ number, row: row(`${spec}.${number}`, words, 'each door') })
      for (const door of DOORS) show(`${spec}.${number} ${words} [${door.name}]`, door, run)
    },
    once(number, words, run) {
      told.push({ number, row: row(`${spec}.${number}`, words, 'once') })
      const door = DOORS.at(-1)
      if (door) show(`${spec}.${number} ${words}`, door, run)
    },
    table() {
      it('is what docs/conformance.md says', () => {
        const rows = readFileSync(TABLE, 'utf8').split('\n').filter((line) => line.startsWith(`| ${spec}.`))
        const tested = rows.filter((line) => !line.includes('| not tested: '))
        expect(tested).toEqual(told.toSorted((a, b) => a.number - b.number).map((sentence) => sentence.row))
        expect(rows.length - tested.length).toBeLessThan(6)
      })
    }
  }
}

function row(id: string, words: string, where: string): string {
  return `| ${id} | ${words.replaceAll('|', '\\|')} | ${where} |`
}
