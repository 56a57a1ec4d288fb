import { create } from 'zustand'
import { DEFAULT_SETTINGS, type Settings } from '../../shared/model'
import { client } from './client'

/** The operator's settings; the defaults until the host has said. */
export const useSettings = create<{ readonly settings: Settings }>(() => ({ settings: DEFAULT_SETTINGS }))

export async function refreshSettings(): Promise<void> {
  useSettings.setState({ settings: await client.settings.get({}) })
}

/** Stores a change; rejects like any call, and then nothing has changed. */
export async function saveSettings(patch: Partial<Settings>): Promise<void> {
  useSettings.setState({ settings: await client.settings.set(patch) })
}
