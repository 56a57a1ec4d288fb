/**
 * Deleting a worker, with ten seconds to change one's mind. The call is held in this window only: closing it means that
 * nothing was deleted, which is the safe side.
 */
import { create } from 'zustand'
import { DELETE_UNDO_MS } from '../../shared/limits'
import { client, lookAtWorker } from '../connection'
import { Deletions, type Deletion } from './deletions.logic'

export const useDeletions = create<{ readonly deletions: readonly Deletion[] }>(() => ({ deletions: [] }))

const deletions = new Deletions({
  ask: (sessionId, workerId) => client.workers.delete({ sessionId, workerId }),
  look: lookAtWorker,
  publish: (list) => useDeletions.setState({ deletions: list })
})

/** Deletes the worker after DELETE_UNDO_MS, unless that is undone. */
export const requestDelete = deletions.request.bind(deletions)
/** The same for several, which are undone together. */
export const requestDeletes = deletions.requestAll.bind(deletions)
export const undoDelete = deletions.undo.bind(deletions)
export const undoBatch = deletions.undoBatch.bind(deletions)
export const undoLastDelete = deletions.undoLast.bind(deletions)
export const dismissDelete = deletions.dismiss.bind(deletions)

/** When the newest delete that can still be undone was asked for, in ms by `performance.now()`; null without one. */
export function lastHeldAt(): number | null {
  const held = useDeletions.getState().deletions.filter(({ state }) => state === 'held')
  return held.length === 0 ? null : Math.max(...held.map(({ dueAt }) => dueAt)) - DELETE_UNDO_MS
}

/** The delete of one worker, while it is held, asked or failed. */
export function useDeletion(workerId: string): Deletion | null {
  return useDeletions((state) => state.deletions.find((deletion) => deletion.workerId === workerId) ?? null)
}
