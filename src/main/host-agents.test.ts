/** Agents of the operator's own in a whole host: tools, questions, what is shown, what goes wrong. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AgentView } from '../shared/agents'
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
  world.agents({ plain: [], 'no-tools': ['--no-mcp'], late: ['--slow-start', '1'], choosy: ['--models', 'small,large', '--modes', 'ask,act'] })
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

describe('what an agent asks', () => {
  /** The open requests once there is one. */
  const asked = async () => {
    const stop = new AbortController()
    try {
      for await (const { asks } of await world.client.approvals.watch({}, { signal: stop.signal })) if (asks[0]) return asks[0]
    } finally {
      stop.abort()
    }
    throw new Error('The requests ended.')
  }
  const elicit = (given: object) => `[[elicit ${JSON.stringify(given)}]]`

  it('is a request of the operator, for leave as for a choice', async () => {
    await world.client.projects.setPolicy({ sessionId: world.sessionId, policy: 'read' })
    const id = await world.worker('plain', '[[run {"command":"echo hi > hi.txt","ask":true}]]')
    const leave = await asked()
    expect(leave).toMatchObject({ workerId: id, request: { kind: 'permission', act: 'run', detail: 'echo hi > hi.txt', options: [{ id: 'yes', label: 'Yes, once' }, { id: 'ever' }, { id: 'no' }, { ours: true }] } })
    expect((await world.view(id)).phase).toBe('waiting')
    await world.client.approvals.answer({ id: leave.id, optionId: 'yes' })
    await world.ended(id)
    expect(readFileSync(join(world.folder, 'hi.txt'), 'utf8')).toBe('hi\n')
    // Its own time began with the answer.
    const record = readFileSync(join(world.data, 'records', world.sessionId, `${id}.jsonl`), 'utf8')
    expect([...record.matchAll(/"toolPhase":"(\w+)"/g)].map(([, phase]) => phase)).toEqual(['requested', 'executing', 'completed'])

    await world.send(id, 'm2', elicit({ message: 'Which one?', properties: { word: { type: 'string', enum: ['red', 'green'] } }, required: ['word'] }))
    const choice = await asked()
    expect(choice.request).toMatchObject({ kind: 'question', title: 'Which one?', options: [{ label: 'red' }, { label: 'green' }, { label: 'Decline to answer' }] })
    await world.client.approvals.answer({ id: choice.id, optionId: 'choice-1' })
    await world.timeline(id, ({ turns }) => turns[1]?.outcome?.kind === 'completed')
    const { messages } = await world.client.workers.history({ sessionId: world.sessionId, workerId: id, offset: 0, limit: 10 })
    expect(messages.map(({ text }) => text).join('\n')).toContain('{"action":"accept","content":{"word":"green"}}')
  })

  it('may be answered in words; what cannot be answered is declined, and said', async () => {
    const id = await world.worker('plain', elicit({ message: 'What is your name?', properties: { name: { type: 'string' } }, required: ['name'] }))
    const { id: question } = await asked()
    await world.client.approvals.answer({ id: question, optionId: null, text: 'Ada' })
    await world.ended(id)
    const { messages } = await world.client.workers.history({ sessionId: world.sessionId, workerId: id, offset: 0, limit: 10 })
    expect(messages.map(({ text }) => text).join('\n')).toContain('{"action":"accept","content":{"name":"Ada"}}')
    await world.send(id, 'm2', elicit({ message: 'Sign in.', url: 'https://sign.example/in' }))
    expect((await world.ended(id, 2)).remarks).toEqual(['Agent plain wants you to open https://sign.example/in. That was declined. It asked: Sign in.'])
  })
})

describe('what a turn ran on and used', () => {
  it('is told with the turn, its worker and its Project', async () => {
    const id = await world.worker('choosy/large', 'Hello.')
    expect(await world.ended(id)).toMatchObject({
      engine: 'acp', agent: { name: 'Agent choosy', version: '1.2.3' }, model: 'large', mode: 'ask', usage: { inputTokens: 10, outputTokens: 5, cost: 0.25 }
    })
    await world.send(id, 'm2', 'More.')
    await world.ended(id, 2)
    expect((await world.view(id)).usage).toEqual({ inputTokens: 20, outputTokens: 10, cost: 0.5 })
    const other = await world.worker('plain', 'Hello.')
    await world.ended(other)
    await world.client.workers.delete({ sessionId: world.sessionId, workerId: other })
    // What a deleted worker has used was used.
    expect(await world.client.projects.open({ folder: world.folder })).toMatchObject({ usage: { inputTokens: 30, outputTokens: 15, cost: 0.75 } })
  })
})

