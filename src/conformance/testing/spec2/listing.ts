/** `list_agents`. */
import { expect } from 'vitest'
import type { Suite } from '../suite'
import type { World } from '../world'

const lines = async (world: World, caller: string, args: Record<string, unknown> = {}) =>
  (await world.call('list_agents', args, caller)).text.split('\n')

export function listing({ sentence }: Suite): void {
  sentence(25, 'The root of the list is the agent that calls.', async (world) => {
    const [lead, other] = [await world.lead('Lead'), await world.lead('Other')]
    const child = await world.child(lead, 'Mine')
    await world.turn(child)
    expect(await lines(world, lead)).toEqual([`${child} [running] — Mine`])
    expect(await lines(world, other)).toEqual(['(no subagents)'])
    expect(await world.call('list_agents', { root: lead }, other)).toMatchObject({ isError: true })
  })

  sentence(26, 'list_agents lists the continuable children, all at once and without a cursor.', async (world) => {
    world.conduct({ maxBusy: 100 })
    const lead = await world.lead()
    for (let count = 1; count <= 60; count++) await world.child(lead, `c${count}`)
    expect((await lines(world, lead)).map((line) => line.replace(/^.* — /, '')).toSorted()).toEqual(
      Array.from({ length: 60 }, (_, index) => `c${index + 1}`).toSorted()
    )
  })

  sentence(27, 'The scope is the children unless it is said to be the descendants.', async (world) => {
    const { lead, child, grandchild } = await generations(world)
    expect(await lines(world, lead)).toEqual([`${child} [running] — Child`])
    expect(await lines(world, lead, { scope: 'children' })).toEqual([`${child} [running] — Child`])
    expect(await lines(world, lead, { scope: 'descendants' })).toEqual([
      `${child} [running] parent=${lead} depth=1 — Child`,
      `${grandchild} [running] parent=${child} depth=2 — Grandchild`
    ])
  })

  sentence(28, 'Descendants are walked through one-shot children too, in pre-order, each with its parent and depth.', async (world) => {
    const { lead, child, grandchild } = await generations(world)
    const once = await world.child(lead, 'Once', 'one-shot')
    // The host makes no children of one-shot ones by itself; the walk does not rely on it.
    const below = { id: 'below', projectId: world.coordinator, parentId: once, name: 'Below', taskRef: null, engine: 'pi', model: null } as const
    world.crew.now += 1
    world.crew.log.create({ ...below, lifecycle: 'member' })
    const second = await world.child(lead, 'Second')
    await world.turn(second)
    expect(await lines(world, lead, { scope: 'descendants' })).toEqual([
      `${child} [running] parent=${lead} depth=1 — Child`,
      `${grandchild} [running] parent=${child} depth=2 — Grandchild`,
      `below [ready] parent=${once} depth=2 — Below`,
      `${second} [running] parent=${lead} depth=1 — Second`
    ])
  })

  sentence(29, 'The parent that is named is the recorded one, and may be an agent that is not listed itself.', async (world) => {
    const lead = await world.lead()
    const once = await world.child(lead, 'Once', 'one-shot')
    const below = { id: 'below', projectId: world.coordinator, parentId: once, name: 'Below', taskRef: null, engine: 'pi', model: null } as const
    world.crew.log.create({ ...below, lifecycle: 'member' })
    const listed = await lines(world, lead, { scope: 'descendants' })
    expect(listed).toEqual([`below [ready] parent=${once} depth=2 — Below`])
    expect(listed.join()).not.toContain('Once')
  })

  sentence(30, 'Those at depth 1 can be sent to; deeper ones can only be interrupted.', async (world) => {
    const { lead, child, grandchild } = await generations(world)
    const send = (id: string) => world.call('send_message', { subagent_id: id, message: 'x' }, lead)
    expect(await send(child)).toMatchObject({ isError: false })
    expect(await send(grandchild)).toMatchObject({ isError: true })
    expect(await world.call('interrupt_agent', { agent_id: grandchild }, lead)).toMatchObject({ isError: false })
  })

  sentence(31, 'The status is of now: running, idle between turns, or ready when only stored.', async (world) => {
    const lead = await world.lead()
    const child = await world.child(lead, 'Child')
    await world.turn(child)
    expect(await lines(world, lead)).toEqual([`${child} [running] — Child`])
    await world.play(child, ['done'])
    expect(await lines(world, lead)).toEqual([`${child} [idle] — Child`])
    await world.restart()
    expect(await lines(world, lead)).toEqual([`${child} [ready] — Child`])
    // Ready is not the end: the next message resumes it.
    await world.call('send_message', { subagent_id: child, message: 'go on' }, lead)
    await world.turn(child)
    expect(await lines(world, lead)).toEqual([`${child} [running] — Child`])
  })

  sentence(32, 'One-shot children are left out, since they take no message; the window still shows them.', async (world) => {
    const lead = await world.lead()
    const once = await world.child(lead, 'Once', 'one-shot')
    await world.turn(once)
    expect(await lines(world, lead)).toEqual(['(no subagents)'])
    expect(world.crew.workers.list(world.coordinator).map((worker) => worker.workerId)).toContain(once)
  })

  sentence(33, 'Children that cannot be read stay visible as diagnostics, among descendants with their place.', async (world) => {
    const lead = await world.lead()
    const broken = await world.child(lead, 'Broken')
    const newer = await world.child(lead, 'Newer')
    for (const id of [broken, newer]) await world.play(id, ['done'])
    world.crew.db.run("UPDATE session SET last_outcome = '{' WHERE id = ?", broken)
    world.crew.db.run("UPDATE session SET engine = 'of the future' WHERE id = ?", newer)
    const diagnostics = [`${broken} [diagnostic: corrupt]`, `${newer} [diagnostic: unsupported]`]
    expect((await lines(world, lead)).toSorted()).toEqual(diagnostics.toSorted())
    const placed = diagnostics.map((line) => `${line} parent=${lead} depth=1`)
    expect((await lines(world, lead, { scope: 'descendants' })).toSorted()).toEqual(placed.toSorted())
    world.crew.db.run("UPDATE session SET last_outcome = NULL, engine = 'pi' WHERE id IN (?, ?)", broken, newer)
  })

  sentence(34, 'Identity and mode come from what is stored; who may send and stop is decided when it happens.', async (world) => {
    const lead = await world.lead()
    const [child, once] = [await world.child(lead, 'Child'), await world.child(lead, 'Once', 'one-shot')]
    for (const id of [child, once]) await world.play(id, ['done'])
    await world.restart()
    expect(await lines(world, lead)).toEqual([`${child} [ready] — Child`])
    expect(await world.call('send_message', { subagent_id: once, message: 'x' }, lead)).toMatchObject({ isError: true })
    await world.crew.workers.delete(world.coordinator, child)
    expect(await world.call('send_message', { subagent_id: child, message: 'x' }, lead)).toMatchObject({ isError: true })
  })

  sentence(45, 'One line for each continuable child, in the order of their creation.', async (world) => {
    const lead = await world.lead()
    const made: string[] = []
    for (const label of ['c', 'a', 'b — with\na line break']) {
      world.crew.now += 1
      made.push(await world.child(lead, label))
    }
    for (const id of made) await world.turn(id)
    expect(await lines(world, lead)).toEqual([
      `${made[0]} [running] — c`,
      `${made[1]} [running] — a`,
      `${made[2]} [running] — b — with a line break`
    ])
  })

  sentence(46, 'A list without any is one line that says so.', async (world) => {
    expect(await lines(world, await world.lead())).toEqual(['(no subagents)'])
  })
}

async function generations(world: World): Promise<{ lead: string; child: string; grandchild: string }> {
  world.conduct({ maxDepth: 3 })
  const lead = await world.lead()
  const child = await world.child(lead, 'Child')
  const grandchild = await world.child(child, 'Grandchild')
  for (const id of [child, grandchild]) await world.turn(id)
  world.crew.now += 1
  return { lead, child, grandchild }
}
