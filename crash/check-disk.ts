/** Holds what a dead host has left on disk against the ledger. True at any moment at which a host can die. */
import type { Disk, SessionRow } from './database.ts'
import type { Findings } from './findings.ts'
import type { Ledger, Message } from './ledger.ts'
import { replay, type Life } from './replay.ts'

/** What the next look needs to know of this one. */
export interface DiskFacts {
  /** Open turns at the death of the host, by session. */
  readonly openTurns: ReadonlyMap<string, number>
  readonly deleting: ReadonlySet<string>
  readonly deleted: ReadonlySet<string>
  readonly lives: ReadonlyMap<string, Life>
}

export interface DiskCheck {
  readonly disk: Disk
  readonly ledger: Ledger
  readonly findings: Findings
  /** Of the host before; null for the first. */
  readonly before: DiskFacts | null
  /** Whether the host had come to serve, so that its repair was done. */
  readonly served: boolean
  readonly projectId: string
  /** Whether the Coordinator is an agent, which is told of every ended turn. */
  readonly coordinated: boolean
}

export function checkDisk(check: DiskCheck): DiskFacts {
  const { disk, findings } = check
  if (disk.integrity !== 'ok') findings.add('lost', `the database is damaged: ${disk.integrity}`)
  const lives = new Map(disk.sessions.map(({ id }) => [id, replay(id, disk.events.get(id) ?? [], findings)]))
  for (const session of disk.sessions) checkRow(session, lives.get(session.id), disk, findings)
  for (const message of check.ledger.messages.values()) checkMessage(message, check, lives)
  for (const life of lives.values()) checkOrder(life, check)
  checkStrangers(check, lives)
  checkRemovals(check)
  checkRepairs(check, lives)
  if (check.coordinated) checkCompletions(check, lives)
  const having = (lifecycle: SessionRow['lifecycle']) => new Set(disk.sessions.filter((row) => row.lifecycle === lifecycle).map((row) => row.id))
  const openTurns = disk.sessions.flatMap(({ id, open_turn }): [string, number][] => (open_turn === null ? [] : [[id, open_turn]]))
  return { openTurns: new Map(openTurns), deleting: having('deleting'), deleted: having('deleted'), lives }
}

/** The projections say the same as the log. */
function checkRow(row: SessionRow, life: Life | undefined, disk: Disk, findings: Findings): void {
  if (!life) return
  const events = disk.events.get(row.id)?.length ?? 0
  if (row.next_seq !== events) findings.add('lost', `${row.id} counts ${row.next_seq} events and has ${events}`)
  if (row.turn_count !== life.turns.size) findings.add('wrongStatus', `${row.id} counts ${row.turn_count} turns and has ${life.turns.size}`)
  if (row.open_turn !== life.openTurn) findings.add('wrongStatus', `${row.id} says turn ${row.open_turn} is open; its log says ${life.openTurn}`)
  for (const target of ['next-step', 'next-turn'] as const) {
    const held = disk.inbox.filter((entry) => entry.session_id === row.id && entry.target === target).map((entry) => entry.message_id)
    if (held.join() !== life.inbox[target].join()) findings.add('lost', `the inbox of ${row.id} (${target}) is ${held.join()}; its log says ${life.inbox[target].join()}`)
  }
  if (row.lifecycle === 'deleted' && row.open_turn !== null) findings.add('wrongStatus', `${row.id} is deleted with turn ${row.open_turn} open`)
  if (row.lifecycle === 'deleted' && life.inbox['next-step'].length + life.inbox['next-turn'].length > 0) {
    findings.add('lost', `${row.id} is deleted and holds messages that were given back to nobody`)
  }
}

/** Every accepted message is in one place; one that was refused is nowhere. */
function checkMessage(message: Message, { disk, ledger, findings }: DiskCheck, lives: ReadonlyMap<string, Life>): void {
  const { id, workerId, fate, withdrawal } = message
  const homes = [...lives].filter(([, life]) => life.places.has(id))
  const place = lives.get(workerId)?.places.get(id)
  if (homes.length > 1) findings.add('doubled', `message ${id} is in ${homes.map(([session]) => session).join(' and ')}`)
  if (fate === 'accepted' && !place) findings.add('lost', `message ${id} was accepted by ${workerId} and is nowhere`)
  if (fate === 'refused' && homes.length > 0) findings.add('doubled', `message ${id} was refused and is there all the same`)
  if (homes.length > 0 !== disk.messages.has(id)) findings.add('lost', `message ${id} is ${homes.length > 0 ? 'there and not known' : 'known and nowhere'}`)
  if (!place) return
  const text = lives.get(workerId)?.inputs.get(id)?.text
  if (text !== undefined && !message.said.has(text)) findings.add('lost', `message ${id} has become another text: ${text}`)
  if (withdrawal === 'accepted' && place.kind !== 'canceled') findings.add('doubled', `message ${id} was withdrawn and is ${place.kind} all the same`)
  const isRemoved = (ledger.workers.get(workerId)?.removal ?? null) !== null
  if (place.kind === 'canceled' && !isRemoved && withdrawal !== 'accepted' && withdrawal !== 'unsure') findings.add('lost', `message ${id} was canceled, and nobody asked for it`)
}

