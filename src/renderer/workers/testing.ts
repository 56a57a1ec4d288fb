/** Makers of model values for tests of the renderer. */
import type { WorkerView } from '../../shared/model'

/** A worker at rest that has had one turn. */
export function makeWorker(change: Partial<WorkerView> = {}): WorkerView {
  return {
    workerId: 'w',
    name: 'Booking form',
    taskRef: null,
    lifecycle: 'member',
    status: 'idle',
    availability: 'live',
    phase: 'idle',
    engine: 'pi',
    model: null,
    createdAt: 1_800_000_000_000 - 3_600_000,
    lastOutcome: null,
    evidence: { what: 'bash', since: 1_800_000_000_000 - 12_000, heardAt: null },
    activity: null,
    turn: null,
    turnCount: 1,
    pendingCount: 0,
    parked: false,
    ask: null,
    hold: null,
    usage: null,
    parentId: null,
    delegates: false,
    canSteer: true,
    ...change
  }
}
