import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeList, workersIn, type Crew, type ListRow, type Marks } from './list.logic'
import { makeWorker } from './testing'
import type { ListWish } from './wish.logic'

const NO_MARKS: Marks = { pinned: new Set(), archived: new Set(), folded: new Set(), opened: new Set() }
const NO_WISH: ListWish = { sort: 'created', held: null, collator: new Intl.Collator('en'), query: '', statuses: [], engines: [], unread: new Set() }
const AT = 1_800_000_000_000

const worker = (workerId: string, change: Parameters<typeof makeWorker>[0] = {}) => makeWorker({ workerId, name: workerId.toUpperCase(), ...change })
const crew = (...workers: Crew['workers'][number][]): Crew => ({ sessionId: 'p', name: 'Ferries', place: null, coordinator: null, workers })
const ids = (...of: string[]): Set<string> => new Set(of)

/** Rows in short: "a", " b" for a child, "= 2" for the archive of two, "# Ferries" for a Project. */
const short = (rows: readonly ListRow[]): string[] =>
  rows.map((row) => {
    if (row.kind === 'worker') return ' '.repeat(row.depth) + row.key
    if (row.kind === 'coordinator') return `@ ${row.worker?.name ?? 'you'}`
    return row.kind === 'archive' ? `= ${row.below.count}` : `# ${row.name}`
  })
const list = (of: Crew, marks: Partial<Marks> = {}, wish: Partial<ListWish> = {}) =>
  makeList([of], false, { ...NO_MARKS, ...marks }, { ...NO_WISH, ...wish })

