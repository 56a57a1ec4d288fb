import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, it } from 'vitest'
import { begin, startBench, type Bench } from './testing'
let bench: Bench
beforeAll(async () => { bench = await startBench() })
afterAll(() => bench.close())
it('x', async () => {
    const world = await bench.open()
    for (const wait of Array.from({length:120},(_,i)=>(i%30))) {
      const world = await bench.open(); const { ended, facts } = begin(world, '[[slow {"ms":3000}]]')
      const t = performance.now()
      if (wait !== null) await sleep(wait)
      world.session.interrupt()
      const o = await ended; if (performance.now()-t > 1000) console.log(wait, JSON.stringify(o), performance.now() - t, JSON.stringify(facts.facts))
    }
})
