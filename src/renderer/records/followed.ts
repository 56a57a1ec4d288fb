/** The run of another program that is on the screen: its workers as they stand, followed while they write. */
import { create } from 'zustand'
import type { ImportedWorkers } from '../../shared/imports'
import { client, follow, type RefusalView } from '../connection'

interface Followed {
  /** Null until its first value is there. */
  readonly value: ImportedWorkers | null
  /** Why there is none, or why there is no more. */
  readonly refusal: RefusalView | null
}

const NONE: Followed = { value: null, refusal: null }

export const useFollowed = create<Followed>(() => NONE)

/** Follows a run until it is disposed; one at a time. */
export function followRun(runId: string): () => void {
  useFollowed.setState(NONE)
  const stop = follow({
    open: (signal) => client.imports.follow({ runId }, { signal }),
    onValue: (value) => useFollowed.setState({ value, refusal: null }),
    onEnd: (end) => useFollowed.setState({ refusal: end.kind === 'refused' ? end.refusal : null })
  })
  return () => {
    stop()
    useFollowed.setState(NONE)
  }
}
