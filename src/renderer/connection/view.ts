/**
 * What the operator looks at: a Project and one of its workers (its Coordinator by the id of the Project), or all open
 * requests. Project and workers are remembered over restarts.
 */
import { z } from 'zod'
import { create } from 'zustand'
import { readStored, writeStored } from './stored'

export interface View {
  readonly sessionId: string | null
  readonly workerId: string | null
  /** A worker that was just made and is not in the list yet. */
  readonly expecting: string | null
  /** What the main view shows: that worker, the requests of all Projects, or the records of agents elsewhere. */
  readonly screen: 'crew' | 'requests' | 'records'
  /** Shows a Project; without a worker, the one that was shown there last. */
  select(sessionId: string | null, workerId?: string | null): void
  /** Shows a worker that the list will bring in a moment. */
  expect(sessionId: string, workerId: string): void
  /** Chooses a Project and its worker without leaving the screen that is shown. */
  settle(sessionId: string | null, workerId?: string | null): void
  showRequests(): void
  showRecords(): void
}

const KEY = 'crewdeck.view'
const Remembered = z.object({
  sessionId: z.string().nullable(),
  /** The last worker of each Project. */
  workers: z.record(z.string(), z.string())
})

const remembered = readStored(KEY, Remembered) ?? { sessionId: null, workers: {} }

export const useView = create<View>((set, get) => ({
  sessionId: remembered.sessionId,
  workerId: lastWorkerOf(remembered.sessionId),
  expecting: null,
  screen: 'crew',
  select(sessionId, workerId) {
    set({ screen: 'crew' })
    get().settle(sessionId, workerId)
  },
  expect(sessionId, workerId) {
    set({ sessionId, workerId, expecting: workerId, screen: 'crew' })
    remember(get())
  },
  settle(sessionId, workerId) {
    set({ sessionId, workerId: workerId === undefined ? lastWorkerOf(sessionId) : workerId, expecting: null })
    remember(get())
  },
  showRequests: () => set({ screen: 'requests' }),
  showRecords: () => set({ screen: 'records' })
}))

function lastWorkerOf(sessionId: string | null): string | null {
  return sessionId === null ? null : (remembered.workers[sessionId] ?? null)
}

function remember(view: View): void {
  remembered.sessionId = view.sessionId
  if (view.sessionId !== null) {
    if (view.workerId === null) delete remembered.workers[view.sessionId]
    else remembered.workers[view.sessionId] = view.workerId
  }
  writeStored(KEY, remembered)
}
