/**
 * The list of workers as rows: of one Project or of all, there with their Coordinators, children under the worker that made them, pinned ones first,
 * archived ones at the end. Rows keep their places: the order is that of creation unless the operator sorts otherwise.
 */
import type { WorkerView } from '../../shared/model'
import { isFiltered, matches, type ListWish } from './wish.logic'

/** The workers of one Project, in the order of creation. */
export interface Crew {
  /** Who gives them their tasks; null until that is known. */
  readonly coordinator: WorkerView | 'operator' | null
  readonly sessionId: string
  readonly name: string
  /** What tells it from another Project of that name; null where there is none. */
  readonly place: string | null
  readonly workers: readonly WorkerView[]
}

/** What this desk remembers of rows, by the ids of workers and Projects. */
export interface Marks {
  readonly pinned: ReadonlySet<string>
  readonly archived: ReadonlySet<string>
  /** Workers and Projects whose rows below are put away. */
  readonly folded: ReadonlySet<string>
  /** Projects whose archive is open. */
  readonly opened: ReadonlySet<string>
}

/** What goes on in rows that are put away, so that nothing works or waits unseen. */
export interface Below {
  /** Workers alone; what waits and what is busy counts a Coordinator too. */
  readonly count: number
  readonly waiting: number
  readonly busy: number
}

/** A place in the tree for screen readers; from 1 on. */
interface Place {
  readonly key: string
  readonly sessionId: string
  readonly level: number
  readonly position: number
  readonly size: number
}

export interface WorkerListRow extends Place {
  readonly kind: 'worker'
  readonly worker: WorkerView
  /** 0 for a worker of the Project itself, 1 for its children, and so on. */
  readonly depth: number
  /** How many rows above this one its line begins: at the child before it, or (`first`) at its parent. 0 at depth 0. */
  readonly up: number
  readonly first: boolean
  /** Its children and theirs; null where it has none, or where they are not under it. */
  readonly below: Below | null
  readonly folded: boolean
  readonly pinned: boolean
  readonly archived: boolean
}

/** The head of a Project's workers, or of those of them that are archived. */
export interface GroupListRow extends Place {
  readonly kind: 'project' | 'archive'
  readonly name: string
  readonly place: string | null
  readonly below: Below
  readonly folded: boolean
}

/** Who coordinates a Project: the first row below its head, in the list of all. Has the id of the Project, as its Session has. */
export interface CoordinatorListRow extends Place {
  readonly kind: 'coordinator'
  /** Null where the operator coordinates. */
  readonly worker: WorkerView | null
  readonly project: string
  readonly below: null
  readonly folded: false
}

export type ListRow = WorkerListRow | GroupListRow | CoordinatorListRow

export interface List {
  readonly rows: readonly ListRow[]
  /** All workers, archived ones too. */
  readonly total: number
  readonly archived: number
  /** What a search or a filter keeps away; null while there is none. */
  readonly away: Below | null
}

export const ROW_PX = { worker: 44, coordinator: 44, project: 32, archive: 32 } as const

/** Levels of children that are set in further; deeper ones stand below these. */
const MOST_LEVELS = 4

/** How far a row is set in, in levels. */
export function levelOf(depth: number): number {
  return Math.min(depth, MOST_LEVELS)
}

export function isBusy({ phase }: WorkerView): boolean {
  return phase === 'busy' || phase === 'starting' || phase === 'stopping'
}

/** When something happened with it last that a human would call so: a turn began, or ended. */
export function lastActive(worker: WorkerView): number {
  return worker.turn?.startedAt ?? worker.evidence.since
}

