import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { foldCase, termsOf, type FindHit, type FindInput } from '../../shared/find'
import type { EventBody } from '../session/events'
import { MIGRATIONS } from '../store/schema'
import { Crew } from '../testing/crew'
import { Finder } from './finder'
import { FindIndex } from './find-index'

let crew: Crew
let index: FindIndex
let finder: Finder
const reports: string[] = []
const report = (message: string) => void reports.push(message)

beforeEach(() => {
  crew = new Crew()
  reports.length = 0
  open()
})
afterEach(async () => {
  index.close()
  await crew.close()
  expect(reports).toEqual([])
})

function open(): void {
  index = new FindIndex({ db: crew.db, log: crew.log, report })
  finder = new Finder({ db: crew.db, index, report })
}

/** A worker without an engine: what it was told and said is written into its log. */
function talk(id: string, ...turns: { asks: string; says?: string[]; open?: boolean }[]): void {
  if (!crew.log.get(id)) {
    crew.log.create({ id, projectId: crew.sessionId, parentId: crew.sessionId, name: `Worker ${id}`, taskRef: null, engine: 'pi', model: null, lifecycle: 'member' })
  }
  const before = crew.log.get(id)?.turnCount ?? 0
  for (const [at, { asks, says = [], open }] of turns.entries()) {
    const turn = before + at + 1
    const text = (value: string) => [{ type: 'text' as const, text: value }]
    crew.log.append(id, [
      { type: 'turn/start', data: { turn, engine: 'pi', model: null } },
      {
        type: 'user/message',
        data: { turn, step: 1, id: `${id}-${turn}`, role: 'user', content: text(asks), source: { kind: 'user' }, delivery: 'queue', acceptedAt: crew.now }
      },
      ...says.map(
        (value, step): EventBody => ({ type: 'assistant/message', data: { turn, step, message: { id: `${id}-${turn}-${step}`, role: 'assistant', content: text(value) } } })
      ),
      ...(open ? [] : [{ type: 'turn/end', data: { turn, reason: { kind: 'completed' } } } as const])
    ])
    crew.now += 1_000
  }
}

/** All hits, over as many answers as it takes. */
function find(query: string, more: Partial<FindInput> = {}): FindHit[] {
  const hits: FindHit[] = []
  let before: number | undefined
  for (;;) {
    const answer = finder.messages({ query, within: 'all', limit: 3, ...more, ...(before === undefined ? {} : { before }) })
    hits.push(...answer.hits)
    if (answer.next === null) return hits
    before = answer.next
  }
}
const ids = (query: string, more: Partial<FindInput> = {}) => find(query, more).map(({ messageId }) => messageId)

