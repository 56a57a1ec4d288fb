import { create } from 'zustand'
import { DEFAULT_SETTINGS, type Settings } from '../../shared/model'
import { client } from './client'

/** The operator's settings; the defaults until the host has said. */
export const useSettings = create<{ readonly settings: Settings }>(() => ({ settings: DEFAULT_SETTINGS }))

export async function refreshSettings(): Promise<void> {
  useSettings.setState({ settings: await client.settings.get({}) })
}

/** Stores a change, which holds at once; rejects like any call, and then all is as before. */
export async function saveSettings(patch: Partial<Settings>): Promise<void> {
  const before = useSettings.getState().settings
  useSettings.setState({ settings: { ...before, ...patch } })
  try {
    useSettings.setState({ settings: await client.settings.set(patch) })
  } catch (error) {
    useSettings.setState({ settings: before })
    throw error
  }
}
