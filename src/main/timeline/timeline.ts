/** Observers of one worker's timeline: its latest turns, kept true by what the log commits and what the driver tells. */
import { randomUUID } from 'node:crypto'
import type { Artifact, Turn } from '../../shared/model'
import { applyTimelineOp, putArtifacts, type TimelineFrame, type TimelineOp, type TimelineState } from '../../shared/timeline'
import type { SessionEvent } from '../session/events'
import type { SessionLog } from '../session/log'
import type { Sessions } from '../session/sessions'
import { foldEvent, type FoldedTurn } from './fold'
import { FrameStream } from './frame-stream'
import { framed, readPending, readTurns, withoutGone } from './turns'

/** A heartbeat is told at most this often, in ms. */
const HEARD_EVERY_MS = 1_000

type TimelineStream = FrameStream<TimelineState, TimelineOp, 'deleted' | 'closed'>

export interface TimelineSources {
  readonly log: SessionLog
  readonly sessions: Sessions
}

export class TimelineObserver {
  readonly stream: TimelineStream
  #turns = new Map<number, FoldedTurn>()
  #state: TimelineState
  #ops: TimelineOp[] = []
  #toldHeard = 0
  readonly #disposers: (() => void)[]

  constructor(
    private readonly workerId: string,
    limit: number,
    private readonly sources: TimelineSources
  ) {
    const { log, sessions } = sources
    const { turnCount: total = 0, clearedTurns = 0 } = log.get(workerId) ?? {}
    for (const turn of readTurns(log, workerId, Math.max(clearedTurns + 1, total - limit + 1), total)) this.#turns.set(turn.view.number, turn)
    const live = sessions.live(workerId)
    this.#state = {
      workerId,
      limit,
      turns: [...this.#turns.values()].map((turn) => this.#shown(turn.view)),
      totalTurns: total,
      clearedTurns,
      pending: readPending(log, workerId),
      heardAt: live.heardAt
    }
    this.stream = new FrameStream(randomUUID(), {
      snapshot: () => this.#state,
      drain: () => {
        const ops = this.#ops
        this.#ops = []
        return ops
      }
    })
    this.#disposers = [
      log.onCommitted((sessionId, events) => {
        if (sessionId === workerId) this.#committed(events)
      }),
      sessions.onLive((sessionId, change) => {
        if (sessionId === workerId) this.#live(change)
        else if (change === 'state') this.#workerGone(sessionId)
      })
    ]
  }

  async *frames(signal: AbortSignal | undefined): AsyncGenerator<TimelineFrame, void> {
    try {
      yield* this.stream.frames(signal)
    } finally {
      this.dispose()
    }
  }

  /** "Load earlier": grows the window to `limit` turns; a smaller one changes nothing. */
  earlier(limit: number): void {
    if (limit <= this.#state.limit) return
    const first = this.#state.turns[0]?.number ?? this.#state.totalTurns + 1
    const wanted = Math.max((this.#state.clearedTurns ?? 0) + 1, this.#state.totalTurns - limit + 1)
    const turns = wanted < first ? readTurns(this.sources.log, this.workerId, wanted, first - 1) : []
    this.#turns = new Map([...turns.map((turn): [number, FoldedTurn] => [turn.view.number, turn]), ...this.#turns])
    this.#push({ op: 'earlier', limit, turns: turns.map((turn) => this.#shown(turn.view)) }, true)
  }

  dispose(): void {
    for (const dispose of this.#disposers) dispose()
  }

  #committed(events: readonly SessionEvent[]): void {
    const changed = new Set<number>()
    const files = new Map<number, Artifact[]>()
    let ticked: FoldedTurn | null = null
    let pending = false
    let urgent = false
    for (const event of events) {
      if (event.type === 'agent/inbox/spliced') pending = true
      if (event.type === 'conversation/cleared') this.#push({ op: 'cleared', turns: event.data.turn }, true)
      const turn = foldEvent(this.#turns, event)
      if (!turn) continue
      const { number, artifacts } = turn.view
      const before = new Set(this.#turns.get(number)?.view.artifacts)
      this.#turns.set(number, turn)
      if (event.type === 'step/start' || event.type === 'assistant/message') ticked = turn
      else if (event.type === 'tool/result' || event.type === 'deliverables/presented') {
        files.set(number, putArtifacts(files.get(number) ?? [], artifacts.filter((artifact) => !before.has(artifact))))
      } else changed.add(number)
      urgent ||= event.type === 'turn/start' || event.type === 'turn/end' || event.type === 'user/message'
    }
    if (pending) this.#push({ op: 'pending', pending: readPending(this.sources.log, this.workerId) }, true)
    for (const number of changed) {
      const turn = this.#turns.get(number)
      if (turn) this.#push({ op: 'turn', turn: this.#shown(turn.view) }, urgent)
    }
    for (const [number, artifacts] of files) if (!changed.has(number)) this.#push({ op: 'files', number, artifacts })
    if (ticked && !changed.has(ticked.view.number)) this.#pushNow()
    this.#trim()
  }

  #live(change: 'now' | 'heard' | 'state'): void {
    if (change === 'heard') {
      const heardAt = this.sources.sessions.live(this.workerId).heardAt
      if (heardAt !== null && Math.abs(heardAt - this.#toldHeard) >= HEARD_EVERY_MS) {
        this.#toldHeard = heardAt
        this.#push({ op: 'heard', at: heardAt })
      }
      return
    }
    if (change === 'now') {
      this.#pushNow()
      return
    }
    const session = this.sources.log.get(this.workerId)
    if (!session || session.lifecycle === 'deleted') {
      this.stream.end('deleted')
      return
    }
    // Parking and unparking change no event of the inbox.
    const pending = readPending(this.sources.log, this.workerId)
    if (pending.some((message, index) => message.parked !== this.#state.pending[index]?.parked)) {
      this.#push({ op: 'pending', pending }, true)
    }
  }

  #pushNow(): void {
    const open = this.sources.log.get(this.workerId)?.openTurn
    const turn = open ? this.#turns.get(open) : undefined
    if (!turn) return
    const { view } = turn
    this.#push({
      op: 'now',
      number: view.number,
      steps: view.steps,
      model: view.model,
      usage: view.usage,
      now: this.sources.sessions.live(this.workerId).now
    })
  }

  /** A folded turn as its reader gets it, with what only memory knows. */
  #shown(turn: Turn): Turn {
    const now = turn.endedAt === null ? this.sources.sessions.live(this.workerId).now : null
    const shown = framed(withoutGone(this.sources.log, turn))
    return now === shown.now ? shown : { ...shown, now }
  }

  /** A worker was deleted: its capsules leave every turn, also old ones. */
  #workerGone(workerId: string): void {
    if (this.sources.log.get(workerId)?.lifecycle !== 'deleted') return
    for (const { view } of this.#turns.values()) {
      if (view.capsules.some((capsule) => capsule.workerId === workerId)) this.#push({ op: 'turn', turn: this.#shown(view) }, true)
    }
  }

  #push(op: TimelineOp, urgent = false): void {
    this.#state = applyTimelineOp(this.#state, op)
    this.#ops = mergeTimelineOp(this.#ops, op)
    this.stream.touch(urgent)
  }

  /** Forgets folded turns that have left the window. */
  #trim(): void {
    const first = this.#state.turns[0]?.number ?? 0
    for (const number of this.#turns.keys()) if (number < first) this.#turns.delete(number)
  }
}