describe('what an agent does that it should not', () => {
  it('ends its turns with what it said last, and nobody else’s', async () => {
    const other = await world.worker('late', '[[slow {"ms":1500}]]')
    const id = await world.worker('plain', '[[crash {"stderr":"out of tokens"}]]')
    const { outcome } = await world.ended(id)
    expect(outcome).toMatchObject({ kind: 'error', error: { code: 'AGENT_EXIT', message: expect.stringContaining('out of tokens') } })
    await world.send(id, 'm2', 'Again.')
    expect((await world.ended(id, 2)).outcome).toEqual({ kind: 'completed' })
    expect((await world.ended(other)).outcome).toEqual({ kind: 'completed' })
  })

  it('is skipped where it is no message, and said once in the log', async () => {
    const id = await world.worker('plain', '[[garbage {}]] [[stray {}]] [[odd {}]]')
    expect((await world.ended(id)).outcome).toEqual({ kind: 'completed' })
    const log = readFileSync(join(world.data, 'crewdeck.log'), 'utf8')
    expect(log.match(/prints lines that are no messages/g)).toHaveLength(1)
  })

  it('ends the turn with an error that says so where it is 50 MB at once', async () => {
    const id = await world.worker('plain', '[[huge {"mb":50}]]')
    expect((await world.ended(id)).outcome).toMatchObject({ kind: 'error', error: { code: 'MESSAGE_TOO_LARGE', message: expect.stringContaining('50 MB') } })
    await world.send(id, 'm2', 'Small, please.')
    expect((await world.ended(id, 2)).outcome).toEqual({ kind: 'completed' })
  })
})

describe('the agents of this machine', () => {
  const ended = new AbortController()

  it('are watched, added, checked, used with a model of theirs, and removed', async () => {
    const updates = await world.client.agents.watch({}, { signal: ended.signal })
    const next = async (fits: (agent: AgentView | undefined) => boolean) => {
      for (;;) {
        const { value, done } = await updates.next()
        if (done) throw new Error('The agents ended.')
        const agent = value.agents.find(({ id }) => id === 'mine')
        if (fits(agent)) return agent
      }
    }
    await next((agent) => agent === undefined)
    await world.client.agents.save({ ...world.agent('mine', ['--models', 'small,large']), model: 'large' })
    expect(await next((agent) => agent !== undefined)).toMatchObject({ state: 'ready', engine: 'acp', models: [], steering: { profile: 'none', reason: 'untried' } })
    expect(await world.client.agents.check({ id: 'mine' })).toMatchObject({ problem: null, report: { name: 'test-agent' } })
    expect((await next((agent) => agent?.checked !== null))?.models.map(({ id }) => id)).toEqual(['small', 'large'])

    const id = await world.worker('mine', '[[garbage {}]]')
    expect(await world.ended(id)).toMatchObject({ model: 'large', agent: { name: 'Agent mine' } })
    expect((await next((agent) => agent?.remarks.length === 1))?.remarks[0]).toContain('prints lines that are no messages')
    await world.client.workers.setModel({ sessionId: world.sessionId, workerId: id, model: 'mine/small' })
    expect((await world.view(id)).model).toBe('mine/small')
    await world.send(id, 'm2', 'And now?')
    expect(await world.ended(id, 2)).toMatchObject({ model: 'small', reply: { text: expect.stringContaining('(turn 2)') } })
    const other = world.client.workers.setModel({ sessionId: world.sessionId, workerId: id, model: 'plain' })
    await expect(other).rejects.toMatchObject({ code: 'BAD_INPUT', data: { message: expect.stringContaining('stays with its agent') } })

    await world.client.agents.remove({ id: 'mine' })
    await next((agent) => agent === undefined)
    await expect(world.client.agents.remove({ id: 'claude' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    ended.abort()
    await world.send(id, 'm3', 'Still there?')
    expect((await world.ended(id, 3)).outcome).toMatchObject({ kind: 'error', error: { code: 'AGENT_MISSING' } })
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
