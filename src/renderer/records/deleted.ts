/** Deleted workers whose records are kept, as long as they are on the screen. */
import { create } from 'zustand'
import type { DeletedWorkers } from '../../shared/records-deleted'
import { client, follow, type RefusalView } from '../connection'

interface Deleted {
  /** Null until the host has said. */
  readonly list: DeletedWorkers | null
  readonly refusal: RefusalView | null
}

export const useDeleted = create<Deleted>(() => ({ list: null, refusal: null }))

/** Returns the disposer. */
export function followDeleted(): () => void {
  return follow({
    open: (signal) => client.records.deleted({}, { signal }),
    onValue: (list) => useDeleted.setState({ list, refusal: null }),
    onEnd: (end) => useDeleted.setState({ refusal: end.kind === 'refused' ? end.refusal : null })
  })
}
