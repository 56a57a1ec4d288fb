/** Brings one turn of any worker on the screen, however far above the loaded turns it is. */
import { useView } from '../connection'
import { showTurn } from './observer'
import { placeOf } from './places'
import { useTimeline } from './store'

/**
 * Shows a worker's timeline with the top of `turn` at the top of the view, and marks it as the current turn. The newest
 * turn is shown where the worker has no such turn yet.
 *
 *   goToTurn(projectId, workerId, 120)      // the Coordinator's timeline: workerId is the Project's id
 */
export function goToTurn(sessionId: string, workerId: string, turn: number): void {
  placeOf(workerId).at = { turn, offset: 0 }
  useView.getState().select(sessionId, workerId)
  if (useTimeline.getState().worker?.workerId === workerId) showTurn(turn)
}
