import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Policy } from '../../shared/model'
import type { AskRequest } from '../engine/engine'
import { offeredOptions, rememberedBy } from './own-options'
import { decide, effectivePolicy, isMore, type Standing } from './policy'

const request = (change: Partial<AskRequest> = {}): AskRequest => ({
  kind: 'permission',
  title: 'Run a command',
  detail: 'npm test',
  tool: 'bash',
  act: 'run',
  paths: [],
  options: [
    { id: 'yes', label: 'Allow', kind: 'allow-once' },
    { id: 'always', label: 'Always allow', kind: 'allow-always' },
    { id: 'no', label: 'Reject', kind: 'reject-once' }
  ],
  ...change
})
const standing = (change: Partial<Standing>): Standing => ({
  policy: 'read',
  by: 'project',
  remembered: null,
  inside: (path) => path.startsWith('/in/'),
  ...change
})

describe('a policy', () => {
  it.each([
    ['ask', { act: 'read', paths: ['/in/a'] }, null],
    ['read', { act: 'read', paths: ['/in/a'] }, 'yes'],
    ['read', { act: 'read', paths: ['/out/a'] }, null],
    ['read', { act: 'write', paths: ['/in/a'] }, null],
    ['unconfirmed', { act: 'read', paths: ['/in/a'] }, 'yes'],
    ['unconfirmed', { act: 'write', paths: ['/in/a'] }, null],
    ['write', { act: 'write', paths: ['/in/a'] }, 'yes'],
    ['write', { act: 'write', paths: ['/in/a', '/out/b'] }, null],
    ['write', { act: 'write', paths: [] }, null],
    ['write', { act: 'run', paths: [] }, null],
    ['run', { act: 'run', paths: [] }, 'yes'],
    ['run', { act: 'write', paths: ['/out/b'] }, 'yes'],
    ['run', { act: 'other', paths: [] }, 'yes'],
    ['run', { kind: 'question', act: 'other' }, null],
    ['run', { act: 'run', options: [{ id: 'n', label: 'No', kind: 'reject-once' }] }, null]
  ] as const)('%s answers %o with %s', (policy, change, expected) => {
    const decided = decide(request(change), standing({ policy }))
    expect(decided?.option.id ?? null).toBe(expected)
    if (decided) expect(decided.by).toEqual({ kind: 'project', policy })
  })
})

describe('an answer that was remembered', () => {
  it('comes before the policy, in both directions', () => {
    expect(decide(request(), standing({ policy: 'run', remembered: 'reject' }))).toMatchObject({ option: { id: 'no' }, by: { kind: 'remembered' } })
    expect(decide(request(), standing({ policy: 'ask', remembered: 'allow' }))).toMatchObject({ option: { id: 'yes' }, by: { kind: 'remembered' } })
  })

  it('that allows holds inside the folder only; elsewhere the policy counts', () => {
    const outside = request({ act: 'write', paths: ['/out/a'] })
    expect(decide(outside, standing({ policy: 'write', remembered: 'allow' }))).toBeNull()
    expect(decide(outside, standing({ policy: 'run', remembered: 'allow' }))?.by).toEqual({ kind: 'project', policy: 'run' })
  })

  it('is put to a human where the agent offers nothing like it, and never answers a question', () => {
    const options = [{ id: 'yes', label: 'Allow', kind: 'allow-once' }] as const
    expect(decide(request({ options }), standing({ remembered: 'reject' }))).toBeNull()
    expect(decide(request({ kind: 'question' }), standing({ policy: 'run', remembered: 'allow' }))).toBeNull()
  })
})

const policies = fc.constantFrom(...Policy.options)
const own = fc.record({ policy: fc.constantFrom(...Policy.exclude(['unconfirmed']).options), beyond: fc.boolean() })

describe("a worker's own policy", () => {
  it("counts as far as its Project's, and further only where the operator has said so", () => {
    fc.assert(
      fc.property(policies, fc.option(own), (project, mine) => {
        const { policy, by } = effectivePolicy(project, mine)
        if (!mine?.beyond) expect(isMore(policy, project)).toBe(false)
        if (mine && !isMore(mine.policy, project)) expect({ policy, by }).toEqual({ policy: mine.policy, by: 'worker' })
        if (mine?.beyond) expect(policy).toBe(mine.policy)
        if (!mine) expect({ policy, by }).toEqual({ policy: project, by: 'project' })
      })
    )
  })
})

describe('the options of a request', () => {
  it('are those of the agent in its order, then ours for what it does not offer', () => {
    expect(offeredOptions(request()).map(({ id }) => id)).toEqual(['yes', 'always', 'no', 'crewdeck:reject-always'])
  })

  it.each([
    ['a question', { kind: 'question' }],
    ['a request without a tool', { tool: null }],
    ['an agent that offers nothing once', { options: [{ id: 'x', label: 'X', kind: 'other' }] }]
  ] as const)('get none of ours for %s', (_, change) => {
    const asked = request(change)
    expect(offeredOptions(asked)).toEqual(asked.options)
  })

  it('of an agent that takes our name for one stay its own', () => {
    const options = [
      { id: 'crewdeck:allow-always', label: 'Mine', kind: 'allow-once' },
      { id: 'no', label: 'No', kind: 'reject-always' }
    ] as const
    const offered = offeredOptions(request({ options }))
    expect(offered).toEqual(options)
    expect(offered.map(rememberedBy)).toEqual([null, null])
  })
})
