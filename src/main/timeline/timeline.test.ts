import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Artifact } from '../../shared/model'
import { applyTimelineOp, isSameFile, type TimelineOp, type TimelineState } from '../../shared/timeline'
import { Crew } from '../testing/crew'
import { foldEvents, type Turns } from './fold'
import { TimelineObserver, mergeTimelineOp } from './timeline'
import { readTurns } from './turns'

let crew: Crew
beforeEach(() => {
  crew = new Crew()
})
afterEach(() => crew.close())

const observe = (limit: number) => new TimelineObserver('w', limit, { log: crew.log, sessions: crew.sessions })

/** What a reader of the stream holds now: its snapshot with every patch applied. */
async function reader(observer: TimelineObserver) {
  const frames = observer.frames(undefined)
  let state: TimelineState | null = null
  const pump = (async () => {
    for await (const frame of frames) {
      if (frame.kind === 'snapshot') state = frame.state
      else if (frame.kind === 'patch' && state) state = frame.ops.reduce<TimelineState>(applyTimelineOp, state)
      else break
      observer.stream.ack(frame.rev)
    }
  })()
  return {
    current: () => state,
    async until(check: (state: TimelineState) => boolean): Promise<TimelineState> {
      for (;;) {
        if (state && check(state)) return state
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    async stop() {
      observer.stream.end('closed')
      await pump
    }
  }
}

async function play(turns: number): Promise<void> {
  crew.steering.onTurn = (turn) => {
    turn.sink.step(1)
    turn.sink.toolCall({ callId: 'c', name: 'write', arguments: '{"path":"a.txt"}' })
    turn.sink.toolResult({ callId: 'c', name: 'write', text: 'ok', isError: false, changes: [{ path: 'a.txt', how: 'created', added: 3, removed: 0 }] })
    turn.sink.step(2)
    turn.reply(`reply to ${turn.inputs.map((input) => input.text).join()}`)
    turn.end()
  }
  crew.worker('w')
  await crew.idle('w')
  for (let i = 2; i <= turns; i++) {
    crew.send('w', `m${i}`, 'queue')
    await crew.idle('w')
  }
}

describe('the window', () => {
  it('holds the latest turns with inputs, last reply, artifacts and outcome', async () => {
    await play(3)
    const [turn] = readTurns(crew.log, 'w', 3, 3)
    expect(turn?.view).toMatchObject({
      number: 3,
      steps: 2,
      outcome: { kind: 'completed' },
      inputs: [{ messageId: 'm3', state: 'answered', step: 1 }],
      reply: { text: 'reply to m3' },
      artifacts: [{ path: 'a.txt', how: 'created', added: 3, removed: 0 }]
    })
  })

  it('grows by "Load earlier" in one patch, neither omitting nor repeating a turn', async () => {
    await play(12)
    const observer = observe(5)
    const view = await reader(observer)
    expect((await view.until(() => true)).turns.map((turn) => turn.number)).toEqual([8, 9, 10, 11, 12])
    observer.earlier(10)
    const grown = await view.until((state) => state.limit === 10)
    expect(grown.turns.map((turn) => turn.number)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    observer.earlier(20)
    expect((await view.until((state) => state.limit === 20)).turns).toEqual(readTurns(crew.log, 'w', 1, 12).map((turn) => turn.view))
    await view.stop()
  })

  it('keeps to its size as turns arrive', async () => {
    await play(3)
    const view = await reader(observe(3))
    crew.send('w', 'm4', 'queue')
    const state = await view.until(({ turns }) => turns.at(-1)?.number === 4 && turns.at(-1)?.endedAt !== null)
    expect(state.turns.map((turn) => turn.number)).toEqual([2, 3, 4])
    expect(state.totalTurns).toBe(4)
    await view.stop()
  })

  it('shows no reply while the turn runs, and what goes on instead', async () => {
    crew.worker('w')
    const view = await reader(observe(10))
    const turn = await crew.steering.turn(1)
    turn.sink.step(1)
    turn.reply('on my way')
    turn.sink.toolCall({ callId: 'c', name: 'bash', arguments: '{"command":"npm test"}' })
    const running = await view.until(({ turns }) => turns[0]?.now?.what === 'bash')
    expect(running.turns[0]).toMatchObject({ reply: null, outcome: null, now: { what: 'bash', detail: 'npm test' } })
    turn.end()
    const ended = await view.until(({ turns }) => turns[0]?.outcome !== null)
    expect(ended.turns[0]).toMatchObject({ reply: { text: 'on my way' }, now: null })
    await view.stop()
  })

  it('tells of changed files alone, however long the turn has become', async () => {
    crew.worker('w', 'a long task '.repeat(1_000))
    const turn = await crew.steering.turn(1)
    const edit = (callId: string, path: string, how: 'created' | 'changed') =>
      turn.sink.toolResult({ callId, name: 'edit', text: 'ok', isError: false, changes: [{ path, how, added: 2, removed: 0 }] })
    turn.sink.step(1)
    edit('c1', 'a.txt', 'created')
    edit('c2', 'b.txt', 'created')
    await vi.waitFor(() => expect(readTurns(crew.log, 'w', 1, 1)[0]?.view.artifacts).toHaveLength(2), { interval: 1 })
    const observer = observe(10)
    const frames = observer.frames(undefined)
    const first = await frames.next()
    edit('c3', 'b.txt', 'changed')
    turn.sink.presented('c4', [{ path: 'b.txt', description: 'the result' }])
    const second = await frames.next()
    if (first.value?.kind !== 'snapshot' || second.value?.kind !== 'patch') throw new Error('not a snapshot and a patch')
    expect(JSON.stringify(second.value).length).toBeLessThan(1_000)
    const state = second.value.ops.reduce<TimelineState>(applyTimelineOp, first.value.state)
    expect(state.turns[0]?.artifacts.map(({ path, how, added }) => [path, how, added])).toEqual([
      ['a.txt', 'created', 2],
      ['b.txt', 'created', 4],
      ['b.txt', 'presented', null]
    ])
    expect(state.turns).toEqual(readTurns(crew.log, 'w', 1, 1).map(({ view }) => ({ ...view, now: state.turns[0]?.now })))
    await frames.return()
  })

  it('ends when its worker is deleted', async () => {
    crew.worker('w')
    const frames = observe(10).frames(undefined)
    await frames.next()
    await crew.workers.delete(crew.sessionId, 'w')
    let last
    for await (const frame of frames) last = frame
    expect(last).toEqual({ kind: 'end', reason: 'deleted' })
  })

  it('gives a turn that crashed before its engine had the message back as returned', async () => {
    crew.worker('w')
    await crew.steering.turn(1)
    const { folder } = crew
    crew.die()
    crew = new Crew(folder)
    crew.sessions.repair()
    expect(readTurns(crew.log, 'w', 1, 1)[0]?.view.inputs[0]?.state).toBe('returned')
  })
})

it('is the same however its events arrive', async () => {
  await play(6)
  const events = crew.log.events('w', { from: 0 })
  const whole = foldEvents(new Map(), events)
  fc.assert(
    fc.property(fc.array(fc.nat(events.length), { maxLength: 8 }), (cuts) => {
      const bounds = [0, ...cuts.toSorted((a, b) => a - b), events.length]
      const folded = bounds.slice(1).reduce<Turns>((turns, end, index) => foldEvents(turns, events.slice(bounds[index], end)), new Map())
      expect(folded).toEqual(whole)
    })
  )
  // The rows that the window leaves unread change nothing.
  expect(readTurns(crew.log, 'w', 1, 6)).toEqual([...whole.values()])
})

it('merges waiting ops without changing what the reader will see', async () => {
  await play(4)
  const turns = readTurns(crew.log, 'w', 1, 4).map((turn) => turn.view)
  const start: TimelineState = { workerId: 'w', limit: 3, turns: turns.slice(0, 2), totalTurns: 2, pending: [], heardAt: null }
  const file = fc
    .record({ path: fc.constantFrom('a.txt', 'b.txt'), how: fc.constantFrom('changed' as const, 'presented' as const), added: fc.nat(9) })
    .map((fields): Artifact => ({ ...fields, id: `${fields.added}-0`, turn: 1, removed: 0, description: null, at: 1 }))
  const op = fc.oneof(
    fc.constantFrom(...turns).chain((turn) => fc.nat(9).map((steps): TimelineOp => ({ op: 'turn', turn: { ...turn, steps } }))),
    fc
      .record({ number: fc.integer({ min: 1, max: 4 }), steps: fc.nat(9) })
      .map((now): TimelineOp => ({ op: 'now', ...now, now: null, model: null, usage: null })),
    fc
      .record({ number: fc.integer({ min: 1, max: 4 }), artifacts: fc.uniqueArray(file, { minLength: 1, maxLength: 3, comparator: isSameFile }) })
      .map((files): TimelineOp => ({ op: 'files', ...files })),
    fc.nat(9).map((at): TimelineOp => ({ op: 'heard', at })),
    fc.constant<TimelineOp>({ op: 'pending', pending: [] })
  )
  // Turns arrive in the order of their numbers, as a log writes them.
  const inOrder = (ops: TimelineOp[]) => {
    let newest = 2
    return ops.filter((one) => {
      const number = one.op === 'turn' ? one.turn.number : one.op === 'now' || one.op === 'files' ? one.number : 0
      if (number > newest + 1 || (one.op !== 'turn' && number > newest)) return false
      newest = Math.max(newest, number)
      return true
    })
  }
  fc.assert(
    fc.property(fc.array(op, { maxLength: 30 }).map(inOrder), (ops) => {
      const merged = ops.reduce<TimelineOp[]>(mergeTimelineOp, [])
      expect(merged.reduce(applyTimelineOp, start)).toEqual(ops.reduce(applyTimelineOp, start))
    })
  )
})
