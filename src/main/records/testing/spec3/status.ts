/** What is said of a worker, and when. */
import { expect } from 'vitest'
import type { Outcome } from '../../../../shared/model'
import type { Suite } from '../suite'
import type { World } from '../world'

async function statusAfter(world: World, workerId: string, outcome: Outcome): Promise<string | undefined> {
  await world.ended(workerId, outcome)
  return (await world.listed(workerId))?.status
}

export function status({ sentence }: Suite): void {
  sentence(10, 'running: still observed as executing; the run goes on whether or not its Coordinator has a turn', async (world) => {
    world.crew.worker('w1')
    await world.turn('w1')
    expect((await world.listed('w1'))?.status).toBe('running')
    expect(world.crew.log.get(world.runId)?.openTurn).toBeNull()
    expect(JSON.parse((await world.ask('/api/runs')).text)).toMatchObject({ runs: [{ run_id: world.runId, status: 'running' }] })
  })

  sentence(11, 'completed: the worker ended normally', async (world) => {
    expect(await statusAfter(world, 'w1', { kind: 'completed' })).toBe('completed')
  })

  sentence(12, 'failed: the worker failed', async (world) => {
    const outcomes: Outcome[] = [
      { kind: 'error', error: { code: 'X', message: 'no' } },
      { kind: 'blocked', message: 'no' },
      { kind: 'max-tokens' }
    ]
    for (const [index, outcome] of outcomes.entries()) expect(await statusAfter(world, `w${index}`, outcome)).toBe('failed')
  })

  sentence(13, 'stopped: explicitly stopped, by the operator or the Coordinator', async (world) => {
    for (const by of ['user', 'parent'] as const) {
      world.crew.worker(by)
      await world.turn(by)
      world.crew.workers.interrupt(world.runId, by, null, by)
      await world.crew.idle(by)
      expect((await world.listed(by))?.status).toBe('stopped')
    }
  })

  sentence(14, 'aborted: ended with its parent, or with the worker’s deletion', async (world) => {
    world.crew.worker('lead')
    await world.turn('lead')
    world.crew.workers.setDelegates(world.runId, 'lead', true)
    const made = await world.crew.toolbox.call({ sessionId: 'lead' }, 'subagent', { label: 'Helper', task: 'help', mode: 'continuable' })
    const child = (JSON.parse(made.text) as { subagent_id: string }).subagent_id
    await world.turn(child)
    world.crew.sessions.driver(child).interrupt(null, 'parent')
    await world.crew.idle(child)
    expect((await world.listed(child))?.status).toBe('aborted')
    await world.crew.workers.delete(world.runId, 'lead')
    expect((await world.listed('lead'))?.status).toBe('aborted')
  })

  sentence(15, 'interrupted: no normal close was recorded, and the instance has ended meanwhile', async (world) => {
    world.crew.worker('w1')
    await world.turn('w1')
    await world.restart()
    expect((await world.listed('w1'))?.status).toBe('interrupted')
    expect((await world.entries('w1')).at(-1)).toMatchObject({ kind: 'end', status: 'interrupted' })
  })

  sentence(16, 'Status is derived on read: a leftover running becomes interrupted when nobody runs it any more', async (world) => {
    world.crew.worker('w1')
    await world.turn('w1')
    await world.restart({ repairs: false })
    expect(world.crew.log.get('w1')?.openTurn).toBe(1)
    expect((await world.listed('w1'))?.status).toBe('interrupted')
    expect((await world.page('w1')).status).toBe('interrupted')
  })

  sentence(18, 'Existing terminal states retain their meaning', async (world) => {
    await world.ended('done', { kind: 'completed' })
    await world.ended('broken', { kind: 'error', error: { code: 'X', message: 'no' } })
    await world.ended('ended', { kind: 'aborted', reason: { kind: 'user' } })
    await world.restart()
    expect((await world.workers()).map((worker) => worker.status).toSorted()).toEqual(['completed', 'failed', 'stopped'])
  })

  sentence(19, 'end closes a turn, and a later prompt opens the worker again', async (world) => {
    await world.ended('w1')
    expect((await world.listed('w1'))?.status).toBe('completed')
    world.crew.send('w1', 'again', 'queue')
    await world.turn('w1', 2)
    expect((await world.listed('w1'))?.status).toBe('running')
    const kinds = (await world.entries('w1')).map(({ kind }) => kind)
    expect(kinds.slice(kinds.indexOf('end'))).toEqual(['end', 'route', 'prompt'])
  })

  sentence(20, 'The transcript’s status is unknown when no usable worker index exists, and worker is omitted', async (world) => {
    world.place('lost', [{ kind: 'end', seq: 0, at: 1, status: 'completed' }])
    const page = await world.page('lost')
    expect(page.status).toBe('unknown')
    expect(page).not.toHaveProperty('worker')
    await world.ended('broken')
    world.crew.db.run("UPDATE session SET lifecycle = 'what' WHERE id = 'broken'")
    const [broken, workers] = [await world.page('broken'), await world.workers()]
    world.crew.db.run("UPDATE session SET lifecycle = 'member' WHERE id = 'broken'")
    expect(broken).toMatchObject({ status: 'unknown', total: 4 })
    expect(broken).not.toHaveProperty('worker')
    expect(workers).toEqual([])
  })

  sentence(21, 'A usable summary adds worker, whose status agrees with the top-level status', async (world) => {
    await world.ended('w1', { kind: 'max-tokens' })
    const page = await world.page('w1')
    expect(page.worker).toEqual(await world.listed('w1'))
    expect(page.status).toBe('failed')
    expect(page.worker?.status).toBe(page.status)
  })
}
