import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Crew } from '../testing/crew'

let crew: Crew
beforeEach(() => {
  crew = new Crew()
})
afterEach(() => crew.close())

const edit = (messageId: string, text: string, base?: number) => crew.workers.editPending(crew.sessionId, 'w', { messageId, text, base })
const move = (messageId: string, before: string | null) => crew.workers.reorderPending(crew.sessionId, 'w', messageId, before)
const sendNow = (messageId: string) => crew.workers.sendNow(crew.sessionId, 'w', messageId)
const splices = () => crew.log.events('w', { from: 0 }).filter((event) => event.type === 'agent/inbox/spliced').length

async function working(engine: 'pi' | 'shell' = 'pi') {
  crew.worker('w', 'task', engine)
  const turn = await (engine === 'pi' ? crew.steering : crew.plain).turn(1)
  turn.sink.step(1)
  return turn
}

describe('a message that is edited', () => {
  it('keeps its id, its place and its turn', async () => {
    const turn = await working()
    crew.send('w', 'a', 'queue')
    crew.send('w', 'b', 'queue')
    await edit('a', 'better')
    expect(crew.waiting('w')).toEqual(['a: better', 'b: b'])
    crew.steering.onTurn = (next) => next.end()
    turn.end()
    await crew.idle('w')
    expect(crew.turnInputs('w')).toEqual({ 1: ['w-task'], 2: ['a'], 3: ['b'] })
    expect(crew.steering.turns[1]?.inputs).toEqual([{ messageId: 'a', text: 'better' }])
  })

  it('changes nothing by the same edit again, and is still the message that was sent first', async () => {
    await working()
    const receipt = crew.send('w', 'a', 'queue')
    await edit('a', 'better', 0)
    const before = splices()
    await edit('a', 'better', 0)
    expect(splices()).toBe(before)
    expect(crew.send('w', 'a', 'queue')).toEqual(receipt)
    expect(crew.waiting('w')).toEqual(['a: better'])
  })

  it('is refused where another edit came between', async () => {
    await working()
    crew.send('w', 'a', 'queue')
    await edit('a', 'theirs', 0)
    await expect(edit('a', 'mine', 0)).rejects.toMatchObject({ code: 'CONFLICT' })
    await edit('a', 'mine', 1)
    expect(crew.waiting('w')).toEqual(['a: mine'])
  })

  it('is refused once a turn has it, without effect', async () => {
    const turn = await working()
    crew.send('w', 'a', 'queue')
    turn.end()
    await crew.steering.turn(2)
    await expect(edit('a', 'too late')).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(move('a', null)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(() => sendNow('a')).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    await expect(edit('never', 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is refused with a text that no message may have', async () => {
    await working()
    crew.send('w', 'a', 'queue')
    await expect(edit('a', '  ')).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(edit('a', 'half \ud83d')).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(edit('a', 'x'.repeat(1_000_001))).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect(crew.waiting('w')).toEqual(['a: a'])
  })

  it('is taken from the engine first, and offered again with its new text', async () => {
    const turn = await working()
    crew.send('w', 's', 'steer')
    await vi.waitFor(() => expect(turn.steers).toHaveLength(1))
    await edit('s', 'better')
    await vi.waitFor(() => expect(turn.steers).toEqual([{ messageId: 's', text: 'better' }]))
    turn.takeSteers(2)
    const said = crew.log.events('w', { from: 0 }).findLast((event) => event.type === 'user/message')
    expect(said).toMatchObject({ data: { id: 's', content: [{ text: 'better' }] } })
  })

  it('is refused when the engine took it while it was asked back', async () => {
    const turn = await working()
    crew.send('w', 's', 'steer')
    await vi.waitFor(() => expect(turn.steers).toHaveLength(1))
    const edited = edit('s', 'too late')
    turn.takeSteers(2)
    await expect(edited).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(crew.turnInputs('w')).toEqual({ 1: ['w-task', 's'] })
    expect(crew.log.events('w', { from: 0 }).findLast((event) => event.type === 'user/message')).toMatchObject({ data: { content: [{ text: 's' }] } })
  })

  it('waits for a turn that is stopping, which may have taken it', async () => {
    crew.steering.obeysInterrupt = false
    const turn = await working()
    crew.send('w', 's', 'steer')
    await vi.waitFor(() => expect(turn.steers).toHaveLength(1))
    crew.workers.interrupt(crew.sessionId, 'w', 1, 'user')
    const edited = edit('s', 'late')
    turn.takeSteers(2)
    turn.end({ kind: 'aborted', reason: { kind: 'user' } })
    await expect(edited).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(crew.turnInputs('w')).toEqual({ 1: ['w-task', 's'] })
  })

  it('can be edited while it is parked, and does not run by that', async () => {
    await working()
    crew.send('w', 'a', 'queue')
    crew.workers.interrupt(crew.sessionId, 'w', 1, 'user')
    await crew.idle('w')
    await edit('a', 'better')
    await move('a', null)
    expect(crew.log.get('w')).toMatchObject({ parked: true, openTurn: null })
    crew.workers.continue(crew.sessionId, 'w')
    expect((await crew.steering.turn(2)).inputs).toEqual([{ messageId: 'a', text: 'better' }])
  })
})

describe('a message that is moved', () => {
  it('stands where it was put, and turns follow that order', async () => {
    const turn = await working('shell')
    for (const id of ['a', 'b', 'c', 'd']) crew.send('w', id, 'queue')
    await move('d', 'a')
    await move('d', 'a')
    expect(crew.pending('w')).toEqual(['d', 'a', 'b', 'c'])
    await move('a', null)
    expect(crew.pending('w')).toEqual(['d', 'b', 'c', 'a'])
    await move('b', 'b')
    crew.send('w', 'e', 'queue')
    crew.plain.onTurn = (next) => next.end()
    turn.end()
    await crew.idle('w')
    expect(Object.values(crew.turnInputs('w')).flat()).toEqual(['w-task', 'd', 'b', 'c', 'a', 'e'])
  })

  it('never leaves its kind: steers come before the queue', async () => {
    const turn = await working()
    crew.send('w', 'q', 'queue')
    crew.send('w', 's1', 'steer')
    crew.send('w', 's2', 'steer')
    await vi.waitFor(() => expect(turn.steers).toHaveLength(2))
    await expect(move('q', 's1')).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(move('s1', 'q')).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await move('s2', 's1')
    await vi.waitFor(() => expect(turn.steers.map((steer) => steer.messageId)).toEqual(['s2', 's1']))
    turn.takeSteers(2)
    expect(crew.turnInputs('w')).toEqual({ 1: ['w-task', 's2', 's1'] })
  })

  it('is refused where its new neighbour has gone', async () => {
    const turn = await working()
    for (const id of ['a', 'b', 'c']) crew.send('w', id, 'queue')
    turn.end()
    await crew.steering.turn(2)
    await expect(move('c', 'a')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(crew.pending('w')).toEqual(['b', 'c'])
  })
})

describe('a queued message that is sent now', () => {
  it('joins the running turn behind the steers that wait', async () => {
    const turn = await working()
    crew.send('w', 'q1', 'queue')
    crew.send('w', 'q2', 'queue')
    crew.send('w', 's', 'steer')
    sendNow('q2')
    sendNow('q2')
    await vi.waitFor(() => expect(turn.steers.map((steer) => steer.messageId)).toEqual(['s', 'q2']))
    turn.takeSteers(2)
    expect(crew.turnInputs('w')).toEqual({ 1: ['w-task', 's', 'q2'] })
    expect(crew.log.events('w', { from: 0 }).findLast((event) => event.type === 'user/message')).toMatchObject({ data: { id: 'q2', delivery: 'steer' } })
    expect(crew.pending('w')).toEqual(['q1'])
  })

  it('lets what is parked run, together with it', async () => {
    await working()
    crew.send('w', 'q1', 'queue')
    crew.send('w', 'q2', 'queue')
    crew.workers.interrupt(crew.sessionId, 'w', 1, 'user')
    await crew.idle('w')
    sendNow('q2')
    expect((await crew.steering.turn(2)).inputs.map((input) => input.messageId)).toEqual(['q2', 'q1'])
  })

  it('is refused where nothing can be steered, and while the turn is stopping', async () => {
    const turn = await working('shell')
    crew.send('w', 'q', 'queue')
    expect(() => sendNow('q')).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
    crew.plain.onTurn = (next) => next.end()
    turn.end()
    await crew.idle('w')

    crew.steering.obeysInterrupt = false
    crew.worker('v')
    const other = await crew.steering.turn(1)
    crew.send('v', 'p', 'queue')
    crew.workers.interrupt(crew.sessionId, 'v', 1, 'user')
    expect(() => crew.workers.sendNow(crew.sessionId, 'v', 'p')).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    other.end({ kind: 'aborted', reason: { kind: 'user' } })
    await crew.idle('v')
    expect(crew.pending('v')).toEqual(['p'])
  })
})

describe('what others have sent', () => {
  it('can be moved and taken back, but not edited in their name', async () => {
    await working()
    crew.send('w', 'mine', 'queue')
    const theirs = { messageId: 'theirs', text: 'as I said', delivery: 'queue', source: { kind: 'coordinator', senderSessionId: crew.sessionId } } as const
    crew.workers.send(crew.sessionId, 'w', theirs)
    await expect(edit('theirs', 'as you said')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await move('theirs', 'mine')
    expect(crew.pending('w')).toEqual(['theirs', 'mine'])
    await crew.workers.withdraw(crew.sessionId, 'w', 'theirs')
    expect(crew.pending('w')).toEqual(['mine'])
  })

  it('keeps notices of the host from being taken back', async () => {
    crew.projects.setConduct(crew.sessionId, { coordinator: { enabled: true, engine: 'pi', model: 'test/model' }, quiet: 'all' })
    const turn = await working()
    turn.end()
    await crew.idle('w')
    expect(crew.pending(crew.sessionId)).toEqual(['completed-w-1'])
    await expect(crew.workers.withdraw(crew.sessionId, crew.sessionId, 'completed-w-1')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(crew.workers.editPending(crew.sessionId, crew.sessionId, { messageId: 'completed-w-1', text: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    crew.workers.sendNow(crew.sessionId, crew.sessionId, 'completed-w-1')
    expect(crew.pending(crew.sessionId)).toEqual(['completed-w-1'])
  })
})

it('refuses every change for a worker that is gone', async () => {
  const turn = await working()
  crew.send('w', 'a', 'queue')
  turn.end()
  await crew.workers.delete(crew.sessionId, 'w')
  await expect(edit('a', 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(move('a', null)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(() => sendNow('a')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
})
