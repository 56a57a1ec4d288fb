import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EngineError } from '../engine/engine'
import { Crew } from '../testing/crew'

let crew: Crew
beforeEach(() => {
  crew = new Crew()
})
afterEach(() => crew.close())

describe('turns', () => {
  it('runs the first task, commits its facts in order and ends with its outcome', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    expect(turn.inputs).toEqual([{ messageId: 'w-task', text: 'task of w' }])
    turn.sink.step(1)
    turn.sink.toolCall({ callId: 'c', name: 'bash', arguments: '{"command":"ls"}' })
    turn.sink.toolResult({ callId: 'c', name: 'bash', text: 'out', isError: false, changes: [] })
    turn.sink.step(2)
    turn.reply('done')
    turn.end()
    await crew.idle('w')
    const events = crew.log.events('w', { from: 0 })
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index))
    expect(events.map((event) => event.type)).toEqual([
      'agent/inbox/spliced',
      'agent/inbox/spliced',
      'turn/start',
      'user/message',
      'step/start',
      'tool/call',
      'tool/result',
      'step/end',
      'step/start',
      'assistant/message',
      'step/end',
      'turn/end'
    ])
    expect(crew.outcomes('w')).toEqual(['completed'])
  })

  it('queues first in first out, one message a turn', async () => {
    crew.worker('w')
    const first = await crew.steering.turn(1)
    crew.send('w', 'a', 'queue')
    crew.send('w', 'b', 'queue')
    crew.steering.onTurn = (turn) => turn.end()
    first.end()
    await crew.idle('w')
    expect(crew.turnInputs('w')).toEqual({ 1: ['w-task'], 2: ['a'], 3: ['b'] })
  })

  it('steers into the running turn at the next step, and never again', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    turn.sink.step(1)
    crew.send('w', 's1', 'steer')
    crew.send('w', 's2', 'steer')
    await vi.waitFor(() => expect(turn.steers.map((steer) => steer.messageId)).toEqual(['s1', 's2']))
    expect(crew.pending('w')).toEqual(['s1', 's2'])
    turn.takeSteers(2)
    expect(crew.pending('w')).toEqual([])
    turn.end()
    await crew.idle('w')
    expect(crew.turnInputs('w')).toEqual({ 1: ['w-task', 's1', 's2'] })
  })

  it('opens the next turn with a steer that came as the turn ended', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    turn.sink.step(1)
    crew.send('w', 'late', 'steer')
    turn.end()
    const next = await crew.steering.turn(2)
    expect(next.inputs.map((input) => input.messageId)).toEqual(['late'])
  })

  it('takes steers and one queued message into the first step of a turn', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    crew.send('w', 'q1', 'queue')
    crew.send('w', 'q2', 'queue')
    crew.send('w', 's', 'steer')
    turn.end()
    const next = await crew.steering.turn(2)
    expect(next.inputs.map((input) => input.messageId)).toEqual(['s', 'q1'])
  })

  it('lets a steer wait as queue, and says why, where the engine cannot take it', async () => {
    crew.worker('w', 'sleep', 'shell')
    await crew.plain.turn(1)
    expect(crew.send('w', 's', 'steer')).toEqual({ messageId: 's', delivery: 'queue', note: 'It waits for the next turn.' })
    expect(crew.log.inbox.all('w')[0]?.target).toBe('next-turn')
  })

  it('ends a turn with the error of an engine that cannot open, and goes on with what waits', async () => {
    crew.steering.openFailure = new EngineError('MODEL_UNREACHABLE', 'Start the model, then retry.')
    crew.worker('w')
    await crew.idle('w')
    expect(crew.log.get('w')?.lastOutcome).toEqual({
      kind: 'error',
      error: { code: 'MODEL_UNREACHABLE', message: 'Start the model, then retry.' }
    })
    crew.send('w', 'again', 'steer')
    expect((await crew.steering.turn(1)).inputs.map((input) => input.messageId)).toEqual(['again'])
  })
})

