/** Brings one turn of any worker on the screen, however far above the loaded turns it is. */
import { runAction } from '../actions'
import { useView } from '../connection'
import { showTurn } from './observer'
import { setPlace } from './places'
import { useTimeline, type TimelineView } from './store'

/** Ends the wait for a timeline that is just being opened. */
let stopWaiting = (): void => {}

/**
 * Shows a worker's timeline with the top of `turn` at the top of the view, and marks it as the current turn. The newest
 * turn is shown where the worker has no such turn yet.
 *
 *   goToTurn(projectId, workerId, 120)      // the Coordinator's timeline: workerId is the Project's id
 */
export function goToTurn(sessionId: string, workerId: string, turn: number): void {
  stopWaiting()
  const isThere = ({ worker, shown }: TimelineView): boolean => worker?.workerId === workerId && shown.length > 0
  const wasThere = isThere(useTimeline.getState())
  // Its timeline opens there, instead of at its end.
  if (!wasThere) setPlace(workerId, { turn, block: -1, offset: 0, left: null })
  useView.getState().select(sessionId, workerId)
  if (wasThere) return void showTurn(turn)
  stopWaiting = useTimeline.subscribe((view) => {
    if (!isThere(view)) return
    stopWaiting()
    void showTurn(turn)
  })
}

/** Shows the end of the timeline of the worker on the screen; where another tab is shown, once its timeline is. */
export function goToEnd(workerId: string): void {
  if (runAction('timeline.newest')) return
  setPlace(workerId, null)
  if (useTimeline.getState().worker?.workerId === workerId) useTimeline.setState({ left: null, current: null, target: null })
}
