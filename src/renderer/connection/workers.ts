import { create } from 'zustand'
import type { WorkerView } from '../../shared/model'
import type { RefusalView } from './refusal'

export interface Workers {
  readonly sessionId: string | null
  /** The agent Coordinator; null while a human coordinates. */
  readonly coordinator: WorkerView | null
  /** In the order of creation; null until the host has said. */
  readonly workers: readonly WorkerView[] | null
  /** Why there will be no more news, when the host has ended the list. */
  readonly refusal: RefusalView | null
}

/** The workers of the Project on the screen. Fed by feeds.ts; a worker that has not changed keeps its identity. */
export const useWorkers = create<Workers>(() => ({ sessionId: null, coordinator: null, workers: null, refusal: null }))

/** One worker, or the Coordinator, of the Project on the screen; null when it is not there (yet, or any more). */
export function useWorker(workerId: string | null): WorkerView | null {
  return useWorkers((state) => workerIn(state, workerId))
}

/** The same for code that is no component. */
export function findWorker(workerId: string | null): WorkerView | null {
  return workerIn(useWorkers.getState(), workerId)
}

function workerIn({ sessionId, coordinator, workers }: Workers, workerId: string | null): WorkerView | null {
  if (workerId !== null && workerId === sessionId) return coordinator
  return workers?.find((worker) => worker.workerId === workerId) ?? null
}
