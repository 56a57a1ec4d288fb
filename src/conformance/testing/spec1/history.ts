/** Windows into what was said. */
import { expect } from 'vitest'
import { HistoryMessage, HistoryWindow } from '../../../shared/model'
import type { Suite } from '../suite'
import type { World } from '../world'

const nothing = { messages: [], total: 2 }

/** A worker in whose log 60 messages stand: "m59" is the newest, "m0" the oldest. */
async function talkative(world: World): Promise<string> {
  const worker = await world.spawn('Frontend', 'm0')
  await world.play(worker, Array.from({ length: 59 }, (_, index) => `m${index + 1}`))
  return worker
}

export function history({ sentence }: Suite): void {
  sentence(38, 'Indices count from the newest, which is 0: offset 0 limit 10 are the latest ten, offset 10 limit 20 the places 10 to 29.', async (world) => {
    const worker = await talkative(world)
    const latest = await world.history(worker, 0, 10)
    expect(latest.messages.map(({ index, text }) => [index, text])).toEqual(Array.from({ length: 10 }, (_, index) => [index, `m${59 - index}`]))
    const further = await world.history(worker, 10, 20)
    expect(further.messages.map(({ index, text }) => [index, text])).toEqual(
      Array.from({ length: 20 }, (_, index) => [10 + index, `m${49 - index}`])
    )
  })

  sentence(39, 'Offset and limit are both given, and are whole numbers from 0.', async (world) => {
    const worker_id = await world.rested()
    const before = world.everything()
    const wrong = [-1, 0.5, '1', null, true, [1], Number.MAX_VALUE]
    for (const args of [{}, { offset: 0 }, { limit: 0 }, ...wrong.flatMap((value) => [{ offset: value, limit: 1 }, { offset: 1, limit: value }])]) {
      const { code, message } = await world.refusal({ action: 'history', worker_id, ...args })
      expect(code).toBe('BAD_INPUT')
      expect(message).toMatch(/offset|limit/)
    }
    expect(world.everything()).toEqual(before)
  })

  sentence(40, 'A length of zero, or an offset past all messages, is an empty window.', async (world) => {
    const worker = await world.rested()
    expect(await world.history(worker, 0, 0)).toMatchObject(nothing)
    expect(await world.history(worker, 2, 5)).toMatchObject(nothing)
    expect(await world.history(worker, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)).toMatchObject(nothing)
    expect((await world.history(worker, 1, 5)).messages).toHaveLength(1)
  })

  sentence(41, 'There is no count of its own, no cap at 100 messages, no clipped text and no cursor.', async (world) => {
    const worker = await world.spawn('Frontend', 'task')
    await world.play(worker, Array.from({ length: 150 }, (_, index) => (index === 149 ? 'é'.repeat(300_000) : `r${index}`)))
    const all = await world.control({ action: 'history', worker_id: worker, offset: 0, limit: 100_000 })
    const window = HistoryWindow.strict().parse(all)
    expect(window.messages).toHaveLength(151)
    expect(window.messages[0]?.text).toBe('é'.repeat(300_000))
  })

  sentence(42, 'The example of history is right as it stands.', async (world) => {
    const worker_id = await talkative(world)
    expect(await world.control({ action: 'history', worker_id, offset: 10, limit: 20 })).toMatchObject({ offset: 10, limit: 20, total: 60 })
  })

  sentence(43, 'The answer has workerId, the status of now, offset, limit, total, messages and observedThroughSeq.', async (world) => {
    const worker_id = await world.rested()
    const answer = HistoryWindow.strict().parse(await world.control({ action: 'history', worker_id, offset: 1, limit: 7 }))
    const observedThroughSeq = (world.crew.log.get(worker_id)?.nextSeq ?? 0) - 1
    expect(answer).toMatchObject({ workerId: worker_id, status: 'idle', offset: 1, limit: 7, total: 2, observedThroughSeq })
    await world.send(worker_id, 'more', 'queue')
    await world.turn(worker_id, 2)
    const later = await world.history(worker_id, 0, 1)
    expect(later).toMatchObject({ status: 'busy', total: 3 })
    expect(later.observedThroughSeq).toBeGreaterThan(observedThroughSeq)
  })

  sentence(44, 'Each message has its index, the id, seq and turn that the log knows it by, its role and its whole text.', async (world) => {
    const worker_id = await world.rested('Frontend', 'a reply')
    const { messages } = await world.history(worker_id, 0, 10)
    for (const message of messages) {
      const { id, seq, turn, role } = HistoryMessage.strict().parse(message)
      const event = world.crew.log.event(worker_id, seq)
      if (event?.type === 'user/message') expect([event.data.id, event.data.turn, 'user']).toEqual([id, turn, role])
      else if (event?.type === 'assistant/message') expect([event.data.message.id, event.data.turn, 'assistant']).toEqual([id, turn, role])
      else expect.unreachable('it is no message')
    }
    expect(messages.map(({ role, text, turn }) => ({ role, text, turn }))).toEqual([
      { role: 'assistant', text: 'a reply', turn: 1 },
      { role: 'user', text: 'task of Frontend', turn: 1 }
    ])
  })

  sentence(45, 'Messages come newest first, and indices count what is left after filtering.', async (world) => {
    const worker = await world.spawn('Frontend', 'task')
    const turn = await world.turn(worker)
    for (let step = 1; step <= 3; step++) {
      turn.sink.step(step)
      turn.sink.toolCall({ callId: `c${step}`, name: 'read', arguments: '{}' })
      turn.sink.toolResult({ callId: `c${step}`, name: 'read', text: 'hidden', isError: false, changes: [] })
      turn.reply(step === 2 ? ' \n' : `reply ${step}`)
    }
    turn.end()
    await world.crew.idle(worker)
    expect((await world.history(worker, 0, 10)).messages.map(({ index, text }) => [index, text])).toEqual([
      [0, 'reply 3'],
      [1, 'reply 1'],
      [2, 'task']
    ])
    expect((await world.history(worker, 1, 1)).messages.map(({ index, text }) => [index, text])).toEqual([[1, 'reply 1']])
  })

  sentence(46, 'User messages are what the Coordinator assigned and what a human sent, once committed.', async (world) => {
    const worker = await world.rested('Frontend', 'ok')
    world.human(worker, 'from a human')
    await world.play(worker, ['ok'], 2)
    await world.send(worker, 'from the Coordinator', 'queue')
    await world.play(worker, ['ok'], 3)
    const { messages } = await world.history(worker, 0, 10)
    expect(messages.filter(({ role }) => role === 'user').map(({ text }) => text)).toEqual([
      'from the Coordinator',
      'from a human',
      'task of Frontend'
    ])
  })

  sentence(47, 'AI messages are the replies in between as well as the last.', async (world) => {
    const worker = await world.spawn()
    await world.play(worker, ['on my way', 'nearly', 'done'])
    const { messages } = await world.history(worker, 0, 10)
    expect(messages.filter(({ role }) => role === 'assistant').map(({ text }) => text)).toEqual(['done', 'nearly', 'on my way'])
  })

  sentence(48, 'Instructions of the system, notices of the host, reasoning, and tool calls with their results are left out.', async (world) => {
    const lead = await world.lead()
    const child = await world.child(lead)
    await world.play(child, ['closing words'])
    const turn = await world.turn(lead)
    turn.sink.step(1)
    await world.until(() => turn.steers.length === 1)
    turn.takeSteers(1)
    turn.sink.toolCall({ callId: 'c', name: 'bash', arguments: '{"command":"secret call"}' })
    turn.sink.toolResult({ callId: 'c', name: 'bash', text: 'secret result', isError: false, changes: [] })
    turn.sink.assistant({ id: 'a1', text: '', thinking: 'secret thought' })
    turn.sink.assistant({ id: 'a2', text: 'said aloud', thinking: 'secret thought' })
    turn.end()
    await world.crew.idle(lead)
    expect(await world.texts(lead)).toEqual(['said aloud', 'task of Lead'])
  })

  sentence(49, 'What waits is shown by list and get until it is committed, and by history from then on.', async (world) => {
    const worker = await world.spawn()
    const turn = await world.turn(worker)
    world.human(worker, 'waiting')
    expect(await world.texts(worker)).toEqual(['task of Frontend'])
    expect(await world.list()).toMatchObject([{ activity: { pendingHumanInputs: [{ text: 'waiting' }], pendingHumanInputCount: 1 } }])
    turn.end()
    await world.turn(worker, 2)
    expect(await world.texts(worker)).toEqual(['waiting', 'task of Frontend'])
    expect(await world.get(worker)).toMatchObject({ activity: { pendingHumanInputs: [], pendingHumanInputCount: 0 } })
  })

  sentence(50, 'Each window counts what is there at that moment, so new messages move the places of the old.', async (world) => {
    const worker = await world.rested('Frontend', 'old')
    expect((await world.history(worker, 0, 1)).messages).toMatchObject([{ index: 0, text: 'old' }])
    await world.send(worker, 'more', 'queue')
    await world.play(worker, ['new'], 2)
    expect((await world.history(worker, 0, 3)).messages.map(({ text }) => text)).toEqual(['new', 'more', 'old'])
  })

  sentence(51, 'Reading history wakes no cold worker, calls no model and makes no capsule.', async (world) => {
    const worker = await world.rested()
    await world.restart()
    // In a turn of the Coordinator, where a capsule would show.
    world.toCoordinator('go')
    const turn = await world.turn(world.coordinator)
    turn.sink.step(1)
    await world.history(worker, 0, 10)
    turn.end()
    await world.crew.idle(world.coordinator)
    expect(world.crew.steering.opened.map((spec) => spec.sessionId)).toEqual([world.coordinator])
    expect(world.crew.log.events(world.coordinator, { from: 0 }).filter((event) => event.type === 'worker/updated')).toHaveLength(0)
    expect(await world.get(worker)).toMatchObject({ availability: 'cold' })
  })

  sentence(52, 'Reading history changes nothing in how completions are delivered.', async (world) => {
    const worker = await world.spawn()
    const turn = await world.turn(worker)
    turn.sink.step(1)
    turn.reply('read before the end')
    await world.until(() => world.crew.log.get(worker)?.dialogueCount === 2)
    expect(await world.texts(worker)).toContain('read before the end')
    turn.end()
    await world.crew.idle(worker)
    await world.history(worker, 0, 10)
    expect(world.completions()).toMatchObject([{ workerId: worker, turn: 1, text: 'read before the end' }])
  })
}