/** `grouped`: with a head for each Project. */
export function makeList(crews: readonly Crew[], grouped: boolean, marks: Marks, wish: ListWish): List {
  const rows: ListRow[] = []
  const away: WorkerView[] = []
  const awayCoordinators: WorkerView[] = []
  let [total, archived] = [0, 0]
  for (const [index, crew] of crews.entries()) {
    const forest = plant(crew.workers, marks, wish)
    total += crew.workers.length
    archived += forest.archived.count
    const kept = isFiltered(wish) ? crew.workers.filter((worker) => matches(worker, wish, crew.name)) : null
    if (kept) {
      const ids = new Set(kept)
      away.push(...crew.workers.filter((worker) => !ids.has(worker)))
    }
    const agent = grouped && crew.coordinator !== 'operator' ? crew.coordinator : null
    const isAway = agent !== null && kept !== null && !matches(agent, wish, crew.name)
    if (isAway) awayCoordinators.push(agent)
    const coordinator = !grouped || isAway || (agent === null && kept !== null) ? null : crew.coordinator
    const level = grouped ? 2 : 1
    const folded = grouped && marks.folded.has(crew.sessionId) && kept === null
    if (grouped) {
      if (kept?.length === 0 && !coordinator) continue
      const of = { sessionId: crew.sessionId, level: 1, position: index + 1, size: crews.length }
      rows.push({ kind: 'project', key: `project ${crew.sessionId}`, name: crew.name, place: crew.place, below: countOf(kept ?? crew.workers, agent && !isAway ? [agent] : []), folded, ...of })
    }
    if (!folded) writeCrew(rows, { ...crew, coordinator }, forest, level, marks, kept && new Set(kept))
  }
  return { rows, total, archived, away: isFiltered(wish) ? countOf(away, awayCoordinators) : null }
}

/** The ids of workers in the order of their rows. */
export function workersIn(rows: readonly ListRow[]): WorkerListRow[] {
  return rows.filter((row) => row.kind === 'worker')
}

interface Node {
  readonly worker: WorkerView
  readonly children: readonly Node[]
}

interface Forest {
  readonly nodes: readonly Node[]
  readonly archived: { readonly nodes: readonly Node[]; readonly count: number }
}

/** Parents with their children, each sorted. A child whose parent is not there, or that is pinned itself, stands on its own. */
function plant(workers: readonly WorkerView[], marks: Marks, wish: ListWish): Forest {
  const byId = new Map(workers.map((worker) => [worker.workerId, worker]))
  const parentOf = ({ workerId, parentId }: WorkerView): WorkerView | undefined =>
    parentId === null || parentId === workerId ? undefined : byId.get(parentId)
  const known = new Map<string, boolean>()
  // What stands under an archived worker is archived with it.
  const isArchived = (worker: WorkerView): boolean => {
    const { workerId } = worker
    let archived = known.get(workerId)
    if (archived === undefined) {
      known.set(workerId, false)
      const parent = parentOf(worker)
      archived = marks.archived.has(workerId) || (parent !== undefined && !marks.pinned.has(workerId) && isArchived(parent))
      known.set(workerId, archived)
    }
    return archived
  }

  const roots = { live: [] as WorkerView[], archived: [] as WorkerView[] }
  const children = new Map<string, WorkerView[]>()
  let count = 0
  for (const worker of workers) {
    const archived = isArchived(worker)
    if (archived) count++
    const parent = parentOf(worker)
    const stands = parent === undefined || isArchived(parent) !== archived || (marks.pinned.has(worker.workerId) && !archived)
    if (stands) (archived ? roots.archived : roots.live).push(worker)
    else {
      const siblings = children.get(parent.workerId)
      if (siblings) siblings.push(worker)
      else children.set(parent.workerId, [worker])
    }
  }
  const compare = comparing(wish)
  const grow = (siblings: readonly WorkerView[]): Node[] =>
    siblings.toSorted(compare).map((worker) => ({ worker, children: grow(children.get(worker.workerId) ?? []) }))
  const nodes = grow(roots.live)
  const isPinned = ({ worker }: Node): boolean => marks.pinned.has(worker.workerId)
  return {
    nodes: [...nodes.filter(isPinned), ...nodes.filter((node) => !isPinned(node))],
    archived: { nodes: grow(roots.archived), count }
  }
}

