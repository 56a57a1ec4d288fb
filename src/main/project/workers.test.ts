import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Crew } from '../testing/crew'

let crew: Crew
beforeEach(() => {
  crew = new Crew()
})
afterEach(() => crew.close())

describe('the list', () => {
  it('is read ahead at a start, and later only where something has happened', async () => {
    for (const id of ['a', 'b', 'c']) crew.worker(id)
    crew.steering.onTurn = (turn) => turn.end()
    for (const turn of crew.steering.turns) turn.end()
    for (const id of ['a', 'b', 'c']) await crew.idle(id)
    const { folder } = crew
    crew.die()
    crew = new Crew(folder)
    const read = vi.spyOn(crew.log, 'latestInputs')
    crew.workers.readAhead()
    expect(read.mock.lastCall?.[0].toSorted()).toEqual(['a', 'b', 'c'])
    const before = crew.workers.list(crew.sessionId)
    expect(read.mock.lastCall?.[0]).toEqual([])
    crew.steering.onTurn = (turn) => turn.end()
    crew.send('b', 'm', 'queue')
    await crew.idle('b')
    const after = crew.workers.list(crew.sessionId)
    expect(read.mock.lastCall?.[0]).toEqual(['b'])
    expect(after.map((view, index) => view === before[index])).toEqual([true, false, true])
    expect(after).toEqual(before.map((view) => crew.workers.get(crew.sessionId, view.workerId)))
    expect(crew.steering.opened.map((spec) => spec.sessionId)).toEqual(['b'])
  })

  it('that cannot be read keeps no host from starting', () => {
    crew.worker('w')
    crew.db.run("UPDATE session SET last_outcome = '{' WHERE id = 'w'")
    expect(() => crew.workers.readAhead()).not.toThrow()
    crew.db.run("UPDATE session SET last_outcome = NULL WHERE id = 'w'")
  })

  it('leaves out what is deleted, however much of it there is', async () => {
    for (const id of ['a', 'b', 'c']) crew.worker(id)
    await Promise.all(['a', 'c'].map((id) => crew.workers.delete(crew.sessionId, id)))
    const read = vi.spyOn(crew.log, 'latestInputs')
    expect(crew.workers.list(crew.sessionId).map((view) => view.workerId)).toEqual(['b'])
    expect(read.mock.lastCall?.[0]).toEqual(['b'])
  })
})
