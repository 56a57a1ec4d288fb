/**
 * `npm run test:crash -- --kills N [--seed N] [--json]`: kills a host again and again under load and holds what is left
 * against what was accepted. Ends with 0 when nothing is wrong and enough kills have hit, else with 1.
 */
import { join } from 'node:path'
import { Lane } from './lane.ts'
import { parseOptions, USAGE, type Options } from './options.ts'

/** Of the kills: so many at least inside of a turn, and inside of a delete. */
const IN_TURN_MIN = 1 / 5
const IN_DELETE_MIN = 1 / 10

const note = (line: string) => void process.stderr.write(`${line}\n`)

process.exitCode = await main()

async function main(): Promise<number> {
  if (process.platform !== 'linux') {
    note('The crash lane finds processes through /proc, so it needs Linux.')
    return 2
  }
  let options: Options
  try {
    options = parseOptions(process.argv.slice(2))
  } catch (error) {
    note(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    return 2
  }
  const root = join(import.meta.dirname, '..')
  note(`seed ${options.seed}`)
  const began = performance.now()
  const lane = new Lane({ root, kills: options.kills, seed: options.seed, note })
  await lane.run()

  const { findings, tally } = lane
  const [lost, doubled, wrongStatus, orphans] = (['lost', 'doubled', 'wrongStatus', 'orphans'] as const).map((kind) => findings.count(kind))
  const missed = [
    ...(tally.killsInTurn < tally.kills * IN_TURN_MIN ? [`only ${tally.killsInTurn} of ${tally.kills} kills were inside of a turn`] : []),
    ...(tally.killsInDelete < tally.kills * IN_DELETE_MIN ? [`only ${tally.killsInDelete} of ${tally.kills} kills were inside of a delete`] : [])
  ]
  note(`${tally.kills} kills in ${Math.round((performance.now() - began) / 1000)} s`)
  for (const { kind, what, kill } of findings.all()) note(`${kind} after kill ${kill}: ${what}`)
  for (const line of missed) note(line)
  if (lane.kept.length > 0) {
    note(`To try it again: npm run test:crash -- --kills ${options.kills} --seed ${options.seed}`)
    note(`The choices come again, the moments only nearly. Kept, with data and journal: ${lane.kept.join(', ')}`)
  }
  const result = { ...tally, lost, doubled, wrongStatus, orphans }
  if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`)
  else console.table(result)
  return findings.all().length > 0 || missed.length > 0 ? 1 : 0
}
