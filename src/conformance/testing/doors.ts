/**
 * The doors through which an agent reaches its tools. The sentences of the specifications are shown through each of
 * them; one more door is one more entry of DOORS.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Crew } from '../../main/testing/crew'
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

export const DOORS: readonly Door[] = [mcp, inProcess]
