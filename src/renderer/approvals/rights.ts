/** What one worker may do: read while the dialog shows it, and changed from there. */
import { create } from 'zustand'
import type { WorkerRights } from '../../shared/asks'
import { client, follow } from '../connection'
import { openDialog } from '../ui'

interface RightsView {
  readonly sessionId: string | null
  readonly workerId: string | null
  /** Null until the host has said. */
  readonly rights: WorkerRights | null
}

export const useRights = create<RightsView>(() => ({ sessionId: null, workerId: null, rights: null }))

/** Opens the dialog for a worker, or for the Coordinator by the id of its Project. */
export function openRights(sessionId: string, workerId: string): void {
  useRights.setState({ sessionId, workerId, rights: null })
  openDialog('worker-rights')
}

/** Keeps what the dialog shows true; returns the disposer. */
export function followRights(sessionId: string, workerId: string): () => void {
  return follow({
    open: (signal) => client.approvals.rights({ sessionId, workerId }, { signal }),
    onValue: (rights) => useRights.setState({ rights })
  })
}
