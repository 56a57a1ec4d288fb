import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { HistoryWindow } from '../../shared/model'
import { readTurns } from '../timeline/turns'
import { Crew } from '../testing/crew'
import type { ToolAnswer } from './tool'

let crew: Crew
beforeEach(() => {
  crew = new Crew()
  crew.defaultModel = 'test/model'
})
afterEach(() => crew.close())

const control = (args: unknown, sessionId = crew.sessionId): Promise<ToolAnswer> => crew.toolbox.call({ sessionId }, 'control_workers', args)
const refusalOf = (answer: ToolAnswer) => z.object({ error: z.object({ code: z.string(), message: z.string() }) }).parse(answer.value).error

async function spawn(name = 'w'): Promise<string> {
  const { value } = await control({ action: 'spawn', name, task: 'task' })
  return z.object({ worker_id: z.string() }).parse(value).worker_id
}

/** All that is on disk. */
function everything(): unknown {
  return ['project', 'session', 'event', 'turn', 'dialogue', 'inbox', 'message'].map((table) =>
    crew.db.all(z.record(z.string(), z.unknown()), `SELECT * FROM ${table}`)
  )
}

/** Makes the Coordinator an agent and opens a turn of its. */
async function coordinating() {
  crew.projects.setConduct(crew.sessionId, { coordinator: { enabled: true, engine: 'pi', model: 'test/model' } })
  crew.send(crew.sessionId, 'go', 'queue')
  return crew.steering.turnOf(crew.sessionId)
}

describe('arguments', () => {
  it.each([
    [undefined, /spawn takes name/],
    [null, /expected object/],
    ['list', /expected object/],
    [[], /expected object/],
    [{}, /action/],
    [{ action: 'fire', worker_id: 'w' }, /action.*'spawn' \| 'list'/],
    [{ action: 'List' }, /action/],
    [{ action: ['list'] }, /action/],
    [{ action: 'list', all: true }, /"all".*list takes nothing else/],
    [{ action: 'spawn', name: 'n' }, /task.*spawn takes name and task/],
    [{ action: 'spawn', name: '', task: 't' }, /name/],
    [{ action: 'spawn', name: ' ', task: 't' }, /name/],
    [{ action: 'spawn', name: 'n', task: '\n' }, /task/],
    [{ action: 'spawn', name: 'n'.repeat(121), task: 't' }, /name/],
    [{ action: 'spawn', name: 'n', task: 't', task_ref: '' }, /task_ref/],
    [{ action: 'spawn', name: 'n', task: 't', worker_id: 'mine' }, /worker_id/],
    [{ action: 'get' }, /worker_id.*get takes worker_id/],
    [{ action: 'get', worker_id: 'w', verbose: 1 }, /verbose/],
    [{ action: 'get', worker_id: '' }, /worker_id/],
    [{ action: 'send', worker_id: 'w', message: 'm' }, /delivery/],
    [{ action: 'send', worker_id: 'w', message: 'm', delivery: 'inject' }, /delivery.*"steer"\|"queue"/],
    [{ action: 'send', worker_id: 'w', message: 7, delivery: 'queue' }, /message/],
    [{ action: 'send', worker_id: 'w', message: 'm', delivery: 'queue', messageId: 'x' }, /messageId/],
    [{ action: 'history', worker_id: 'w', offset: 0 }, /limit.*whole numbers from 0/],
    [{ action: 'history', worker_id: 'w', offset: -1, limit: 1 }, /offset/],
    [{ action: 'history', worker_id: 'w', offset: 1.5, limit: 1 }, /offset/],
    [{ action: 'history', worker_id: 'w', offset: '0', limit: 1 }, /offset/],
    [{ action: 'history', worker_id: 'w', offset: 0, limit: Number.NaN }, /limit/],
    [{ action: 'history', worker_id: 'w', offset: 0, limit: Infinity }, /limit/],
    [{ action: 'history', worker_id: 'w', offset: 0, limit: 1, cursor: 'c' }, /cursor/],
    [{ action: 'interrupt', worker_id: 'w', turn: 1 }, /turn/],
    [{ action: 'delete', worker_id: 'w', force: true }, /force/]
  ])('%j is refused in words, and changes nothing', async (args, words) => {
    crew.worker('w')
    await crew.steering.turn(1)
    const before = everything()
    const answer = await control(args)
    expect(answer.isError).toBe(true)
    expect(refusalOf(answer)).toEqual({ code: 'BAD_INPUT', message: expect.stringMatching(words) })
    expect(answer.text).toBe(JSON.stringify(answer.value))
    expect(everything()).toEqual(before)
  })

  it('are quoted in a refusal no longer than a line', async () => {
    const answer = await control({ action: 'list', ['x'.repeat(100_000)]: 1 })
    expect(answer.text.length).toBeLessThan(600)
  })

  it('that are nonsense change nothing, a thousand times', async () => {
    crew.worker('w')
    await crew.steering.turn(1)
    const before = everything()
    const word = fc.constantFrom('spawn', 'send', 'history', 'interrupt', 'delete', 'get', 'kill', '__proto__', 'constructor', '')
    const id = fc.oneof(fc.constantFrom('nobody', crew.sessionId, 'w ', '../w', "w' OR '1'='1"), fc.string())
    const value = fc.oneof(fc.jsonValue(), id, fc.integer(), fc.double(), fc.constant(undefined))
    const key = fc.constantFrom('name', 'task', 'worker_id', 'message', 'delivery', 'offset', 'limit', 'task_ref', 'x', 'constructor')
    const nonsense = fc.oneof(
      fc.anything(),
      fc.dictionary(key, value).chain((rest) => word.map((action) => ({ ...rest, worker_id: 'nobody', action }))),
      fc.tuple(word, id).map(([action, worker_id]) => ({ action, worker_id, message: 'm', delivery: 'queue' })),
      fc.tuple(id, value, value).map(([worker_id, offset, limit]) => ({ action: 'history', worker_id, offset, limit }))
    )
    await fc.assert(
      fc.asyncProperty(nonsense, async (args) => {
        const answer = await control(args)
        // Only reading could be right by chance, of a worker that is guessed.
        if (!answer.isError) expect(args).toMatchObject({ action: expect.stringMatching(/^(get|history|list)$/) })
        else expect(refusalOf(answer).code).not.toBe('INTERNAL')
      }),
      { numRuns: 1_000 }
    )
    expect(everything()).toEqual(before)
    expect(crew.reports).toEqual([])
  })
})

