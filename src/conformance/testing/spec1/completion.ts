/** The notice of each ended turn. */
import { expect } from 'vitest'
import type { Outcome } from '../../../shared/model'
import type { Suite } from '../suite'

const OUTCOMES: Outcome[] = [
  { kind: 'completed' },
  { kind: 'aborted', reason: { kind: 'hook', message: 'no' } },
  { kind: 'blocked', message: 'declined' },
  { kind: 'error', error: { code: 'MODEL', message: 'the model failed' } },
  { kind: 'max-tokens' }
]

export function completion({ sentence }: Suite): void {
  sentence(53, 'Every turn of a worker, however it ends, tells the Coordinator with the worker, the turn and the outcome.', async (world) => {
    const worker = await world.spawn()
    for (const [index, outcome] of OUTCOMES.entries()) {
      if (index > 0) await world.send(worker, `turn ${index + 1}`, 'queue')
      await world.play(worker, [`reply ${index + 1}`], index + 1, outcome)
    }
    await world.send(worker, 'to be interrupted', 'queue')
    await world.turn(worker, OUTCOMES.length + 1)
    await world.control({ action: 'interrupt', worker_id: worker })
    await world.crew.idle(worker)
    await world.send(worker, 'to be cut off', 'queue')
    await world.turn(worker, OUTCOMES.length + 2)
    await world.restart()
    expect(world.completions().map(({ workerId, turn, outcome }) => ({ workerId, turn, outcome }))).toEqual(
      [...OUTCOMES, { kind: 'aborted', reason: { kind: 'parent' } }, { kind: 'interrupted' }].map((outcome, index) => ({
        workerId: worker,
        turn: index + 1,
        outcome
      }))
    )
  })

  sentence(54, 'Its result is the whole last AI message that the turn committed.', async (world) => {
    const worker = await world.spawn()
    const long = `# Report\n\n${'all of it. '.repeat(20_000)}`
    await world.play(worker, ['on my way', long])
    expect(world.completions()).toMatchObject([{ workerId: worker, turn: 1, text: long }])
  })

  sentence(55, 'Without an AI message the body is empty, and the notice is delivered all the same.', async (world) => {
    const worker = await world.spawn()
    await world.play(worker, [], 1, { kind: 'error', error: { code: 'MODEL', message: 'no answer' } })
    expect(world.completions()).toMatchObject([{ workerId: worker, turn: 1, outcome: { kind: 'error' }, text: '' }])
    expect((await world.turn(world.coordinator)).inputs[0]?.text).toContain(worker)
  })

  sentence(56, 'No earlier reply takes its place.', async (world) => {
    const worker = await world.rested('Frontend', 'of the first turn')
    await world.send(worker, 'again', 'queue')
    await world.play(worker, [], 2)
    expect(world.completions().map(({ turn, text }) => [turn, text])).toEqual([
      [1, 'of the first turn'],
      [2, '']
    ])
  })

  sentence(57, 'After an empty result the Coordinator decides: it can read history or give new work, and nothing is retried by itself.', async (world) => {
    const worker = await world.spawn()
    await world.play(worker, [], 1, { kind: 'error', error: { code: 'MODEL', message: 'no answer' } })
    expect(await world.texts(worker)).toEqual(['task of Frontend'])
    expect(await world.get(worker)).toMatchObject({ status: 'idle', turnCount: 1, pendingCount: 0 })
    await world.send(worker, 'try it this way', 'queue')
    expect((await world.turn(worker, 2)).inputs.map((input) => input.text)).toEqual(['try it this way'])
  })
}