describe('acceptance', () => {
  it('is one message however often it is sent', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    const receipt = crew.send('w', 'm', 'queue')
    expect(crew.send('w', 'm', 'queue')).toEqual(receipt)
    crew.steering.onTurn = (next) => next.end()
    turn.end()
    await crew.idle('w')
    expect(crew.send('w', 'm', 'queue')).toEqual(receipt)
    expect(crew.turnInputs('w')).toEqual({ 1: ['w-task'], 2: ['m'] })
  })

  it('refuses an id that belongs to another message, an empty text and one over the limit, without effect', async () => {
    crew.worker('w')
    await crew.steering.turn(1)
    crew.send('w', 'm', 'queue')
    const before = crew.log.get('w')
    expect(() => crew.send('w', 'm', 'queue', 'other text')).toThrow('belongs to another message')
    expect(() => crew.send('w', 'e', 'queue', ' \n')).toThrow('empty')
    expect(() => crew.send('w', 'l', 'queue', 'é'.repeat(500_001))).toThrow('1000002 bytes')
    expect(crew.log.get('w')).toEqual(before)
  })

  it('makes one worker however often its creation is sent', async () => {
    crew.worker('w')
    crew.worker('w')
    await crew.steering.turn(1)
    expect(crew.workers.list(crew.sessionId)).toHaveLength(1)
    expect(crew.turnInputs('w')).toEqual({ 1: ['w-task'] })
  })
})