/**
 * Adds an op to those that wait for the next frame. It takes the place of what it makes obsolete, so the list stays
 * short and a turn never comes after a newer one.
 */
export function mergeTimelineOp(waiting: readonly TimelineOp[], op: TimelineOp): TimelineOp[] {
  const place = waiting.findIndex((other) => supersedes(op, other))
  if (place < 0) return [...waiting, op]
  return waiting.flatMap((other, index) => (index === place ? [joined(other, op)] : supersedes(op, other) ? [] : [other]))
}

function supersedes(op: TimelineOp, other: TimelineOp): boolean {
  switch (op.op) {
    case 'turn':
      return (other.op === 'turn' && other.turn.number === op.turn.number) || ((other.op === 'now' || other.op === 'files') && other.number === op.turn.number)
    case 'now':
    case 'files':
      return other.op === op.op && other.number === op.number
    case 'pending':
    case 'heard':
    case 'cleared':
      return other.op === op.op
    case 'earlier':
      return false
    default:
      return op satisfies never
  }
}

/** Files add up; of all else the later one says everything. */
function joined(earlier: TimelineOp, op: TimelineOp): TimelineOp {
  return op.op === 'files' && earlier.op === 'files' ? { ...op, artifacts: putArtifacts(earlier.artifacts, op.artifacts) } : op
}
