/** Whose records are read, and the list of workers. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Suite } from '../suite'

export function access({ sentence }: Suite): void {
  sentence(1, 'A worker has no run of its own: its record is read by the parent run and the returned workerId', async (world) => {
    await world.ended('w1')
    const [worker] = await world.workers()
    expect(worker?.workerId).toBe('w1')
    expect((await world.page(worker?.workerId ?? '')).workerId).toBe('w1')
    expect((await world.ask('/api/runs/w1/workers')).status).toBe(404)
  })

  sentence(2, 'Only the owner’s X-Agent-Service-Token opens the records; without it, or with another, the answer is 401', async (world) => {
    await world.ended('w1')
    for (const path of [`/api/runs/${world.runId}/workers`, `/api/runs/${world.runId}/workers/w1/transcript`, '/api/runs', '/api/nothing']) {
      for (const token of [null, '', 'x', 'token-of-the-owner-012345678', 'token-of-the-owner-01234567890', 'the-token-of-the-page-0123456789']) {
        const answer = await world.ask(path, { token })
        expect([path, token, answer.status]).toEqual([path, token, 401])
        expect(answer.text).not.toContain('reply of')
      }
    }
    expect((await world.ask(`/api/runs/${world.runId}/workers?X-Agent-Service-Token=token-of-the-owner-0123456789`, { token: null })).status).toBe(401)
  })

  sentence(3, 'A foreign parent and a missing parent both return 404, in the same words', async (world) => {
    await world.ended('w1')
    const folder = join(world.crew.folder, 'other')
    mkdirSync(folder)
    const other = world.crew.projects.open(folder).sessionId
    world.place('w1', [{ kind: 'text', seq: 0, at: 1, text: 'of another run' }], other)
    const missing = await world.ask('/api/runs/no-such-run/workers')
    expect(missing.status).toBe(404)
    for (const path of [`/api/runs/${other}/workers/w1/transcript`, '/api/runs/no-such-run/workers/w1/transcript', '/api/runs/w1/workers']) {
      const { status, text } = await world.ask(path)
      expect([path, status, text]).toEqual([path, 404, missing.text])
    }
  })

  sentence(4, 'The list is {run_id, workers}, sorted by startedAt ascending', async (world) => {
    for (const id of ['late', 'early', 'middle']) {
      world.crew.now = { late: 3_000_000, early: 1_000_000, middle: 2_000_000 }[id] ?? 0
      await world.ended(id)
    }
    expect((await world.workers()).map(({ workerId, startedAt }) => [workerId, startedAt])).toEqual([
      ['early', 1_000_000],
      ['middle', 2_000_000],
      ['late', 3_000_000]
    ])
  })

  sentence(5, 'A parent without workers returns an empty array', async (world) => {
    const { status, text } = await world.ask(`/api/runs/${world.runId}/workers`)
    expect([status, JSON.parse(text)]).toEqual([200, { run_id: world.runId, workers: [] }])
  })

  sentence(6, 'The list takes no pagination parameters', async (world) => {
    for (const id of ['a', 'b', 'c']) await world.ended(id)
    const whole = await world.ask(`/api/runs/${world.runId}/workers`)
    expect((await world.ask(`/api/runs/${world.runId}/workers?offset=1&limit=1`)).text).toBe(whole.text)
  })

  sentence(7, 'Each item contains at least workerId, startedAt and status', async (world) => {
    world.crew.worker('w1')
    expect(await world.listed('w1')).toMatchObject({ workerId: 'w1', startedAt: world.crew.now, status: 'running' })
  })

  sentence(8, 'Optional fields say what is known, and are absent where nothing is', async (world) => {
    world.crew.worker('w1', 'count the files')
    const turn = await world.turn('w1')
    const before = await world.listed('w1')
    expect(before).toMatchObject({
      task: 'count the files',
      kind: 'continuable',
      agentType: 'pi',
      callerAgentId: world.runId,
      sessionId: 'w1',
      truncated: false,
      routeDecision: { engine: 'pi', model: 'test/model' }
    })
    for (const field of ['endedAt', 'summary', 'error', 'preset']) expect(before).not.toHaveProperty(field)
    turn.sink.step(1)
    turn.reply('there are seven')
    world.crew.now += 5_000
    await world.end('w1', turn, { kind: 'error', error: { code: 'X', message: 'it broke' } })
    const after = await world.listed('w1')
    expect(after).toMatchObject({ endedAt: world.crew.now, summary: 'there are seven', error: 'it broke' })
    expect(after?.entryCount).toBe((await world.page('w1')).total)
    expect(after?.bytes).toBe(Buffer.byteLength(world.written('w1')))
  })

  sentence(9, 'sessionId is the worker’s runtime child session, not another run', async (world) => {
    await world.ended('w1')
    const sessionId = (await world.listed('w1'))?.sessionId ?? ''
    expect(world.crew.log.get(sessionId)?.parentId).toBe(world.runId)
    expect((await world.ask(`/api/runs/${sessionId}/workers`)).status).toBe(404)
  })
}
