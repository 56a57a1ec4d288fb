/** The contract, as a second client beside the page: sets a scene, and acts while the page looks away. */
import { once } from 'node:events'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../src/shared/contract'
import type { Served } from './served'

export interface Beside {
  readonly client: ContractRouterClient<Contract>
  /** The Project that the host was started with. */
  readonly sessionId: string
  close(): void
}

/** Connects to a served host, whose agents may do anything from now on. */
export async function beside(served: Served): Promise<Beside> {
  const address = new URL('/rpc', served.url)
  address.protocol = 'ws:'
  address.hash = ''
  const socket = new WebSocket(address, ['crewdeck.v1', `token.${served.token}`])
  await once(socket, 'open')
  const client: Beside['client'] = createORPCClient(new RPCLink({ websocket: socket }))
  const { sessionId } = await client.projects.open({ folder: served.projectFolder })
  await client.projects.setPolicy({ sessionId, policy: 'run' })
  return { client, sessionId, close: () => socket.close() }
}

/** Makes a model known that answers at `url`, and is called `scripted/scripted`. */
export async function addModel({ client }: Beside, url: string): Promise<void> {
  await client.models.saveProvider({ id: 'scripted', name: 'Scripted', api: 'openai-completions', baseUrl: `${url}/v1`, models: ['scripted'] })
}

/** Makes a worker of that model, or of the shell. */
export async function makeWorker({ client, sessionId }: Beside, name: string, task: string, engine: 'pi' | 'shell'): Promise<string> {
  const workerId = `worker-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
  await client.workers.create({ sessionId, workerId, messageId: `${workerId}-task`, name, task, engine, model: engine === 'pi' ? 'scripted/scripted' : null })
  return workerId
}
