/** `interrupt_agent`. */
import { expect } from 'vitest'
import type { Suite } from '../suite'
import type { World } from '../world'

const interrupt = (world: World, caller: string, agent_id: string) => world.call('interrupt_agent', { agent_id }, caller)
const requested = (id: string) => ({ text: `interrupt requested for agent ${id}`, isError: false, atDoor: false })

/** A lead with a child that has a child, all in open turns. */
async function family(world: World): Promise<{ lead: string; child: string; grandchild: string }> {
  world.conduct({ maxDepth: 3 })
  const lead = await world.lead()
  const child = await world.child(lead, 'Child')
  const grandchild = await world.child(child, 'Grandchild')
  for (const id of [child, grandchild]) await world.turn(id)
  return { lead, child, grandchild }
}

export function interruption({ sentence }: Suite): void {
  sentence(17, 'A live ancestor may stop a child of its, or a deeper descendant.', async (world) => {
    const { lead, child, grandchild } = await family(world)
    expect(await interrupt(world, lead, grandchild)).toEqual(requested(grandchild))
    await world.until(() => world.crew.outcomes(grandchild).length === 1)
    expect(await interrupt(world, lead, child)).toEqual(requested(child))
    await world.until(() => world.crew.outcomes(child).length === 1)
    expect([grandchild, child].map((id) => world.crew.outcomes(id))).toEqual([['aborted parent'], ['aborted parent']])
  })

  sentence(18, 'The recorded lineage decides, never an argument.', async (world) => {
    const { child } = await family(world)
    const other = await world.lead('Other')
    for (const args of [{ agent_id: child, ancestor: 'lead' }, { agent_id: child, caller: child }, { agent_id: [child] }, {}]) {
      expect(await world.call('interrupt_agent', args, other)).toMatchObject({ isError: true, atDoor: false })
    }
    expect((await interrupt(world, other, child)).text).toBe(`subagent "${child}" is not a live descendant of agent "${other}"`)
    expect((await world.turn(child)).interrupted).toBe(false)
  })

  sentence(19, 'Only the current turn stops; messages that wait stay parked until the next send_message.', async (world) => {
    const { lead, child } = await family(world)
    const message = (text: string) => world.call('send_message', { subagent_id: child, message: text }, lead)
    await message('first')
    await message('second')
    await interrupt(world, lead, child)
    await world.until(() => world.crew.outcomes(child).length === 1)
    expect(world.crew.log.get(child)).toMatchObject({ parked: true, openTurn: null })
    expect(world.crew.pending(child)).toHaveLength(2)
    await message('third')
    expect((await world.turn(child, 2)).inputs.map((input) => input.text)).toEqual(['first'])
    expect(world.crew.log.inbox.all(child).map(({ message: waiting }) => waiting.text)).toEqual(['second', 'third'])
  })

  sentence(20, 'Agents that the stopped one has started keep running.', async (world) => {
    const { lead, child, grandchild } = await family(world)
    await interrupt(world, lead, child)
    await world.until(() => world.crew.outcomes(child).length === 1)
    expect((await world.turn(grandchild)).interrupted).toBe(false)
    expect(world.crew.log.get(grandchild)).toMatchObject({ openTurn: 1 })
  })

  sentence(21, 'The stopped one stays there for further messages.', async (world) => {
    const { lead, child } = await family(world)
    await interrupt(world, lead, child)
    await world.until(() => world.crew.outcomes(child).length === 1)
    expect(await world.call('send_message', { subagent_id: child, message: 'go on' }, lead)).toMatchObject({ isError: false })
    expect((await world.turn(child, 2)).inputs).toMatchObject([{ text: 'go on' }])
  })

  sentence(22, 'The answer comes as soon as the request is accepted, before the turn has stopped.', async (world) => {
    const { lead, child } = await family(world)
    world.crew.steering.obeysInterrupt = false
    expect(await interrupt(world, lead, child)).toEqual(requested(child))
    expect(world.crew.log.get(child)).toMatchObject({ openTurn: 1 })
    ;(await world.turn(child)).end({ kind: 'aborted', reason: { kind: 'user' } })
  })

  sentence(23, 'A target that is absent or has settled is accepted, and nothing happens.', async (world) => {
    const { lead, child, grandchild } = await family(world)
    await world.play(grandchild, ['done'])
    await world.crew.workers.delete(world.coordinator, child)
    const before = world.everything()
    for (const id of [grandchild, child, 'never-was']) expect(await interrupt(world, lead, id)).toEqual(requested(id))
    expect(world.everything()).toEqual(before)
  })

  sentence(24, 'Itself, a sibling, an agent that is no ancestor, and one that is not there any more are refused.', async (world) => {
    const { lead, child, grandchild } = await family(world)
    const sibling = await world.child(lead, 'Sibling')
    await world.turn(sibling)
    await world.child(sibling, 'Of the sibling')
    expect((await interrupt(world, lead, lead)).text).toBe(`agent "${lead}" cannot interrupt itself`)
    expect((await interrupt(world, sibling, child)).text).toBe(`subagent "${child}" is not a live descendant of agent "${sibling}"`)
    expect((await interrupt(world, child, lead)).text).toBe(`subagent "${lead}" is not a live descendant of agent "${child}"`)
    const before = world.crew.outcomes(grandchild)
    await world.crew.workers.delete(world.coordinator, sibling)
    const stale = await interrupt(world, sibling, grandchild)
    expect(stale.isError).toBe(true)
    if (!stale.atDoor) expect(stale.text).toBe(`interrupting "${grandchild}" requires the exact live ancestor agent`)
    expect(world.crew.outcomes(grandchild)).toEqual(before)
  })

  sentence(39, 'Of an accepted interrupt the model reads one line, the same for a target that is absent or settled.', async (world) => {
    const { lead, child } = await family(world)
    expect(await interrupt(world, lead, child)).toEqual(requested(child))
    await world.until(() => world.crew.outcomes(child).length === 1)
    expect(await interrupt(world, lead, child)).toEqual(requested(child))
    expect(await interrupt(world, lead, 'nobody')).toEqual(requested('nobody'))
  })

  sentence(40, 'A caller without the right to interrupt gets an errored result that names the reason.', async (world) => {
    const { workerId } = world.foreign()
    await world.turn(workerId)
    const lead = await world.lead()
    expect(await interrupt(world, lead, workerId)).toEqual({
      text: `subagent "${workerId}" is not a live descendant of agent "${lead}"`,
      isError: true,
      atDoor: false
    })
    expect((await world.turn(workerId)).interrupted).toBe(false)
  })

  sentence(41, 'That the turn was aborted stands in the child’s own transcript and not in the answer.', async (world) => {
    const { lead, child } = await family(world)
    expect((await interrupt(world, lead, child)).text).not.toContain('abort')
    await world.until(() => world.crew.outcomes(child).length === 1)
    expect(world.crew.outcomes(child)).toEqual(['aborted parent'])
    expect(world.crew.outcomes(lead)).toEqual([])
  })
}
