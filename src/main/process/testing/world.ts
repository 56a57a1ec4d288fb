/** For tests: what is really alive on this machine. */
import { processTable, type ProcessRow } from '../table'

/** The living processes that fit, straight from the process table. */
export async function living(fits: (row: ProcessRow) => boolean): Promise<ProcessRow[]> {
  return [...(await processTable()).values()].filter((row) => !row.ended && fits(row))
}

export async function isAlive(pid: number): Promise<boolean> {
  return (await living((row) => row.pid === pid)).length > 0
}

/** Polls until the condition holds; fails with its name when it does not within the time, in ms. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, within = 5_000): Promise<void> {
  const deadline = performance.now() + within
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Not within ${within} ms: ${what}`)
    await new Promise((done) => setTimeout(done, 15))
  }
}
