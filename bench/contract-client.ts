/** The contract, spoken to a served host as the window speaks it. */
import { once } from 'node:events'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { WebSocket } from 'ws'
import type { Contract } from '../src/shared/contract'

export interface ContractClient {
  readonly client: ContractRouterClient<Contract>
  close(): void
}

/** `url` is the address of the page, token included. */
export async function connectTo(url: string): Promise<ContractClient> {
  const { host, hash } = new URL(url)
  const socket = new WebSocket(`ws://${host}/rpc`, ['crewdeck.v1', `token.${new URLSearchParams(hash.slice(1)).get('token')}`])
  await once(socket, 'open')
  return { client: createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket })), close: () => socket.close() }
}
