/** "Clear conversation", on the real log, engines that are played, records on disk, the search and the timeline. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FindIndex } from '../find/find-index'
import { Finder } from '../find/finder'
import { sentMessages } from '../project/sent'
import { dropCleared, stateFolderOf } from '../session/state-folder'
import { Crew } from '../testing/crew'
import { TimelineObserver } from '../timeline/timeline'
import { Conversations } from './conversation'
import { DEFAULT_RECORD_LIMITS } from './limits'
import { Records } from './records'

let crew: Crew
let records: Records
let conversations: Conversations
const forgotten: string[] = []

async function open(folder?: string): Promise<void> {
  crew = new Crew(folder)
  records = new Records({ db: crew.db, log: crew.log, sessions: crew.sessions, projects: crew.projects, root: join(crew.folder, 'data', 'records'), limits: DEFAULT_RECORD_LIMITS, report: (text) => void crew.reports.push(text) })
  await records.start()
  conversations = new Conversations({ workers: crew.workers, sessions: crew.sessions, records, forget: ({ id }) => void forgotten.push(id) })
}

beforeEach(async () => {
  forgotten.length = 0
  await open()
})
afterEach(async () => {
  records.close()
  await crew.close()
})

const clear = (workerId = 'w') => conversations.clear(crew.sessionId, workerId)
const recorded = async () => (await records.page(crew.sessionId, 'w', { offset: 0, limit: 100 })).entries.map((entry) => ('text' in entry ? entry.text : entry.kind))
const history = () => crew.workers.history(crew.sessionId, 'w', 0, 10)

/** A turn of the worker, from its message to its end. */
async function turn(count: number, message: string, reply: string): Promise<void> {
  if (count === 1) crew.worker('w', message)
  else crew.send('w', message, 'queue')
  const open = await crew.steering.turnOf('w', count)
  open.sink.step(1)
  open.reply(reply)
  open.end()
  await crew.idle('w')
}

describe('a conversation that was cleared', () => {
  it('is shown, told, found and recorded nowhere, and what comes after it is', async () => {
    const index = new FindIndex({ db: crew.db, log: crew.log, report: (text) => void crew.reports.push(text) })
    const finder = new Finder({ db: crew.db, index, report: (text) => void crew.reports.push(text) })
    const found = () => finder.messages({ query: 'needle', within: 'all', limit: 10 }).hits.map(({ messageId, turn: number }) => [messageId.startsWith('m') ? 'reply' : messageId, number])
    await turn(1, 'a needle', 'first needle')
    await turn(2, 'needle2', 'second')
    index.catchUp()
    expect(found()).toHaveLength(3)
    await clear()
    expect(found()).toEqual([])
    expect(history()).toMatchObject({ total: 0, messages: [] })
    expect(sentMessages(crew.log, 'w', null)).toEqual({ messages: [], next: null })
    expect(await recorded()).toEqual([])
    expect(records.worker(crew.sessionId, 'w')).toMatchObject({ status: 'unknown' })
    expect(records.worker(crew.sessionId, 'w')).not.toHaveProperty('task')
    expect(crew.workers.get(crew.sessionId, 'w')).toMatchObject({ lastOutcome: null, turnCount: 2, evidence: { what: 'cleared' }, activity: { latestInput: null, latestHumanInput: null } })
    await turn(3, 'needle3', 'third')
    index.catchUp()
    expect(found()).toEqual([['needle3', 3]])
    expect(history().messages.map(({ text }) => text)).toEqual(['third', 'needle3'])
    expect(history()).toMatchObject({ total: 2 })
    expect(sentMessages(crew.log, 'w', null).messages.map(({ text }) => text)).toEqual(['needle3'])
    expect(await recorded()).toEqual(['route', 'needle3', 'third', 'end'])
    expect(crew.log.lastReply('w', 2)).toBeNull()
    // The log itself is whole: it is never rewritten.
    const events = crew.log.events('w', { from: 0 })
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, seq) => seq))
    expect(events.filter(({ type }) => type === 'user/message')).toHaveLength(3)
    index.close()
    expect(crew.reports).toEqual([])
  })

  it('stays cleared over a restart', async () => {
    await turn(1, 'one', 'first')
    await clear()
    await turn(2, 'two', 'second')
    records.close()
    crew.die()
    await open(crew.folder)
    expect(history().messages.map(({ text }) => text)).toEqual(['second', 'two'])
    expect(await recorded()).toEqual(['route', 'two', 'second', 'end'])
  })

  it('leaves the timeline at once, and no turn of it comes back', async () => {
    await turn(1, 'one', 'first')
    await turn(2, 'two', 'second')
    const observer = new TimelineObserver('w', 10, { log: crew.log, sessions: crew.sessions })
    const frames = observer.frames(undefined)
    const next = async () => (await frames.next()).value
    expect(await next()).toMatchObject({ kind: 'snapshot', state: { turns: [{ number: 1 }, { number: 2 }] } })
    await clear()
    expect(await next()).toMatchObject({ kind: 'patch', ops: [{ op: 'cleared', turns: 2 }] })
    await frames.return(undefined)
    const later = new TimelineObserver('w', 10, { log: crew.log, sessions: crew.sessions })
    expect(later.stream).toBeDefined()
    const [snapshot] = [(await later.frames(undefined).next()).value]
    expect(snapshot).toMatchObject({ state: { turns: [], totalTurns: 2, clearedTurns: 2 } })
    later.earlier(100)
    later.dispose()
  })

  it('is remembered by no engine: the next turn opens a new one', async () => {
    await turn(1, 'one', 'first')
    expect(crew.steering.opened).toHaveLength(1)
    await clear()
    expect(crew.steering.disposed).toEqual(['w'])
    expect(forgotten).toEqual(['w'])
    await turn(2, 'two', 'second')
    expect(crew.steering.opened).toHaveLength(2)
  })

  it('loses nothing that still waits', async () => {
    await turn(1, 'one', 'first')
    crew.projects.setPaused(crew.sessionId, true)
    crew.send('w', 'waits', 'queue')
    await clear()
    expect(crew.pending('w')).toEqual(['waits'])
    crew.projects.setPaused(crew.sessionId, false)
    crew.sessions.wakeWaiting(crew.sessionId)
    expect((await crew.steering.turnOf('w', 2)).inputs.map(({ messageId }) => messageId)).toEqual(['waits'])
  })
})

