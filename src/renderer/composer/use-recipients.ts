import { useMemo } from 'react'
import type { WorkerView } from '../../shared/model'
import { useWorkers } from '../connection'
import { useSeveral } from './several'

const NOBODY: readonly WorkerView[] = []

/** All who could get a message: who is on the screen, and the other workers of its Project. */
export function useMembers(worker: WorkerView): readonly WorkerView[] {
  const workers = useWorkers((state) => state.workers) ?? NOBODY
  return useMemo(() => membersOf(worker, workers), [worker, workers])
}

interface Recipients {
  /** Whether there is anybody else to choose. */
  readonly canChoose: boolean
  /** Whom the next message goes to. Who was chosen and is gone meanwhile is left out. */
  readonly recipients: readonly WorkerView[]
  /** Whether these are others than the worker on the screen alone. */
  readonly isSeveral: boolean
}

/** Follows the list of workers only while several are chosen: it changes all the time. */
export function useRecipients(worker: WorkerView): Recipients {
  const chosen = useSeveral((state) => state.chosen[worker.workerId])
  const canChoose = useWorkers((state) => state.workers?.some(({ workerId }) => workerId !== worker.workerId) ?? false)
  const workers = useWorkers((state) => (chosen ? state.workers : null)) ?? NOBODY
  return useMemo(() => {
    const recipients = chosen ? membersOf(worker, workers).filter(({ workerId }) => chosen.includes(workerId)) : [worker]
    if (recipients.length === 0) return { canChoose, recipients: [worker], isSeveral: false }
    return { canChoose, recipients, isSeveral: recipients.length > 1 || recipients[0] !== worker }
  }, [worker, workers, chosen, canChoose])
}

function membersOf(worker: WorkerView, workers: readonly WorkerView[]): readonly WorkerView[] {
  return [worker, ...workers.filter(({ workerId, lifecycle }) => lifecycle === 'member' && workerId !== worker.workerId)]
}
