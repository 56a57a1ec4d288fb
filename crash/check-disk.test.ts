/** The lane's checks, shown to fail: each planted fault must be found, and a true record must not be blamed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkDisk, type DiskFacts } from './check-disk.ts'
import type { Disk, Event, SessionRow } from './database.ts'
import { Findings } from './findings.ts'
import { Ledger } from './ledger.ts'

const PROJECT = 'p'
let folder: string
let ledger: Ledger
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crewdeck-checks-'))
  ledger = new Ledger(join(folder, 'journal'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Bare = Event extends infer E ? (E extends Event ? Omit<E, 'seq'> : never) : never
const accept = (...ids: string[]): Bare => ({
  type: 'agent/inbox/spliced',
  data: { target: 'next-turn', start: 0, removedCount: 0, inserted: ids.map((id) => ({ id, text: `text of ${id}`, source: { kind: 'user' } })) }
})
const notify = (id: string, text: string): Bare => ({
  type: 'agent/inbox/spliced',
  data: { target: 'next-step', start: 0, removedCount: 0, inserted: [{ id, text, source: { kind: 'worker-completed' } }] }
})
const take = (count: number, start = 0): Bare => ({ type: 'agent/inbox/spliced', data: { target: 'next-turn', start, removedCount: count, inserted: [] } })
const input = (turn: number, id: string): Bare => ({ type: 'user/message', data: { turn, id, source: { kind: 'user' } } })
const start = (turn: number): Bare => ({ type: 'turn/start', data: { turn } })
const reply = (turn: number, text: string): Bare => ({ type: 'assistant/message', data: { turn, message: { content: [{ type: 'text', text }] } } })
const end = (turn: number, kind = 'completed'): Bare => ({ type: 'turn/end', data: { turn, reason: { kind } } })

/** A turn of one message, from its acceptance to its end. */
const whole = (turn: number, id: string): Bare[] => [accept(id), take(1), start(turn), input(turn, id), reply(turn, `reply to ${id}`), end(turn)]

interface Left {
  readonly worker: readonly Bare[]
  readonly coordinator?: readonly Bare[]
  readonly held?: readonly string[]
  readonly row?: Partial<SessionRow>
}

/** What a dead host has left of one worker `w`, by default with all projections true to the log. */
function diskOf({ worker, coordinator = [], held = [], row = {} }: Left): Disk {
  const numbered = (events: readonly Bare[]): Event[] => events.map((event, seq) => ({ ...event, seq }))
  const turns = worker.filter((event) => event.type === 'turn/start').length
  const open = worker.findLast((event) => event.type === 'turn/start' || event.type === 'turn/end')
  const rowOf = (id: string, events: readonly Bare[]): SessionRow => ({
    id, project_id: PROJECT, parent_id: null, lifecycle: 'member', next_seq: events.length, turn_count: 0, open_turn: null, dialogue_count: 0
  })
  const ids = worker.flatMap((event) => (event.type === 'agent/inbox/spliced' ? event.data.inserted.map(({ id }) => id) : []))
  const notices = coordinator.flatMap((event) => (event.type === 'agent/inbox/spliced' ? event.data.inserted.map(({ id }) => id) : []))
  return {
    integrity: 'ok',
    sessions: [
      rowOf(PROJECT, coordinator),
      { ...rowOf('w', worker), turn_count: turns, open_turn: open?.type === 'turn/start' ? open.data.turn : null, ...row }
    ],
    events: new Map([[PROJECT, numbered(coordinator)], ['w', numbered(worker)]]),
    inbox: [
      ...held.map((message_id) => ({ session_id: 'w', target: 'next-turn' as const, message_id })),
      ...notices.map((message_id) => ({ session_id: PROJECT, target: 'next-step' as const, message_id })).toReversed()
    ],
    messages: new Map([...ids, ...notices].map((id) => [id, 'w']))
  }
}

function check(left: Left, options: { before?: DiskFacts; coordinated?: boolean } = {}): { found: string[]; facts: DiskFacts } {
  const findings = new Findings(() => {})
  const disk = diskOf(left)
  const facts = checkDisk({ disk, ledger, findings, before: options.before ?? null, served: true, projectId: PROJECT, coordinated: options.coordinated ?? false })
  return { found: findings.all().map(({ kind, what }) => `${kind}: ${what}`), facts }
}