describe.each(['before the index has them', 'by the index', 'half by the index'])('messages are found %s', (when) => {
  const settle = () => {
    if (when !== 'before the index has them') index.catchUp()
    if (when === 'half by the index') talk('late', { asks: 'Deploy it late 部署' })
  }
  const late = when === 'half by the index' ? ['late-1'] : []

  it('newest first, inputs and replies, in every script', () => {
    talk('a', { asks: 'Please deploy the service', says: ['I look at it.', 'DEPLOYED; 已部署完成'] }, { asks: '再次部署' })
    talk('b', { asks: 'Something else' })
    settle()
    expect(ids('deploy')).toEqual([...late, 'a-1-1', 'a-1'])
    expect(ids('部署')).toEqual([...late, 'a-2', 'a-1-1'])
    expect(ids('部')).toEqual([...late, 'a-2', 'a-1-1'])
    expect(ids('it')).toEqual([...late, 'a-1-0'])
    expect(ids('please SERVICE')).toEqual(['a-1'])
    expect(ids('"the service"')).toEqual(['a-1'])
    expect(ids('"service the"')).toEqual([])
    expect(ids('deployment')).toEqual([])
    expect(ids('署部')).toEqual([])
  })

  it('with accents and without, however these are written', () => {
    talk('a', { asks: 'Ask \u00d8sterby', says: ['a cafe\u0301'] }, { asks: 'Osterby, ＣＡＦＥ' }, { asks: 'le CAF\u00c9' })
    settle()
    expect(ids('osterby')).toEqual(['a-2', 'a-1'])
    expect(ids('Østerby')).toEqual(['a-2', 'a-1'])
    for (const query of ['cafe', 'caf\u00e9', 'cafe\u0301', 'ｃａｆｅ']) expect(ids(query)).toEqual(['a-3', 'a-2', 'a-1-0'])
    const [hit] = find('cafe', { limit: 1 })
    expect(hit?.ranges.map(({ start, end }) => hit.snippet.slice(start, end))).toEqual(['CAF\u00c9'])
  })

  it('of one worker, or of one Project, and as the timeline shows them', () => {
    talk('a', { asks: 'find the needle', says: ['a needle between', 'the needle'] })
    talk('b', { asks: 'needle', says: ['needle so far'], open: true })
    settle()
    expect(ids('needle', { workerId: 'a' })).toEqual(['a-1-1', 'a-1-0', 'a-1'])
    expect(find('needle').map(({ role }) => role)).toEqual(['between', 'input', 'reply', 'between', 'input'])
    expect(ids('needle', { within: 'timeline' })).toEqual(['b-1', 'a-1-1', 'a-1'])
    expect(ids('needle', { sessionId: crew.sessionId })).toHaveLength(5)
    expect(ids('ne', { sessionId: crew.sessionId })).toHaveLength(5)
    expect(ids('needle', { sessionId: 'nobody' })).toEqual([])
    expect(ids('needle', { workerId: 'nobody' })).toEqual([])
  })

  it('with what is around them', () => {
    talk('a', { asks: `${'Long before. '.repeat(30)}\nHere: the NEEDLE and a needle.${' Long after.'.repeat(30)}` })
    settle()
    const [hit] = find('needle')
    expect(hit).toMatchObject({ workerId: 'a', workerName: 'Worker a', sessionId: crew.sessionId, turn: 1, role: 'input', source: { kind: 'user' }, cutBefore: true, cutAfter: true })
    expect(hit?.snippet).not.toContain('\n')
    expect(hit?.ranges.map(({ start, end }) => hit.snippet.slice(start, end))).toEqual(['NEEDLE', 'needle'])
    expect(hit?.snippet.length).toBeLessThan(260)
  })

  it('and nothing of a deleted worker, or of a Project that is off the list', () => {
    talk('a', { asks: 'a needle' })
    talk('b', { asks: 'a needle' })
    settle()
    crew.log.setLifecycle('a', 'deleted')
    expect(ids('needle')).toEqual(['b-1'])
    index.catchUp()
    expect(ids('needle')).toEqual(['b-1'])
    expect(rows(`SELECT id FROM said JOIN said_by ON n = said_by WHERE session_id = 'a'`)).toBe(0)
    expect(rows(`SELECT rowid FROM said_index WHERE said_index MATCH '"nee"'`)).toBe(1)
    crew.projects.forget(crew.sessionId)
    expect(ids('needle')).toEqual([])
  })
})

const rows = (sql: string): number => crew.db.sqlite.prepare(sql).all().length