describe('clearing', () => {
  it('is refused while a turn runs, and for what is no worker', async () => {
    crew.worker('w')
    const open = await crew.steering.turn(1)
    await expect(clear()).rejects.toMatchObject({ code: 'CONFLICT', message: 'Turn 1 runs.' })
    open.end()
    await crew.idle('w')
    await expect(clear('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(clear(crew.sessionId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(conversations.clear('other', 'w')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('again, or with nothing said, changes nothing', async () => {
    await turn(1, 'one', 'first')
    await clear()
    const { nextSeq } = crew.log.get('w') ?? {}
    await clear()
    expect(crew.log.get('w')?.nextSeq).toBe(nextSeq)
  })

  it('is whole or not at all: a crash before the record was emptied leaves nothing of it', async () => {
    await turn(1, 'one', 'first')
    const path = join(crew.folder, 'data', 'records', crew.sessionId, 'w.jsonl')
    const before = readFileSync(path)
    await clear()
    writeFileSync(path, before)
    records.close()
    crew.die()
    await open(crew.folder)
    expect(await recorded()).toEqual([])
  })
})

describe('the places of what engines keep', () => {
  let root: string
  beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'crewdeck-states-'))))
  afterEach(() => rmSync(root, { recursive: true }))

  it('differ for each conversation, and the old ones go', async () => {
    const at = (clearedTurns: number) => ({ id: 'w', clearedTurns })
    for (const turns of [0, 3, 7]) {
      mkdirSync(stateFolderOf(root, at(turns)), { recursive: true })
      writeFileSync(join(stateFolderOf(root, at(turns)), 'memory'), `${turns}`)
    }
    await dropCleared(root, at(0))
    expect(existsSync(join(root, 'w', 'memory'))).toBe(true)
    await dropCleared(root, at(7))
    expect(readdirSync(join(root, 'w'))).toEqual(['after-7'])
    expect(readFileSync(join(stateFolderOf(root, at(7)), 'memory'), 'utf8')).toBe('7')
    await dropCleared(root, at(7))
    await dropCleared(root, { id: 'never', clearedTurns: 1 })
  })
})
