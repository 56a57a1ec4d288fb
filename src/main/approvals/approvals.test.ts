import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AskRequest } from '../engine/engine'
import { Crew } from '../testing/crew'
import { Approvals, type Asker } from './approvals'

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
  approvals = new Approvals(crew.db, crew.rights, () => crew.now)
  crew.projects.setPolicy(crew.sessionId, 'read')
  asker = { sessionId: 'w', projectId: crew.sessionId, turn: 1, inside: (path) => path.startsWith('/in/') }
})
afterEach(() => crew.close())

const say = (optionId: string | null, text: string | null = null) => ({ optionId, text })
const trail = (limit: number) => approvals.trail({ projectId: crew.sessionId, limit })
const signal = () => new AbortController().signal

describe('whoever keeps the time of what waits', () => {
  it('hears of an answer of the operator before who asked does, and of no other decision', async () => {
    const heard: string[] = []
    const asked = async (change: Partial<AskRequest>, until = signal()) => {
      const onAnswer: Asker['onAnswer'] = ({ callId }, allowed) => heard.push(`${callId} ${allowed ? 'allowed' : 'refused'}`)
      await approvals.ask({ ...asker, onAnswer }, request(change), until)
      heard.push('answered')
    }
    for (const [callId, optionId] of [['c1', 'yes'], ['c2', 'no']] as const) {
      const answered = asked({ callId })
      approvals.answer(approvals.open()[0]?.id ?? '', say(optionId))
      await answered
    }
    expect(heard.splice(0)).toEqual(['c1 allowed', 'answered', 'c2 refused', 'answered'])
    await asked({ act: 'read' })
    const turn = new AbortController()
    const withdrawn = asked({}, turn.signal)
    turn.abort()
    await withdrawn
    expect(heard).toEqual(['answered', 'answered'])
  })
})

describe('a database that cannot be written', () => {
  const writable = (yes: boolean) => crew.db.sqlite.exec(`PRAGMA query_only = ${yes ? 'OFF' : 'ON'}`)

  it('keeps no turn waiting for a request that it withdraws, and lets nobody answer it afterwards', async () => {
    const turn = new AbortController()
    const answer = approvals.ask(asker, request(), turn.signal)
    writable(false)
    turn.abort()
    await expect(answer).resolves.toBeNull()
    writable(true)
    const id = trail(1)[0]?.id ?? ''
    expect(() => approvals.answer(id, say('yes'))).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect(approvals.open()).toEqual([])
  })

  it('leaves a request open that could not be answered, so that it can be again', async () => {
    const answer = approvals.ask(asker, request(), signal())
    const id = approvals.open()[0]?.id ?? ''
    writable(false)
    expect(() => approvals.answer(id, say('yes'))).toThrow(/readonly/)
    writable(true)
    approvals.answer(id, say('yes'))
    await expect(answer).resolves.toEqual(say('yes'))
  })
})

describe('a request', () => {
  it('waits on disk until the operator answers, once', async () => {
    const answer = approvals.ask(asker, request(), signal())
    const [open] = approvals.open()
    expect(open).toMatchObject({ workerId: 'w', sessionId: crew.sessionId, request: { detail: 'npm test' }, state: 'open' })
    approvals.answer(open?.id ?? '', say('yes'))
    expect(await answer).toEqual(say('yes'))
    expect(approvals.open()).toEqual([])
    expect(() => approvals.answer(open?.id ?? '', say('no'))).toThrow('decided already')
    expect(trail(5)[0]).toMatchObject({ state: 'answered', optionId: 'yes', decidedBy: { kind: 'operator' } })
  })

  it('is answered by itself alone: two of the same worker do not clear each other', async () => {
    const first = approvals.ask(asker, request({ detail: 'one' }), signal())
    const second = approvals.ask(asker, request({ detail: 'two' }), signal())
    const two = approvals.open().find((ask) => ask.request.detail === 'two')
    approvals.answer(two?.id ?? '', say('no'))
    expect(await second).toEqual(say('no'))
    expect(approvals.open().map((ask) => ask.request.detail)).toEqual(['one'])
    approvals.answer(approvals.open()[0]?.id ?? '', say('yes'))
    expect(await first).toEqual(say('yes'))
  })

  it('takes only an answer that was offered', () => {
    void approvals.ask(asker, request(), signal())
    expect(() => approvals.answer(approvals.open()[0]?.id ?? '', say('maybe'))).toThrow('not one of the answers')
    expect(() => approvals.answer('nobody', say('yes'))).toThrow('no such request')
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
    const later = new Approvals(crew.db, crew.rights, () => crew.now)
    later.voidLeftovers()
    expect(later.open()).toEqual([])
    expect(later.trail({ projectId: crew.sessionId, limit: 1 })[0]?.state).toBe('void')
  })

  it('that a policy allows never reaches a human, but is on record', async () => {
    crew.projects.setPolicy(crew.sessionId, 'run')
    expect(await approvals.ask(asker, request(), signal())).toEqual(say('yes'))
    expect(approvals.open()).toEqual([])
    expect(trail(1)[0]).toMatchObject({ state: 'answered', decidedBy: { kind: 'project', policy: 'run' } })
  })

  it('is decided by the own policy of its worker, and the record says so', async () => {
    crew.rights.setOwn('w', 'run')
    expect(await approvals.ask(asker, request(), signal())).toEqual(say('yes'))
    expect(trail(1)[0]).toMatchObject({ decidedBy: { kind: 'worker', policy: 'run' } })
    crew.rights.setOwn('w', null)
    void approvals.ask(asker, request(), signal())
    expect(approvals.open()).toHaveLength(1)
  })
})