/** Worker `w` was made with `m1`, and everything else was sent and answered one after the other. */
function accepted(...ids: string[]): void {
  for (const [index, id] of ids.entries()) {
    const message = index === 0 ? ledger.askWorker('w', 'shell', id, `text of ${id}`).firstMessage : ledger.askMessage(id, 'w', 'queue', `text of ${id}`)
    ledger.accepted(message, 'queue')
  }
}
const m2 = () => ledger.messages.get('m2') ?? expect.fail('there is no m2')
const m3 = () => ledger.messages.get('m3') ?? expect.fail('there is no m3')

it('says nothing of a true record', () => {
  accepted('m1', 'm2', 'm3')
  const worker = [...whole(1, 'm1'), accept('m2'), take(1), start(2), input(2, 'm2'), accept('m3')]
  expect(check({ worker, held: ['m3'] }).found).toEqual([])
})

it('finds a message that was accepted and is nowhere', () => {
  accepted('m1', 'm2')
  expect(check({ worker: whole(1, 'm1') }).found).toEqual(['lost: message m2 was accepted by w and is nowhere'])
})

it('finds a message that was taken out of the inbox into no turn', () => {
  accepted('m1', 'm2')
  const worker = [...whole(1, 'm1'), accept('m2'), take(1), start(2)]
  expect(check({ worker }).found).toContain('lost: message m2 was taken out of the inbox of w into no turn')
})

it('finds a message in two turns', () => {
  accepted('m1', 'm2')
  const worker = [...whole(1, 'm1'), ...whole(2, 'm2'), start(3), input(3, 'm2'), end(3)]
  expect(check({ worker }).found).toContain('doubled: message m2 is in turn 3 of w without having been taken')
})

it('finds a message that was refused, or withdrawn, and is there all the same', () => {
  accepted('m1', 'm2')
  m2().fate = 'refused'
  expect(check({ worker: [...whole(1, 'm1'), ...whole(2, 'm2')] }).found).toEqual(['doubled: message m2 was refused and is there all the same'])
  m2().fate = 'accepted'
  m2().withdrawal = 'accepted'
  expect(check({ worker: [...whole(1, 'm1'), ...whole(2, 'm2')] }).found).toEqual(['doubled: message m2 was withdrawn and is turn all the same'])
})

it('takes a message that was never answered for one that may be there or not', () => {
  accepted('m1', 'm2')
  m2().fate = 'unsure'
  expect(check({ worker: whole(1, 'm1') }).found).toEqual([])
  expect(check({ worker: [...whole(1, 'm1'), ...whole(2, 'm2')] }).found).toEqual([])
})

it('finds a queue that was taken in another order than it was filled', () => {
  accepted('m1', 'm2', 'm3')
  const worker = [...whole(1, 'm1'), accept('m3'), accept('m2'), take(1), start(2), input(2, 'm2'), end(2)]
  expect(check({ worker, held: ['m3'] }).found).toContain('wrongStatus: message m2 was answered before m3 was sent, and stands behind it')
  const second = [...whole(1, 'm1'), accept('m2', 'm3'), take(1, 1), start(2), input(2, 'm3'), end(2), take(1), start(3), input(3, 'm2'), end(3)]
  expect(check({ worker: second }).found).toContain('wrongStatus: the queue m1,m2,m3 was taken in the order m1,m3,m2')
})

const put = (start: number, ...messages: [id: string, text: string][]): Bare => ({
  type: 'agent/inbox/spliced',
  data: { target: 'next-turn', start, removedCount: 0, inserted: messages.map(([id, text]) => ({ id, text, source: { kind: 'user' } })) }
})

it('follows a message that was edited or moved, and finds one that has another text or place', () => {
  accepted('m1', 'm2', 'm3')
  const moved = [...whole(1, 'm1'), accept('m2', 'm3'), take(1, 1), put(0, ['m3', 'text of m3'])]
  m3().isMoved = true
  expect(check({ worker: moved, held: ['m3', 'm2'] }).found).toEqual([])
  expect(check({ worker: [...moved, take(1), start(2), input(2, 'm3'), end(2)], held: ['m2'] }).found).toEqual([])
  const kept = [...moved, take(1, 1), start(2), input(2, 'm2'), end(2), take(1), start(3), input(3, 'm3'), end(3)]
  expect(check({ worker: kept }).found).toEqual(['wrongStatus: the queue m1,m3,m2 was taken in the order m1,m2,m3'])
  const edit = (id: string, text: string): Bare => ({
    type: 'agent/inbox/spliced',
    data: { target: 'next-turn', start: 0, removedCount: 1, inserted: [{ id, text, source: { kind: 'user' } }] }
  })
  const edited = [...whole(1, 'm1'), accept('m2', 'm3'), edit('m2', 'better')]
  expect(check({ worker: edited, held: ['m2', 'm3'] }).found).toEqual(['lost: message m2 has become another text: better'])
  m2().said.add('better')
  expect(check({ worker: edited, held: ['m2', 'm3'] }).found).toEqual([])
  // One that was withdrawn meanwhile stood behind it all the same.
  m3().withdrawal = 'accepted'
  const withdrawn: Bare = { type: 'agent/inbox/spliced', data: { target: 'next-turn', start: 1, removedCount: 1, inserted: [], outcome: 'canceled' } }
  expect(check({ worker: [...whole(1, 'm1'), accept('m2', 'm3'), withdrawn, edit('m2', 'better')], held: ['m2'] }).found).toEqual([])
})

