import { mkdirSync, rmdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
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

it('a folder that cannot be looked at is one that is not there, and no fault', () => {
  const folder = join(crew.folder, 'loop')
  mkdirSync(folder)
  const { sessionId } = crew.projects.open(folder)
  rmdirSync(folder)
  symlinkSync(folder, folder)
  expect(crew.workers.list(sessionId)).toEqual([])
  expect(crew.projects.list().map((row) => crew.projects.view(row).folderProblem)).toContain('The folder is not there any more.')
})

describe('creating', () => {
  it('under an id that is taken is a conflict, however much like a message to that worker it looks', async () => {
    crew.worker('w')
    await crew.steering.turn(1)
    const other = { workerId: 'w', messageId: 'new', name: 'Other', task: 'other', taskRef: null, engine: 'shell', model: null, source: { kind: 'user' } } as const
    expect(() => crew.workers.create(crew.sessionId, other)).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect(crew.pending('w')).toEqual([])
    expect(crew.worker('w')).toBe('w')
  })
})