describe('the index', () => {
  it('goes on where a host has died, and holds each message once', () => {
    talk('a', { asks: 'needle 1' }, { asks: 'needle 2' })
    index.catchUp()
    talk('a', { asks: 'needle 3' })
    index.close()
    crew.die()
    crew = new Crew(crew.folder)
    open()
    expect(ids('needle')).toEqual(['a-3', 'a-2', 'a-1'])
    index.catchUp()
    expect(ids('needle')).toEqual(['a-3', 'a-2', 'a-1'])
    expect(rows(`SELECT rowid FROM said_index WHERE said_index MATCH '"nee"'`)).toBe(3)
  })

  it('finds what was written before there was one, but nothing of deleted workers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crewdeck-test-'))
    mkdirSync(join(folder, 'data'))
    const old = new DatabaseSync(join(folder, 'data', 'crewdeck.db'))
    const before = MIGRATIONS.findIndex((sql) => sql.includes('CREATE TABLE said '))
    old.exec(`${MIGRATIONS.slice(0, before).join(';')}; PRAGMA user_version = ${before}`)
    old.exec(`INSERT INTO project (session_id, folder, name, policy, opened_at) VALUES ('p', '${folder}', 'Old', 'run', 1)`)
    const session = old.prepare(`INSERT INTO session (id, project_id, name, engine, lifecycle, created_at) VALUES (?, 'p', ?, 'pi', ?, 1)`)
    const event = old.prepare(`INSERT INTO event (session_id, seq, time, type, shown, data) VALUES (?, 0, ?, 'user/message', 1, ?)`)
    for (const [id, lifecycle, time] of [['p', 'member', 5], ['late', 'member', 9], ['gone', 'deleted', 7], ['early', 'member', 3]] as const) {
      session.run(id, id, lifecycle)
      event.run(id, time, JSON.stringify({ turn: 1, step: 1, id: `${id}-1`, role: 'user', content: [{ type: 'text', text: 'a needle' }], source: { kind: 'user' }, delivery: 'queue', acceptedAt: time }))
    }
    old.close()
    index.close()
    await crew.close()
    crew = new Crew(folder)
    open()
    expect(ids('needle')).toEqual(['late-1', 'p-1', 'early-1'])
    index.catchUp()
    expect(ids('needle')).toEqual(['late-1', 'p-1', 'early-1'])
  })

  it('is made anew where it is damaged, and everything is found meanwhile', () => {
    talk('a', { asks: 'needle 1' })
    index.catchUp()
    const other = new DatabaseSync(join(crew.folder, 'data', 'crewdeck.db'), { defensive: false })
    other.exec(`UPDATE said_index_data SET block = x'00ff00ff00ff00ff' WHERE id > 10`)
    other.close()
    expect(ids('needle')).toEqual(['a-1'])
    expect(reports.splice(0)).toEqual(['the index of messages was damaged and is made anew'])
    index.catchUp()
    expect(ids('needle')).toEqual(['a-1'])
  })

  it('of pieces that were made in another way is made anew', () => {
    talk('a', { asks: 'caf\u00e9' })
    index.catchUp()
    crew.db.sqlite.exec(`DELETE FROM said_index WHERE rowid = 1; INSERT INTO said_index (rowid, grams) VALUES (1, 'caf afé'); UPDATE said_state SET version = 1`)
    expect(ids('cafe')).toEqual([])
    index.close()
    open()
    expect(index.indexed).toBe(0)
    expect(ids('cafe')).toEqual(['a-1'])
    index.catchUp()
    expect(rows(`SELECT rowid FROM said_index WHERE said_index MATCH '"afe"'`)).toBe(1)
    expect(ids('cafe')).toEqual(['a-1'])
  })

  it('has few parts, however often something is said', () => {
    for (let turn = 1; turn <= 200; turn++) {
      talk('a', { asks: `needle ${turn}` })
      index.catchUp()
    }
    expect(rows('SELECT DISTINCT segid FROM said_index_idx')).toBeLessThan(16)
    expect(ids('needle', { limit: 200 })).toHaveLength(200)
  })

  it('leaves out what says nothing', () => {
    talk('a', { asks: 'one', says: ['', '  '] })
    index.catchUp()
    expect(rows('SELECT id FROM said')).toBe(1)
  })
})

