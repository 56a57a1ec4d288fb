import type { WorkerView } from '../../shared/model'
import { useCrews, useWorkers } from '../connection'

/** A worker of any Project that is listed now; null for one that is not there. */
export function useAnyWorker(sessionId: string | null, workerId: string | null): WorkerView | null {
  const own = useWorkers((state) => (state.sessionId === sessionId ? find(state.workers, workerId) : null))
  const other = useCrews(({ crews }) => (sessionId === null ? null : find(crews.get(sessionId)?.workers, workerId)))
  return own ?? other
}

function find(workers: readonly WorkerView[] | null | undefined, workerId: string | null): WorkerView | null {
  return workers?.find((worker) => worker.workerId === workerId) ?? null
}
