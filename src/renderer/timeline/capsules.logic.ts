import type { Capsule } from '../../shared/model'

/** The workers' part in one step of a Coordinator's turn. */
export interface CrewStep {
  readonly step: number
  /** Whose results came in. */
  readonly received: readonly Capsule[]
  /** Who was given something. */
  readonly updated: readonly Capsule[]
}

/** The steps in which workers had a part, in their order. */
export function crewSteps(capsules: readonly Capsule[]): CrewStep[] {
  const numbers = [...new Set(capsules.map((capsule) => capsule.segment))].toSorted((a, b) => a - b)
  return numbers.map((step) => {
    const here = capsules.filter((capsule) => capsule.segment === step)
    return {
      step,
      received: here.filter((capsule) => capsule.kind === 'received'),
      updated: here.filter((capsule) => capsule.kind === 'updated')
    }
  })
}
