import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { News, QueueItem } from '../../shared/attention'
import type { Outcome } from '../../shared/model'
import { Approvals } from '../approvals/approvals'
import { Desk } from '../project/desk'
import { SettingsStore } from '../project/settings'
import { Crew } from '../testing/crew'
import { Attention } from './attention'
import { Told } from './told.logic'

const FAULT: Outcome = { kind: 'error', error: { code: 'E', message: 'It broke.' } }

let crew: Crew
let desk: Desk
let settings: SettingsStore
let approvals: Approvals
let attention: Attention
let heard: News[]
let stops: (() => void)[] = []
beforeEach(() => {
  crew = new Crew()
  desk = new Desk(crew.db)
  settings = new SettingsStore(crew.db)
  settings.set({ notify: 'all' })
  approvals = new Approvals(crew.db, crew.rights, () => crew.now)
  attention = new Attention({ ...crew, db: crew.db, approvals, desk, settings, clock: () => crew.now })
  crew.now += 1_000
  heard = []
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await crew.close()
})

const listen = () => {
  const stop = attention.news.subscribe((news) => heard.push(...news))
  stops.push(stop)
  return stop
}
const end = async (workerId: string, count: number, outcome?: Outcome): Promise<void> => {
  const turn = await crew.steering.turnOf(workerId, count)
  turn.sink.step(1)
  turn.reply(`reply  ${count}\n\nmore`)
  turn.end(outcome)
  await crew.idle(workerId)
  crew.now += 1_000
}
const ask = (workerId: string, title = 'May I?') => {
  const request = { kind: 'permission', title, detail: 'rm -r build', tool: 'bash', act: 'run', paths: [], options: [{ id: 'y', label: 'Yes', kind: 'allow-once' }] } as const
  return approvals.ask({ sessionId: workerId, projectId: crew.sessionId, turn: 1, inside: () => true }, request, new AbortController().signal)
}
/** All news so far, once those on their way have come. */
const told = async (count: number): Promise<string[]> => {
  await expect.poll(() => heard.length, { timeout: 3_000 }).toBe(count)
  return heard.map(({ rank, worker, detail }) => `${rank} ${worker}: ${detail}`)
}
/** Waits until a later piece of news has come, which is after everything that came before it. */
const settled = async (): Promise<string[]> => {
  const marker = `marker-${crew.now}`
  crew.worker(marker)
  const before = heard.length
  void ask(marker, 'marker')
  await expect.poll(() => heard.slice(before).some((news) => news.worker === marker), { timeout: 3_000 }).toBe(true)
  return heard.filter((news) => !news.worker.startsWith('marker')).map(({ rank, worker }) => `${rank} ${worker}`)
}

describe('news', () => {
  it('are requests, failures and results, each with what it is about', async () => {
    listen()
    crew.worker('a')
    crew.worker('b')
    await end('a', 1)
    await end('b', 1, FAULT)
    void ask('a')
    expect(await told(3)).toEqual(['unread a: reply 1 more', 'failed b: It broke.', 'ask a: May I?: rm -r build'])
    expect(heard[0]).toMatchObject({ sessionId: crew.sessionId, project: crew.projects.get(crew.sessionId).name })
  })

  it('are not what was there before anybody listened, nor what is told already', async () => {
    crew.worker('a')
    await end('a', 1)
    const stop = listen()
    desk.set('read.a', JSON.stringify({ turn: 0, unread: true }))
    expect(await settled()).toEqual([])
    stop()
    heard = []
    listen()
    expect(await settled()).toEqual([])
  })

  it('are not told of a worker that somebody looks at, nor of any while they look at the queue', async () => {
    listen()
    crew.worker('a')
    crew.worker('b')
    const looking = new AbortController()
    const look = attention.news.look({ kind: 'worker', workerId: 'a' }, looking.signal)
    await look.next()
    const rest = look.next()
    await end('a', 1)
    await end('b', 1)
    expect(await settled()).toEqual(['unread b'])
    looking.abort()
    await rest
    crew.send('a', 'again', 'queue')
    await end('a', 2)
    expect(await settled()).toEqual(['unread b', 'unread a'])
  })

  it('are none for a muted worker, and as many as the operator wants', async () => {
    listen()
    for (const id of ['a', 'b', 'c']) crew.worker(id)
    desk.set('mute.a', 'true')
    settings.set({ notify: 'needs' })
    await end('a', 1, FAULT)
    await end('b', 1, FAULT)
    await end('c', 1)
    expect(await settled()).toEqual(['failed b'])
    settings.set({ notify: 'off' })
    void ask('c')
    settings.set({ notify: 'all' })
    expect(await settled()).toEqual(['failed b'])
  })

  it('are not what was answered or seen at once', async () => {
    listen()
    crew.worker('a')
    void ask('a')
    approvals.answer(approvals.open()[0]?.id ?? '', { optionId: 'y', text: null })
    await end('a', 1)
    desk.set('read.a', JSON.stringify({ turn: 1, unread: false }))
    expect(await settled()).toEqual([])
  })

  it('are counted with what waits', async () => {
    crew.worker('a')
    await end('a', 1)
    void ask('a')
    const counts: number[] = []
    stops.push(attention.watchWaiting((count) => counts.push(count)))
    expect(counts).toEqual([2])
    desk.set('snooze.a', JSON.stringify({ 'turn:1': crew.now + 1_000 }))
    await expect.poll(() => counts).toEqual([2, 1])
    crew.now += 1_000
    // It comes back when its time has come, without anything else that happens.
    await expect.poll(() => counts, { timeout: 3_000 }).toEqual([2, 1, 2])
  })
})

const item = fc
  .record({ workerId: fc.constantFrom('a', 'b'), turn: fc.integer({ min: 1, max: 5 }), rank: fc.constantFrom('unread', 'unknown') })
  .map(({ workerId, turn, rank }): QueueItem => {
    const base = { sessionId: 'p', workerId, name: workerId, since: turn }
    return rank === 'unread'
      ? { rank: 'unread', key: `turn:${turn}`, ...base, turn, outcome: { kind: 'completed' } }
      : { rank: 'unknown', key: `unknown:${turn}:${turn}`, ...base, turn, what: '' }
  })

describe('what was told', () => {
  it('is told once, and nothing is lost, when facts come in the order of their turns', () => {
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const told = new Told()
        const ordered = items.toSorted((a, b) => a.since - b.since)
        const news = ordered.filter((one) => told.isNews(one)).map((one) => `${one.workerId} ${one.key}`)
        expect(new Set(news).size).toBe(news.length)
        expect(new Set(news)).toEqual(new Set(items.map((one) => `${one.workerId} ${one.key}`)))
      })
    )
  })
})
