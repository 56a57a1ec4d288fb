import type { WorkerView } from '../../shared/model'
import { useIsLost } from '../connection'
import { useNow } from '../ui'
import { lastKnown, statusOf, type Status } from './status.logic'

/** The status of a worker as far as it is known now. Ticks. */
export function useStatus(worker: WorkerView): Status {
  const now = useNow()
  return useIsLost() ? lastKnown(worker, now) : statusOf(worker, now)
}