describe('who may call', () => {
  it('is nobody without a Session, none that is deleted, no worker and no child', async () => {
    crew.worker('w')
    for (const caller of ['', 'nobody', 'w']) expect(refusalOf(await control({ action: 'list' }, caller)).code).toBe('FORBIDDEN')
    crew.log.setLifecycle(crew.sessionId, 'deleted')
    expect(crew.toolbox.of(crew.sessionId)).toEqual([])
    expect(refusalOf(await control({ action: 'list' })).code).toBe('FORBIDDEN')
  })

  it('is one Coordinator for each folder, however often it is opened', async () => {
    expect(crew.projects.open(crew.folder).sessionId).toBe(crew.sessionId)
    expect(crew.projects.open(`${crew.folder}/.`).sessionId).toBe(crew.sessionId)
    const coordinators = crew.db.all(z.object({ id: z.string() }), 'SELECT id FROM session WHERE id = project_id')
    expect(coordinators).toEqual([{ id: crew.sessionId }])
    expect(() =>
      crew.log.create({ id: crew.sessionId, projectId: crew.sessionId, parentId: null, name: 'Second', taskRef: null, engine: 'pi', model: null, lifecycle: 'member' })
    ).toThrow('UNIQUE')
  })

  it('reaches direct workers only: their children are as unknown as any other', async () => {
    crew.worker('lead')
    crew.workers.setDelegates(crew.sessionId, 'lead', true)
    const made = await crew.toolbox.call({ sessionId: 'lead' }, 'subagent', { label: 'c', task: 't', mode: 'continuable' })
    const { subagent_id } = z.object({ subagent_id: z.string() }).parse(made.value)
    const unknown = await control({ action: 'get', worker_id: 'nobody' })
    for (const action of ['get', 'interrupt', 'delete']) expect(await control({ action, worker_id: subagent_id })).toEqual(unknown)
    expect((await control({ action: 'list' })).value).toMatchObject([{ workerId: 'lead' }])
    expect(crew.workers.list(crew.sessionId).map((worker) => worker.workerId)).toContain(subagent_id)
  })
})

