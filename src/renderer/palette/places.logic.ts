/** Where the palette leads before anything is typed. */

interface Place {
  readonly id: string
  readonly kind: 'action' | 'worker' | 'project'
}

/** Enough to go back and forth; who looks for another one types. */
const WORKERS = 4
const PROJECTS = 2

/** What is on the screen now, as the palette names it: nobody wants to go there. */
export function hereIn(view: { readonly screen: string; readonly sessionId: string | null; readonly workerId: string | null }): readonly string[] {
  return view.screen === 'crew' ? [`worker.${view.workerId}`, `project.${view.sessionId}`] : []
}

/** A few workers, then a few Projects: those that were shown last, then the others in their order. `visited`: ids, the newest first. */
export function firstPlaces<P extends Place>(items: readonly P[], visited: readonly string[], here: readonly string[]): P[] {
  const rank = ({ id }: P): number => {
    const at = visited.indexOf(id)
    return at < 0 ? visited.length : at
  }
  const places = items.filter((item) => item.kind !== 'action' && !here.includes(item.id)).toSorted((a, b) => rank(a) - rank(b))
  const few = (kind: Place['kind'], count: number): P[] => places.filter((item) => item.kind === kind).slice(0, count)
  return [...few('worker', WORKERS), ...few('project', PROJECTS)]
}
