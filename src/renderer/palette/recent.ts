/** What was chosen in the palette, and what was shown by any way, the newest first. */
import { z } from 'zod'
import { deskEntry, useDesk, useView, type View } from '../connection'

const MOST = 10
/** Of workers and Projects, all that were shown are taken together. */
const MOST_VISITED = 24
const NONE: readonly string[] = []
const recent = deskEntry('palette', z.array(z.string().max(140)).readonly(), NONE)

export const useRecent = (): readonly string[] => recent.use('recent')

export function remember(id: string): void {
  recent.set('recent', [id, ...recent.get('recent').filter((known) => known !== id)].slice(0, MOST))
}

export const useVisited = (): readonly string[] => recent.use('visited')

/** Notes which workers and Projects are shown, as long as the window lives; returns the disposer. */
export function noteVisits(): () => void {
  const note = ({ sessionId, workerId }: View): void => {
    // What was noted before has to be known first.
    if (sessionId === null || useDesk.getState().entries === null) return
    const now = [...(workerId === null ? [] : [`worker.${workerId}`]), `project.${sessionId}`]
    const known = recent.get('visited')
    if (now.every((id, index) => known[index] === id)) return
    recent.set('visited', [...now, ...known.filter((id) => !now.includes(id))].slice(0, MOST_VISITED))
  }
  note(useView.getState())
  const stops = [
    useView.subscribe(note),
    useDesk.subscribe(({ entries }, before) => {
      if (before.entries === null && entries !== null) note(useView.getState())
    })
  ]
  return () => stops.forEach((stop) => stop())
}
