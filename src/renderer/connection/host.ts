import type { InferContractRouterOutputs } from '@orpc/contract'
import { create } from 'zustand'
import type { Contract } from '../../shared/contract'
import { client } from './client'

export type HostInfo = InferContractRouterOutputs<Contract>['host']['info']

/** What this host is and can do; null until it has said. */
export const useHost = create<{ readonly info: HostInfo | null }>(() => ({ info: null }))

/** Asks again, for example after a key was stored that an engine was missing. */
export async function refreshHost(): Promise<void> {
  useHost.setState({ info: await client.host.info({}) })
}
