/**
 * The doors through which an agent reaches its tools. The sentences of the specifications are shown through each of
 * them; one more door is one more entry of DOORS.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Crew } from '../../main/testing/crew'
import { begin as beginTurn, startBench, type Bench, type World } from '../../main/engine/pi/testing'
import { McpDoor } from '../../main/tools/mcp-door'

export interface DoorAnswer {
  /** What the model reads. */
  readonly text: string
  readonly isError: boolean
  /** True when the door itself turned the caller away, so that no tool could say why. */
  readonly atDoor: boolean
}

export interface OpenDoor {
  /** The tools that a Session's agent is offered now. */
  tools(sessionId: string): Promise<{ name: string; description: string; parameters: Record<string, unknown> }[]>
  /** Calls a tool in the name of a Session, as its agent does. Must not leave traces of its own in that Session's log. */
  call(sessionId: string, tool: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<DoorAnswer>
  close(): Promise<void>
}

export interface Door {
  readonly name: string
  open(crew: Crew): Promise<OpenDoor>
}

const inProcess: Door = {
  name: 'in-process',
  open: async ({ toolbox }) => ({
    tools: async (sessionId) => [...toolbox.of(sessionId)],
    call: async (sessionId, tool, args, signal) => {
      const { text, isError } = await toolbox.call({ sessionId, ...(signal ? { signal } : {}) }, tool, args)
      return { text, isError, atDoor: false }
    },
    close: async () => undefined
  })
}

/** A real client over a real socket, as agents outside have it. */
const mcp: Door = {
  name: 'mcp',
  open: async (crew) => {
    const { log, sessions, projects, toolbox } = crew
    const report = (message: string) => void crew.reports.push(message)
    const door = new McpDoor({ toolbox, log, sessions, projects, report, version: '0' })
    const { url, tokenFor } = await door.open()
    const clients = new Map<string, Promise<Client>>()
    const clientOf = (sessionId: string): Promise<Client> => {
      let client = clients.get(sessionId)
      if (!client) {
        client = connect(url, tokenFor(sessionId))
        clients.set(sessionId, client)
      }
      return client
    }
    return {
      tools: async (sessionId) => {
        const { tools } = await (await clientOf(sessionId)).listTools(undefined, { cacheMode: 'bypass' })
        return tools.map(({ name, description = '', inputSchema }) => ({ name, description, parameters: inputSchema }))
      },
      call: async (sessionId, tool, args, signal) => {
        try {
          const client = await clientOf(sessionId)
          const { content, isError = false } = await client.callTool({ name: tool, arguments: args }, signal ? { signal } : {})
          return { text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''), isError, atDoor: false }
        } catch (error) {
          return { text: String(error), isError: true, atDoor: true }
        }
      },
      close: async () => {
        for (const client of clients.values()) await (await client.catch(() => null))?.close()
        await door.close()
      }
    }
  }
}

async function connect(url: string, token: string): Promise<Client> {
  const client = new Client({ name: 'conformance', version: '0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }))
  return client
}

/** The embedded engine: a scripted model calls the tool from within a real pi process. */
const pi: Door = {
  name: 'pi',
  open: async ({ toolbox, log }) => {
    const { begin, bench } = await embedded()
    const free = new Map<string, World[]>()
    const opened: World[] = []
    /** A session of the engine that runs nothing now: calls of one agent may overlap. */
    const take = async (sessionId: string): Promise<World> => {
      const world = free.get(sessionId)?.pop()
      if (world && !world.session.outdated) return world
      const spec = {
        tools: () => toolbox.of(sessionId),
        callTool: (name: string, args: unknown) => toolbox.call({ sessionId }, name, args)
      }
      const fresh = await bench.open({ spec })
      opened.push(fresh)
      return fresh
    }
    return {
      tools: async (sessionId) => toolbox.of(sessionId).map(({ name, description, parameters }) => ({ name, description, parameters })),
      call: async (sessionId, tool, args, signal) => {
        const world = await take(sessionId)
        const { facts, ended } = begin(world, `[[fresh]] [[${tool} ${JSON.stringify(args)}]]`)
        // To abort a call is, for an agent, to stop the turn that makes it.
        if (signal?.aborted) world.session.interrupt()
        const outcome = await ended
        free.set(sessionId, [...(free.get(sessionId) ?? []), world])
        const result = facts.facts.findLast((fact) => fact.fact === 'result')
        if (!result || result.fact !== 'result') return { text: JSON.stringify(outcome), isError: true, atDoor: true }
        if (result.text === `Tool ${tool} not found`) {
          // pi itself says that a tool which it was not given does not exist: the same refusal, in its own words.
          const text = JSON.stringify({ error: { code: 'FORBIDDEN', message: `There is no tool "${tool}".` } })
          return { text, isError: true, atDoor: log.get(sessionId)?.lifecycle !== 'member' }
        }
        // The log bounds what it keeps; the model reads all of it.
        const whole = bench.model.requests.findLast(({ toolResults }) => toolResults.at(-1)?.startsWith(result.text.slice(0, 200)))
        return { text: whole?.toolResults.at(-1) ?? result.text, isError: result.isError, atDoor: false }
      },
      close: async () => {
        for (const world of opened) await world.session.dispose()
      }
    }
  }
}

let embeddedBench: Promise<{ bench: Bench; begin: typeof beginTurn }> | null = null

/** One pi process for all tests of a file. */
function embedded(): Promise<{ bench: Bench; begin: typeof beginTurn }> {
  embeddedBench ??= startBench().then((bench) => ({ bench, begin: beginTurn }))
  return embeddedBench
}

/** Ends what the doors share; to be called once after all tests of a file. */
export async function closeDoors(): Promise<void> {
  await (await embeddedBench)?.bench.close()
}

export const DOORS: readonly Door[] = [mcp, pi, inProcess]