describe('the list of workers', () => {
  const family = crew(worker('a'), worker('b'), worker('a1', { parentId: 'a' }), worker('a2', { parentId: 'a' }), worker('a1x', { parentId: 'a1' }))

  it('has children under the worker that made them, each in the order of creation', () => {
    expect(short(list(family).rows)).toEqual(['a', ' a1', '  a1x', ' a2', 'b'])
    // Lines lead to the parent, or to the child before.
    expect(workersIn(list(family).rows).map(({ up, first }) => [up, first])).toEqual([[0, true], [1, true], [1, true], [2, false], [0, false]])
  })

  it('lets a child whose parent is gone stand on its own', () => {
    expect(short(list(crew(worker('x', { parentId: 'gone' }), worker('y', { parentId: 'y' }))).rows)).toEqual(['x', 'y'])
  })

  it('puts children away and still counts what goes on among them', () => {
    const busy = crew(worker('a'), worker('a1', { parentId: 'a', phase: 'busy' }), worker('a1x', { parentId: 'a1', phase: 'waiting' }))
    const { rows } = list(busy, { folded: ids('a') })
    expect(short(rows)).toEqual(['a'])
    expect(rows[0]).toMatchObject({ folded: true, below: { count: 2, busy: 1, waiting: 1 } })
  })

  it('has pinned workers first, each with its children, in the order of creation', () => {
    expect(short(list(family, { pinned: ids('b') }).rows)).toEqual(['b', 'a', ' a1', '  a1x', ' a2'])
    expect(short(list(family, { pinned: ids('a1', 'b') }).rows)).toEqual(['b', 'a1', ' a1x', 'a', ' a2'])
  })

  it('has archived workers at the end, with all that stands under them, and says what goes on there', () => {
    const busy = crew(worker('a'), worker('a1', { parentId: 'a', phase: 'waiting' }), worker('b', { phase: 'busy' }), worker('c'))
    const { rows, archived } = list(busy, { archived: ids('a', 'b') })
    expect(short(rows)).toEqual(['c', '= 3'])
    expect(rows[1]).toMatchObject({ folded: true, below: { count: 3, waiting: 1, busy: 1 } })
    expect(archived).toBe(3)
    expect(short(list(busy, { archived: ids('a', 'b'), opened: ids('p') }).rows)).toEqual(['c', '= 3', 'a', ' a1', 'b'])
  })

  it('is sorted by name, or by what happened last, when the operator wishes so', () => {
    const crewOf = crew(
      worker('w10', { name: 'Load test 10', evidence: { what: '', since: AT, heardAt: null } }),
      worker('w2', { name: 'load test 2', evidence: { what: '', since: AT + 2, heardAt: null } }),
      worker('w3', { name: 'Audit', evidence: { what: 'bash', since: AT + 9, heardAt: null }, turn: { number: 1, startedAt: AT + 1, steps: 0, stoppingSince: null } })
    )
    const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
    expect(short(list(crewOf, {}, { sort: 'name', collator }).rows)).toEqual(['w3', 'w2', 'w10'])
    expect(short(list(crewOf, {}, { sort: 'activity' }).rows)).toEqual(['w2', 'w3', 'w10'])
    // While the pointer is among them they stay; one that came meanwhile is the last.
    const held = new Map([['w10', 0], ['w3', 1]])
    expect(short(list(crewOf, {}, { sort: 'activity', held }).rows)).toEqual(['w10', 'w3', 'w2'])
  })

  it('shows what is searched for, without its tree, and says what it keeps away', () => {
    const crewOf = crew(worker('a', { name: 'Booking form' }), worker('a1', { parentId: 'a', name: 'Form fixtures', phase: 'waiting' }), worker('b', { name: 'Fares', phase: 'busy' }))
    const found = list(crewOf, { folded: ids('a') }, { query: ' FORM ' })
    expect(short(found.rows)).toEqual(['a', 'a1'])
    expect(found.away).toEqual({ count: 1, waiting: 0, busy: 1 })
    expect(short(list(crewOf, {}, { query: 'form fixt' }).rows)).toEqual(['a1'])
    expect(short(list(crewOf, { archived: ids('a') }, { query: 'form' }).rows)).toEqual(['= 2', 'a', 'a1'])
    expect(list(crewOf, {}, { query: 'nothing like it' })).toMatchObject({ rows: [], away: { count: 3, waiting: 1, busy: 1 } })
  })

  it('is filtered by status and engine', () => {
    const failed = { kind: 'error', error: { message: 'm', code: 'C' } } as const
    const crewOf = crew(worker('a', { phase: 'busy', engine: 'shell' }), worker('b', { lastOutcome: failed }), worker('c', { engine: 'acp', model: 'claude/fast' }), worker('d', { phase: 'unknown' }))
    expect(short(list(crewOf, {}, { statuses: ['busy'] }).rows)).toEqual(['a'])
    expect(short(list(crewOf, {}, { statuses: ['failed'] }).rows)).toEqual(['b', 'd'])
    expect(short(list(crewOf, {}, { statuses: ['busy', 'idle'] }).rows)).toEqual(['a', 'b', 'c'])
    expect(short(list(crewOf, {}, { statuses: ['unread'], unread: ids('c') }).rows)).toEqual(['c'])
    expect(short(list(crewOf, {}, { engines: ['claude', 'shell'] }).rows)).toEqual(['a', 'c'])
  })

  it('can hold all Projects', () => {
    const other: Crew = { sessionId: 'q', name: 'Harbour', place: null, coordinator: null, workers: [worker('x'), worker('y', { phase: 'busy' })] }
    const all = [crew(worker('a')), other]
    expect(short(makeList(all, true, NO_MARKS, NO_WISH).rows)).toEqual(['# Ferries', 'a', '# Harbour', 'x', 'y'])
    const folded = makeList(all, true, { ...NO_MARKS, folded: ids('q') }, NO_WISH)
    expect(short(folded.rows)).toEqual(['# Ferries', 'a', '# Harbour'])
    expect(folded.rows[2]).toMatchObject({ folded: true, below: { count: 2, busy: 1 } })
    expect(short(makeList(all, true, NO_MARKS, { ...NO_WISH, query: 'harbour x' }).rows)).toEqual(['# Harbour', 'x'])
  })
})

