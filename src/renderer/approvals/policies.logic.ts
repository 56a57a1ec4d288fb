import type { Policy } from '../../shared/model'

export type Confirmed = Exclude<Policy, 'unconfirmed'>

/** What agents may do without asking, each more than the one before. */
export const POLICY_ORDER: readonly Confirmed[] = ['ask', 'read', 'write', 'run']

/** Whether a policy allows more than another one; nobody having said yet allows reads. */
export function allowsMore(policy: Policy, than: Policy): boolean {
  const rank = (of: Policy) => POLICY_ORDER.indexOf(of === 'unconfirmed' ? 'read' : of)
  return rank(policy) > rank(than)
}