describe('dispatch', () => {
  it('says why a steer waits where the engine cannot take one', async () => {
    crew.worker('w', 'sleep', 'shell')
    await crew.plain.turn(1)
    expect((await control({ action: 'send', worker_id: 'w', message: 'm', delivery: 'steer' })).value).toEqual({
      worker_id: 'w',
      message_id: expect.any(String),
      delivery: 'queue',
      status: 'accepted',
      note: 'It waits for the next turn.'
    })
  })

  it('needs a model from the Project or from the settings', async () => {
    crew.defaultModel = null
    expect(refusalOf(await control({ action: 'spawn', name: 'n', task: 't' }))).toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('model') })
    crew.projects.setConduct(crew.sessionId, { workers: { engine: 'pi', model: 'of/project' } })
    const worker = await spawn()
    expect(crew.log.get(worker)?.model).toBe('of/project')
  })

  it('sends nothing once its caller has given up, and takes nothing back afterwards', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    const gone = new AbortController()
    const caller = { sessionId: crew.sessionId, signal: gone.signal }
    const send = () => crew.toolbox.call(caller, 'control_workers', { action: 'send', worker_id: 'w', message: 'm', delivery: 'queue' })
    expect((await send()).isError).toBe(false)
    gone.abort()
    const before = everything()
    expect(refusalOf(await send()).code).toBe('UNAVAILABLE')
    expect(everything()).toEqual(before)
    turn.end()
    expect((await crew.steering.turn(2)).inputs).toMatchObject([{ text: 'm' }])
  })

  it('loses no steer to a worker whose turn ends meanwhile', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    turn.sink.step(1)
    const sent = control({ action: 'send', worker_id: 'w', message: 'late', delivery: 'steer' })
    turn.end()
    expect((await sent).value).toMatchObject({ delivery: 'steer', status: 'accepted' })
    expect((await crew.steering.turn(2)).inputs.map((input) => input.text)).toEqual(['late'])
  })
})

describe('capsules', () => {
  const capsules = () => readTurns(crew.log, crew.sessionId, 1, 9).flatMap(({ view }) => view.capsules)

  it('stand at the step that gave, also when its beginning was not written yet', async () => {
    const turn = await coordinating()
    turn.sink.step(1)
    const a = await spawn('a')
    turn.sink.step(2)
    await control({ action: 'send', worker_id: a, message: 'm', delivery: 'queue' })
    await control({ action: 'send', worker_id: a, message: 'again', delivery: 'queue' })
    const b = await spawn('b')
    expect(capsules()).toEqual([
      { workerId: a, name: 'a', segment: 1, kind: 'updated' },
      { workerId: a, name: 'a', segment: 2, kind: 'updated' },
      { workerId: b, name: 'b', segment: 2, kind: 'updated' }
    ])
    const types = crew.log.events(crew.sessionId, { from: 0 }).map((event) => event.type)
    expect(types.indexOf('worker/updated')).toBeGreaterThan(types.indexOf('step/start'))
  })

  it('are made by what was accepted and by results received: not by reads, refusals or a passive reply', async () => {
    const turn = await coordinating()
    turn.sink.step(1)
    const a = await spawn('a')
    turn.sink.step(2)
    await control({ action: 'list' })
    await control({ action: 'get', worker_id: a })
    await control({ action: 'history', worker_id: a, offset: 0, limit: 9 })
    await control({ action: 'send', worker_id: 'nobody', message: 'm', delivery: 'queue' })
    await control({ action: 'send', worker_id: a, message: 'x'.repeat(1_000_001), delivery: 'queue' })
    await control({ action: 'interrupt', worker_id: a })
    turn.sink.step(3)
    turn.reply(`${a} is at work`)
    turn.end()
    expect(capsules()).toEqual([{ workerId: a, name: 'a', segment: 1, kind: 'updated' }])
    const next = await crew.steering.turnOf(crew.sessionId, 2)
    next.sink.step(1)
    next.reply('It was stopped.')
    next.end()
    await crew.idle(crew.sessionId)
    expect(capsules().at(-1)).toEqual({ workerId: a, name: 'a', segment: 1, kind: 'received' })
    expect(capsules()).toHaveLength(2)
  })

  it('are not made for an agent outside, which has no turn here', async () => {
    await spawn()
    expect(crew.log.events(crew.sessionId, { from: 0 })).toEqual([])
  })
})

