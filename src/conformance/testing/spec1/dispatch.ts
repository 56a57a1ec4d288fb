/** What spawn and send mean, and how messages reach a worker. */
import { expect } from 'vitest'
import type { Suite } from '../suite'

export function dispatch({ sentence }: Suite): void {
  sentence(29, 'spawn and send may carry a task_ref, which links the worker to a task in the notes.', async (world) => {
    await world.control({ action: 'spawn', name: 'Frontend', task: 'x', task_ref: 'PM-001' })
    const [worker] = await world.list()
    expect(worker?.taskRef).toBe('PM-001')
    const send = { action: 'send', worker_id: worker?.workerId, message: 'y', delivery: 'queue' }
    await world.control(send)
    expect(await world.list()).toMatchObject([{ taskRef: 'PM-001' }])
    await world.control({ ...send, task_ref: 'PM-002' })
    expect(await world.list()).toMatchObject([{ taskRef: 'PM-002' }])
    expect(await world.refusal({ ...send, task_ref: 7 })).toMatchObject({ code: 'BAD_INPUT' })
  })

  sentence(30, 'The answer to a dispatch says that it was admitted, not that it is done.', async (world) => {
    const answer = await world.control({ action: 'spawn', name: 'Frontend', task: 'x' })
    expect(answer).toMatchObject({ status: 'accepted' })
    expect(await world.list()).toMatchObject([{ turnCount: 1, lastOutcome: null, status: 'busy' }])
  })

  sentence(32, 'The example of spawn is right as it stands.', async (world) => {
    const task = 'Implement the requested form and report validation.'
    await world.control({ action: 'spawn', name: 'Frontend', task, task_ref: 'PM-001' })
    expect(await world.list()).toMatchObject([{ name: 'Frontend', taskRef: 'PM-001' }])
  })

  sentence(33, 'The example of a queued send is right as it stands.', async (world) => {
    const worker = await world.rested()
    const message = 'Check keyboard navigation after this task.'
    expect(await world.control({ action: 'send', worker_id: worker, message, delivery: 'queue' })).toMatchObject({ delivery: 'queue' })
    expect((await world.turn(worker, 2)).inputs.map((input) => input.text)).toEqual([message])
  })

  sentence(34, 'The example of a steering send is right as it stands.', async (world) => {
    const worker = await world.spawn()
    ;(await world.turn(worker)).sink.step(1)
    const message = 'Prioritize the error state in the current work.'
    expect(await world.control({ action: 'send', worker_id: worker, message, delivery: 'steer' })).toMatchObject({ delivery: 'steer' })
  })

  sentence(35, 'A steer kills no running tool: it comes into the same turn at the next step.', async (world) => {
    const worker = await world.spawn()
    const turn = await world.turn(worker)
    turn.sink.step(1)
    turn.sink.toolCall({ callId: 'c', name: 'bash', arguments: '{"command":"npm test"}' })
    const message = await world.send(worker, 'look at the errors too', 'steer')
    await world.until(() => turn.steers.length === 1)
    expect(turn.interrupted).toBe(false)
    turn.sink.toolResult({ callId: 'c', name: 'bash', text: 'passed', isError: false, changes: [] })
    turn.takeSteers(2)
    turn.sink.step(2)
    turn.reply('both done')
    turn.end()
    await world.crew.idle(worker)
    expect(world.crew.turnInputs(worker)[1]).toContain(message)
    expect(world.crew.outcomes(worker)).toEqual(['completed'])
  })

  sentence(36, 'Queue is not another word for steer: it is the next turn.', async (world) => {
    const worker = await world.spawn()
    const turn = await world.turn(worker)
    turn.sink.step(1)
    const queued = await world.send(worker, 'afterwards', 'queue')
    const last = await world.send(worker, 'at last', 'queue')
    expect(turn.steers).toEqual([])
    turn.end()
    await world.play(worker, ['done'], 2)
    await world.turn(worker, 3)
    expect(world.crew.turnInputs(worker)).toMatchObject({ 2: [queued], 3: [last] })
  })

  sentence(37, 'A cold worker goes on as the child that it is, never as a root of its own.', async (world) => {
    const worker = await world.rested()
    await world.restart()
    expect(await world.list()).toMatchObject([{ availability: 'cold', status: 'idle' }])
    await world.send(worker, 'go on', 'steer')
    expect((await world.turn(worker)).sessionId).toBe(worker)
    expect(world.crew.log.get(worker)).toMatchObject({ parentId: world.coordinator, projectId: world.coordinator, turnCount: 2 })
    expect(world.crew.log.children(world.coordinator).map((session) => session.id)).toEqual([worker])
    expect(await world.list()).toMatchObject([{ availability: 'live', status: 'busy' }])
  })
}
