/** `send_message`. */
import { expect } from 'vitest'
import type { Suite } from '../suite'
import type { World } from '../world'

const send = (world: World, parent: string, subagent_id: string, message: string) =>
  world.call('send_message', { subagent_id, message }, parent)

export function delivery({ sentence }: Suite): void {
  sentence(5, 'The parent is the agent that calls, live and exactly that one; no argument can name another.', async (world) => {
    const [lead, other] = [await world.lead('Lead'), await world.lead('Other')]
    const child = await world.child(lead)
    expect(await send(world, other, child, 'x')).toEqual({
      text: `subagent "${child}" belongs to another parent session; the message was not delivered`,
      isError: true,
      atDoor: false
    })
    for (const key of ['parent', 'sender', 'senderSessionId', 'source']) {
      const args = { subagent_id: child, message: 'x', [key]: lead }
      expect(await world.call('send_message', args, other)).toMatchObject({ isError: true, text: expect.stringContaining('not delivered') })
    }
    // Being an ancestor is not enough: the Coordinator is the lead's parent, the lead is the child's.
    world.conduct({ maxDepth: 3 })
    const grandchild = await world.child(child)
    expect(await send(world, lead, grandchild, 'x')).toMatchObject({ text: expect.stringContaining('belongs to another parent session') })
    await world.control({ action: 'delete', worker_id: lead })
    const stale = await send(world, lead, child, 'x')
    expect(stale.isError).toBe(true)
    if (!stale.atDoor) expect(stale.text).toBe(`subagent "${child}" delivery requires the exact live parent agent; the message was not delivered`)
  })

  sentence(6, 'Every message is recorded as from a coordinator, with the parent as its sender.', async (world) => {
    const lead = await world.lead()
    const child = await world.child(lead)
    await world.play(child, ['done'])
    await send(world, lead, child, 'go on')
    await world.turn(child, 2)
    const sources = world.crew.log.events(child, { from: 0 }).flatMap((event) => (event.type === 'user/message' ? [event.data.source] : []))
    expect(sources).toEqual([
      { kind: 'coordinator', senderSessionId: lead },
      { kind: 'coordinator', senderSessionId: lead }
    ])
  })

  sentence(7, 'The recorded sender is kept, and is authority for nothing.', async (world) => {
    const [lead, other] = [await world.lead('Lead'), await world.lead('Other')]
    const child = await world.child(lead)
    await world.play(child, ['done'])
    // A message in the log that names `other` as its sender opens no way for it.
    const forged = { messageId: 'forged', text: 'x', delivery: 'queue', source: { kind: 'coordinator', senderSessionId: other } } as const
    world.crew.sessions.driver(child).accept(forged)
    expect(await send(world, other, child, 'x')).toMatchObject({ isError: true })
  })

  sentence(8, 'Each message becomes a turn of its own, first in first out.', async (world) => {
    const lead = await world.lead()
    const child = await world.child(lead)
    await world.turn(child)
    for (const text of ['first', 'second', 'third']) await send(world, lead, child, text)
    for (let count = 1; count <= 4; count++) await world.play(child, ['done'], count)
    const inputs = world.crew.steering.turns.filter((turn) => turn.sessionId === child).map((turn) => turn.inputs.map((input) => input.text))
    expect(inputs).toEqual([['task of Helper'], ['first'], ['second'], ['third']])
  })

  sentence(9, 'While the child works the message waits for the end of its turn, and redirects nothing that is under way.', async (world) => {
    const lead = await world.lead()
    const child = await world.child(lead)
    const turn = await world.turn(child)
    turn.sink.step(1)
    await send(world, lead, child, 'something else')
    turn.sink.step(2)
    expect(turn.steers).toEqual([])
    expect(turn.interrupted).toBe(false)
    expect(world.crew.log.inbox.all(child)).toMatchObject([{ target: 'next-turn', message: { text: 'something else' } }])
    turn.end()
    expect((await world.turn(child, 2)).inputs).toMatchObject([{ text: 'something else' }])
  })

  sentence(10, 'The call’s signal owns the admission only: before it nothing is sent, after it nothing is taken back.', async (world) => {
    const lead = await world.lead()
    const child = await world.child(lead)
    await world.play(child, ['done'])
    const before = world.everything()
    const early = await world.call('send_message', { subagent_id: child, message: 'x' }, lead, AbortSignal.abort())
    expect(early.isError).toBe(true)
    expect(world.everything()).toEqual(before)
    const late = new AbortController()
    expect(await world.call('send_message', { subagent_id: child, message: 'x' }, lead, late.signal)).toMatchObject({ isError: false })
    const turn = await world.turn(child, 2)
    late.abort()
    await world.play(child, ['done all the same'], 2)
    expect(turn.interrupted).toBe(false)
    expect(world.crew.outcomes(child)).toEqual(['completed', 'completed'])
  })

  sentence(11, 'The call brings no reply of the child’s back.', async (world) => {
    const lead = await world.lead()
    const child = await world.child(lead)
    world.crew.steering.onTurn = (turn) => {
      if (turn.sessionId !== child) return
      turn.reply('the answer')
      turn.end()
    }
    await world.play(child, ['done'])
    expect((await send(world, lead, child, 'x')).text).toBe(`message queued as the next turn for subagent ${child}`)
  })

  sentence(12, 'What the child did is in its transcript, under that id.', async (world) => {
    const lead = await world.lead()
    const child = await world.child(lead)
    await world.play(child, ['did this', 'and that'])
    const { messages } = world.crew.workers.history(world.coordinator, child, 0, 10)
    expect(messages.map((message) => message.text)).toEqual(['and that', 'did this', 'task of Helper'])
  })

  sentence(13, 'A failure is an errored result that says that the message was not delivered.', async (world) => {
    const lead = await world.lead()
    const child = await world.child(lead)
    await world.turn(child)
    const before = world.everything()
    const failures = [
      await send(world, lead, 'nobody', 'x'),
      await send(world, lead, child, ''),
      await send(world, lead, child, ' \n'),
      await send(world, lead, child, 'x'.repeat(1_000_001)),
      await world.call('send_message', { subagent_id: child }, lead),
      await world.call('send_message', { subagent_id: 7, message: 'x' }, lead)
    ]
    for (const failure of failures) expect(failure).toMatchObject({ isError: true, text: expect.stringMatching(/; the message was not delivered$/) })
    expect(world.everything()).toEqual(before)
  })

  sentence(42, 'Of an accepted message the model reads one line, and it is in the child’s queue.', async (world) => {
    const lead = await world.lead()
    const child = await world.child(lead)
    await world.turn(child)
    expect(await send(world, lead, child, 'next')).toEqual({
      text: `message queued as the next turn for subagent ${child}`,
      isError: false,
      atDoor: false
    })
    expect(world.crew.log.inbox.all(child)).toMatchObject([{ message: { text: 'next' } }])
  })

  sentence(43, 'Children that are unknown, one-shot, deleted or on their way out are refused as such.', async (world) => {
    const lead = await world.lead()
    const [once, gone] = [await world.child(lead, 'Once', 'one-shot'), await world.child(lead, 'Gone')]
    await world.crew.workers.delete(world.coordinator, gone)
    for (const id of [once, gone, 'never-was']) {
      expect((await send(world, lead, id, 'x')).text).toBe(`subagent "${id}" is unavailable; the message was not delivered`)
    }
    world.crew.steering.obeysInterrupt = false
    const leaving = await world.child(lead, 'Leaving')
    const turn = await world.turn(leaving)
    const deleted = world.crew.workers.delete(world.coordinator, leaving)
    expect(await send(world, lead, leaving, 'x')).toMatchObject({ isError: true, text: expect.stringContaining('is unavailable') })
    turn.end({ kind: 'aborted', reason: { kind: 'disposed' } })
    await deleted
    expect(world.crew.log.inbox.count(leaving)).toBe(0)
  })
}
