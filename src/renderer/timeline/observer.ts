/** The one open observer of a timeline: that of the worker on the screen. */
import type { Turn } from '../../shared/model'
import { applyTimelineOp, type TimelineState } from '../../shared/timeline'
import { client, observe, refusalOf, useWorkers } from '../connection'
import { placeOf } from './places'
import { NO_TIMELINE, useTimeline } from './store'
import { earlierLimit, limitFrom, shownTurns } from './window.logic'

/** Shows the timeline of a worker; returns the disposer. Opening another one first disposes this one. */
export function observeTimeline(sessionId: string, workerId: string): () => void {
  const place = placeOf(workerId)
  useTimeline.setState({ ...NO_TIMELINE, worker: { sessionId, workerId }, target: place.at?.offset === 0 ? place.at.turn : null }, true)
  const stop = observe({
    open: (signal) => client.projectMode.timeline({ sessionId, workerId, limit: windowToOpen(workerId) }, { signal }),
    apply: applyTimelineOp,
    onState: (state, stream) => take(state, stream, place.at === null),
    onEnd: (end) => useTimeline.setState({ end, stream: null, reading: null })
  })
  return () => {
    stop()
    if (useTimeline.getState().worker?.workerId === workerId) useTimeline.setState(NO_TIMELINE, true)
  }
}

/** Ten more turns at the old end of the window. One at a time; nothing happens when all are there. */
export async function loadEarlier(): Promise<void> {
  const { state, shown, stream, reading, worker } = useTimeline.getState()
  const limit = state && earlierLimit(shown, state.totalTurns)
  if (!limit || stream === null || reading !== null || !worker) return
  useTimeline.setState({ reading: limit, problem: null })
  try {
    await client.projectMode.earlier({ stream, limit })
    placeOf(worker.workerId).limit = limit
  } catch (error) {
    if (useTimeline.getState().stream === stream) useTimeline.setState({ reading: null, problem: refusalOf(error) })
  }
}

/** Brings a turn of the timeline on the screen into view. */
export function showTurn(turn: number): void {
  const { state, shown, stream } = useTimeline.getState()
  useTimeline.setState({ target: turn })
  if (!state || stream === null || turn >= (shown[0]?.number ?? 1)) return
  const limit = limitFrom(turn, state.totalTurns, state.limit)
  useTimeline.setState({ reading: limit, problem: null })
  client.projectMode.earlier({ stream, limit }).catch((error: unknown) => {
    if (useTimeline.getState().stream === stream) useTimeline.setState({ reading: null, problem: refusalOf(error) })
  })
}

/** The reader is at the end again: what was only kept for reading goes. */
export function dropKept(): void {
  const { state, shown } = useTimeline.getState()
  if (state && shown !== state.turns) useTimeline.setState({ shown: state.turns })
}

/** The window as it was left, and large enough for the turn at which the reader is. */
function windowToOpen(workerId: string): number {
  const { limit, at } = placeOf(workerId)
  if (at === null) return limit
  const { shown } = useTimeline.getState()
  const total = useWorkers.getState().workers?.find((worker) => worker.workerId === workerId)?.turnCount ?? 0
  return limitFrom(Math.min(at.turn, shown[0]?.number ?? at.turn), total, limit)
}

function take(state: TimelineState, stream: string, atEnd: boolean): void {
  const before = useTimeline.getState()
  const shown = shownTurns(before.shown, state, atEnd)
  if (shown) return publish(state, stream, shown)
  if (before.stream === stream && before.reading !== null) return
  // Turns came and went while nobody watched: the reader stays where they are until the window reaches them.
  const limit = limitFrom(before.shown[0]?.number ?? 1, state.totalTurns, state.limit)
  useTimeline.setState({ stream, reading: limit })
  client.projectMode.earlier({ stream, limit }).catch(() => publish(state, stream, state.turns))
}

function publish(state: TimelineState, stream: string, shown: readonly Turn[]): void {
  const { reading, stream: known } = useTimeline.getState()
  const waits = reading !== null && known === stream && state.limit < reading
  useTimeline.setState({ state, stream, shown, end: null, reading: waits ? reading : null })
}
