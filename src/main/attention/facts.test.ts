import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AttentionFact } from '../../shared/attention'
import { STALE_AFTER_MS } from '../../shared/limits'
import type { Outcome } from '../../shared/model'
import { Desk } from '../project/desk'
import { Crew } from '../testing/crew'
import { DeskMarks } from './desk-marks'
import { AttentionFacts } from './facts'
import { AttentionReads } from './reads'

const FAULT: Outcome = { kind: 'error', error: { code: 'E', message: 'It broke.' } }
const STOPPED: Outcome = { kind: 'aborted', reason: { kind: 'user' } }

let crew: Crew
let desk: Desk
let marks: DeskMarks
let facts: AttentionFacts
let changed: string[]
let stops: (() => void)[] = []
beforeEach(() => {
  crew = new Crew()
  desk = new Desk(crew.db)
  marks = new DeskMarks(desk, crew.now)
  crew.now += 1_000
  facts = make()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await crew.close()
})

const make = () => new AttentionFacts({ ...crew, desk, reads: new AttentionReads(crew.db), marks, clock: () => crew.now })
const watch = () => {
  changed = []
  const stop = facts.watch((ids) => changed.push(...ids))
  stops.push(stop)
  return stop
}
const mark = (workerId: string, turn: number, unread = false) => desk.set(`read.${workerId}`, JSON.stringify({ turn, unread }))
/** Ends the `count`th turn of a worker, with a reply. */
const end = async (workerId: string, count: number, outcome?: Outcome): Promise<void> => {
  const turn = await crew.steering.turnOf(workerId, count)
  turn.sink.step(1)
  turn.reply('done')
  turn.end(outcome)
  await crew.idle(workerId).catch(() => {})
  crew.now += 1_000
}
const shown = (list: readonly AttentionFact[] = facts.all()) =>
  list.map((fact) => (fact.kind === 'unknown' ? `${fact.workerId} unknown` : `${fact.workerId} ${fact.last.outcome.kind} ${fact.last.turn}${fact.failure ? ` after ${fact.failure.turn}` : ''}`)).toSorted()

describe('what was not seen', () => {
  it('comes with the end of a turn and goes when the turn was seen', async () => {
    watch()
    crew.worker('w')
    expect(shown()).toEqual([])
    await end('w', 1)
    expect(shown()).toEqual(['w completed 1'])
    mark('w', 1)
    expect(shown()).toEqual([])
    expect(changed).toEqual(['ended w', 'ended w'])
  })

  it('is found in the database by whoever begins to watch, also after a restart', async () => {
    crew.worker('w')
    await end('w', 1, FAULT)
    crew.send('w', 'again', 'queue')
    await end('w', 2)
    watch()
    expect(shown()).toEqual(['w completed 2 after 1'])
    marks = new DeskMarks(desk, crew.now)
    facts = make()
    watch()
    expect(shown()).toEqual(['w completed 2 after 1'])
  })

  it('keeps a failure and a result that later turns have come over, until they are seen', async () => {
    watch()
    crew.worker('w')
    await end('w', 1)
    crew.send('w', 'b', 'queue')
    await end('w', 2, STOPPED)
    expect(shown()).toEqual(['w completed 1'])
    crew.workers.continue(crew.sessionId, 'w')
    crew.send('w', 'c', 'queue')
    await end('w', 3, FAULT)
    crew.send('w', 'd', 'queue')
    await end('w', 4)
    expect(shown()).toEqual(['w completed 4 after 3'])
    mark('w', 3)
    expect(shown()).toEqual(['w completed 4'])
  })

  it('is none of what the operator stopped', async () => {
    watch()
    crew.worker('w')
    await end('w', 1, STOPPED)
    expect(shown()).toEqual([])
  })

  it('is what the operator marked, however long ago it ended', async () => {
    crew.worker('w')
    await end('w', 1, STOPPED)
    desk.set('attention.before', JSON.stringify(crew.now))
    watch()
    expect(shown()).toEqual([])
    mark('w', 0, true)
    expect(shown()).toEqual(['w aborted 1'])
    marks = new DeskMarks(desk, crew.now)
    facts = make()
    watch()
    expect(shown()).toEqual(['w aborted 1'])
    mark('w', 1)
    expect(shown()).toEqual([])
  })

  it('is all seen at once', async () => {
    watch()
    for (const id of ['a', 'b']) {
      crew.worker(id)
      await end(id, 1)
    }
    expect(shown()).toHaveLength(2)
    desk.set('attention.before', JSON.stringify(crew.now))
    expect(shown()).toEqual([])
  })

  it('goes with a conversation that is cleared', async () => {
    watch()
    crew.worker('w')
    await end('w', 1, FAULT)
    await crew.sessions.driver('w').clear(() => {})
    expect(shown()).toEqual([])
    crew.send('w', 'b', 'queue')
    await end('w', 2)
    expect(shown()).toEqual(['w completed 2'])
  })

  it('follows a rename, and goes with its worker and with its Project', async () => {
    watch()
    crew.worker('w')
    crew.worker('gone')
    await end('w', 1)
    await end('gone', 1)
    crew.workers.rename(crew.sessionId, 'w', 'New name')
    expect(facts.get('ended w')?.name).toBe('New name')
    await crew.workers.delete(crew.sessionId, 'gone')
    expect(shown()).toEqual(['w completed 1'])
    crew.projects.forget(crew.sessionId)
    expect(shown()).toEqual([])
    crew.projects.open(crew.folder)
    expect(shown()).toEqual(['w completed 1'])
  })

  it('costs nothing while nobody watches', async () => {
    const stop = watch()
    stop()
    crew.worker('w')
    await end('w', 1)
    expect(changed).toEqual([])
    watch()
    expect(shown()).toEqual(['w completed 1'])
  })
})

describe('a worker whose evidence is stale', () => {
  it('is unknown since it was heard last, and known again with the next word', async () => {
    watch()
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    turn.sink.heard()
    const heardAt = crew.now
    crew.now += STALE_AFTER_MS + 1
    await expect.poll(() => facts.get('unknown w'), { timeout: 5_000 }).toMatchObject({ turn: 1, heardAt })
    turn.sink.heard()
    expect(facts.get('unknown w')).toBeUndefined()
  })
})
