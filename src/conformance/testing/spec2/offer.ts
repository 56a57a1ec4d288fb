/** Which agents are offered the tools, and with what schemas. */
import { expect } from 'vitest'
import type { Suite } from '../suite'
import type { World } from '../world'

const schemaOf = async (world: World, caller: string, name: string) => (await world.tools(caller)).find((tool) => tool.name === name)

export function offer({ sentence }: Suite): void {
  sentence(1, 'An agent with children has each of the three tools once, however it makes its children.', async (world) => {
    const lead = await world.lead()
    expect(await world.toolNames(lead)).toEqual(['subagent', 'send_message', 'interrupt_agent', 'list_agents'])
    await world.child(lead, 'One', 'continuable')
    await world.child(lead, 'Two', 'one-shot')
    expect(await world.toolNames(lead)).toEqual(['subagent', 'send_message', 'interrupt_agent', 'list_agents'])
    const plain = await world.spawn('Plain')
    expect(await world.toolNames(plain)).toEqual([])
    for (const [tool, args] of [['interrupt_agent', { agent_id: 'x' }], ['list_agents', {}], ['subagent', { label: 'a', task: 'b', mode: 'one-shot' }]] as const) {
      expect(await world.call(tool, args, plain)).toMatchObject({ isError: true, text: expect.stringContaining('no tool') })
    }
  })

  sentence(2, 'list_agents can be left out while the other two stay.', async (world) => {
    const lead = await world.lead()
    world.conduct({ listAgents: false })
    expect(await world.toolNames(lead)).toEqual(['subagent', 'send_message', 'interrupt_agent'])
    expect(await world.call('list_agents', {}, lead)).toMatchObject({ isError: true, text: expect.stringContaining('no tool') })
    const child = await world.child(lead)
    expect(await world.call('send_message', { subagent_id: child, message: 'hello' }, lead)).toMatchObject({ isError: false })
  })

  sentence(3, 'Whether work is continuable does not hang on any tool’s being there.', async (world) => {
    const lead = await world.lead()
    for (const listAgents of [true, false]) {
      world.conduct({ listAgents })
      const made = [await world.child(lead, 'Continuable', 'continuable'), await world.child(lead, 'Once', 'one-shot')]
      expect(made.map((id) => world.crew.log.get(id)?.mode)).toEqual(['continuable', 'one-shot'])
    }
  })

  sentence(4, 'The tools lead from the parent to its children only.', async (world) => {
    const lead = await world.lead()
    const child = await world.child(lead)
    world.crew.workers.setDelegates(world.coordinator, child, true)
    world.conduct({ maxDepth: 3 })
    const before = world.everything()
    expect(await world.call('send_message', { subagent_id: lead, message: 'up' }, child)).toMatchObject({ isError: true })
    expect(await world.call('interrupt_agent', { agent_id: lead }, child)).toMatchObject({ isError: true })
    expect(world.everything()).toEqual(before)
  })

  sentence(35, 'send_message takes subagent_id and message, and says that it is the next turn, that no answer comes back, and that failing means not delivered.', async (world) => {
    const tool = await schemaOf(world, await world.lead(), 'send_message')
    expect(tool?.parameters).toMatchObject({
      type: 'object',
      properties: { subagent_id: { type: 'string' }, message: { type: 'string' } },
      required: ['subagent_id', 'message'],
      additionalProperties: false
    })
    expect(Object.keys(tool?.parameters['properties'] ?? {})).toEqual(['subagent_id', 'message'])
    expect(tool?.description).toMatch(/next turn.*no answer.*not delivered/s)
  })

  sentence(36, 'interrupt_agent takes agent_id, and says that only the turn stops, messages park, descendants run on, and the answer comes first.', async (world) => {
    const tool = await schemaOf(world, await world.lead(), 'interrupt_agent')
    expect(tool?.parameters).toMatchObject({ type: 'object', properties: { agent_id: { type: 'string' } }, required: ['agent_id'], additionalProperties: false })
    expect(Object.keys(tool?.parameters['properties'] ?? {})).toEqual(['agent_id'])
    expect(tool?.description).toMatch(/current turn.*parked.*keep running.*before/s)
  })

  sentence(37, 'list_agents takes scope, one of two words, or nothing.', async (world) => {
    const lead = await world.lead()
    const tool = await schemaOf(world, lead, 'list_agents')
    expect(tool?.parameters).toMatchObject({ type: 'object', properties: { scope: { type: 'string', enum: ['children', 'descendants'] } } })
    expect(Object.keys(tool?.parameters['properties'] ?? {})).toEqual(['scope'])
    expect(tool?.parameters['required']).toBeUndefined()
    for (const args of [{ scope: 'all' }, { scope: 1 }, { cursor: 'x' }, { agent_id: lead }]) {
      expect(await world.call('list_agents', args, lead)).toMatchObject({ isError: true, atDoor: false })
    }
  })

  sentence(38, 'The schemas are the same at every request.', async (world) => {
    const lead = await world.lead()
    const before = JSON.stringify(await world.tools(lead))
    await world.child(lead)
    await world.call('list_agents', {}, lead)
    expect(JSON.stringify(await world.tools(lead))).toBe(before)
  })
}
