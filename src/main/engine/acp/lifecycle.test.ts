import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createServer } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { begin, run, startBench, until, type Bench, type World } from './testing'

let bench: Bench

beforeAll(async () => {
  bench = await startBench()
}, 60_000)
afterAll(() => bench.close())

const transcripts = (world: World) => readdir(join(dirname(world.folder), 'store'))

describe('a Session that is opened again', () => {
  it.each([['load', []], ['resume', ['--resume']]])('goes on where it was (%s), and hears no replay', async (_, flags) => {
    const first = await bench.open(flags)
    await run(first, 'The word is heliotrope.')
    await first.session.dispose()
    await until('the process has ended', async () => (await bench.alive()) === 0)
    const again = await bench.open(flags, { as: first })
    const { facts } = await run(again, 'And now?')
    expect(facts.reply).toContain('You said: And now? (turn 2)')
    expect(facts.of('call')).toEqual([])
    await again.session.dispose()
  })

  it('says so when the agent has lost it', async () => {
    const first = await bench.open()
    await run(first, 'hello')
    expect(await bench.engine.forget(first.spec)).toBe('deleted')
    await first.session.dispose()
    await expect(bench.open([], { as: first })).rejects.toMatchObject({ code: 'SESSION_LOST' })
  })

  it('begins anew with an agent that keeps nothing, and tells it', async () => {
    const first = await bench.open(['--no-load'])
    await run(first, 'hello')
    await first.session.dispose()
    const again = await bench.open(['--no-load'], { as: first })
    expect((await run(again, 'And now?')).facts.reply).toMatch(/could not be taken up again.*\n\nAnd now\? \(turn 1\)/s)
  })

  it('needs no memory before its first turn', async () => {
    const first = await bench.open()
    await first.session.dispose()
    expect((await run(await bench.open([], { as: first }), 'hello')).outcome).toEqual({ kind: 'completed' })
  })

  it('keeps what it needs in a private file', async () => {
    const world = await bench.open()
    await run(world, 'hello')
    const path = join(world.stateFolder, 'acp.json')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ prompted: true, cost: 0.25 })
  })
})

describe('processes', () => {
  it('serve many sessions, one each where the agent can serve one only, and end when nobody needs them', async () => {
    const alone = await startBench()
    const [one, two] = [await alone.open(), await alone.open()]
    expect(alone.engine.factsOf(one.sessionId)?.agent.pid).toBe(alone.engine.factsOf(two.sessionId)?.agent.pid)
    const single = { launch: { shared: false } }
    const [three, four] = [await alone.open([], single), await alone.open([], single)]
    expect(new Set([one, three, four].map(({ sessionId }) => alone.engine.factsOf(sessionId)?.agent.pid)).size).toBe(3)
    await Promise.all([one, three, four].map(({ session }) => session.dispose()))
    await until('two have ended', async () => (await alone.alive()) === 1)
    expect((await run(two, 'hello')).outcome).toEqual({ kind: 'completed' })
    await two.session.dispose()
    await two.session.dispose()
    expect((await run(two, 'hello')).outcome).toEqual({ kind: 'aborted', reason: { kind: 'disposed' } })
    await until('all have ended', async () => (await alone.alive()) === 0)
    await alone.close()
  })

  it('end with the engine, whatever they do', async () => {
    const closing = await startBench()
    const world = await closing.open()
    const running = run(world, '[[deaf {}]]')
    await until('it runs', async () => (await closing.alive()) === 1)
    await closing.engine.close()
    expect((await running).outcome).toEqual({ kind: 'aborted', reason: { kind: 'disposed' } })
    expect(await closing.alive()).toBe(0)
    await expect(closing.open()).rejects.toMatchObject({ code: 'ENGINE_CLOSED' })
    await closing.close()
  })
})

describe('an agent whose cancel leaves commands running', () => {
  it('has its session closed at a stop, and taken up again for the next turn', async () => {
    const world = await bench.open([], { launch: { closesToStop: true } })
    await run(world, 'The word is heliotrope.')
    const { facts, ended } = begin(world, '[[slow {"ms":60000}]]')
    await facts.first('call')
    world.session.interrupt()
    expect(await ended).toEqual({ kind: 'aborted', reason: { kind: 'user' } })
    const next = await run(world, 'And now?')
    expect(next.outcome).toEqual({ kind: 'completed' })
    expect(next.facts.reply).toContain('(turn 3)')
    expect(next.facts.of('call')).toEqual([])
  })
})

describe('deleting', () => {
  it('lets the agent forget, also when nothing runs', async () => {
    const world = await bench.open()
    await run(world, 'hello')
    await world.session.dispose()
    const before = (await transcripts(world)).length
    expect(await bench.engine.forget(world.spec)).toBe('deleted')
    expect((await transcripts(world)).length).toBe(before - 1)
    expect(await bench.engine.forget({ ...world.spec, stateFolder: join(world.stateFolder, 'none') })).toBe('none')
  })
})

describe('the tools of the host', () => {
  it('are reached by MCP, also after a resume', async () => {
    const seen: string[] = []
    const handler = toNodeHandler(
      createMcpHandler(() => {
        const server = new McpServer({ name: 'host', version: '1.0.0' })
        server.registerTool('control_workers', { description: 'Control', inputSchema: z.object({ action: z.string() }) }, async ({ action }) => {
          seen.push(action)
          return { content: [{ type: 'text', text: `did ${action}` }] }
        })
        return server
      })
    )
    const http = createServer((request, response) => {
      if (request.headers.authorization !== 'Bearer of-ada') return void response.writeHead(401).end()
      void handler(request as Parameters<typeof handler>[0], response)
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const address = http.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp`
    const spec = { mcp: async () => ({ url, token: 'of-ada', needed: true }) }

    const world = await bench.open([], { spec })
    const { facts } = await run(world, '[[mcp {"tool":"control_workers","arguments":{"action":"list"}}]]')
    expect(facts.of('result')[0]?.text).toContain('did list')
    await world.session.dispose()
    const again = await bench.open([], { as: world, spec })
    await run(again, '[[mcp {"tool":"control_workers","arguments":{"action":"get"}}]]')
    expect(seen).toEqual(['list', 'get'])

    // What the host's own tools do is the host's to decide: nobody is asked, under any policy.
    const asked: string[] = []
    const tools = () => [{ name: 'control_workers', description: '', parameters: {} }]
    const careful = await bench.open([], { spec: { ...spec, tools, ask: async ({ title }) => (asked.push(title), 'no') } })
    careful.policy = 'read'
    const call = (tool: string) => `[[mcp ${JSON.stringify({ tool, ask: true, arguments: { action: 'spawn' } })}]]`
    expect((await run(careful, call('control_workers'))).facts.of('result')[0]?.text).toContain('did spawn')
    expect((await run(careful, call('other_tool'))).facts.of('result')[0]?.text).toBe('The user said no.')
    expect(asked).toEqual(['other_tool (crewdeck MCP Server)'])
    await expect(bench.open(['--no-mcp'], { spec })).rejects.toMatchObject({ code: 'AGENT_TOOLS' })
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  })
})
