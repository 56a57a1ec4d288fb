/** The crew as rows: children of workers stand under the worker that made them. */
import type { WorkerView } from '../../shared/model'

export interface TreeRow {
  readonly worker: WorkerView
  /** 0 for a worker of the Project itself, 1 for its children, and so on. */
  readonly depth: number
  /** How many rows above this one its line begins: at the child before it, or (`first`) at its parent. 0 at depth 0. */
  readonly up: number
  readonly first: boolean
}

/** Levels of children that are set in further; deeper ones stand below these. */
const MOST_LEVELS = 4

/** How far a row is set in, in levels. */
export function levelOf(depth: number): number {
  return Math.min(depth, MOST_LEVELS)
}

const known = new WeakMap<readonly WorkerView[], readonly TreeRow[]>()

/**
 * Parents before children, each in the order of creation. A child whose parent is not there stands on its own. The same
 * list gives the same rows.
 */
export function treeOf(workers: readonly WorkerView[]): readonly TreeRow[] {
  let rows = known.get(workers)
  if (!rows) {
    rows = makeRows(workers)
    known.set(workers, rows)
  }
  return rows
}

function makeRows(workers: readonly WorkerView[]): TreeRow[] {
  const ids = new Set(workers.map((worker) => worker.workerId))
  const roots: WorkerView[] = []
  const children = new Map<string, WorkerView[]>()
  for (const worker of workers) {
    const { parentId } = worker
    if (parentId === null || parentId === worker.workerId || !ids.has(parentId)) roots.push(worker)
    else children.set(parentId, [...(children.get(parentId) ?? []), worker])
  }
  const rows: TreeRow[] = []
  const place = (worker: WorkerView, depth: number, above: number | null, first: boolean): void => {
    const index = rows.length
    rows.push({ worker, depth, up: above === null ? 0 : index - above, first })
    let before = index
    for (const [position, child] of (children.get(worker.workerId) ?? []).entries()) {
      const at = rows.length
      place(child, depth + 1, before, position === 0)
      before = at
    }
  }
  for (const root of roots) place(root, 0, null, false)
  return rows
}