/** Sorting is stable, so that equals stay in the order of creation. */
function comparing({ sort, held, collator }: ListWish): (a: WorkerView, b: WorkerView) => number {
  switch (sort) {
    case 'created':
      return () => 0
    case 'name':
      return (a, b) => collator.compare(a.name, b.name)
    case 'activity':
      if (held === null) return (a, b) => lastActive(b) - lastActive(a)
      return (a, b) => (held.get(a.workerId) ?? held.size) - (held.get(b.workerId) ?? held.size)
  }
}

function writeCrew(rows: ListRow[], crew: Crew, forest: Forest, level: number, marks: Marks, kept: ReadonlySet<WorkerView> | null): void {
  const { sessionId, coordinator } = crew
  const archived = kept ? flat(forest.archived.nodes, kept) : forest.archived.nodes
  const all = archived.flatMap(everyone)
  const live = kept ? flat(forest.nodes, kept) : forest.nodes
  const before = coordinator ? 1 : 0
  const size = before + live.length + (all.length > 0 ? 1 : 0)
  if (coordinator) {
    const worker = coordinator === 'operator' ? null : coordinator
    rows.push({ kind: 'coordinator', key: sessionId, sessionId, worker, project: crew.name, below: null, folded: false, level, position: 1, size })
  }
  writeNodes(rows, live, { sessionId, level, before, size, marks, archived: false })
  if (all.length === 0) return
  const folded = !marks.opened.has(sessionId) && kept === null
  rows.push({ kind: 'archive', key: `archive ${sessionId}`, sessionId, name: '', place: null, below: countOf(all), folded, level, position: size, size })
  if (!folded) writeNodes(rows, archived, { sessionId, level: level + 1, before: 0, size: archived.length, marks, archived: true })
}

interface Writing {
  readonly sessionId: string
  readonly level: number
  /** Rows of the same level above these. */
  readonly before: number
  readonly size: number
  readonly marks: Marks
  readonly archived: boolean
}

function writeNodes(rows: ListRow[], nodes: readonly Node[], { sessionId, level, before, size, marks, archived }: Writing): void {
  const place = (node: Node, depth: number, above: number | null, position: number, siblings: number): void => {
    const { worker, children } = node
    const index = rows.length
    const below = children.length === 0 ? null : countOf(children.flatMap(everyone))
    const folded = below !== null && marks.folded.has(worker.workerId)
    rows.push({
      kind: 'worker',
      key: worker.workerId,
      sessionId,
      worker,
      depth,
      up: above === null ? 0 : index - above,
      first: position === 1,
      below,
      folded,
      pinned: marks.pinned.has(worker.workerId) && !archived,
      archived,
      level: level + depth,
      position,
      size: siblings
    })
    if (folded) return
    let last = index
    for (const [at, child] of children.entries()) {
      const row = rows.length
      place(child, depth + 1, last, at + 1, children.length)
      last = row
    }
  }
  for (const [at, node] of nodes.entries()) place(node, 0, null, before + at + 1, size)
}

/** Those that are kept, without their children, in the order of the tree. */
function flat(nodes: readonly Node[], kept: ReadonlySet<WorkerView>): Node[] {
  return nodes.flatMap(everyone).filter((worker) => kept.has(worker)).map((worker) => ({ worker, children: [] }))
}

function everyone({ worker, children }: Node): WorkerView[] {
  return [worker, ...children.flatMap(everyone)]
}

function countOf(workers: readonly WorkerView[], coordinators: readonly WorkerView[] = []): Below {
  let [waiting, busy] = [0, 0]
  for (const worker of [...workers, ...coordinators]) {
    if (worker.phase === 'waiting') waiting++
    else if (isBusy(worker)) busy++
  }
  return { count: workers.length, waiting, busy }
}
