/** Which dialog is open. One that opens another comes back when that is closed. */
import { create } from 'zustand'

export type DialogName =
  | 'open-folder'
  | 'new-worker'
  | 'settings'
  | 'project-settings'
  | 'worker-settings'
  | 'worker-rights'
  | 'delete-workers'
  | 'how-it-works'
  | 'palette'
  | 'help'
  | 'find'
  | 'export'
  | 'go-to'

interface Dialogs {
  /** The last one is on the screen. */
  readonly stack: readonly DialogName[]
}

export const useDialogs = create<Dialogs>(() => ({ stack: [] }))

export function openDialog(name: DialogName): void {
  useDialogs.setState(({ stack }) => ({ stack: [...stack.filter((open) => open !== name), name] }))
}

export function closeDialog(): void {
  useDialogs.setState(({ stack }) => ({ stack: stack.slice(0, -1) }))
}

/** Whether it is the one on the screen: whoever waited for an answer may find another there, or none. */
export function isOnScreen(name: DialogName): boolean {
  return useDialogs.getState().stack.at(-1) === name
}