/** First in, first out, unless it was moved: of two messages of a queue, the one that was answered before the other was sent comes first. */
function checkOrder(life: Life, { ledger, findings }: DiskCheck): void {
  const known = (ids: readonly string[]) => ids.flatMap((id) => ledger.messages.get(id) ?? [])
  let earlier: Message | null = null
  // The one of all so far that was sent last: nobody behind it may have been answered before it was sent.
  for (const message of known(life.enqueued)) {
    if (message.isMoved) continue
    if (earlier && message.answeredAt !== null && message.answeredAt < earlier.askedAt) {
      findings.add('wrongStatus', `message ${message.id} was answered before ${earlier.id} was sent, and stands behind it`)
    }
    if (!earlier || message.askedAt > earlier.askedAt) earlier = message
  }
  const order = life.enqueued.filter((id) => life.places.get(id)?.kind === 'turn')
  if (order.join() !== life.dequeued.join()) findings.add('wrongStatus', `the queue ${order.join()} was taken in the order ${life.dequeued.join()}`)
  const held = life.enqueued.filter((id) => life.places.get(id)?.kind === 'held')
  if (held.join() !== life.inbox['next-turn'].join()) findings.add('wrongStatus', `the queue holds ${life.inbox['next-turn'].join()} and was given ${held.join()}`)
  for (const [turn, facts] of life.turns) if (facts.queued > 1) findings.add('wrongStatus', `turn ${turn} has taken ${facts.queued} messages of the queue`)
}

/** Nothing is there that nobody has sent, and no worker that nobody has made. */
function checkStrangers({ disk, ledger, findings, projectId }: DiskCheck, lives: ReadonlyMap<string, Life>): void {
  const marks = new Map<string, string>()
  for (const [session, life] of lives) {
    let isOrdered = false
    for (const [id, { text, from }] of life.inputs) {
      const isNotice = session === projectId && id.startsWith('completed-')
      if (isNotice || ledger.messages.has(id)) continue
      const mark = /\bo\d+\b/.exec(text)?.[0]
      isOrdered ||= from === 'coordinator'
      if (from !== 'coordinator' || mark === undefined || !ledger.orders.has(mark)) findings.add('doubled', `there is a message ${id} that nobody has sent`)
      else if (marks.has(mark)) findings.add('doubled', `what the Coordinator was told once (${mark}) is there as ${marks.get(mark)} and ${id}`)
      else marks.set(mark, id)
    }
    if (session === projectId || ledger.workers.has(session)) continue
    if (isOrdered) ledger.adopt(session)
    else findings.add('doubled', `there is a worker ${session} that nobody has made`)
  }
  for (const [id, workerId] of ledger.promised) {
    if (!lives.get(workerId)?.places.has(id)) findings.add('lost', `the Coordinator was promised message ${id} to ${workerId}, which is nowhere`)
  }
  for (const { id, firstMessage } of ledger.workers.values()) {
    if (!firstMessage) continue
    const isThere = disk.sessions.some((row) => row.id === id)
    if (isThere !== lives.get(id)?.places.has(firstMessage.id)) {
      if (isThere || firstMessage.fate === 'accepted') findings.add('lost', `worker ${id} was made ${isThere ? 'without its first message' : 'and is not there'}`)
    }
  }
}

/** A worker whose delete was answered is deleted, and stays so; without a delete nobody goes. */
function checkRemovals({ disk, ledger, findings, before }: DiskCheck): void {
  for (const { id, lifecycle } of disk.sessions) {
    const removal = ledger.workers.get(id)?.removal ?? null
    if (removal === 'accepted' && lifecycle !== 'deleted') findings.add('wrongStatus', `worker ${id} was deleted and is ${lifecycle}`)
    if (removal === null && lifecycle !== 'member') findings.add('lost', `worker ${id} is ${lifecycle}, and nobody asked for it`)
    if (before?.deleted.has(id) && lifecycle !== 'deleted') findings.add('wrongStatus', `worker ${id} has come back as ${lifecycle}`)
    if (before?.deleting.has(id) && lifecycle === 'member') findings.add('wrongStatus', `worker ${id} has come back from its delete`)
  }
}

/** Turns that a dead host left open have become `interrupted`, and nothing else was added to them. */
function checkRepairs({ findings, before, served }: DiskCheck, lives: ReadonlyMap<string, Life>): void {
  for (const [session, turn] of before?.openTurns ?? []) {
    const outcome = lives.get(session)?.turns.get(turn)?.outcome ?? null
    if (outcome === null && !served) continue
    if (outcome?.kind !== 'interrupted') findings.add('wrongStatus', `turn ${turn} of ${session} died with its host and is ${outcome?.kind ?? 'still open'}`)
  }
  for (const [session, life] of lives) {
    for (const [turn, { outcome }] of life.turns) {
      if (outcome?.kind === 'interrupted' && before?.openTurns.get(session) !== turn && before?.lives.get(session)?.turns.get(turn)?.outcome?.kind !== 'interrupted') {
        findings.add('wrongStatus', `turn ${turn} of ${session} is called interrupted, and no host died in it`)
      }
    }
  }
}

/** One notice for each ended turn of a worker, with its last reply, and none for any other. */
function checkCompletions({ findings, projectId }: DiskCheck, lives: ReadonlyMap<string, Life>): void {
  const coordinator = lives.get(projectId)
  if (!coordinator) return findings.add('lost', 'there is no Coordinator')
  const wanted = new Map<string, string>()
  for (const [session, life] of lives) {
    if (session === projectId) continue
    for (const [turn, { outcome, reply }] of life.turns) if (outcome) wanted.set(`completed-${session}-${turn}`, reply ?? '')
  }
  for (const [id, reply] of wanted) {
    const text = coordinator.inputs.get(id)?.text
    if (text === undefined) findings.add('lost', `the Coordinator was not told: ${id}`)
    else if (text !== reply) findings.add('lost', `${id} tells another reply than the turn left`)
  }
  for (const id of coordinator.places.keys()) {
    if (id.startsWith('completed-') && !wanted.has(id)) findings.add('doubled', `the Coordinator was told of a turn that has not ended: ${id}`)
  }
}
