/**
 * Coordinators and workers of the Projects that are not on the screen, while a view shows those of all. Open only as long: each is an
 * observer of its own, which a hidden window cancels like every other.
 */
import { create } from 'zustand'
import { applyWorkersOp, type WorkersState } from '../../shared/workers'
import { client } from './client'
import { observe } from './observe'
import { useProjects } from './projects'
import { useView } from './view'

/** By Project; one that has not answered yet is missing. */
export const useCrews = create<{ readonly crews: ReadonlyMap<string, WorkersState> }>(() => ({ crews: new Map() }))

let users = 0
let end = (): void => {}

/** Keeps the crews of all other Projects true, as long as anybody wants them; returns the disposer. */
export function observeCrews(): () => void {
  if (users === 0) end = begin()
  users += 1
  let wanted = true
  return () => {
    if (!wanted) return
    wanted = false
    users -= 1
    if (users === 0) end()
  }
}

function begin(): () => void {
  const open = new Map<string, () => void>()
  const settle = (): void => {
    const shown = useView.getState().sessionId
    const wanted = new Set(useProjects.getState().projects?.map((project) => project.sessionId))
    for (const [sessionId, stop] of open) {
      if (wanted.has(sessionId) && sessionId !== shown) continue
      stop()
      open.delete(sessionId)
      // What is shown now stays until its own list is there.
      if (sessionId !== shown) put(sessionId, null)
    }
    for (const sessionId of wanted) if (sessionId !== shown && !open.has(sessionId)) open.set(sessionId, watch(sessionId))
  }
  settle()
  const stops = [useProjects.subscribe(settle), useView.subscribe(settle)]
  return () => {
    for (const stop of [...stops, ...open.values()]) stop()
    useCrews.setState({ crews: new Map() })
  }
}

function watch(sessionId: string): () => void {
  return observe({
    open: (signal) => client.workers.watch({ sessionId }, { signal }),
    apply: applyWorkersOp,
    onState: (state) => put(sessionId, state),
    onEnd: () => put(sessionId, null)
  })
}

function put(sessionId: string, crew: WorkersState | null): void {
  useCrews.setState(({ crews }) => {
    const next = new Map(crews)
    if (crew === null) next.delete(sessionId)
    else next.set(sessionId, crew)
    return { crews: next }
  })
}
