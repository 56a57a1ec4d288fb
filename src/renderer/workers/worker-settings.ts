import { create } from 'zustand'
import { openDialog } from '../ui'

/** Whose settings the dialog shows. */
export const useSettingsOfWorker = create<{ readonly sessionId: string | null; readonly workerId: string | null }>(() => ({ sessionId: null, workerId: null }))

export function openWorkerSettings(sessionId: string, workerId: string): void {
  useSettingsOfWorker.setState({ sessionId, workerId })
  openDialog('worker-settings')
}
