import { useMemo } from 'react'
import type { WorkerView } from '../../shared/model'
import { useWorkers } from '../connection'
import { useSeveral } from './several'

const NOBODY: readonly WorkerView[] = []

interface Recipients {
  /** All who could get a message: the workers of the Project, and who is on the screen. */
  readonly members: readonly WorkerView[]
  /** Whom the next one goes to. */
  readonly recipients: readonly WorkerView[]
  /** Whether these are others than the worker on the screen alone. */
  readonly isSeveral: boolean
}

/** Whom the next message goes to. Who was chosen and is gone meanwhile is left out. */
export function useRecipients(worker: WorkerView): Recipients {
  const workers = useWorkers((state) => state.workers) ?? NOBODY
  const chosen = useSeveral((state) => state.chosen[worker.workerId])
  return useMemo(() => {
    const others = workers.filter(({ workerId, lifecycle }) => lifecycle === 'member' && workerId !== worker.workerId)
    const members = [worker, ...others]
    const recipients = chosen ? members.filter(({ workerId }) => chosen.includes(workerId)) : [worker]
    const isSeveral = recipients.length !== 1 || recipients[0] !== worker
    return recipients.length === 0 ? { members, recipients: [worker], isSeveral: false } : { members, recipients, isSeveral }
  }, [worker, workers, chosen])
}
