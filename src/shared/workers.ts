/** The worker list of one Project as a state and its patches, like `timeline.ts`. */
import { z } from 'zod'
import { assertNever } from './errors'
import { frameOf } from './frames'
import { WorkerView } from './model'

export const WorkersState = z.object({
  sessionId: z.string(),
  /** The agent Coordinator, apart from its workers; null while a human coordinates. */
  coordinator: WorkerView.nullable(),
  /** In the order of creation, children of workers among them. */
  workers: z.array(WorkerView)
})
export type WorkersState = z.infer<typeof WorkersState>

export const WorkersOp = z.discriminatedUnion('op', [
  z.object({ op: z.literal('put'), worker: WorkerView }),
  z.object({ op: z.literal('coordinator'), coordinator: WorkerView.nullable() }),
  z.object({ op: z.literal('drop'), workerId: z.string() })
])
export type WorkersOp = z.infer<typeof WorkersOp>

export const WorkersFrame = frameOf(WorkersState, WorkersOp, z.enum(['closed']))
export type WorkersFrame = z.infer<typeof WorkersFrame>

/** The state after one op; rows keep their places, a new one goes to the end. */
export function applyWorkersOp(state: WorkersState, op: WorkersOp): WorkersState {
  switch (op.op) {
    case 'put': {
      const at = state.workers.findIndex((worker) => worker.workerId === op.worker.workerId)
      return { ...state, workers: at >= 0 ? state.workers.with(at, op.worker) : [...state.workers, op.worker] }
    }
    case 'coordinator':
      return { ...state, coordinator: op.coordinator }
    case 'drop':
      return { ...state, workers: state.workers.filter((worker) => worker.workerId !== op.workerId) }
    default:
      return assertNever(op)
  }
}
