import type { InferContractRouterOutputs } from '@orpc/contract'
import { create } from 'zustand'
import type { Contract } from '../../shared/contract'
import { client } from './client'
import { inOrder } from './in-order.logic'

export type HostInfo = InferContractRouterOutputs<Contract>['host']['info']

/** What this host is and can do; null until it has said. */
export const useHost = create<{ readonly info: HostInfo | null }>(() => ({ info: null }))

const order = inOrder()

/** Asks again, for example after a key was stored that an engine was missing. */
export async function refreshHost(): Promise<void> {
  const isNews = order()
  const info = await client.host.info({})
  if (isNews()) useHost.setState({ info })
}
