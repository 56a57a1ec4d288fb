/** Records of workers that were deleted, until they are let go; and those of Coordinators, which are no workers. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { World } from './testing/world'

let world: World
beforeEach(async () => {
  world = await World.open()
})
afterEach(() => world.close())

const remove = (workerId: string) => world.crew.workers.delete(world.runId, workerId)
const deleted = () => world.records.deleted().workers.map(({ workerId }) => workerId)
const read = (workerId: string) => world.records.page(world.runId, workerId, { offset: 0, limit: 100 })

describe('a deleted worker', () => {
  it('is told with what it was, the latest first, and its record is read and served as before', async () => {
    for (const id of ['a', 'b', 'c']) await world.ended(id)
    world.crew.projects.setPaused(world.runId, true)
    world.crew.worker('silent')
    const before = Date.now()
    await remove('a')
    await expect.poll(() => Date.now()).toBeGreaterThan(world.records.deleted().workers[0]?.deletedAt ?? 0)
    await remove('c')
    await remove('silent')
    const { workers, total } = world.records.deleted()
    expect(total).toBe(2)
    expect(workers.map(({ workerId }) => workerId)).toEqual(['c', 'a'])
    expect(workers[1]).toMatchObject({ sessionId: world.runId, name: expect.any(String), projectName: expect.any(String), turns: 1 })
    expect(workers[1]?.deletedAt).toBeGreaterThanOrEqual(before)
    expect((await read('a')).entries.length).toBeGreaterThan(2)
    expect((await world.entries('a')).length).toBe((await read('a')).entries.length)
  })

  it('is not told with a Project that is off the list', async () => {
    await world.ended('a')
    await remove('a')
    world.crew.projects.forget(world.runId)
    expect(world.records.deleted()).toEqual({ workers: [], total: 0 })
  })

  it('loses its record for good: not listed, not served, not read, and not made again by a restart', async () => {
    for (const id of ['a', 'b']) await world.ended(id)
    for (const id of ['a', 'b']) await remove(id)
    const heard: string[] = []
    world.records.onChange((id, change) => heard.push(`${id} ${change}`))
    world.records.discard(world.runId, 'a')
    const isGone = async () => {
      expect(existsSync(world.file('a'))).toBe(false)
      expect(deleted()).toEqual(['b'])
      expect((await world.workers()).map(({ workerId }) => workerId)).toEqual(['b'])
      expect((await world.ask(`/api/runs/${world.runId}/workers/a/transcript`)).status).toBe(404)
      await expect(read('a')).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(world.records.worker(world.runId, 'a')).toBeNull()
    }
    expect(heard).toEqual(['a cleared'])
    await isGone()
    await world.restart()
    await isGone()
    // A crash between the commit and the file.
    writeFileSync(world.file('a'), '{"kind":"text","seq":0,"at":1,"text":"left"}\n')
    await world.restart()
    await isGone()
    expect((await world.entries('b')).length).toBeGreaterThan(2)
  })

  it('must be deleted, and be there', async () => {
    await world.ended('a')
    expect(() => world.records.discard(world.runId, 'a')).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect(() => world.records.discard('other', 'a')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    expect(() => world.records.discard(world.runId, world.runId)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    expect((await world.entries('a')).length).toBeGreaterThan(2)
  })
})

describe('the record of a Coordinator', () => {
  const says = (turn: number, text: string) =>
    world.crew.log.append(world.runId, [
      { type: 'turn/start', data: { turn, engine: 'pi', model: 'some/model' } },
      { type: 'step/start', data: { turn, step: 1 } },
      { type: 'assistant/message', data: { turn, step: 1, message: { id: `m${turn}`, role: 'assistant', content: [{ type: 'text', text }] } } },
      { type: 'turn/end', data: { turn, reason: { kind: 'completed' } } }
    ])

  it('is kept and read here like that of a worker, and served to nobody', async () => {
    says(1, 'first')
    await world.restart()
    says(2, 'second')
    const page = await read(world.runId)
    expect(page.entries.filter(({ kind }) => kind === 'text')).toMatchObject([{ text: 'first' }, { text: 'second' }])
    expect(page.status).toBe('completed')
    expect(await world.records.place(world.runId, world.runId, 2, null)).toBeGreaterThan(0)
    expect(world.records.worker(world.runId, world.runId)).toMatchObject({ name: 'Coordinator', status: 'completed' })
    expect(await world.workers()).toEqual([])
    expect((await world.ask(`/api/runs/${world.runId}/workers/${world.runId}/transcript`)).status).toBe(404)
  })

  it('is made up for from its log, where it was written before there were such records', async () => {
    says(1, 'long ago')
    expect(existsSync(world.file(world.runId))).toBe(true)
    rmSync(world.file(world.runId))
    await world.restart()
    expect((await read(world.runId)).entries.filter(({ kind }) => kind === 'text')).toMatchObject([{ text: 'long ago' }])
  })
})
