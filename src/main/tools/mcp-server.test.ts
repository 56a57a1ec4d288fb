import { request } from 'node:http'
import { connect } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Crew } from '../testing/crew'
import { McpDoor, type McpAddress } from './mcp-door'
import { startMcpServer } from './mcp-server'
import { Tokens } from './tokens'

let crew: Crew
let door: McpDoor
let address: McpAddress
let token: string

beforeEach(async () => {
  crew = new Crew()
  const { log, sessions, projects, toolbox } = crew
  door = new McpDoor({ toolbox, log, sessions, projects, report: (message) => void crew.reports.push(message), version: '1.2.3' })
  address = await door.open()
  token = address.tokenFor(crew.sessionId)
})
afterEach(async () => {
  await door.close()
  await crew.close()
})

async function client(bearer: string, mode: 'legacy' | 'auto'): Promise<Client> {
  const made = new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode } })
  await made.connect(new StreamableHTTPClientTransport(new URL(address.url), { requestInit: { headers: { Authorization: `Bearer ${bearer}` } } }))
  return made
}

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: string
}

function ask(options: { path?: string; method?: string; headers?: Record<string, string>; body?: string } = {}): Promise<Answer> {
  const { port, pathname } = new URL(address.url)
  const { path = pathname, method = 'POST', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { 'content-type': 'application/json', ...headers } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const call = (name: string, args: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
const right = () => ({ authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' })

describe.each(['legacy', 'auto'] as const)('a client that speaks the protocol of %s', (mode) => {
  it('sees the caller’s tools and calls them', async () => {
    const agent = await client(token, mode)
    const { tools } = await agent.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(['control_workers'])
    expect(tools[0]?.inputSchema).toMatchObject({ type: 'object', required: ['action'], additionalProperties: false })
    expect(agent.getServerVersion()).toMatchObject({ name: 'crewdeck', version: '1.2.3' })
    crew.defaultModel = 'test/model'
    const spawned = await agent.callTool({ name: 'control_workers', arguments: { action: 'spawn', name: 'n', task: 't' } })
    expect(spawned.isError).toBeFalsy()
    expect(spawned.structuredContent).toMatchObject({ status: 'accepted', worker_id: expect.any(String) })
    expect(spawned.content).toEqual([{ type: 'text', text: JSON.stringify(spawned.structuredContent) }])
    // A list is no object: text alone.
    const listed = await agent.callTool({ name: 'control_workers', arguments: { action: 'list' } })
    expect(listed.structuredContent).toBeUndefined()
    expect(JSON.parse(listed.content[0]?.type === 'text' ? listed.content[0].text : '')).toHaveLength(1)
    await agent.close()
  })

  it.each([
    ['unknown', { action: 'list', bogus: 1 }, 'bogus'],
    ['missing', { action: 'get' }, 'worker_id'],
    ['of the wrong type', { action: 'history', worker_id: 'w', offset: '0', limit: 1 }, 'offset'],
    ['absent altogether', undefined, 'spawn takes name']
  ])('reads in the answer of the tool which argument is %s', async (_what, args, named) => {
    const agent = await client(token, mode)
    const answer = await agent.callTool({ name: 'control_workers', ...(args ? { arguments: args } : {}) })
    expect(answer.isError).toBe(true)
    expect(answer.structuredContent).toMatchObject({ error: { code: 'BAD_INPUT', message: expect.stringContaining(named) } })
    await agent.close()
  })

  it('is told of a fault no more than that there was one', async () => {
    const agent = await client(token, mode)
    crew.workers.list = () => {
      throw new Error(`secret at ${import.meta.dirname}`)
    }
    const answer = await agent.callTool({ name: 'control_workers', arguments: { action: 'list' } })
    expect(answer.isError).toBe(true)
    expect(JSON.stringify(answer)).toContain('INTERNAL')
    expect(JSON.stringify(answer)).not.toMatch(/secret|node_modules|\.ts/)
    expect(crew.reports).toEqual(['the tool control_workers failed'])
    crew.projects.get = () => {
      throw new Error('secret')
    }
    await expect(agent.listTools(undefined, { cacheMode: 'bypass' })).rejects.toThrow('by a fault of its own')
    await agent.close()
  })
})

describe('who is let in', () => {
  it.each([
    ['no token', {}],
    ['an empty one', { authorization: 'Bearer ' }],
    ['a wrong one', { authorization: 'Bearer wrong' }],
    ['another scheme', { authorization: 'Basic abc' }]
  ])('refuses %s with 401 and a typed answer', async (_what, headers) => {
    const answer = await ask({ headers, body: call('control_workers', { action: 'list' }) })
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
    expect(JSON.parse(answer.body)).toEqual({ error: { code: 'FORBIDDEN', message: expect.stringContaining('token') } })
  })

  it('refuses foreign Hosts and pages, with the right token too', async () => {
    const { port } = new URL(address.url)
    for (const headers of [{ host: 'evil.example' }, { host: `evil.example:${port}` }, { origin: 'http://evil.example' }, { origin: 'null' }]) {
      const answer = await ask({ headers: { ...right(), ...headers }, body: call('control_workers', { action: 'list' }) })
      expect(answer.status).toBe(403)
      expect(JSON.parse(answer.body)).toHaveProperty('error.message')
    }
  })

  it('has one address and takes no other method', async () => {
    const elsewhere = await ask({ path: '/', headers: right() })
    expect(elsewhere.status).toBe(404)
    expect(JSON.parse(elsewhere.body)).toEqual({ error: { code: 'NOT_FOUND', message: expect.any(String) } })
    expect((await ask({ method: 'GET', headers: right() })).status).toBe(405)
    expect((await ask({ method: 'DELETE', headers: right() })).status).toBe(405)
  })

  it('lets each token see the tools of its own Session only', async () => {
    const worker = crew.worker('w')
    crew.workers.setDelegates(crew.sessionId, worker, true)
    const agent = await client(address.tokenFor(worker), 'auto')
    const names = async () => (await agent.listTools(undefined, { cacheMode: 'bypass' })).tools.map((tool) => tool.name)
    expect(await names()).toEqual(['subagent', 'send_message', 'interrupt_agent', 'list_agents'])
    const refused = await agent.callTool({ name: 'control_workers', arguments: { action: 'list' } })
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: 'FORBIDDEN' } } })
    // Settings count at once.
    crew.projects.setConduct(crew.sessionId, { listAgents: false })
    expect(await names()).toEqual(['subagent', 'send_message', 'interrupt_agent'])
    crew.workers.setDelegates(crew.sessionId, worker, false)
    expect(await names()).toEqual([])
    await agent.close()
  })

  it('refuses a Coordinator that has been disabled, at once and with its older token', async () => {
    const agent = await client(token, 'auto')
    crew.projects.setConduct(crew.sessionId, { coordinator: { enabled: false, engine: 'none', model: null } })
    const refused = await agent.callTool({ name: 'control_workers', arguments: { action: 'spawn', name: 'n', task: 't' } })
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: 'FORBIDDEN' } } })
    expect(crew.workers.list(crew.sessionId)).toEqual([])
    crew.projects.setConduct(crew.sessionId, { coordinator: { enabled: true, engine: 'none', model: null } })
    expect((await agent.callTool({ name: 'control_workers', arguments: { action: 'list' } })).isError).toBeFalsy()
    await agent.close()
  })
})

