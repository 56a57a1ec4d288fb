/** The host's own answers to a request: "always" for agents that do not offer it themselves. Pure. */
import type { AskView } from '../../shared/asks'
import type { AskOption, AskRequest } from '../engine/engine'
import type { Remembered } from './policy'

export type Offered = AskView['request']['options'][number]

const OURS: Readonly<Record<Remembered, Offered>> = {
  allow: { id: 'crewdeck:allow-always', label: 'Always allow', kind: 'allow-always', ours: true },
  reject: { id: 'crewdeck:reject-always', label: 'Always reject', kind: 'reject-always', ours: true }
}

/**
 * What the operator is offered: exactly what the agent offers, in its order, then ours. Only for a tool with a name, for
 * that is what an answer is remembered for, and only where the agent itself offers the same thing once.
 */
export function offeredOptions(request: AskRequest): Offered[] {
  const offered: Offered[] = request.options.map(({ id, label, kind }) => ({ id, label, kind }))
  if (request.kind !== 'permission' || request.tool === null) return offered
  const has = (kind: AskOption['kind']) => request.options.some((option) => option.kind === kind)
  for (const answer of ['allow', 'reject'] as const) {
    const ours = OURS[answer]
    const isTaken = request.options.some((option) => option.id === ours.id)
    if (has(`${answer}-once`) && !has(ours.kind) && !isTaken) offered.push(ours)
  }
  return offered
}

/** What one of ours remembers; null for an option of the agent's. */
export function rememberedBy(option: Offered): Remembered | null {
  if (!option.ours) return null
  return option.kind === 'allow-always' ? 'allow' : 'reject'
}
