/** What deletion takes away, and what it leaves. */
import { expect } from 'vitest'
import { readTurns } from '../../../main/timeline/turns'
import { Reader } from '../reader'
import type { Suite } from '../suite'
import type { World } from '../world'

/** The Coordinator's turns as its timeline shows them: who has a capsule in which. */
async function capsules(world: World): Promise<{ turn: number; name: string; kind: string }[]> {
  const reader = new Reader(world, world.coordinator)
  const { turns } = await reader.until(() => true)
  await reader.leave()
  return turns.flatMap((turn) => turn.capsules.map(({ name, kind }) => ({ turn: turn.number, name, kind })))
}

export function deletion({ sentence }: Suite): void {
  sentence(58, 'Deletion takes the worker off the list and its capsules out of all turns, old ones too.', async (world) => {
    const { coordinator } = world
    world.toCoordinator('go')
    const first = await world.turn(coordinator)
    first.sink.step(1)
    const gone = await world.spawn('Gone')
    await world.spawn('Stays')
    first.end()
    await world.crew.idle(coordinator)
    await world.play(gone, ['done'])
    ;(await world.turn(coordinator, 2)).end()
    await world.crew.idle(coordinator)
    expect(await capsules(world)).toEqual([
      { turn: 1, name: 'Gone', kind: 'updated' },
      { turn: 1, name: 'Stays', kind: 'updated' },
      { turn: 2, name: 'Gone', kind: 'received' }
    ])
    const open = new Reader(world, coordinator)
    await open.until(({ turns }) => turns.length === 2)
    await world.control({ action: 'delete', worker_id: gone })
    // From a window that is open as well.
    await open.until(({ turns }) => !turns.some((turn) => turn.capsules.some((capsule) => capsule.workerId === gone)))
    await open.leave()
    expect((await world.list()).map((worker) => worker.name)).toEqual(['Stays'])
    expect(await capsules(world)).toEqual([{ turn: 1, name: 'Stays', kind: 'updated' }])
  })

  sentence(59, 'There is no option that lists deleted workers.', async (world) => {
    await world.control({ action: 'delete', worker_id: await world.rested() })
    for (const value of [true, false]) {
      expect(await world.refusal({ action: 'list', include_deleted: value })).toMatchObject({ code: 'BAD_INPUT' })
    }
    expect(JSON.stringify(await world.tools())).not.toContain('include_deleted')
  })

  sentence(60, 'A deleted worker refuses get, history, timeline, interrupts and new work, as one that never was.', async (world) => {
    const worker_id = await world.rested()
    await world.control({ action: 'delete', worker_id })
    const before = world.everything()
    for (const args of [
      { action: 'get' },
      { action: 'history', offset: 0, limit: 1 },
      { action: 'interrupt' },
      { action: 'send', message: 'x', delivery: 'queue' },
      { action: 'send', message: 'x', delivery: 'steer' }
    ]) {
      const refusal = await world.refusal({ ...args, worker_id })
      expect(refusal).toMatchObject({ code: 'NOT_FOUND' })
      expect(refusal).toEqual(await world.refusal({ ...args, worker_id: 'never-was' }))
    }
    expect(() => world.crew.workers.member(world.coordinator, worker_id, 'project')).toThrow('no such worker')
    expect(world.everything()).toEqual(before)
  })

  sentence(61, 'Deleting one again succeeds and changes nothing.', async (world) => {
    const worker_id = await world.spawn()
    const deleted = { worker_id, status: 'deleted' }
    const twice = [world.control({ action: 'delete', worker_id }), world.control({ action: 'delete', worker_id })]
    expect(await Promise.all(twice)).toEqual([deleted, deleted])
    const before = world.everything()
    expect(await world.control({ action: 'delete', worker_id })).toEqual(deleted)
    expect(world.everything()).toEqual(before)
    await world.restart()
    expect(await world.control({ action: 'delete', worker_id })).toEqual(deleted)
    expect(await world.refusal({ action: 'delete', worker_id: 'never-was' })).toMatchObject({ code: 'NOT_FOUND' })
  })

  sentence(62, 'What was said, and what recovery and delivery need, stays on disk.', async (world) => {
    const worker = await world.rested('Frontend', 'done')
    const events = world.crew.log.events(worker, { from: 0 })
    await world.control({ action: 'delete', worker_id: worker })
    await world.restart()
    expect(world.crew.log.events(worker, { from: 0 })).toEqual(events)
    expect(readTurns(world.crew.log, worker, 1, 1)[0]?.view.reply?.text).toBe('done')
    expect(world.completions()).toMatchObject([{ workerId: worker, turn: 1, text: 'done' }])
  })

  sentence(63, 'No question resumes a cold worker or calls a model.', async (world) => {
    const worker = await world.rested()
    await world.restart()
    await world.list()
    await world.get(worker)
    await world.history(worker, 0, 100)
    expect(world.crew.steering.opened).toEqual([])
    expect(world.crew.steering.turns).toEqual([])
    expect(await world.list()).toMatchObject([{ availability: 'cold', status: 'idle' }])
  })
}
