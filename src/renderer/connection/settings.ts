import { create } from 'zustand'
import { DEFAULT_SETTINGS, type Settings } from '../../shared/model'
import { client } from './client'
import { inOrder } from './in-order.logic'

/** The operator's settings; the defaults until the host has said. */
export const useSettings = create<{ readonly settings: Settings }>(() => ({ settings: DEFAULT_SETTINGS }))

/** What the host said last, and the changes that it has not answered yet, the oldest first. */
let told: Settings = DEFAULT_SETTINGS
let changes: readonly Partial<Settings>[] = []
const order = inOrder()

/** Stores a change, which holds at once; rejects like any call, and then all is as it would be without it. */
export async function saveSettings(patch: Partial<Settings>): Promise<void> {
  const isNews = order()
  changes = [...changes, patch]
  takeSettings(told)
  const done = (): void => void (changes = changes.filter((change) => change !== patch))
  try {
    const answer = await client.settings.set(patch)
    done()
    takeSettings(isNews() ? answer : told)
  } catch (error) {
    done()
    takeSettings(told)
    throw error
  }
}

/** Takes what the host tells, of changes from whatever window. What was chosen here holds over what it knew then. */
export function takeSettings(answer: Settings): void {
  told = answer
  useSettings.setState({ settings: Object.assign({}, told, ...changes) })
}
