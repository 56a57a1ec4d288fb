/** What can be gone to and done from the palette, best first. */
import type { WorkerView } from '../../shared/model'
import type { TextRange } from '../../shared/find'
import { canRun, groupWords, runAction, type BoundAction } from '../actions'
import type { ProjectView } from '../../shared/model'
import { useView } from '../connection'
import { fit } from './fuzzy.logic'

export interface Item {
  /** Also what recent choices are remembered by. */
  readonly id: string
  readonly name: string
  readonly detail: string
  readonly kind: 'action' | 'worker' | 'project'
  /** As keys.logic.ts writes them; null for none. */
  readonly keys: string | null
  readonly worker: WorkerView | null
  /** Done once the palette has gone. */
  run(): void
}

export interface Shown extends Item {
  readonly ranges: readonly TextRange[]
}

export interface Crew {
  readonly project: ProjectView
  /** The agent that coordinates; null while a human does. */
  readonly coordinator: WorkerView | null
  readonly workers: readonly WorkerView[]
}

/** Most that are shown: who looks for more types another letter. */
const MOST = 40
/** How much a recent choice counts more, the newest one most. */
const RECENT = 12

/** Everything: actions, then workers, then Projects. */
export function allItems(bound: readonly BoundAction[], crews: readonly Crew[]): Item[] {
  const { sessionId: shown, select } = useView.getState()
  const actions = bound
    // Keys that end in a digit need one.
    .filter(({ action, keys }) => canRun(action) && !keys[0]?.endsWith('1..9') && action.id !== 'palette.open')
    .map(({ action, keys }): Item => {
      const detail = groupWords().groups[action.group]
      return { id: `action.${action.id}`, kind: 'action', name: action.name(), detail, keys: keys[0] ?? null, worker: null, run: () => void runAction(action.id) }
    })
  const inOrder = crews.toSorted((a, b) => Number(b.project.sessionId === shown) - Number(a.project.sessionId === shown))
  const workers = inOrder.flatMap(({ project, coordinator, workers }) =>
    [...(coordinator ? [coordinator] : []), ...workers].map((worker): Item => {
      const run = () => select(project.sessionId, worker.workerId)
      return { id: `worker.${worker.workerId}`, kind: 'worker', name: worker.name, detail: [project.name, worker.taskRef].filter(Boolean).join(' · '), keys: null, worker, run }
    })
  )
  const projects = crews.map(
    ({ project }): Item => ({
      id: `project.${project.sessionId}`,
      kind: 'project',
      name: project.name,
      detail: project.folder,
      keys: null,
      worker: null,
      run: () => select(project.sessionId)
    })
  )
  return [...actions, ...workers, ...projects]
}

/**
 * Those that fit, best first; recent choices come before others that fit as well. `recent`: ids, the newest first. Before
 * anything is typed: `places`, then what can be done.
 */
export function choose(items: readonly Item[], query: string, recent: readonly string[], places: readonly Item[]): Shown[] {
  const rank = (id: string): number => {
    const at = recent.indexOf(id)
    return at < 0 ? 0 : RECENT - at
  }
  const isBlank = query.trim() === ''
  const first = isBlank ? places.map((item) => ({ ...item, ranges: [] })) : []
  const sought = isBlank ? items.filter(({ kind }) => kind === 'action') : items
  const fitting = sought.flatMap((item) => {
    const found = fit(query, item)
    return found ? [{ ...item, ranges: found.ranges, score: found.score + rank(item.id) }] : []
  })
  return [...first, ...fitting.toSorted((a, b) => b.score - a.score)].slice(0, MOST)
}
