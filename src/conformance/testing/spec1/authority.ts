/** Who may call, and what each action takes and gives. */
import { expect } from 'vitest'
import { z } from 'zod'
import { HistoryWindow, WorkerView } from '../../../shared/model'
import type { Suite } from '../suite'

export function authority({ sentence }: Suite): void {
  sentence(1, 'Only the enabled Coordinator of a Project has the tool.', async (world) => {
    expect(await world.toolNames()).toEqual(['control_workers'])
    const worker = await world.lead()
    expect(await world.toolNames(worker)).not.toContain('control_workers')
    const before = world.everything()
    expect(await world.refusal({ action: 'list' }, worker)).toMatchObject({ code: 'FORBIDDEN' })
    expect(world.everything()).toEqual(before)
    world.conduct({ coordinator: { enabled: false, engine: 'pi', model: 'test/model' } })
    expect(await world.toolNames()).toEqual([])
    expect(await world.refusal({ action: 'spawn', name: 'n', task: 't' })).toMatchObject({ code: 'FORBIDDEN' })
  })

  sentence(3, 'The agent that calls decides whose workers are meant; no argument can.', async (world) => {
    const { projectId } = world.foreign()
    const before = world.everything()
    for (const key of ['session_id', 'sessionId', 'project_id', 'caller', 'coordinator', 'agent_id']) {
      expect(await world.refusal({ action: 'list', [key]: projectId })).toMatchObject({ code: 'BAD_INPUT' })
    }
    expect(world.everything()).toEqual(before)
    expect(await world.list()).toEqual([])
  })

  sentence(4, 'Knowing the id of a worker gives no control over it.', async (world) => {
    const { workerId } = world.foreign()
    await world.turn(workerId)
    const before = world.everything()
    for (const args of [
      { action: 'get' },
      { action: 'send', message: 'hello', delivery: 'steer' },
      { action: 'history', offset: 0, limit: 5 },
      { action: 'interrupt' },
      { action: 'delete' }
    ]) {
      const refusal = await world.refusal({ ...args, worker_id: workerId })
      expect(refusal).toMatchObject({ code: 'NOT_FOUND' })
      expect(refusal).toEqual(await world.refusal({ ...args, worker_id: 'nobody' }))
      expect(refusal).toEqual(await world.refusal({ ...args, worker_id: world.coordinator }))
    }
    expect(world.everything()).toEqual(before)
  })

  sentence(5, 'spawn takes a name and a task, and gives the child and the receipt of its first message.', async (world) => {
    const answer = await world.control({ action: 'spawn', name: 'Frontend', task: 'Build the form.' })
    const { worker_id, message_id } = z.strictObject({ worker_id: z.string(), message_id: z.string(), status: z.literal('accepted') }).parse(answer)
    expect((await world.turn(worker_id)).inputs).toEqual([{ messageId: message_id, text: 'Build the form.' }])
    expect(world.crew.log.get(worker_id)).toMatchObject({ name: 'Frontend', parentId: world.coordinator, projectId: world.coordinator })
    const before = world.everything()
    expect(await world.refusal({ action: 'spawn', name: 'Frontend' })).toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('task') })
    expect(await world.refusal({ action: 'spawn', task: 'x' })).toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('name') })
    expect(world.everything()).toEqual(before)
  })

  sentence(6, 'list takes nothing, and gives the visible workers with what they really do now.', async (world) => {
    const busy = await world.spawn('Busy')
    world.crew.now += 1
    const idle = await world.rested('Idle')
    await world.turn(busy)
    expect((await world.list()).map(({ workerId, name, status }) => ({ workerId, name, status }))).toEqual([
      { workerId: busy, name: 'Busy', status: 'busy' },
      { workerId: idle, name: 'Idle', status: 'idle' }
    ])
    expect(await world.refusal({ action: 'list', worker_id: busy })).toMatchObject({ code: 'BAD_INPUT' })
  })

  sentence(7, 'get takes a worker, and gives its status and progress.', async (world) => {
    const worker = await world.spawn()
    ;(await world.turn(worker)).sink.step(3)
    await world.until(() => world.crew.log.get(worker)?.openSteps === 3)
    expect(await world.get(worker)).toMatchObject({ workerId: worker, status: 'busy', turn: { number: 1, steps: 3 }, turnCount: 1 })
    expect(await world.refusal({ action: 'get' })).toMatchObject({ code: 'BAD_INPUT' })
  })

  sentence(8, 'send takes a worker, a message and a delivery, steer or queue, and gives the acceptance.', async (world) => {
    const worker = await world.spawn()
    const turn = await world.turn(worker)
    turn.sink.step(1)
    for (const delivery of ['steer', 'queue']) {
      const answer = await world.control({ action: 'send', worker_id: worker, message: `by ${delivery}`, delivery })
      expect(answer).toEqual({ worker_id: worker, message_id: expect.any(String), delivery, status: 'accepted' })
    }
    expect(world.crew.log.inbox.all(worker).map(({ target, message }) => [target, message.text])).toEqual([
      ['next-step', 'by steer'],
      ['next-turn', 'by queue']
    ])
    const before = world.everything()
    expect(await world.refusal({ action: 'send', worker_id: worker, message: 'x', delivery: 'now' })).toMatchObject({ code: 'BAD_INPUT' })
    expect(await world.refusal({ action: 'send', worker_id: worker, message: 'x' })).toMatchObject({ code: 'BAD_INPUT' })
    expect(world.everything()).toEqual(before)
  })

  sentence(9, 'history takes a worker, an offset and a limit, and gives the present status with a window, newest first.', async (world) => {
    const worker = await world.rested('Frontend', 'done')
    const window = HistoryWindow.parse(await world.control({ action: 'history', worker_id: worker, offset: 0, limit: 2 }))
    expect(window).toMatchObject({ status: 'idle', messages: [{ text: 'done' }, { text: 'task of Frontend' }] })
  })

  sentence(10, 'interrupt asks the running turn to stop; what is queued stays and goes on with the next message.', async (world) => {
    const worker = await world.spawn()
    const turn = await world.turn(worker)
    await world.send(worker, 'queued', 'queue')
    expect(await world.control({ action: 'interrupt', worker_id: worker })).toEqual({ worker_id: worker, turn: 1, status: 'requested' })
    await world.until(() => world.crew.log.get(worker)?.openTurn === null)
    expect(turn.interrupted).toBe(true)
    expect(world.crew.outcomes(worker)).toEqual(['aborted parent'])
    expect(await world.get(worker)).toMatchObject({ status: 'idle', parked: true, pendingCount: 1 })
    // Nothing runs: accepted all the same.
    expect(await world.control({ action: 'interrupt', worker_id: worker })).toEqual({ worker_id: worker, turn: null, status: 'requested' })
    await world.send(worker, 'go on', 'steer')
    expect((await world.turn(worker, 2)).inputs.map((input) => input.text)).toEqual(['go on', 'queued'])
  })

  sentence(11, 'delete drains what the worker holds and ends its membership.', async (world) => {
    const worker = await world.spawn()
    const turn = await world.turn(worker)
    await world.send(worker, 'never taken', 'queue')
    expect(await world.control({ action: 'delete', worker_id: worker })).toEqual({ worker_id: worker, status: 'deleted' })
    expect(turn.interrupted).toBe(true)
    expect(world.crew.steering.disposed).toEqual([worker])
    expect(world.crew.log.inbox.count(worker)).toBe(0)
    expect(world.crew.log.get(worker)).toMatchObject({ lifecycle: 'deleted', openTurn: null })
  })

  sentence(12, 'list gives an array of WorkerViews, get gives one of them.', async (world) => {
    const worker = await world.rested()
    const strict = z.strictObject(WorkerView.shape)
    const [listed] = z.tuple([strict]).parse(await world.control({ action: 'list' }))
    expect(strict.parse(await world.control({ action: 'get', worker_id: worker }))).toEqual(listed)
  })
}
