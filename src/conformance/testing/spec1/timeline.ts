/** The timeline of the window. No tool of an agent's is part of it. */
import { expect } from 'vitest'
import { TIMELINE_PAGE } from '../../../shared/limits'
import { TimelineObserver } from '../../../main/timeline/timeline'
import type { FakeTurn } from '../../../main/testing/fake-engine'
import { Reader } from '../reader'
import type { Suite } from '../suite'

function toolCall(turn: FakeTurn, name: string, changes: readonly string[], isError = false): void {
  const callId = `${name}-${Math.random()}`
  turn.sink.toolCall({ callId, name, arguments: '{}' })
  turn.sink.toolResult({
    callId,
    name,
    text: '',
    isError,
    changes: changes.map((path) => ({ path, how: 'changed', added: 1, removed: 0 }))
  })
}

export function timeline({ once, sentence }: Suite): void {
  once(64, 'The timeline gives the latest turns with their timed inputs, the last reply of each ended one, its files and its outcome.', async (world) => {
    const worker = await world.spawn()
    const turn = await world.turn(worker)
    turn.sink.step(1)
    toolCall(turn, 'write', ['form.ts'])
    turn.reply('done')
    world.crew.now += 60_000
    turn.end()
    await world.crew.idle(worker)
    const reader = new Reader(world, worker)
    const state = await reader.until(() => true)
    expect(state.turns).toMatchObject([
      {
        number: 1,
        endedAt: world.crew.now,
        inputs: [{ text: 'task of Frontend', acceptedAt: expect.any(Number), deliveredAt: expect.any(Number), state: 'answered' }],
        reply: { text: 'done' },
        artifacts: [{ path: 'form.ts' }],
        outcome: { kind: 'completed' }
      }
    ])
    await reader.leave()
  })

  once(65, 'The timeline follows the events of the Session.', async (world) => {
    const worker = await world.spawn()
    const reader = new Reader(world, worker)
    await world.turn(worker)
    await reader.until(({ turns }) => turns[0]?.outcome === null)
    await world.play(worker, ['done'])
    expect((await reader.until(({ turns }) => turns[0]?.outcome !== null)).turns).toMatchObject([{ reply: { text: 'done' } }])
    await reader.leave()
  })

  once(67, 'The timeline shows no replies in between, nor is any while the turn runs.', async (world) => {
    const worker = await world.spawn()
    const reader = new Reader(world, worker)
    const turn = await world.turn(worker)
    turn.sink.step(1)
    turn.reply('on my way')
    turn.sink.step(2)
    await reader.until(({ turns }) => turns[0]?.steps === 2)
    expect(reader.state?.turns).toMatchObject([{ reply: null }])
    turn.reply('done')
    turn.end()
    await reader.until(({ turns }) => turns[0]?.outcome !== null)
    expect(JSON.stringify(reader.state)).not.toContain('on my way')
    expect(reader.state?.turns).toMatchObject([{ reply: { text: 'done' } }])
    await reader.leave()
  })

  once(68, 'The timeline begins with ten turns, and "Load earlier" shows more.', async (world) => {
    const worker = await world.rested()
    for (let count = 2; count <= 13; count++) {
      await world.send(worker, `turn ${count}`, 'queue')
      await world.play(worker, ['done'], count)
    }
    const reader = new Reader(world, worker)
    expect((await reader.until(() => true)).turns.map((turn) => turn.number)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    reader.observer.earlier(20)
    expect((await reader.until(({ limit }) => limit === 20)).turns).toHaveLength(13)
    await reader.leave()
  })

  sentence(69, 'The timeline is apart from history, which has the replies in between.', async (world) => {
    const worker = await world.spawn()
    await world.play(worker, ['on my way', 'done'])
    const reader = new Reader(world, worker)
    expect(JSON.stringify(await reader.until(() => true))).not.toContain('on my way')
    expect(await world.texts(worker)).toContain('on my way')
    await reader.leave()
  })

  sentence(70, 'The timeline gives agents no tool, and caps no count of messages.', async (world) => {
    expect(await world.toolNames()).toEqual(['control_workers'])
    const worker = await world.spawn()
    await world.play(worker, Array.from({ length: 30 }, (_, index) => `reply ${index}`))
    const reader = new Reader(world, worker, 1)
    await reader.until(() => true)
    expect((await world.history(worker, 0, 100)).messages).toHaveLength(31)
    await reader.leave()
  })

  once(71, 'The files of a timeline are those that were presented and those that successful calls have changed.', async (world) => {
    const worker = await world.spawn()
    const turn = await world.turn(worker)
    turn.sink.step(1)
    toolCall(turn, 'edit', ['changed.ts'])
    turn.sink.presented('call', [{ path: 'report.md', description: 'the report' }])
    turn.end()
    await world.crew.idle(worker)
    const reader = new Reader(world, worker)
    const state = await reader.until(() => true)
    expect(state.turns[0]?.artifacts).toMatchObject([
      { path: 'changed.ts', how: 'changed' },
      { path: 'report.md', how: 'presented', description: 'the report' }
    ])
    await reader.leave()
  })

  once(72, 'Reads, calls that failed, and what a shell may have done give a timeline no files.', async (world) => {
    const worker = await world.spawn()
    const turn = await world.turn(worker)
    turn.sink.step(1)
    toolCall(turn, 'read', [])
    toolCall(turn, 'edit', ['failed.ts'], true)
    toolCall(turn, 'bash', [])
    turn.end()
    await world.crew.idle(worker)
    const reader = new Reader(world, worker)
    expect((await reader.until(() => true)).turns[0]?.artifacts).toEqual([])
    await reader.leave()
  })

  once(73, 'The observer of a timeline ends with its reader, and does nothing after that.', async (world) => {
    const worker = await world.spawn()
    const gone = new AbortController()
    const { log, sessions } = world.crew
    const observer = new TimelineObserver(worker, TIMELINE_PAGE, { log, sessions })
    const frames = observer.frames(gone.signal)
    await frames.next()
    gone.abort()
    expect((await frames.next()).done).toBe(true)
    let touched = 0
    observer.stream.touch = () => void touched++
    await world.play(worker, ['done'])
    expect(touched).toBe(0)
  })
}
