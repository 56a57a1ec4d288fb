/** What a parent hears of its children by itself, and how deep delegation goes. */
import { expect } from 'vitest'
import type { Outcome } from '../../../shared/model'
import type { Suite } from '../suite'

const SUMMARIES: readonly [Outcome, string][] = [
  [{ kind: 'completed' }, 'finished and will do no further work unless you send it more.'],
  [{ kind: 'aborted', reason: { kind: 'user' } }, 'was stopped before it finished.'],
  [{ kind: 'max-tokens' }, 'ran out of room before it finished.'],
  [{ kind: 'blocked' }, 'declined the task.'],
  [{ kind: 'error', error: { code: 'MODEL', message: 'no answer' } }, 'failed before it finished.']
]

export function settlement({ sentence }: Suite): void {
  sentence(48, 'A child that settles gives its direct parent a notice with its closing message, and nobody else.', async (world) => {
    const lead = await world.lead()
    for (const [outcome, words] of SUMMARIES) {
      const child = await world.child(lead, outcome.kind)
      await world.play(child, ['on my way', 'closing words'], 1, outcome)
      expect(world.settlements(lead).at(-1)).toBe(`Background subagent ${child} ${words}\nIts closing message:\n\nclosing words`)
    }
    expect(world.completions()).toEqual([])
    expect((await world.list()).map((worker) => worker.workerId)).toEqual([lead])
  })

  sentence(49, 'A child that said nothing has left no closing message; an earlier turn’s does not stand in.', async (world) => {
    const lead = await world.lead()
    const child = await world.child(lead)
    await world.play(child, ['of the first turn'])
    await world.call('send_message', { subagent_id: child, message: 'again' }, lead)
    await world.play(child, [], 2)
    expect(world.settlements(lead).at(-1)).toBe(
      `Background subagent ${child} finished and will do no further work unless you send it more.\nIt left no closing message.`
    )
  })

  sentence(50, 'It has not settled while it goes on by itself with what waits, or waits for an agent that it started.', async (world) => {
    world.conduct({ maxDepth: 3 })
    const lead = await world.lead()
    const child = await world.child(lead, 'Child')
    const turn = await world.turn(child)
    await world.call('send_message', { subagent_id: child, message: 'then this' }, lead)
    const grandchild = await world.child(child, 'Grandchild')
    turn.end({ kind: 'error', error: { code: 'MODEL', message: 'no answer' } })
    await world.play(child, ['second turn'], 2)
    expect(world.settlements(lead)).toEqual([])
    await world.play(grandchild, ['found it'])
    expect(world.settlements(child)).toMatchObject([expect.stringContaining('found it')])
    await world.play(child, ['all done'], 3)
    expect(world.settlements(lead)).toMatchObject([expect.stringMatching(/finished and will do no further work.*all done/s)])
  })

  sentence(51, 'Delegation goes as deep as the Project allows.', async (world) => {
    const lead = await world.lead()
    const child = await world.child(lead)
    expect(await world.toolNames(child)).toEqual([])
    expect(await world.call('subagent', { label: 'Deeper', task: 'x', mode: 'continuable' }, child)).toMatchObject({ isError: true })
    world.conduct({ maxDepth: 3 })
    const grandchild = await world.child(child, 'Deeper')
    expect(await world.toolNames(grandchild)).toEqual([])
    world.conduct({ maxDepth: 1 })
    expect(await world.call('subagent', { label: 'No more', task: 'x', mode: 'continuable' }, lead)).toMatchObject({ isError: true })
    // What it has started it can still speak to and stop.
    expect(await world.toolNames(lead)).toEqual(['send_message', 'interrupt_agent', 'list_agents'])
  })
}
