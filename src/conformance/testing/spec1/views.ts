/** What lists and views show of a worker. */
import { expect } from 'vitest'
import { EngineError } from '../../../main/engine/engine'
import type { Suite } from '../suite'

export function views({ sentence }: Suite): void {
  sentence(13, 'Lists leave deleted workers out.', async (world) => {
    const [gone, stays] = [await world.rested('Gone'), await world.rested('Stays')]
    await world.control({ action: 'delete', worker_id: gone })
    expect((await world.list()).map((worker) => worker.workerId)).toEqual([stays])
  })

  sentence(14, 'Lists leave out what a creation that failed has left.', async (world) => {
    const before = world.everything()
    expect(await world.refusal({ action: 'spawn', name: 'Big', task: 'x'.repeat(1_000_001) })).toMatchObject({ code: 'TOO_LARGE' })
    expect(world.everything()).toEqual(before)
    const placeholder = { id: 'half-made', projectId: world.coordinator, parentId: world.coordinator, name: 'Half', taskRef: null }
    world.crew.log.create({ ...placeholder, engine: 'pi', model: null, lifecycle: 'creating' })
    expect(await world.list()).toEqual([])
    expect(await world.refusal({ action: 'get', worker_id: 'half-made' })).toMatchObject({ code: 'NOT_FOUND' })
    await world.restart()
    expect(await world.list()).toEqual([])
    expect(world.crew.log.get('half-made')).toMatchObject({ lifecycle: 'deleted' })
  })

  sentence(15, 'A worker whose execution failed stays visible.', async (world) => {
    world.crew.steering.openFailure = new EngineError('MODEL_UNREACHABLE', 'Start the model, then retry.')
    const worker = await world.spawn()
    await world.until(() => world.crew.outcomes(worker).length > 0)
    expect(await world.list()).toMatchObject([{ workerId: worker, lifecycle: 'member', status: 'idle', lastOutcome: { kind: 'error' } }])
  })

  sentence(16, 'What was recorded inside about a worker stays after its deletion.', async (world) => {
    const worker = await world.rested('Frontend', 'done')
    await world.control({ action: 'delete', worker_id: worker })
    expect(world.crew.log.get(worker)).toMatchObject({ name: 'Frontend', lifecycle: 'deleted' })
    expect(world.crew.log.events(worker, { from: 0 }).map((event) => event.type)).toContain('turn/end')
  })

  sentence(17, 'lifecycle is membership in the Project.', async (world) => {
    world.crew.steering.obeysInterrupt = false
    const worker = await world.spawn()
    const turn = await world.turn(worker)
    expect(await world.get(worker)).toMatchObject({ lifecycle: 'member' })
    const deleting = world.control({ action: 'delete', worker_id: worker })
    await world.until(() => turn.interrupted)
    expect(await world.list()).toMatchObject([{ workerId: worker, lifecycle: 'deleting' }])
    turn.end({ kind: 'aborted', reason: { kind: 'disposed' } })
    await deleting
    expect(await world.list()).toEqual([])
  })

  sentence(18, 'status is busy, idle, or unknown when nothing was heard of a running turn.', async (world) => {
    const worker = await world.spawn()
    const turn = await world.turn(worker)
    turn.sink.heard()
    expect(await world.get(worker)).toMatchObject({ status: 'busy' })
    world.crew.now += 10_001
    expect(await world.get(worker)).toMatchObject({ status: 'unknown' })
    expect(await world.list()).toMatchObject([{ status: 'unknown' }])
    expect(await world.history(worker, 0, 1)).toMatchObject({ status: 'unknown' })
    turn.sink.heard()
    expect(await world.get(worker)).toMatchObject({ status: 'busy' })
    turn.end()
    await world.crew.idle(worker)
    expect(await world.get(worker)).toMatchObject({ status: 'idle' })
  })

  sentence(19, 'availability is what is observed of the engine: live, cold or unavailable.', async (world) => {
    const worker = await world.rested()
    expect(await world.list()).toMatchObject([{ availability: 'live' }])
    await world.crew.sessions.cool(0, 0)
    expect(await world.list()).toMatchObject([{ availability: 'cold' }])
    world.crew.db.run('UPDATE project SET folder = ? WHERE session_id = ?', '/nowhere/at/all', world.coordinator)
    expect(await world.list()).toMatchObject([{ availability: 'unavailable' }])
    expect(await world.get(worker)).toMatchObject({ availability: 'unavailable' })
  })

  sentence(20, 'phase is a label for the screen that follows from the rest.', async (world) => {
    world.crew.steering.obeysInterrupt = false
    world.conduct({ maxBusy: 1 })
    const worker = await world.spawn('First')
    const turn = await world.turn(worker)
    turn.sink.step(1)
    const held = await world.spawn('Second')
    expect(await world.get(worker)).toMatchObject({ phase: 'busy' })
    expect(await world.get(held)).toMatchObject({ phase: 'held', hold: '1 of 1 workers are busy.' })
    await world.control({ action: 'interrupt', worker_id: worker })
    expect(await world.get(worker)).toMatchObject({ phase: 'stopping', status: 'busy' })
    turn.end({ kind: 'aborted', reason: { kind: 'parent' } })
    await world.turn(held)
    expect(await world.get(worker)).toMatchObject({ phase: 'idle', status: 'idle' })
  })

  sentence(21, 'activity has the latest committed input, the latest human one, how far was observed, and the human inputs that wait.', async (world) => {
    const worker = await world.rested()
    world.human(worker, 'by hand')
    await world.play(worker, ['done'], 2)
    const message = await world.send(worker, 'by the Coordinator', 'queue')
    await world.turn(worker, 3)
    world.human(worker, 'waiting')
    const { activity } = await world.get(worker)
    expect(activity).toEqual({
      latestInput: { messageId: message, text: 'by the Coordinator', at: expect.any(Number), source: { kind: 'coordinator', senderSessionId: world.coordinator } },
      latestHumanInput: { messageId: expect.any(String), text: 'by hand', at: expect.any(Number), source: { kind: 'user' } },
      observedThroughSeq: (world.crew.log.get(worker)?.nextSeq ?? 0) - 1,
      pendingHumanInputs: [{ messageId: expect.any(String), text: 'waiting', at: expect.any(Number), source: { kind: 'user' } }],
      pendingHumanInputCount: 1
    })
  })

  sentence(22, 'An activity that cannot be read is null, and nothing else is kept from being told.', async (world) => {
    const worker = await world.rested()
    world.crew.db.run("UPDATE event SET data = '{' WHERE session_id = ? AND type = 'user/message'", worker)
    // The views of a host that has seen nothing yet.
    await world.restart()
    expect(await world.list()).toMatchObject([{ workerId: worker, activity: null, status: 'idle', turnCount: 1 }])
    expect(await world.get(worker)).toMatchObject({ workerId: worker, activity: null, lastOutcome: { kind: 'completed' } })
  })

  sentence(23, 'The previews are the latest three human inputs that wait, and the count is of all.', async (world) => {
    const worker = await world.spawn()
    ;(await world.turn(worker)).sink.step(1)
    for (const text of ['one', 'two', 'three']) world.human(worker, text)
    await world.send(worker, 'not human', 'queue')
    world.human(worker, 'the latest', 'steer')
    const { activity } = await world.get(worker)
    expect(activity?.pendingHumanInputs.map((input) => input.text)).toEqual(['two', 'three', 'the latest'])
    expect(activity?.pendingHumanInputCount).toBe(4)
  })

  sentence(24, 'list cuts these texts to progressTextMaxChars, 100 unless it is set.', async (world) => {
    const worker = await world.spawn()
    await world.turn(worker)
    for (const letter of ['a', 'b', 'c', 'd']) world.human(worker, letter.repeat(300))
    const lengths = async () => (await world.list())[0]?.activity?.pendingHumanInputs.map((input) => input.text.length)
    expect(await lengths()).toEqual([100, 100, 100])
    world.conduct({ progressTextMaxChars: 7 })
    expect(await lengths()).toEqual([7, 7, 7])
    expect((await world.list())[0]?.activity?.latestInput?.text).toBe('task of')
  })

  sentence(25, 'get gives the whole texts of as many previews.', async (world) => {
    const worker = await world.spawn()
    await world.turn(worker)
    for (const letter of ['a', 'b', 'c', 'd']) world.human(worker, letter.repeat(3_000))
    const { activity } = await world.get(worker)
    expect(activity?.pendingHumanInputs.map((input) => input.text)).toEqual(['b', 'c', 'd'].map((letter) => letter.repeat(3_000)))
    expect(activity?.pendingHumanInputCount).toBe(4)
  })

  sentence(26, 'What was said is read by history and not by views.', async (world) => {
    const worker = await world.spawn()
    await world.play(worker, ['first reply', 'second reply'])
    expect(JSON.stringify([await world.list(), await world.get(worker)])).not.toContain('reply')
    expect(await world.texts(worker)).toEqual(['second reply', 'first reply', 'task of Frontend'])
  })

  sentence(27, 'The limits of previews cap neither history nor completions.', async (world) => {
    world.conduct({ progressTextMaxChars: 1 })
    const worker = await world.spawn('Frontend', 't'.repeat(5_000))
    await world.play(worker, ['r'.repeat(200_000)])
    expect(await world.texts(worker)).toEqual(['r'.repeat(200_000), 't'.repeat(5_000)])
    expect(world.completions().map((completion) => completion.text)).toEqual(['r'.repeat(200_000)])
  })

  sentence(28, 'Nobody keeps what a reader has read: reading writes nothing.', async (world) => {
    const worker = await world.rested()
    const before = world.everything()
    for (let time = 0; time < 2; time++) {
      await world.list()
      await world.get(worker)
      await world.history(worker, 0, 10)
    }
    expect(world.everything()).toEqual(before)
  })
}