describe('delete', () => {
  it('takes the agents of a worker with it, all or none of them across a crash', async () => {
    crew.worker('lead')
    crew.workers.setDelegates(crew.sessionId, 'lead', true)
    await crew.toolbox.call({ sessionId: 'lead' }, 'subagent', { label: 'c', task: 't', mode: 'continuable' })
    crew.steering.obeysInterrupt = false
    await crew.steering.turn(2)
    void control({ action: 'delete', worker_id: 'lead' })
    await vi.waitFor(() => expect(crew.steering.turns.map((turn) => turn.interrupted)).toEqual([true, true]))
    // Nobody on the way out starts another.
    expect((await crew.toolbox.call({ sessionId: 'lead' }, 'subagent', { label: 'd', task: 't', mode: 'continuable' })).isError).toBe(true)
    const { folder } = crew
    crew.die()
    crew = new Crew(folder)
    crew.sessions.repair()
    await vi.waitFor(() => expect(crew.log.children(crew.sessionId).map((session) => session.lifecycle)).toEqual(['deleted', 'deleted']))
    expect(crew.steering.opened).toEqual([])
    expect((await control({ action: 'delete', worker_id: 'lead' })).isError).toBe(false)
  })

  it('is done after a restart once it was begun, however little of it was', async () => {
    crew.worker('lead')
    crew.workers.setDelegates(crew.sessionId, 'lead', true)
    await crew.toolbox.call({ sessionId: 'lead' }, 'subagent', { label: 'c', task: 't', mode: 'continuable' })
    await crew.steering.turn(2)
    vi.spyOn(crew.sessions, 'driver').mockImplementation(() => {
      throw new Error('the host dies here')
    })
    expect((await control({ action: 'delete', worker_id: 'lead' })).isError).toBe(true)
    const { folder } = crew
    crew.die()
    crew = new Crew(folder)
    crew.sessions.repair()
    await vi.waitFor(() => expect(crew.log.children(crew.sessionId).map((session) => session.lifecycle)).toEqual(['deleted', 'deleted']))
  })

  it('is tried anew when it failed', async () => {
    crew.worker('w')
    await crew.steering.turn(1)
    const setLifecycle = vi.spyOn(crew.log, 'setLifecycle')
    setLifecycle.mockImplementation((_id, lifecycle) => {
      if (lifecycle === 'deleted') throw new Error('disk full')
    })
    expect(refusalOf(await control({ action: 'delete', worker_id: 'w' })).code).toBe('INTERNAL')
    setLifecycle.mockRestore()
    expect((await control({ action: 'delete', worker_id: 'w' })).value).toEqual({ worker_id: 'w', status: 'deleted' })
  })

  it('accepts nothing for the worker while it goes on', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    crew.steering.obeysInterrupt = false
    const deleted = control({ action: 'delete', worker_id: 'w' })
    const unknown = refusalOf(await control({ action: 'get', worker_id: 'nobody' }))
    for (const delivery of ['steer', 'queue']) {
      expect(refusalOf(await control({ action: 'send', worker_id: 'w', message: 'm', delivery }))).toEqual(unknown)
    }
    turn.end({ kind: 'aborted', reason: { kind: 'disposed' } })
    await deleted
    expect(crew.log.events('w', { from: 0 }).filter((event) => event.type === 'agent/inbox/spliced')).toHaveLength(2)
  })
})

it('reads a window of a long talk by its places', async () => {
  crew.steering.onTurn = (turn) => {
    turn.sink.step(1)
    for (let count = 1; count < 100; count++) turn.reply(`m${count}`)
    turn.end()
  }
  crew.worker('w', 'm0')
  await crew.idle('w')
  await fc.assert(
    fc.asyncProperty(fc.nat(130), fc.nat(130), async (offset, limit) => {
      const { value } = await control({ action: 'history', worker_id: 'w', offset, limit })
      const expected = Array.from({ length: 100 }, (_, index) => `m${99 - index}`).slice(offset, offset + limit)
      const window = HistoryWindow.parse(value)
      expect(window.messages.map(({ text }) => text)).toEqual(expected)
      expect(window.messages.map(({ index }) => index)).toEqual(expected.map((_, index) => offset + index))
      expect(window.total).toBe(100)
    }),
    { numRuns: 50 }
  )
})
