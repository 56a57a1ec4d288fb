/** The one open observer of a timeline: that of the worker on the screen; and what is read beside it. */
import { TIMELINE_PAGE } from '../../shared/limits'
import type { Turn } from '../../shared/model'
import { applyTimelineOp, type TimelineState } from '../../shared/timeline'
import { client, observe, refusalOf, useDesk, useWorkers } from '../connection'
import { placeOf, setPlace, storePlace, type Place } from './places'
import { NO_TIMELINE, useTimeline, type TimelineView } from './store'
import { clearedOf, earlierStep, isApart, isGone, leftAt, reopenLimit, shownTurns, staleTurn, withoutGone, withPart } from './window.logic'

/** Turns that are read before and after one that is gone to. */
const BEFORE = 4
const AFTER = 12
/** Longest wait for what the desk remembers, in ms. */
const DESK_MS = 1_000

/** Shows the timeline of a worker; returns the disposer. Opening another one first disposes this one. */
export function observeTimeline(sessionId: string, workerId: string): () => void {
  useTimeline.setState({ ...NO_TIMELINE, worker: { sessionId, workerId } }, true)
  const stop = observe({
    open: async (signal) => {
      await deskIsThere()
      const limit = reopenLimit(useTimeline.getState().state, turnCountOf(workerId))
      return client.projectMode.timeline({ sessionId, workerId, limit }, { signal })
    },
    apply: applyTimelineOp,
    onState: take,
    onEnd: (end) => useTimeline.setState({ end, stream: null, reading: null })
  })
  const stopGone = useWorkers.subscribe(({ workers }, before) => {
    if (workers === null || workers === before.workers) return
    const gone = new Set(before.workers?.map((worker) => worker.workerId))
    for (const worker of workers) gone.delete(worker.workerId)
    if (gone.size > 0) useTimeline.setState(({ shown }) => ({ shown: withoutGone(shown, (id) => gone.has(id)) }))
  })
  return () => {
    stop()
    stopGone()
    if (useTimeline.getState().worker?.workerId === workerId) useTimeline.setState(NO_TIMELINE, true)
  }
}

/** Ten more turns before those on the screen. One at a time; nothing happens when all are there. */
export async function loadEarlier(): Promise<void> {
  const { state, shown, stream, reading } = useTimeline.getState()
  const step = state && earlierStep(shown, state)
  if (!step || stream === null || reading !== null) return
  if (step.kind === 'read') return readPart('earlier', step.first, step.last)
  useTimeline.setState({ reading: 'earlier', problem: null })
  try {
    await client.projectMode.earlier({ stream, limit: step.limit })
    // A frame of the stream brings the turns.
  } catch (error) {
    if (useTimeline.getState().stream === stream) useTimeline.setState({ reading: null, problem: refusalOf(error) })
  }
}

/** Ten more turns after those on the screen, where these stand apart. */
export async function loadLater(): Promise<void> {
  const { state, shown, stream, reading } = useTimeline.getState()
  const last = shown.at(-1)
  if (!state || !last || stream === null || reading !== null || !isApart(shown, state)) return
  await readPart('later', last.number + 1, last.number + TIMELINE_PAGE)
}

/** Brings a turn of the timeline on the screen into view; the newest one where there is none of that number. */
export async function showTurn(turn: number): Promise<void> {
  const { state, shown } = useTimeline.getState()
  if (!state) return
  const target = Math.min(Math.max(turn, clearedOf(state) + 1), state.totalTurns)
  if (shown.some(({ number }) => number === target)) useTimeline.setState({ target })
  else await readPart('turn', Math.max(1, target - BEFORE), target + AFTER, target)
}

/** The end is shown again; what was read further up goes. */
export function showNewest(): void {
  useTimeline.setState(({ state, shown }) => ({ shown: state?.turns ?? shown, current: null, target: null }))
}

/** Waits for the desk's memory, in which the place of the reader may be: it comes with the first answers of the host. */
async function deskIsThere(): Promise<void> {
  if (useDesk.getState().entries !== null) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, DESK_MS)
    const stop = useDesk.subscribe(({ entries }) => {
      if (entries === null) return
      clearTimeout(timer)
      stop()
      resolve()
    })
  })
}

function turnCountOf(workerId: string): number {
  const { sessionId, coordinator, workers } = useWorkers.getState()
  const worker = workerId === sessionId ? coordinator : workers?.find((one) => one.workerId === workerId)
  return worker?.turnCount ?? 0
}

function take(state: TimelineState, stream: string): void {
  const before = useTimeline.getState()
  const workerId = before.worker?.workerId ?? ''
  const place = placeIn(state, workerId)
  const shown = shownTurns(before.shown, state, place === null)
  const grew = (shown[0]?.number ?? 0) < (before.shown[0]?.number ?? Infinity)
  // A new stream knows nothing of what the last one was asked.
  const reading = before.reading === 'earlier' && (before.stream !== stream || grew) ? null : before.reading
  const isFirst = before.state === null
  if (isFirst && place && !shown.some((turn) => turn.number === place.turn)) {
    // The reader was further up: the turns there come before anything is shown.
    useTimeline.setState({ state, stream, end: null, left: place.left ?? leftAt(state) })
    void readPart('turn', Math.max(1, place.turn - BEFORE), place.turn + AFTER)
    return
  }
  // Until they are there, the end is not shown for a moment.
  const waits = before.reading === 'turn' && before.shown.length === 0
  useTimeline.setState({ state, stream, shown: waits ? [] : shown, end: null, reading, ...leftOf(place, isFirst, state) })
  const stale = staleTurn(shown, state)
  if (stale !== null && reading === null && before.stream !== stream) void readPart('turn', stale, stale)
}

/** Where the reader is. A place of which the turn is gone is none: it is forgotten, and the reader is at the end. */
function placeIn(state: TimelineState, workerId: string): Place {
  const place = placeOf(workerId)
  if (place === null || !isGone(place.turn, state)) return place
  setPlace(workerId, null)
  storePlace(workerId)
  return null
}

function leftOf(place: Place, isFirst: boolean, state: TimelineState): Partial<TimelineView> {
  if (place === null) return { left: null }
  return isFirst ? { left: place.left ?? leftAt(state) } : {}
}

/** Reads a part of the timeline and shows it. */
async function readPart(reading: NonNullable<TimelineView['reading']>, first: number, last: number, target: number | null = null): Promise<void> {
  const { worker } = useTimeline.getState()
  if (!worker) return
  useTimeline.setState({ reading, problem: null })
  const isSame = (): boolean => useTimeline.getState().worker === worker
  try {
    const { turns } = await client.projectMode.turns({ ...worker, first, last })
    if (isSame()) show(turns, target)
  } catch (error) {
    if (!isSame()) return
    const { state, shown } = useTimeline.getState()
    if (shown.length === 0) setPlace(worker.workerId, null)
    useTimeline.setState({ reading: null, problem: refusalOf(error), shown: shown.length === 0 && state ? state.turns : shown })
  }
}

function show(part: readonly Turn[], target: number | null): void {
  const { state, shown } = useTimeline.getState()
  if (!state) return
  const joined = withPart(shown, part, state)
  useTimeline.setState({ shown: joined.length === 0 ? state.turns : joined, reading: null, ...(target === null ? {} : { target }) })
}
