/** Somebody sets the clock of the machine while turns run. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STALE_AFTER_MS } from '../../shared/limits'
import { readTurns } from '../timeline/turns'
import { Crew } from '../testing/crew'

const HOUR_MS = 3_600_000

let crew: Crew
beforeEach(() => {
  crew = new Crew()
  crew.worker('w')
})
afterEach(() => crew.close())

const seen = () => crew.workers.get(crew.sessionId, 'w')

describe.each([-HOUR_MS, HOUR_MS])('a clock that is set by %i ms', (by) => {
  it('neither keeps a silent worker busy nor makes one unknown that was heard', async () => {
    const { sink } = await crew.steering.turnOf('w')
    sink.step(1)
    crew.clockSet += by
    crew.now += STALE_AFTER_MS
    expect(seen().status).toBe('busy')
    crew.now += 1
    expect(seen().status).toBe('unknown')
    expect(seen().evidence.heardAt).toBeLessThan(crew.now + crew.clockSet)
  })

  it('changes nothing of how long a turn took', async () => {
    const turn = await crew.steering.turnOf('w')
    turn.sink.step(1)
    crew.now += 7_000
    crew.clockSet += by
    turn.end()
    await vi.waitFor(() => expect(crew.outcomes('w')).toEqual(['completed']))
    expect(readTurns(crew.log, 'w', 1, 1).map(({ view }) => view.tookMs)).toEqual([7_000])
  })
})

it('the two times of a turn tell how long it took where nobody set the clock', async () => {
  const turn = await crew.steering.turnOf('w')
  crew.now += 7_000
  turn.end()
  await vi.waitFor(() => expect(crew.outcomes('w')).toEqual(['completed']))
  const [ended] = readTurns(crew.log, 'w', 1, 1)
  expect(ended?.view.tookMs).toBeUndefined()
  expect((ended?.view.endedAt ?? 0) - (ended?.view.startedAt ?? 0)).toBe(7_000)
})