describe('interrupt', () => {
  it('stops the turn that was seen, keeps the inbox parked, and runs it at the next send', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    crew.send('w', 'q', 'queue')
    crew.workers.interrupt(crew.sessionId, 'w', 1, 'user')
    await crew.idle('w')
    expect(turn.interrupted).toBe(true)
    expect(crew.outcomes('w')).toEqual(['aborted user'])
    expect(crew.pending('w')).toEqual(['q'])
    expect(crew.workers.get(crew.sessionId, 'w')).toMatchObject({ status: 'idle', parked: true, pendingCount: 1 })
    crew.send('w', 'n', 'steer')
    expect((await crew.steering.turn(2)).inputs.map((input) => input.messageId)).toEqual(['n', 'q'])
  })

  it('refuses a turn that is not the open one and changes nothing', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    expect(() => crew.workers.interrupt(crew.sessionId, 'w', 2, 'user')).toThrow('Turn 2 already ended')
    expect(turn.interrupted).toBe(false)
    turn.end()
    await crew.idle('w')
    expect(() => crew.workers.interrupt(crew.sessionId, 'w', 1, 'user')).toThrow('Turn 1 already ended')
  })

  it.each([
    ['a steer', 'pi', ['s1', 'q1', 'q2'], 'steer', [['s1', 'new', 'q1'], ['q2']]],
    ['a queued message', 'pi', ['s1', 'q1', 'q2'], 'queue', [['s1', 'q1'], ['q2'], ['new']]],
    ['a queued message, and only steers are parked,', 'pi', ['s1', 's2'], 'queue', [['s1', 's2', 'new']]],
    ['a command', 'shell', ['q1', 'q2'], 'queue', [['q1'], ['q2'], ['new']]]
  ] as const)('lets all that is parked run when %s comes: steers with the first of the queue, then the others one by one', async (_, kind, parked, delivery, turns) => {
    const engine = kind === 'pi' ? crew.steering : crew.plain
    crew.worker('w', 'task', kind)
    await engine.turnOf('w')
    for (const id of parked) crew.send('w', id, id.startsWith('s') ? 'steer' : 'queue')
    crew.workers.interrupt(crew.sessionId, 'w', 1, 'user')
    await crew.idle('w')
    expect(crew.pending('w')).toEqual(parked)
    engine.onTurn = (turn) => {
      turn.sink.step(1)
      turn.end()
    }
    crew.send('w', 'new', delivery)
    await crew.idle('w')
    expect(Object.values(crew.turnInputs('w')).slice(1)).toEqual(turns)
  })

  it('lets "continue" run what is parked', async () => {
    crew.worker('w')
    await crew.steering.turn(1)
    crew.send('w', 'q', 'queue')
    crew.workers.interrupt(crew.sessionId, 'w', 1, 'user')
    await crew.idle('w')
    crew.workers.continue(crew.sessionId, 'w')
    expect((await crew.steering.turn(2)).inputs.map((input) => input.messageId)).toEqual(['q'])
  })

  it('gives a message that arrives while stopping a turn of its own', async () => {
    crew.steering.obeysInterrupt = false
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    turn.sink.step(1)
    crew.workers.interrupt(crew.sessionId, 'w', 1, 'user')
    expect(crew.workers.get(crew.sessionId, 'w').phase).toBe('stopping')
    expect(crew.send('w', 's', 'steer')).toMatchObject({ delivery: 'queue', note: expect.stringContaining('being stopped') })
    turn.end({ kind: 'aborted', reason: { kind: 'user' } })
    expect((await crew.steering.turn(2)).inputs.map((input) => input.messageId)).toEqual(['s'])
    crew.steering.obeysInterrupt = true
  })

  it('ends the turn of an engine that does not obey, and hears nothing more from it', async () => {
    vi.useFakeTimers()
    try {
      crew.steering.obeysInterrupt = false
      crew.worker('w')
      await vi.advanceTimersByTimeAsync(0)
      const turn = crew.steering.turns[0]
      crew.workers.interrupt(crew.sessionId, 'w', 1, 'user')
      await vi.advanceTimersByTimeAsync(5_000)
      expect(crew.outcomes('w')).toEqual(['aborted user'])
      expect(crew.steering.disposed).toEqual(['w'])
      const before = crew.log.get('w')?.nextSeq
      turn?.reply('too late')
      await vi.advanceTimersByTimeAsync(10)
      expect(crew.log.get('w')?.nextSeq).toBe(before)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('withdraw', () => {
  it('takes a queued message back', async () => {
    crew.worker('w')
    await crew.steering.turn(1)
    crew.send('w', 'q', 'queue')
    await crew.workers.withdraw(crew.sessionId, 'w', 'q')
    expect(crew.pending('w')).toEqual([])
  })

  it('is undone without letting anything run that is parked', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    for (const id of ['q1', 'q2']) crew.send('w', id, 'queue')
    crew.workers.interrupt(crew.sessionId, 'w', 1, 'user')
    turn.end({ kind: 'aborted', reason: { kind: 'user' } })
    await vi.waitFor(() => expect(crew.log.get('w')).toMatchObject({ openTurn: null, parked: true }))
    await crew.workers.withdraw(crew.sessionId, 'w', 'q1')
    crew.workers.send(crew.sessionId, 'w', { messageId: 'again', text: 'q1', delivery: 'queue', source: { kind: 'user' }, keepsParked: true })
    await crew.workers.reorderPending(crew.sessionId, 'w', 'again', 'q2')
    expect(crew.pending('w')).toEqual(['again', 'q2'])
    expect(crew.log.get('w')).toMatchObject({ openTurn: null, parked: true })
    crew.workers.continue(crew.sessionId, 'w')
    await crew.steering.turn(2)
    expect(crew.turnInputs('w')).toEqual({ 1: ['w-task'], 2: ['again'] })
  })

  it('takes an offered steer back from the engine first', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    turn.sink.step(1)
    crew.send('w', 's1', 'steer')
    crew.send('w', 's2', 'steer')
    await vi.waitFor(() => expect(turn.steers).toHaveLength(2))
    await crew.workers.withdraw(crew.sessionId, 'w', 's1')
    expect(turn.steers.map((steer) => steer.messageId)).toEqual(['s2'])
    turn.takeSteers(2)
    expect(crew.turnInputs('w')).toEqual({ 1: ['w-task', 's2'] })
  })

  it('refuses a delivered message and an unknown one', async () => {
    crew.worker('w')
    await crew.steering.turn(1)
    await expect(crew.workers.withdraw(crew.sessionId, 'w', 'w-task')).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(crew.workers.withdraw(crew.sessionId, 'w', 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('delete', () => {
  it('drains: stops the turn, frees the engine, clears the inbox, keeps the log; repeating it succeeds', async () => {
    crew.worker('w')
    await crew.steering.turn(1)
    crew.send('w', 'q', 'queue')
    await Promise.all([crew.workers.delete(crew.sessionId, 'w'), crew.workers.delete(crew.sessionId, 'w')])
    await crew.workers.delete(crew.sessionId, 'w')
    expect(crew.outcomes('w')).toEqual(['aborted disposed'])
    expect(crew.steering.disposed).toEqual(['w'])
    expect(crew.pending('w')).toEqual([])
    expect(crew.workers.list(crew.sessionId)).toEqual([])
    expect(crew.log.events('w', { from: 0 }).length).toBeGreaterThan(4)
    expect(() => crew.send('w', 'late', 'queue')).toThrow('no such worker')
    expect(() => crew.workers.get(crew.sessionId, 'w')).toThrow('no such worker')
  })
})

describe('after a crash', () => {
  it('calls the open turn interrupted, keeps accepted messages parked, and doubles nothing', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    turn.sink.step(1)
    turn.reply('half')
    await vi.waitFor(() => expect(crew.log.events('w', { from: 0 }).some((event) => event.type === 'assistant/message')).toBe(true))
    crew.send('w', 's', 'steer')
    crew.send('w', 'q', 'queue')
    const { folder } = crew
    crew.die()
    crew = new Crew(folder)
    crew.sessions.repair()
    expect(crew.outcomes('w')).toEqual(['interrupted'])
    expect(crew.pending('w')).toEqual(['s', 'q'])
    expect(crew.steering.turns).toEqual([])
    crew.workers.continue(crew.sessionId, 'w')
    expect((await crew.steering.turn(1)).inputs.map((input) => input.messageId)).toEqual(['s', 'q'])
    expect(crew.turnInputs('w')).toEqual({ 1: ['w-task'], 2: ['s', 'q'] })
  })

  it('finishes a delete that was half done', async () => {
    crew.worker('w')
    await crew.steering.turn(1)
    crew.log.setLifecycle('w', 'deleting')
    const { folder } = crew
    crew.die()
    crew = new Crew(folder)
    crew.sessions.repair()
    await vi.waitFor(() => expect(crew.log.get('w')?.lifecycle).toBe('deleted'))
    expect(crew.outcomes('w')).toEqual(['interrupted'])
  })

  it('opens the turn of a message that was accepted but never taken', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    turn.end()
    await crew.idle('w')
    const { folder } = crew
    // The crash comes between the acceptance and the turn that it wakes.
    crew.sessions.driver('w').admit({ messageId: 'm', text: 'm', delivery: 'queue', source: { kind: 'user' } })
    crew.die()
    crew = new Crew(folder)
    crew.sessions.repair()
    expect((await crew.steering.turn(1)).inputs.map((input) => input.messageId)).toEqual(['m'])
  })
})

it('stops what runs when the host closes, and parks what waits', async () => {
  crew.worker('w')
  await crew.steering.turn(1)
  crew.send('w', 'q', 'queue')
  await crew.sessions.close()
  expect(crew.outcomes('w')).toEqual(['aborted disposed'])
  expect(crew.pending('w')).toEqual(['q'])
  expect(crew.steering.turns).toHaveLength(1)
})

describe('what goes wrong on the way', () => {
  it('lets go of an engine that opened after its turn had been given up', async () => {
    vi.useFakeTimers()
    try {
      const open = crew.steering.open.bind(crew.steering)
      const opening = Promise.withResolvers<void>()
      crew.steering.open = async (spec) => {
        await opening.promise
        return open(spec)
      }
      crew.worker('w')
      crew.workers.interrupt(crew.sessionId, 'w', 1, 'user')
      await vi.advanceTimersByTimeAsync(5_000)
      expect(crew.outcomes('w')).toEqual(['aborted user'])
      opening.resolve()
      await vi.advanceTimersByTimeAsync(0)
      expect(crew.steering.disposed).toEqual(['w'])
      expect(crew.steering.turns).toEqual([])
      expect(crew.workers.get(crew.sessionId, 'w').availability).toBe('cold')
    } finally {
      vi.useRealTimers()
    }
  })

  it('accepts a message although its turn cannot be opened now', async () => {
    crew.worker('w')
    ;(await crew.steering.turn(1)).end()
    await crew.idle('w')
    const inbox = vi.spyOn(crew.log, 'turnsSince').mockImplementation(() => {
      throw new Error('cannot be read')
    })
    crew.projects.setConduct(crew.sessionId, { maxTurnsPerHour: 5 })
    expect(crew.send('w', 'm', 'queue')).toMatchObject({ messageId: 'm' })
    expect(crew.reports).toContain('the next turn could not be opened')
    expect(crew.pending('w')).toEqual(['m'])
    inbox.mockRestore()
    crew.sessions.driver('w').wake()
    expect((await crew.steering.turn(2)).inputs.map((input) => input.messageId)).toEqual(['m'])
  })
})
