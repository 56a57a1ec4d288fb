/** The command line of the lane. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

export interface Options {
  readonly kills: number
  readonly seed: number
  /** Whether standard output ends with the result as one JSON object. */
  readonly json: boolean
}

export const USAGE = `Usage: npm run test:crash -- [--kills N] [--seed N] [--json]
  --kills N   how often the host is killed (default: 20)
  --seed N    repeats the choices of an earlier run (default: a new one, printed)
  --json      end with the result as one JSON object`

/** Throws an Error that says what is wrong with the arguments. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { kills: { type: 'string', default: '20' }, seed: { type: 'string' }, json: { type: 'boolean', default: false } }
  })
  return {
    kills: wholeNumber('--kills', values.kills, 1),
    seed: values.seed === undefined ? randomInt(2 ** 31) : wholeNumber('--seed', values.seed, 0),
    json: values.json
  }
}

function wholeNumber(name: string, text: string, least: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least)) throw new Error(`${name} takes a whole number from ${least}, not "${text}".`)
  return value
}
