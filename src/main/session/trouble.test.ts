/** Sessions when something around them breaks: a database that cannot be written, a Coordinator that loses its engine. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Crew } from '../testing/crew'

let crew: Crew
beforeEach(() => {
  crew = new Crew()
})
afterEach(async () => {
  writable(true)
  await crew.close()
})

/** Real refusals of SQLite, as with a full disk. */
const writable = (yes: boolean) => crew.db.sqlite.exec(`PRAGMA query_only = ${yes ? 'OFF' : 'ON'}`)

describe('a database that cannot be written for a while', () => {
  it('ends the turn as soon as it can be written again, and goes on with what waits', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    turn.sink.step(1)
    await vi.waitFor(() => expect(crew.log.get('w')?.openSteps).toBe(1))
    crew.send('w', 'next', 'queue')
    writable(false)
    turn.end()
    await vi.waitFor(() => expect(crew.workers.get(crew.sessionId, 'w').status).toBe('unknown'))
    writable(true)
    expect((await crew.steering.turn(2)).inputs.map((input) => input.messageId)).toEqual(['next'])
    expect(crew.outcomes('w')).toEqual(['completed'])
    expect(crew.workers.get(crew.sessionId, 'w').status).toBe('busy')
  })

  it('still stops a turn, which stays one that was stopped by the operator and parks what waits', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    crew.send('w', 'later', 'queue')
    writable(false)
    crew.sessions.driver('w').interrupt(1, 'user')
    expect(turn.interrupted).toBe(true)
    writable(true)
    await vi.waitFor(() => expect(crew.outcomes('w')).toEqual(['aborted user']), { timeout: 5_000 })
    expect(crew.log.get('w')?.parked).toBe(true)
    expect(crew.pending('w')).toEqual(['later'])
  })

  it('does not keep the host from closing', async () => {
    crew.worker('w')
    await crew.steering.turn(1)
    crew.worker('v')
    await crew.steering.turn(2)
    writable(false)
    await crew.sessions.close()
    expect(crew.steering.disposed.sort()).toEqual(['v', 'w'])
  })
})

it('keeps messages for a Coordinator whose engine was taken away while it ran, until it has one again', async () => {
  const coordinator = { enabled: true, engine: 'pi', model: 'test/model' } as const
  crew.projects.setConduct(crew.sessionId, { coordinator })
  crew.send(crew.sessionId, 'first', 'queue')
  const turn = await crew.steering.turn(1)
  crew.send(crew.sessionId, 'second', 'queue')
  crew.projects.setConduct(crew.sessionId, { coordinator: { enabled: true, engine: 'none', model: null } })
  crew.sessions.wakeWaiting(crew.sessionId)
  turn.end()
  await vi.waitFor(() => expect(crew.log.get(crew.sessionId)?.openTurn).toBeNull())
  crew.sessions.wakeWaiting(crew.sessionId)
  expect(crew.pending(crew.sessionId)).toEqual(['second'])
  crew.projects.setConduct(crew.sessionId, { coordinator })
  crew.sessions.wakeWaiting(crew.sessionId)
  expect((await crew.steering.turn(2)).inputs.map((input) => input.messageId)).toEqual(['second'])
})

it('opens its engine anew when its model was changed, so that a turn runs on the model that it names', async () => {
  const use = (model: string) => crew.projects.setConduct(crew.sessionId, { coordinator: { enabled: true, engine: 'pi', model } })
  use('test/one')
  crew.steering.onTurn = (turn) => turn.end()
  crew.send(crew.sessionId, 'a', 'queue')
  await crew.idle(crew.sessionId)
  use('test/two')
  crew.send(crew.sessionId, 'b', 'queue')
  await crew.idle(crew.sessionId)
  expect(crew.steering.opened.map((spec) => spec.model)).toEqual(['test/one', 'test/two'])
  expect(crew.steering.disposed).toEqual([crew.sessionId])
})

it('lets workers run in the order in which their messages came, whoever is older', async () => {
  crew.projects.setConduct(crew.sessionId, { maxBusy: 1 })
  crew.worker('old')
  const first = await crew.steering.turn(1)
  crew.send('old', 'o2', 'queue')
  crew.now += 1
  crew.worker('young')
  crew.now += 1
  crew.send('old', 'o3', 'queue')
  crew.steering.onTurn = (turn) => turn.end()
  first.end()
  await crew.idle('old')
  await crew.idle('young')
  const begun = crew.steering.turns.flatMap((turn) => turn.inputs.map((input) => input.messageId))
  expect(begun).toEqual(['old-task', 'o2', 'young-task', 'o3'])
})
