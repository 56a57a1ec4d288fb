/** The providers of models: read when a dialog needs them, changed in the settings. */
import { create } from 'zustand'
import type { ModelApi, ProviderView } from '../../shared/model'
import { client, refreshHost } from '../connection'
import { inOrder } from '../connection/in-order.logic'

/** Null until they were read. */
export const useProviders = create<{ readonly providers: readonly ProviderView[] | null }>(() => ({ providers: null }))

const order = inOrder()

/** The first time it is slow, for the registry of models has to be loaded: who no longer needs it aborts the signal. */
export async function refreshProviders(signal?: AbortSignal): Promise<void> {
  const isNews = order()
  const { providers } = await client.models.providers({}, signal ? { signal } : {})
  if (isNews()) useProviders.setState({ providers })
}

export interface NewProvider {
  readonly id: string
  readonly name: string
  readonly api: ModelApi
  readonly baseUrl: string
  readonly models: string[]
}

/** Each of these rejects like any call. Afterwards the list and what the engines say of themselves are read again. */
export async function saveProvider(provider: NewProvider): Promise<void> {
  await client.models.saveProvider(provider)
  await changed()
}

export async function removeProvider(id: string): Promise<void> {
  await client.models.removeProvider({ id })
  await changed()
}

export async function setKey(id: string, key: string | null): Promise<void> {
  await client.models.setKey({ id, key })
  await changed()
}

async function changed(): Promise<void> {
  await Promise.all([refreshProviders(), refreshHost()])
}
