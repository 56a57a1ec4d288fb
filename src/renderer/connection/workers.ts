import { create } from 'zustand'
import type { WorkerView } from '../../shared/model'
import type { RefusalView } from './refusal'

export interface Workers {
  readonly sessionId: string | null
  /** In the order of creation; null until the host has said. */
  readonly workers: readonly WorkerView[] | null
  /** Why there will be no more news, when the host has ended the list. */
  readonly refusal: RefusalView | null
}

/** The workers of the Project on the screen. Fed by feeds.ts; a worker that has not changed keeps its identity. */
export const useWorkers = create<Workers>(() => ({ sessionId: null, workers: null, refusal: null }))

/** One worker of the Project on the screen; null when the list does not hold it (yet, or any more). */
export function useWorker(workerId: string | null): WorkerView | null {
  return useWorkers((state) => state.workers?.find((worker) => worker.workerId === workerId) ?? null)
}
