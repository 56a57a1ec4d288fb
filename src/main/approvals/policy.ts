/** What is answered before any human is asked: by an answer that was remembered, or by what the worker may do. Pure. */
import type { DecidedBy, WorkerRights } from '../../shared/asks'
import type { Policy } from '../../shared/model'
import type { AskOption, AskRequest } from '../engine/engine'

export type OwnPolicy = NonNullable<WorkerRights['own']>
export type Remembered = WorkerRights['remembered'][number]['answer']

/** A worker's own policy; `beyond`: the operator gave it more than the Project allowed at that time. */
export interface Own {
  readonly policy: OwnPolicy
  readonly beyond: boolean
}

const RANK: Readonly<Record<Policy, number>> = { ask: 0, unconfirmed: 1, read: 1, write: 2, run: 3 }

export function isMore(policy: Policy, than: Policy): boolean {
  return RANK[policy] > RANK[than]
}

/**
 * What counts for a worker. Its own policy holds as far as its Project's goes, so that taking rights from a Project takes
 * them from all of its workers; further only where the operator has said so for this worker.
 */
export function effectivePolicy(project: Policy, own: Own | null): { policy: Policy; by: 'worker' | 'project' } {
  if (own === null || (isMore(own.policy, project) && !own.beyond)) return { policy: project, by: 'project' }
  return { policy: own.policy, by: 'worker' }
}

export interface Standing {
  readonly policy: Policy
  readonly by: 'worker' | 'project'
  /** What the operator answered once for all to this tool; null for nothing. */
  readonly remembered: Remembered | null
  /** Whether a path lies in the Project's folder. */
  readonly inside: (path: string) => boolean
}

export interface Decision {
  readonly option: AskOption
  readonly by: DecidedBy
}

/** What is answered without a human; null when one has to. A question always goes to a human. */
export function decide(request: AskRequest, { policy, by, remembered, inside }: Standing): Decision | null {
  if (request.kind === 'question') return null
  if (remembered === 'reject') return decision(optionFor(request, 'reject'), { kind: 'remembered' })
  // "Always" was said of a tool inside this folder: what lies elsewhere is asked again.
  if (remembered === 'allow' && request.paths.every(inside)) return decision(optionFor(request, 'allow'), { kind: 'remembered' })
  return isAllowed(policy, request, inside) ? decision(optionFor(request, 'allow'), { kind: by, policy }) : null
}

function decision(option: AskOption | null, by: DecidedBy): Decision | null {
  return option && { option, by }
}

/** The agent's own option for an answer; null where it offers none. Once, not for ever: what changes tomorrow must count tomorrow. */
export function optionFor(request: Pick<AskRequest, 'options'>, answer: Remembered): AskOption | null {
  const find = (kind: AskOption['kind']) => request.options.find((option) => option.kind === kind) ?? null
  return find(`${answer}-once`) ?? find(`${answer}-always`)
}

function isAllowed(policy: Policy, { act, paths }: AskRequest, inside: (path: string) => boolean): boolean {
  switch (policy) {
    case 'ask':
      return false
    case 'unconfirmed':
    case 'read':
      return act === 'read' && paths.every(inside)
    case 'write':
      return (act === 'read' || act === 'write') && paths.every(inside) && (act === 'read' || paths.length > 0)
    case 'run':
      return true
    default:
      return policy satisfies never
  }
}