it('finds a turn that died with its host and is not interrupted, and one that is called so without reason', () => {
  accepted('m1')
  const open = whole(1, 'm1').slice(0, -1)
  const { found, facts } = check({ worker: open })
  expect(found).toEqual([])
  expect(check({ worker: [...open, end(1, 'interrupted')] }, { before: facts }).found).toEqual([])
  expect(check({ worker: [...open, end(1, 'completed')] }, { before: facts }).found).toEqual(['wrongStatus: turn 1 of w died with its host and is completed'])
  expect(check({ worker: open }, { before: facts }).found).toEqual(['wrongStatus: turn 1 of w died with its host and is still open'])
  expect(check({ worker: [...open, end(1, 'interrupted')] }).found).toEqual(['wrongStatus: turn 1 of w is called interrupted, and no host died in it'])
})

it('finds projections that do not say what the log says', () => {
  accepted('m1')
  const worker = whole(1, 'm1')
  expect(check({ worker, row: { open_turn: 1 } }).found).toEqual(['wrongStatus: w says turn 1 is open; its log says null'])
  expect(check({ worker, row: { next_seq: 9 } }).found).toEqual(['lost: w counts 9 events and has 6'])
  expect(check({ worker, held: ['m1'] }).found).toContain('lost: the inbox of w (next-turn) is m1; its log says ')
})

it('finds a deleted worker that is there, and one that went without a delete', () => {
  accepted('m1')
  const worker = ledger.workers.get('w') ?? expect.fail('there is no w')
  worker.removal = 'accepted'
  expect(check({ worker: whole(1, 'm1') }).found).toEqual(['wrongStatus: worker w was deleted and is member'])
  worker.removal = null
  expect(check({ worker: whole(1, 'm1'), row: { lifecycle: 'deleted' } }).found).toEqual(['lost: worker w is deleted, and nobody asked for it'])
})

it('finds a completion that is missing, wrong, or of no turn', () => {
  accepted('m1')
  const worker = whole(1, 'm1')
  const told = (...coordinator: Bare[]) => check({ worker, coordinator }, { coordinated: true }).found
  expect(told(notify('completed-w-1', 'reply to m1'))).toEqual([])
  expect(told()).toEqual(['lost: the Coordinator was not told: completed-w-1'])
  expect(told(notify('completed-w-1', 'an earlier reply'))).toEqual(['lost: completed-w-1 tells another reply than the turn left'])
  expect(told(notify('completed-w-1', 'reply to m1'), notify('completed-w-2', ''))).toEqual(['doubled: the Coordinator was told of a turn that has not ended: completed-w-2'])
  expect(told(notify('completed-w-1', 'reply to m1'), notify('completed-w-1', 'reply to m1'))).toContain('doubled: message completed-w-1 was accepted twice, again by event 1 of p')
})

it('finds what nobody has sent, and what the Coordinator was told once and said twice', () => {
  accepted('m1')
  expect(check({ worker: [...whole(1, 'm1'), accept('mx')], held: ['mx'] }).found).toContain('doubled: there is a message mx that nobody has sent')
  ledger.orders.add('o7')
  const said = (id: string): Bare => ({
    type: 'agent/inbox/spliced',
    data: { target: 'next-turn', start: 0, removedCount: 0, inserted: [{ id, text: 'echo o7', source: { kind: 'coordinator' } }] }
  })
  expect(check({ worker: [...whole(1, 'm1'), said('x1')], held: ['x1'] }).found).toEqual([])
  expect(check({ worker: [...whole(1, 'm1'), said('x1'), said('x2')], held: ['x2', 'x1'] }).found).toContain('doubled: what the Coordinator was told once (o7) is there as x1 and x2')
})
