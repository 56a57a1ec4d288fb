/** The workers of a run as a list: who started whom, and what each is called. */
import type { WorkerRecordView } from '../../shared/records'
import { words } from './words'

export interface WorkerNode {
  readonly worker: WorkerRecordView
  readonly depth: number
}

/** Each after the one that started it, in the order of their beginnings. Whoever names itself, or nobody, stands at the top. */
export function treeOf(workers: readonly WorkerRecordView[]): WorkerNode[] {
  const known = new Map(workers.map((worker) => [worker.workerId, worker]))
  const children = new Map<string, WorkerRecordView[]>()
  const roots: WorkerRecordView[] = []
  for (const worker of workers) {
    const caller = worker.callerAgentId
    if (caller === undefined || !known.has(caller) || isLoop(worker, known)) roots.push(worker)
    else children.set(caller, [...(children.get(caller) ?? []), worker])
  }
  const nodes: WorkerNode[] = []
  const stack = roots.toReversed().map((worker): WorkerNode => ({ worker, depth: 0 }))
  for (let node = stack.pop(); node; node = stack.pop()) {
    nodes.push(node)
    for (const child of (children.get(node.worker.workerId) ?? []).toReversed()) stack.push({ worker: child, depth: node.depth + 1 })
  }
  return nodes
}

function isLoop(worker: WorkerRecordView, known: ReadonlyMap<string, WorkerRecordView>): boolean {
  const seen = new Set<string>()
  for (let at: WorkerRecordView | undefined = worker; at?.callerAgentId !== undefined; at = known.get(at.callerAgentId)) {
    if (seen.has(at.workerId)) return true
    seen.add(at.workerId)
  }
  return false
}

/** What it is called, else what kind of agent it is, else its id. */
export function workerName({ name, kind, agentType, workerId }: WorkerRecordView): string {
  if (name !== undefined && name !== '') return name
  if (kind === 'main') return words().place.mainAgent
  return agentType ?? workerId
}
