/** What a worker does now, as it is told from one sign of its engine to the next. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Crew } from '../testing/crew'

let crew: Crew
beforeEach(() => {
  crew = new Crew()
})
afterEach(() => crew.close())

describe('what goes on now', () => {
  const now = () => crew.sessions.live('w').now

  it('begins anew with the answer of the operator, whatever the engine says of when it began', async () => {
    crew.worker('w')
    const { sink } = await crew.steering.turnOf('w')
    const began = crew.now
    sink.step(1)
    sink.toolCall({ callId: 'c', name: 'bash', arguments: '{"command":"sleep 15"}' })
    sink.now({ what: 'bash', detail: 'sleep 15', since: began })
    crew.now += 20_000
    expect(now()?.since).toBe(began)
    crew.sessions.driver('w').answered({ kind: 'permission', tool: 'bash', callId: 'c' }, true)
    expect(now()).toEqual({ what: 'bash', detail: 'sleep 15', since: crew.now })
    const answered = crew.now
    crew.now += 1_000
    sink.now({ what: 'bash', detail: 'a line', since: began })
    expect(now()).toEqual({ what: 'bash', detail: 'a line', since: answered })
    // Another tool that runs beside it keeps its own time, and so does the next one of that name.
    sink.now({ what: 'read', detail: '', since: began })
    expect(now()?.since).toBe(began)
    sink.now({ what: 'bash', detail: '', since: crew.now })
    expect(now()?.since).toBe(crew.now)
  })

  it('is what the answer was for where the engine names no tool, and a plain question changes no time', async () => {
    crew.worker('w')
    const { sink } = await crew.steering.turnOf('w')
    const began = crew.now
    sink.step(1)
    sink.now({ what: 'terminal', detail: '', since: began })
    crew.now += 5_000
    crew.sessions.driver('w').answered({ kind: 'question', tool: null }, false)
    expect(now()?.since).toBe(began)
    crew.sessions.driver('w').answered({ kind: 'permission', tool: null }, true)
    expect(now()?.since).toBe(crew.now)
  })
})