const ONCE: AskRequest['options'] = OPTIONS.filter(({ kind }) => kind !== 'allow-always')

describe('an answer for always', () => {
  it('of ours is the same thing once for the agent, and holds for the tool until it is taken back', async () => {
    const first = approvals.ask(asker, request({ options: ONCE }), signal())
    const [open] = approvals.open()
    expect(open?.request.options.map(({ id, ours }) => [id, ours])).toEqual([
      ['yes', undefined],
      ['no', undefined],
      ['crewdeck:allow-always', true],
      ['crewdeck:reject-always', true]
    ])
    approvals.answer(open?.id ?? '', say('crewdeck:allow-always'))
    expect(await first).toEqual(say('yes'))
    crew.now++
    expect(await approvals.ask(asker, request({ options: ONCE, detail: 'again' }), signal())).toEqual(say('yes'))
    expect(trail(1)[0]).toMatchObject({ decidedBy: { kind: 'remembered' }, request: { detail: 'again' } })
    expect(crew.rights.of('w').remembered).toMatchObject([{ tool: 'bash', answer: 'allow' }])
    crew.rights.revoke('w', 'bash')
    void approvals.ask(asker, request({ options: ONCE }), signal())
    expect(approvals.open()).toHaveLength(1)
  })

  it('is for one worker and one tool', async () => {
    crew.worker('other')
    crew.rights.remember('w', 'bash', 'allow')
    void approvals.ask({ ...asker, sessionId: 'other' }, request(), signal())
    void approvals.ask(asker, request({ tool: 'python' }), signal())
    expect(approvals.open().map((ask) => `${ask.workerId} ${ask.request.tool}`).toSorted()).toEqual(['other bash', 'w python'])
  })

  it('that rejects holds whatever the policy says later', async () => {
    const first = approvals.ask(asker, request({ options: ONCE }), signal())
    approvals.answer(approvals.open()[0]?.id ?? '', say('crewdeck:reject-always'))
    expect(await first).toEqual(say('no'))
    crew.projects.setPolicy(crew.sessionId, 'run')
    expect(await approvals.ask(asker, request({ options: ONCE }), signal())).toEqual(say('no'))
  })

  it("of the agent's own goes to the agent and is not ours to keep", async () => {
    const first = approvals.ask(asker, request(), signal())
    approvals.answer(approvals.open()[0]?.id ?? '', say('always'))
    expect(await first).toEqual(say('always'))
    expect(crew.rights.of('w').remembered).toEqual([])
  })

  it('is forgotten when the answer cannot be written', async () => {
    const first = approvals.ask(asker, request({ options: ONCE }), signal())
    const id = approvals.open()[0]?.id ?? ''
    crew.db.sqlite.exec('PRAGMA query_only = ON')
    expect(() => approvals.answer(id, say('crewdeck:allow-always'))).toThrow(/readonly/)
    crew.db.sqlite.exec('PRAGMA query_only = OFF')
    expect(crew.rights.of('w').remembered).toEqual([])
    approvals.answer(id, say('no'))
    expect(await first).toEqual(say('no'))
  })
})

describe('words', () => {
  it('answer a question that takes them', async () => {
    const asked = approvals.ask(asker, request({ kind: 'question', tool: null, act: 'other', options: [], words: 'answer' }), signal())
    const id = approvals.open()[0]?.id ?? ''
    expect(() => approvals.answer(id, say(null))).toThrow('no answer')
    approvals.answer(id, say(null, 'On the first of April.'))
    expect(await asked).toEqual(say(null, 'On the first of April.'))
    expect(trail(1)[0]).toMatchObject({ state: 'answered', optionId: null, text: 'On the first of April.' })
  })

  it('go along with a refusal that takes a reason, and with nothing else', async () => {
    const asked = approvals.ask(asker, request({ words: 'reason' }), signal())
    const id = approvals.open()[0]?.id ?? ''
    expect(() => approvals.answer(id, say('yes', 'why not'))).toThrow('no words')
    expect(() => approvals.answer(id, say(null, 'why not'))).toThrow('no words')
    approvals.answer(id, say('no', 'Use a branch.'))
    expect(await asked).toEqual(say('no', 'Use a branch.'))
  })
})

describe('the trail', () => {
  it('is read page by page, of a Project or of one worker, and misses nothing of the same moment', async () => {
    crew.worker('other')
    crew.projects.setPolicy(crew.sessionId, 'run')
    for (let index = 0; index < 10; index++) {
      const sessionId = index % 2 === 0 ? 'w' : 'other'
      await approvals.ask({ ...asker, sessionId }, request({ detail: `${index}` }), signal())
    }
    const pages = (workerId?: string) => {
      const found: string[] = []
      let before: { askedAt: number; id: string } | undefined
      for (;;) {
        const page = approvals.trail({ projectId: crew.sessionId, workerId, limit: 3, before })
        if (page.length === 0) return found.toSorted()
        found.push(...page.map((ask) => ask.request.detail))
        before = page.at(-1)
      }
    }
    expect(pages()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
    expect(pages('other')).toEqual(['1', '3', '5', '7', '9'])
  })
})