describe('what is pending', () => {
  const pend = (sessionId: string, id: string, text: string, target: 'next-step' | 'next-turn' = 'next-turn') =>
    crew.log.append(sessionId, [
      {
        type: 'agent/inbox/spliced',
        data: {
          target,
          start: crew.log.inbox.count(sessionId, target),
          inserted: [{ id, text, source: { kind: 'user' }, delivery: target === 'next-turn' ? 'queue' : 'steer', note: null, acceptedAt: crew.now++, wakes: true }]
        }
      }
    ])
  const pending = (query: string, more: { sessionId?: string; workerId?: string; limit?: number; after?: string } = {}) => finder.pending({ query, limit: 50, ...more })
  const idsOf = (query: string, more = {}) => pending(query, more).hits.map(({ messageId }) => messageId)

  it('is found newest first, in every worker and the Coordinator, until a turn has it', () => {
    talk('a', { asks: 'one' })
    talk('b', { asks: 'two' })
    pend('a', 'first', 'The caf\u00e9 needle')
    pend('b', 'second', 'steer to the cafe\u0301', 'next-step')
    pend(crew.sessionId, 'third', 'ＣＡＦＥ 部署')
    expect(idsOf('cafe')).toEqual(['third', 'second', 'first'])
    expect(idsOf('cafe needle')).toEqual(['first'])
    expect(idsOf('部署')).toEqual(['third'])
    expect(idsOf('cafe', { workerId: 'b' })).toEqual(['second'])
    expect(idsOf('cafe', { sessionId: crew.sessionId })).toEqual(['third', 'second', 'first'])
    expect(idsOf('cafe', { sessionId: 'another' })).toEqual([])
    expect(idsOf(' ')).toEqual([])
    const [hit] = pending('needle').hits
    expect(hit).toMatchObject({ workerId: 'a', workerName: 'Worker a', sessionId: crew.sessionId, source: { kind: 'user' } })
    expect(hit?.ranges.map(({ start, end }) => hit.snippet.slice(start, end))).toEqual(['needle'])
    crew.log.append('a', [{ type: 'agent/inbox/spliced', data: { target: 'next-turn', start: 0, removedCount: 1, inserted: [] } }])
    expect(idsOf('cafe')).toEqual(['third', 'second'])
  })

  it('is not found of a deleted worker, or of a Project that is off the list', () => {
    talk('a', { asks: 'one' })
    talk('b', { asks: 'two' })
    pend('a', 'first', 'needle')
    pend('b', 'second', 'needle')
    crew.log.setLifecycle('a', 'deleted')
    expect(idsOf('needle')).toEqual(['second'])
    crew.projects.forget(crew.sessionId)
    expect(idsOf('needle')).toEqual([])
  })

  it('goes on where an answer ended, and each answer gets on', () => {
    talk('a', { asks: 'one' })
    for (let n = 0; n < 40; n++) pend('a', `m${String(n).padStart(2, '0')}`, n % 10 === 0 ? 'needle' : 'hay')
    expect(pending('needle')).toMatchObject({ next: null })
    expect(pending('needle', { limit: 2 })).toMatchObject({ hits: [{ messageId: 'm10' }, { messageId: 'm00' }], next: 'm10' })
    expect(pending('needle', { after: 'm10' })).toMatchObject({ hits: [{ messageId: 'm30' }, { messageId: 'm20' }], next: null })

    // A host that has no time reads a few of them all the same.
    let clock = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 1_000))
    const found: string[] = []
    let answers = 0
    for (let after: string | null = ''; after !== null; answers++) {
      const answer = pending('needle', after === '' ? {} : { after })
      found.push(...answer.hits.map(({ messageId }) => messageId))
      after = answer.next
    }
    now.mockRestore()
    expect(found.toSorted()).toEqual(['m00', 'm10', 'm20', 'm30'])
    expect(answers).toBe(3)
  })
})

it('over any texts, a query finds exactly the messages that contain it', () => {
  const letters = fc.constantFrom(...'aAbcdeE １1.部署项かカ한éeøo\u0301 ', 'the', 'ing', '部署', 'deploy', ' ')
  const text = fc.string({ unit: letters, minLength: 1, maxLength: 30 }).filter((value) => value.trim() !== '')
  let run = 0
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), fc.array(fc.string({ unit: letters, minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }), fc.nat(12), (texts, queries, indexed) => {
      const worker = `w${run++}`
      talk(worker, ...texts.slice(0, indexed).map((asks) => ({ asks })))
      index.catchUp()
      talk(worker, ...texts.slice(indexed).map((asks) => ({ asks })))
      for (const query of queries) {
        const terms = termsOf(query)
        const expected = texts.flatMap((asks, at) => (terms.length > 0 && terms.every((term) => foldCase(asks).includes(term)) ? [`${worker}-${at + 1}`] : []))
        expect(ids(query, { workerId: worker })).toEqual(expected.toReversed())
      }
    }),
    { numRuns: 60 }
  )
})