describe('who coordinates', () => {
  const boss = (sessionId: string, change: Parameters<typeof makeWorker>[0] = {}) => makeWorker({ workerId: sessionId, name: 'Coordinator', ...change })
  const ferries: Crew = { ...crew(worker('a'), worker('b', { phase: 'busy' })), coordinator: boss('p', { phase: 'waiting' }) }
  const harbour: Crew = { sessionId: 'q', name: 'Harbour', place: null, coordinator: 'operator', workers: [worker('x')] }
  const all = (marks: Partial<Marks> = {}, wish: Partial<ListWish> = {}) => makeList([ferries, harbour], true, { ...NO_MARKS, ...marks }, { ...NO_WISH, ...wish })

  it('is the first under the head of each Project, and counted in what goes on there, but is no worker', () => {
    const { rows, total } = all()
    expect(short(rows)).toEqual(['# Ferries', '@ Coordinator', 'a', 'b', '# Harbour', '@ you', 'x'])
    expect(rows[0]).toMatchObject({ below: { count: 2, waiting: 1, busy: 1 } })
    expect(rows.slice(1, 4).map(({ level, position, size }) => [level, position, size])).toEqual([[2, 1, 3], [2, 2, 3], [2, 3, 3]])
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    expect(total).toBe(3)
    expect(workersIn(rows).map(({ key }) => key)).toEqual(['a', 'b', 'x'])
  })

  it('is put away with its Project, and told there', () => {
    const { rows } = all({ folded: ids('p') })
    expect(short(rows)).toEqual(['# Ferries', '# Harbour', '@ you', 'x'])
    expect(rows[0]).toMatchObject({ below: { count: 2, waiting: 1, busy: 1 } })
  })

  it('is found and filtered like a worker; what waits is told where it is not shown', () => {
    expect(short(all({}, { query: 'coord' }).rows)).toEqual(['# Ferries', '@ Coordinator'])
    expect(short(all({}, { statuses: ['waiting'] }).rows)).toEqual(['# Ferries', '@ Coordinator'])
    const busy = all({}, { statuses: ['busy'] })
    expect(short(busy.rows)).toEqual(['# Ferries', 'b'])
    expect(busy.away).toEqual({ count: 2, waiting: 1, busy: 0 })
  })

  it('stands apart from the list of one Project, and is told of once it is known', () => {
    expect(short(makeList([ferries], false, NO_MARKS, NO_WISH).rows)).toEqual(['a', 'b'])
    expect(short(makeList([{ ...harbour, coordinator: null }], true, NO_MARKS, NO_WISH).rows)).toEqual(['# Harbour', 'x'])
  })
})

describe('no worker', () => {
  const id = fc.integer({ min: 0, max: 14 })
  const marked = fc.uniqueArray(id).map((found) => ids(...found.map((at) => `w${at}`)))
  const phases = fc.constantFrom('idle', 'busy', 'waiting' as const)

  it('is ever lost or doubled: each has its row, or is counted where it is put away', () => {
    const crewOf = fc
      .array(fc.record({ parent: fc.option(id), phase: phases }), { maxLength: 15 })
      .map((all) => crew(...all.map(({ parent, phase }, at) => worker(`w${at}`, { phase, parentId: parent !== null && parent < at ? `w${parent}` : null }))))
    const wishes = fc.record({ sort: fc.constantFrom('created' as const, 'activity' as const, 'name' as const), query: fc.constantFrom('', 'w1') })
    fc.assert(
      fc.property(crewOf, fc.record({ pinned: marked, archived: marked, folded: marked, opened: fc.constantFrom(ids(), ids('p')) }), wishes, (of, marks, wish) => {
        const made = list(of, marks, wish)
        const rows = workersIn(made.rows)
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
        let put = made.away?.count ?? 0
        let waiting = made.away?.waiting ?? 0
        for (const row of made.rows) {
          if (row.kind === 'worker') waiting += row.worker.phase === 'waiting' ? 1 : 0
          if (row.folded && row.below) {
            put += row.below.count
            waiting += row.below.waiting
          }
        }
        expect(rows.length + put).toBe(of.workers.length)
        expect(waiting).toBe(of.workers.filter(({ phase }) => phase === 'waiting').length)
        // A child stands directly below its parent's part of the list.
        for (const [at, row] of rows.entries()) if (row.depth > 0) expect(rows[at - 1]?.depth).toBeGreaterThanOrEqual(row.depth - 1)
      })
    )
  })
})
