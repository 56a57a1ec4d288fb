import { startWorker } from '../../text/start-worker'
import { Workshop } from '../../text/workshop'
import type { Compared } from './lines.logic'
import type { Done, Job } from './worker'
// oxlint-disable-next-line import/default -- the bundler makes it: the address of the worker's own bundle
import address from './worker?worker&url'

/** A comparison that takes longer is given up, in ms. */
const BUDGET_MS = 5_000

const workshop = new Workshop<Omit<Job, 'id'>, Done>(() => startWorker(address), BUDGET_MS)

/** Compares two texts; null where it cannot be said in good time. `cancel` takes it back. */
export function compare(before: string, after: string): { result: Promise<Compared | null>; cancel(): void } {
  const { result, cancel } = workshop.ask({ before, after })
  return { result: result.then((done) => done?.compared ?? null), cancel }
}
