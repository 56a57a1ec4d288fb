import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AskRequest } from '../engine/engine'
import type { Policy } from '../../shared/model'
import { Crew } from '../testing/crew'
import { Approvals, type Asker } from './approvals'
import { decideByPolicy } from './policy'

const OPTIONS: AskRequest['options'] = [
  { id: 'yes', label: 'Allow', kind: 'allow-once' },
  { id: 'always', label: 'Always allow', kind: 'allow-always' },
  { id: 'no', label: 'Reject', kind: 'reject-once' }
]
const request = (change: Partial<AskRequest> = {}): AskRequest => ({
  kind: 'permission',
  title: 'Run a command',
  detail: 'npm test',
  tool: 'bash',
  act: 'run',
  paths: [],
  options: OPTIONS,
  ...change
})

let crew: Crew
let approvals: Approvals
let asker: Asker
beforeEach(() => {
  crew = new Crew()
  crew.worker('w')
  approvals = new Approvals(crew.db, () => crew.now)
  asker = { sessionId: 'w', projectId: crew.sessionId, name: 'w', turn: 1, policy: 'read', inside: (path) => path.startsWith('/in/') }
})
afterEach(() => crew.close())

const signal = () => new AbortController().signal

describe('a database that cannot be written', () => {
  const writable = (yes: boolean) => crew.db.sqlite.exec(`PRAGMA query_only = ${yes ? 'OFF' : 'ON'}`)

  it('keeps no turn waiting for a request that it withdraws, and lets nobody answer it afterwards', async () => {
    const turn = new AbortController()
    const answer = approvals.ask(asker, request(), turn.signal)
    writable(false)
    turn.abort()
    await expect(answer).resolves.toBeNull()
    writable(true)
    const id = approvals.trail(crew.sessionId, 1)[0]?.id ?? ''
    expect(() => approvals.answer(id, 'yes')).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect(approvals.open()).toEqual([])
  })

  it('leaves a request open that could not be answered, so that it can be again', async () => {
    const answer = approvals.ask(asker, request(), signal())
    const id = approvals.open()[0]?.id ?? ''
    writable(false)
    expect(() => approvals.answer(id, 'yes')).toThrow(/readonly/)
    writable(true)
    approvals.answer(id, 'yes')
    await expect(answer).resolves.toBe('yes')
  })
})

describe('a request', () => {
  it('waits on disk until the operator answers, once', async () => {
    const answer = approvals.ask(asker, request(), signal())
    const [open] = approvals.open()
    expect(open).toMatchObject({ workerId: 'w', sessionId: crew.sessionId, request: { detail: 'npm test' }, state: 'open' })
    approvals.answer(open?.id ?? '', 'yes')
    expect(await answer).toBe('yes')
    expect(approvals.open()).toEqual([])
    expect(() => approvals.answer(open?.id ?? '', 'no')).toThrow('decided already')
    expect(approvals.trail(crew.sessionId, 5)[0]).toMatchObject({ state: 'answered', optionId: 'yes', decidedBy: 'operator' })
  })

  it('is answered by itself alone: two of the same worker do not clear each other', async () => {
    const first = approvals.ask(asker, request({ detail: 'one' }), signal())
    const second = approvals.ask(asker, request({ detail: 'two' }), signal())
    const two = approvals.open().find((ask) => ask.request.detail === 'two')
    approvals.answer(two?.id ?? '', 'no')
    expect(await second).toBe('no')
    expect(approvals.open().map((ask) => ask.request.detail)).toEqual(['one'])
    approvals.answer(approvals.open()[0]?.id ?? '', 'yes')
    expect(await first).toBe('yes')
  })

  it('takes only an answer that was offered', () => {
    void approvals.ask(asker, request(), signal())
    expect(() => approvals.answer(approvals.open()[0]?.id ?? '', 'maybe')).toThrow('not one of the answers')
    expect(() => approvals.answer('nobody', 'yes')).toThrow('no such request')
    expect(approvals.open()).toHaveLength(1)
  })

  it('is withdrawn with its turn', async () => {
    const turn = new AbortController()
    const answer = approvals.ask(asker, request(), turn.signal)
    turn.abort()
    expect(await answer).toBeNull()
    expect(approvals.open()).toEqual([])
  })

  it('is void after a restart', () => {
    void approvals.ask(asker, request(), signal())
    const later = new Approvals(crew.db, () => crew.now)
    later.voidLeftovers()
    expect(later.open()).toEqual([])
    expect(later.trail(crew.sessionId, 1)[0]?.state).toBe('void')
  })

  it('that a policy allows never reaches a human, but is on record', async () => {
    expect(await approvals.ask({ ...asker, policy: 'run' }, request(), signal())).toBe('yes')
    expect(approvals.open()).toEqual([])
    expect(approvals.trail(crew.sessionId, 1)[0]).toMatchObject({ state: 'answered', decidedBy: 'policy run' })
  })
})

describe('a policy', () => {
  const decide = (policy: Policy, change: Partial<AskRequest>) => decideByPolicy(policy, request(change), asker.inside)?.id ?? null
  it.each([
    ['read', { act: 'read', paths: ['/in/a'] }, 'yes'],
    ['read', { act: 'read', paths: ['/out/a'] }, null],
    ['read', { act: 'write', paths: ['/in/a'] }, null],
    ['unconfirmed', { act: 'write', paths: ['/in/a'] }, null],
    ['write', { act: 'write', paths: ['/in/a'] }, 'yes'],
    ['write', { act: 'write', paths: ['/in/a', '/out/b'] }, null],
    ['write', { act: 'write', paths: [] }, null],
    ['write', { act: 'run', paths: [] }, null],
    ['run', { act: 'run', paths: [] }, 'yes'],
    ['run', { act: 'other', paths: [] }, null],
    ['run', { kind: 'question', act: 'other' }, null],
    ['run', { act: 'run', options: [{ id: 'n', label: 'No', kind: 'reject-once' }] }, null]
  ] as const)('%s answers %o with %s', (policy, change, expected) => {
    expect(decide(policy, change as Partial<AskRequest>)).toBe(expected)
  })
})
