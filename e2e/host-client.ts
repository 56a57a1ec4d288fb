/** The calls of a served host, made from a spec: to set up in a moment what many clicks would, and to look at the truth. */
import { once } from 'node:events'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { WebSocket } from 'ws'
import type { Contract } from '../src/shared/contract'
import type { Served } from './launch'

export type HostClient = ContractRouterClient<Contract>

/** `work` gets a connection of its own to the host that runs now; it is closed afterwards. */
export async function withHost<T>(served: Served, work: (client: HostClient) => Promise<T>): Promise<T> {
  const { host } = new URL(served.url)
  const socket = new WebSocket(`ws://${host}/rpc`, ['crewdeck.v1', `token.${served.token}`])
  await once(socket, 'open')
  try {
    return await work(createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket })))
  } finally {
    socket.terminate()
  }
}

/** The Project that is listed first. */
export async function firstProject(client: HostClient): Promise<string> {
  const stop = new AbortController()
  for await (const { projects } of await client.projects.watch({}, { signal: stop.signal })) {
    stop.abort()
    const [first] = projects
    if (first) return first.sessionId
  }
  throw new Error('No Project is open.')
}

/** Makes shell workers with their first commands, in this order. Resolves with their ids once each is accepted. */
export async function makeShells(client: HostClient, sessionId: string, commands: Readonly<Record<string, string>>): Promise<string[]> {
  const ids: string[] = []
  for (const [name, task] of Object.entries(commands)) {
    const workerId = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${ids.length}`
    await client.workers.create({ sessionId, workerId, messageId: `${workerId}-1`, name, task, engine: 'shell', model: null })
    ids.push(workerId)
  }
  return ids
}
