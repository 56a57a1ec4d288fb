/** One start of a host on a data folder: times its first list of workers and later ones, and prints both as JSON. */
import { Crew } from '../src/main/testing/crew'
import { median } from './measured'

const WARM = 50

async function timed(folder: string, workers: number): Promise<{ firstMs: number; warmMs: number }> {
  const crew = new Crew(folder)
  const list = async () => {
    const start = performance.now()
    const { value } = await crew.toolbox.call({ sessionId: crew.sessionId }, 'control_workers', { action: 'list' })
    const took = performance.now() - start
    if (!Array.isArray(value) || value.length !== workers) throw new Error('The list is not whole.')
    return took
  }
  const firstMs = await list()
  const warm: number[] = []
  for (let time = 0; time < WARM; time++) warm.push(await list())
  if (crew.steering.opened.length > 0) throw new Error('Listing workers has woken an engine.')
  crew.die()
  return { firstMs, warmMs: median(warm) }
}

const [, , folder = '', workers = ''] = process.argv
process.stdout.write(JSON.stringify(await timed(folder, Number(workers))))
