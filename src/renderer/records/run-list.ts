/** The transcripts of other programs on this machine, as long as their list is on the screen. */
import { create } from 'zustand'
import type { FormatName, ImportedRuns } from '../../shared/imports'
import { client, follow, type RefusalView } from '../connection'

interface RunList {
  /** Null until the folders were looked into. */
  readonly list: ImportedRuns | null
  readonly refusal: RefusalView | null
}

export const useRunList = create<RunList>(() => ({ list: null, refusal: null }))

/** What was there stays on the screen until the new list is. Returns the disposer. */
export function followRuns(wish: { readonly limit: number; readonly format: FormatName | null; readonly query: string }): () => void {
  return follow({
    open: (signal) => client.imports.watch(wish, { signal }),
    onValue: (list) => useRunList.setState({ list, refusal: null }),
    onEnd: (end) => useRunList.setState({ refusal: end.kind === 'refused' ? end.refusal : null })
  })
}
