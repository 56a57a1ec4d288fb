import { describe, expect, it } from 'vitest'
import type { Capsule } from '../../shared/model'
import { crewSteps } from './capsules.logic'

const capsule = (segment: number, workerId: string, kind: Capsule['kind']): Capsule => ({ segment, workerId, name: workerId, kind })

describe('the crew of a turn', () => {
  it('is told step by step, in order, each with what came in and what went out', () => {
    const steps = crewSteps([capsule(4, 'a', 'updated'), capsule(2, 'a', 'updated'), capsule(2, 'b', 'updated'), capsule(4, 'b', 'received')])
    expect(steps.map(({ step, received, updated }) => [step, received.map((c) => c.workerId), updated.map((c) => c.workerId)])).toEqual([
      [2, [], ['a', 'b']],
      [4, ['b'], ['a']]
    ])
  })

  it('is nobody where no worker had a part', () => {
    expect(crewSteps([])).toEqual([])
  })
})
