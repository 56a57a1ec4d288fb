/** What a Project's policy answers by itself, before any human is asked. Pure. */
import type { AskOption, AskRequest } from '../engine/engine'
import type { Policy } from '../../shared/model'

/**
 * The option that the policy chooses; null when a human has to. `inside` says whether a path lies in the Project's
 * folder. A question, and an act that no policy names, always go to a human.
 */
export function decideByPolicy(policy: Policy, request: AskRequest, inside: (path: string) => boolean): AskOption | null {
  if (request.kind === 'question' || !isAllowed(policy, request, inside)) return null
  // Once, not for ever: a policy that changes tomorrow must count tomorrow.
  return request.options.find((option) => option.kind === 'allow-once') ?? request.options.find((option) => option.kind === 'allow-always') ?? null
}

function isAllowed(policy: Policy, { act, paths }: AskRequest, inside: (path: string) => boolean): boolean {
  switch (policy) {
    case 'unconfirmed':
    case 'read':
      return act === 'read' && paths.every(inside)
    case 'write':
      return (act === 'read' || act === 'write') && paths.every(inside) && (act === 'read' || paths.length > 0)
    case 'run':
      return act !== 'other'
    default:
      return policy satisfies never
  }
}