describe('tokens', () => {
  const status = async (bearer: string) =>
    (await ask({ headers: { ...right(), authorization: `Bearer ${bearer}` }, body: call('list_agents', {}) })).status

  it('end with their Session, and only those of it', async () => {
    const [gone, stays] = [address.tokenFor(crew.worker('gone')), address.tokenFor(crew.worker('stays'))]
    await crew.workers.delete(crew.sessionId, 'gone')
    expect([await status(gone), await status(stays), await status(token)]).toEqual([401, 200, 200])
    expect(() => address.tokenFor('gone')).toThrow('no such agent')
    expect(() => address.tokenFor('never-was')).toThrow('no such agent')
  })

  it('end with their Project, and are not what they were when it is opened again', async () => {
    const worker = address.tokenFor(crew.worker('w'))
    crew.projects.forget(crew.sessionId)
    expect([await status(token), await status(worker)]).toEqual([401, 401])
    expect(crew.projects.open(crew.folder).sessionId).toBe(crew.sessionId)
    expect(await status(token)).toBe(401)
    const again = address.tokenFor(crew.sessionId)
    expect(again).not.toBe(token)
    expect(await status(again)).toBe(200)
  })
})

describe('bad requests', () => {
  it('takes the largest message, however it is escaped, and no larger request', async () => {
    crew.worker('w')
    await crew.steering.turn(1)
    const args = JSON.stringify({ action: 'send', worker_id: 'w', message: '@', delivery: 'queue' })
    const body = (text: string) => call('control_workers', JSON.parse(args)).replace('"@"', `"${text}"`)
    const largest = await ask({ headers: right(), body: body('\\u0041'.repeat(1_000_000)) })
    expect(largest.status).toBe(200)
    expect(crew.log.inbox.all('w')[0]?.message.text).toHaveLength(1_000_000)
    const larger = await ask({ headers: right(), body: body('\\u0041'.repeat(1_200_000)) })
    expect(larger.status).toBe(413)
    expect(JSON.parse(larger.body)).toHaveProperty('error.message')
    expect(crew.log.inbox.count('w')).toBe(1)
  })

  it.each(['', '{', 'null', '[]', '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":1,"method":"no/such"}', call('control_workers', 'text')])(
    'answers %j with a typed error and no effect',
    async (body) => {
      const before = crew.log.get(crew.sessionId)
      const answer = await ask({ headers: right(), body })
      const json = /\{.*\}/s.exec(answer.body)?.[0] ?? ''
      expect(JSON.parse(json)).toHaveProperty('error.message')
      expect(answer.body).not.toMatch(/node_modules|\.ts/)
      expect(crew.log.get(crew.sessionId)).toEqual(before)
    }
  )

  it('reports what goes wrong in the host, and answers without it', async () => {
    const reports: string[] = []
    const tokens = new Tokens()
    const toolbox = { of: () => [], call: () => Promise.reject(new Error('secret')) }
    const serving = await startMcpServer({ toolbox, tokens, report: (message) => void reports.push(message), version: '0' })
    const response = await fetch(serving.url, {
      method: 'POST',
      headers: { ...right(), authorization: `Bearer ${tokens.issue('a')}`, 'content-type': 'application/json' },
      body: call('x', {})
    })
    expect(await response.text()).not.toContain('secret')
    expect(reports).toEqual(['a request for a tool failed'])
    await serving.close()
  })
})

it('closes at once, with requests under way and connections open, and gives its port back', async () => {
  crew.worker('w')
  await crew.steering.turn(1)
  crew.steering.obeysInterrupt = false
  const agent = await client(token, 'auto')
  const waiting = agent.callTool({ name: 'control_workers', arguments: { action: 'delete', worker_id: 'w' } }).catch(() => 'cut')
  const { port } = new URL(address.url)
  const idle = connect(Number(port), '127.0.0.1')
  await new Promise((resolve) => idle.once('connect', resolve))
  while (!crew.steering.turns[0]?.interrupted) await new Promise((resolve) => setImmediate(resolve))
  const ended = new Promise((resolve) => idle.once('close', resolve))
  await door.close()
  await ended
  expect(await waiting).toBe('cut')
  await expect(ask({ headers: right() })).rejects.toThrow('ECONNREFUSED')
  await expect(door.open()).rejects.toThrow('closing')
  // The delete was accepted: that its caller is gone changes nothing.
  crew.steering.turns[0]?.end({ kind: 'aborted', reason: { kind: 'disposed' } })
  while (crew.log.get('w')?.lifecycle !== 'deleted') await new Promise((resolve) => setImmediate(resolve))
})
