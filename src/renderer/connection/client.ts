/**
 * The calls of the host, typed by the contract. The object stays the same for the life of the window; below it the
 * connection comes and goes. While there is none, every call rejects at once (see refusal.ts).
 */
import './no-eval'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { create } from 'zustand'
import type { Contract } from '../../shared/contract'
import { Connector, type ConnectionFacts } from './connector'
import { noteData } from './kept'
import { openTransport } from './transport'
import { isVisible, onVisibility } from './visibility'

/** Whether the host can be heard. Changes with every beat: select what you need. */
export const useConnection = create<ConnectionFacts>(() => ({ state: 'connecting', heardAt: null, lostAt: null }))

export const connector: Connector = new Connector({
  open: openTransport,
  beats: async (signal) => noteData(await client.host.beat({}, { signal })),
  isVisible,
  onVisibility,
  now: () => Date.now(),
  elapsed: () => performance.now(),
  publish: (facts) => useConnection.setState(facts, true)
})

export const client: ContractRouterClient<Contract> = createORPCClient({
  call: (path, input, options) => connector.call(path, input, options)
})
