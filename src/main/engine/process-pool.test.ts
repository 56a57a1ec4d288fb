import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProcessPool, type PooledProcess } from './process-pool'

const IDLE_MS = 1_000

/** A process whose end takes until `exit` is called. */
class Process implements PooledProcess {
  alive = true
  readonly reasons: string[] = []
  readonly #exit = Promise.withResolvers<void>()
  readonly ended = this.#exit.promise

  exit(): void {
    this.alive = false
    this.#exit.resolve()
  }

  async end(why: string): Promise<void> {
    this.alive = false
    this.reasons.push(why)
    await this.ended
  }
}

/** A pool whose starts are answered by the test, in their order. */
function startWorld() {
  const pool = new ProcessPool<Process>(IDLE_MS)
  const starts: { readonly ready: (process: Process) => void; readonly fail: (error: Error) => void }[] = []
  const vacant: string[] = []
  return {
    pool,
    starts,
    /** The keys that were told to be vacant, in order. */
    vacant,
    enter: (key = 'a') =>
      pool.enter({
        key,
        start: () => new Promise<Process>((ready, fail) => starts.push({ ready, fail })),
        onVacant: () => void vacant.push(key)
      }),
    /** One user of a fresh process. */
    begin: async function (key = 'a') {
      const entering = this.enter(key)
      await settled()
      const process = new Process()
      starts.at(-1)?.ready(process)
      return { ...(await entering), process }
    }
  }
}

/** Everything that can happen without time passing has happened. */
const settled = () => vi.advanceTimersByTimeAsync(0)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a process', () => {
  it('serves all who come, is one for each key, and ends a while after the last has left', async () => {
    const world = startWorld()
    const one = await world.begin('a')
    const two = await world.enter('a')
    expect(two.process).toBe(one.process)
    expect((await world.begin('b')).process).not.toBe(one.process)
    expect(world.starts).toHaveLength(2)

    one.leave()
    one.leave()
    await pass(IDLE_MS * 2)
    expect(one.process.alive).toBe(true)
    two.leave()
    await pass(IDLE_MS - 1)
    expect(one.process.alive).toBe(true)
    await pass(1)
    expect(one.process.reasons).toEqual(['Nobody used it.'])
    one.process.exit()
    await settled()
    expect(world.vacant).toEqual(['a'])
  })

  it('goes on for who comes before its time is over', async () => {
    const world = startWorld()
    const one = await world.begin()
    one.leave()
    await pass(IDLE_MS - 1)
    const two = await world.enter()
    await pass(IDLE_MS * 2)
    expect(two.process).toBe(one.process)
    expect(two.process.alive).toBe(true)
  })

  it('that starts is shared, and ends when those who waited for it have left', async () => {
    const world = startWorld()
    const entering = [world.enter(), world.enter()]
    expect(world.starts).toHaveLength(1)
    const process = new Process()
    world.starts[0]?.ready(process)
    const stays = await Promise.all(entering)
    expect(stays.map((stay) => stay.process)).toEqual([process, process])
    for (const { leave } of stays) leave()
    await pass(IDLE_MS)
    expect(process.reasons).toEqual(['Nobody used it.'])
  })

  it('that does not start is told to all who wait, and tried again for the next', async () => {
    const world = startWorld()
    const entering = [world.enter(), world.enter()].map((stay) => expect(stay).rejects.toThrow('no such command'))
    world.starts[0]?.fail(new Error('no such command'))
    await Promise.all(entering)
    expect(world.vacant).toEqual(['a'])
    expect((await world.begin()).process.alive).toBe(true)
    expect(world.starts).toHaveLength(2)
  })

  it('that ends by itself is replaced', async () => {
    const world = startWorld()
    const first = await world.begin()
    first.process.exit()
    await settled()
    expect(world.vacant).toEqual(['a'])
    const second = await world.begin()
    expect(second.process).not.toBe(first.process)
    // Who is late to leave the first has no say over the second.
    first.leave()
    await pass(IDLE_MS * 2)
    expect(second.process.alive).toBe(true)
    expect(first.process.reasons).toEqual([])
  })

  it('that ends by itself while it waits for users is forgotten, and not ended again', async () => {
    const world = startWorld()
    const { process, leave } = await world.begin()
    leave()
    process.exit()
    await pass(IDLE_MS * 2)
    expect(process.reasons).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that has ended before it was handed over is replaced for who waited', async () => {
    const world = startWorld()
    const entering = world.enter()
    const [dead, good] = [new Process(), new Process()]
    dead.exit()
    world.starts[0]?.ready(dead)
    await settled()
    world.starts[1]?.ready(good)
    expect((await entering).process).toBe(good)
    expect(world.vacant).toEqual([])
  })
})

describe('an old process that is still ending', () => {
  it('since nobody used it leaves the place of the next one alone', async () => {
    const world = startWorld()
    const old = await world.begin()
    old.leave()
    await pass(IDLE_MS)
    const entering = world.enter()
    // The old one ends while the new one is on its way.
    old.process.exit()
    await settled()
    expect(world.vacant).toEqual([])
    const fresh = new Process()
    world.starts[1]?.ready(fresh)
    const stay = await entering
    expect(stay.process).toBe(fresh)
    expect((await world.enter()).process).toBe(fresh)
    fresh.exit()
    await settled()
    expect(world.vacant).toEqual(['a'])
  })

  it('since it was told to takes in nobody', async () => {
    const world = startWorld()
    const old = await world.begin()
    void old.process.end('It did not stop.')
    const fresh = await world.begin()
    expect(fresh.process).not.toBe(old.process)
    old.leave()
    old.process.exit()
    await settled()
    expect(world.vacant).toEqual([])
    expect(old.process.reasons).toEqual(['It did not stop.'])
  })
})

describe('closing', () => {
  it('lets the Sessions go first, ends all processes and waits for them', async () => {
    const world = startWorld()
    const [used, unused] = [await world.begin('used'), await world.begin('unused')]
    unused.leave()
    await pass(IDLE_MS)
    const disposed = Promise.withResolvers<void>()
    let closed = false
    const closing = world.pool.close([{ dispose: () => disposed.promise.then(used.leave) }]).then(() => (closed = true))
    await settled()
    expect(world.pool.closed).toBe(true)
    await expect(world.enter('used')).rejects.toMatchObject({ code: 'ENGINE_CLOSED' })
    expect(used.process.alive).toBe(true)
    disposed.resolve()
    await pass(IDLE_MS)
    expect(used.process.reasons).toEqual(['Crewdeck is closing.'])
    used.process.exit()
    await settled()
    expect(closed).toBe(false)
    unused.process.exit()
    await closing
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends a process that is still starting, and hands it to nobody', async () => {
    const world = startWorld()
    const refused = world.enter().catch((error: unknown) => error)
    const closing = world.pool.close([])
    const process = new Process()
    world.starts[0]?.ready(process)
    expect(await refused).toMatchObject({ code: 'ENGINE_CLOSED' })
    expect(process.reasons).toEqual(['Crewdeck is closing.'])
    process.exit()
    await closing
  })

  it('is done when a process that was starting could not be started', async () => {
    const world = startWorld()
    const failed = world.enter().catch((error: unknown) => error)
    const closing = world.pool.close([])
    world.starts[0]?.fail(new Error('no such command'))
    expect(await failed).toMatchObject({ message: 'no such command' })
    await closing
  })
})
