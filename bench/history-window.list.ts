/** One start of a host on a data folder: times its first list of workers and later ones, and prints both as JSON. */
import { Crew } from '../src/main/testing/crew'
import { median } from './measured'

const LATER = 50

async function timed(folder: string, workers: number): Promise<{ aheadMs: number; firstMs: number; laterMs: number }> {
  const crew = new Crew(folder)
  // What a host does as it starts.
  crew.sessions.repair()
  const began = performance.now()
  crew.workers.readAhead()
  const aheadMs = performance.now() - began
  const list = async () => {
    const start = performance.now()
    const { value } = await crew.toolbox.call({ sessionId: crew.sessionId }, 'control_workers', { action: 'list' })
    const took = performance.now() - start
    if (!Array.isArray(value) || value.length !== workers) throw new Error('The list is not whole.')
    return took
  }
  const firstMs = await list()
  const later: number[] = []
  for (let time = 0; time < LATER; time++) later.push(await list())
  if (crew.steering.opened.length > 0) throw new Error('Listing workers has woken an engine.')
  crew.die()
  return { aheadMs, firstMs, laterMs: median(later) }
}

const [, , folder = '', workers = ''] = process.argv
process.stdout.write(JSON.stringify(await timed(folder, Number(workers))))
