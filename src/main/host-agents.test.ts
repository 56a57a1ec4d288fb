/** Agents of the operator's own in a whole host: tools, questions, what is shown, what goes wrong. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from './process/testing/world'
import { buildReaper, HostWorld } from './testing/host-world'

let scripts: string
let world: HostWorld

beforeAll(async () => {
  scripts = await buildReaper()
}, 60_000)
afterAll(() => rmSync(scripts, { recursive: true, force: true }))
beforeEach(async () => {
  world = new HostWorld(scripts)
  world.agents({ plain: [], 'no-tools': ['--no-mcp'], late: ['--slow-start', '1'] })
  await world.start()
})
afterEach(() => world.close())

const mcp = (tool: string, args: object, more: object = {}) => `[[mcp ${JSON.stringify({ tool, arguments: args, ...more })}]]`

describe('a worker on an agent of the operator’s own', () => {
  it('answers, resumes, and is forgotten by its agent when it is deleted', async () => {
    const id = await world.worker('plain', 'The word is heliotrope.')
    const turn = await world.ended(id)
    expect(turn).toMatchObject({ engine: 'acp', outcome: { kind: 'completed' }, reply: { text: expect.stringContaining('(turn 1)') } })
    expect(readdirSync(world.store)).toHaveLength(1)
    await world.client.workers.delete({ sessionId: world.sessionId, workerId: id })
    await until('its agent has forgotten it', () => readdirSync(world.store).length === 0)
  })

  it('shows files by a tool of the host', async () => {
    writeFileSync(join(world.folder, 'report.md'), 'done')
    const id = await world.worker('plain', mcp('present', { files: [{ path: 'report.md', description: 'The report' }] }, { ask: true }))
    expect((await world.ended(id)).artifacts).toMatchObject([{ how: 'presented', path: 'report.md', description: 'The report' }])
    await world.send(id, 'm2', mcp('present', { files: [{ path: '../elsewhere' }] }))
    expect((await world.ended(id, 2)).artifacts).toEqual([])
  })

  it('works without tools where its agent takes none, but cannot coordinate', async () => {
    const id = await world.worker('no-tools', 'Hello.')
    expect((await world.ended(id)).outcome).toEqual({ kind: 'completed' })
    await world.client.workers.setDelegates({ sessionId: world.sessionId, workerId: id, delegates: true })
    await world.send(id, 'm2', 'Again.')
    expect((await world.ended(id, 2)).outcome).toMatchObject({ kind: 'error', error: { code: 'AGENT_TOOLS' } })
  })

  it('says beforehand and afterwards that a message waits where its agent cannot be steered', async () => {
    const id = await world.worker('plain', '[[slow {"ms":60000}]]')
    await world.timeline(id, ({ turns }) => turns[0]?.now?.what === 'test_execute')
    expect((await world.view(id)).canSteer).toBe(false)
    const receipt = await world.send(id, 'm2', 'Stop that.', 'steer')
    expect(receipt).toMatchObject({ delivery: 'queue', note: 'Agent plain cannot take a message while it works; it waits for the next turn.' })
    await world.client.workers.interrupt({ sessionId: world.sessionId, workerId: id, turn: 1 })
    await world.ended(id)
  })

  it('needs an agent, and one that is there', async () => {
    const create = world.client.workers.create({ sessionId: world.sessionId, workerId: 'x', messageId: 'x1', name: 'x', task: 'hi', engine: 'acp', model: null })
    await expect(create).rejects.toMatchObject({ code: 'BAD_INPUT', data: { message: expect.stringContaining('needs an agent') } })
    const id = await world.worker('nobody', 'Hello.')
    expect((await world.ended(id)).outcome).toMatchObject({ kind: 'error', error: { code: 'AGENT_MISSING' } })
  })
})

describe('a Coordinator on an agent of the operator’s own', () => {
  it('makes workers by its tools and hears of their results', async () => {
    const conduct = { coordinator: { enabled: true, engine: 'acp', model: 'plain' }, workers: { engine: 'shell', model: null } } as const
    await world.client.projects.setConduct({ sessionId: world.sessionId, conduct })
    await world.send(world.sessionId, 'go', mcp('control_workers', { action: 'spawn', name: 'Ada', task: 'echo heliotrope' }, { ask: true }))
    const turn = await world.ended(world.sessionId)
    expect(turn.capsules).toMatchObject([{ name: 'Ada', kind: 'updated' }])
    const next = await world.ended(world.sessionId, 2)
    expect(next.inputs[0]).toMatchObject({ source: { kind: 'worker-completed', name: 'Ada' }, text: expect.stringContaining('heliotrope') })
  })
})
