/** A stand-in for the host's tools, by MCP as agents reach them: one tool, behind the bearer token of one Session. */
import { createServer } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

export interface HostToolServer {
  readonly url: string
  readonly token: string
  /** What it was called with, in order. */
  readonly calls: readonly unknown[]
  close(): Promise<void>
}

export const HOST_TOOL = {
  name: 'control_workers',
  description: 'Spawn, list, get, send to, read, interrupt or delete the workers of this Project.',
  parameters: { type: 'object', properties: { action: { type: 'string' } }, required: ['action'] }
} as const

export async function startHostTool(): Promise<HostToolServer> {
  const token = `token-${process.pid}`
  const calls: unknown[] = []
  const handler = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: 'crewdeck', version: '1.0.0' })
      server.registerTool(HOST_TOOL.name, { description: HOST_TOOL.description, inputSchema: z.object({ action: z.string() }) }, async (args) => {
        calls.push(args)
        return { content: [{ type: 'text', text: '{"workers":[{"name":"heliotrope"}]}' }] }
      })
      return server
    })
  )
  const http = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end()
    const { method = 'POST', url = '/', headers } = request
    void handler({ method, url, headers, [Symbol.asyncIterator]: () => request[Symbol.asyncIterator]() }, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    token,
    calls,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
  }
}
