/** Observers of a Project's worker list. Changes of one worker between two frames become one row. */
import { randomUUID } from 'node:crypto'
import type { WorkerView } from '../../shared/model'
import type { WorkersFrame, WorkersOp, WorkersState } from '../../shared/workers'
import type { Workers } from '../project/workers'
import type { SessionLog } from '../session/log'
import type { Sessions } from '../session/sessions'
import { FrameStream } from './frame-stream'

/** How often busy workers are looked at for evidence that has gone stale, in ms. */
const STALE_CHECK_MS = 1_000

export interface WorkerListSources {
  readonly log: SessionLog
  readonly sessions: Sessions
  readonly workers: Workers
}

export class WorkerListObserver {
  readonly stream: FrameStream<WorkersState, WorkersOp, 'closed'>
  /** What the reader has been told, by worker. */
  #told = new Map<string, WorkerView>()
  readonly #changed = new Set<string>()
  /** Sessions of other Projects, where they were looked up: no Session ever changes its Project. */
  readonly #foreign = new Set<string>()
  readonly #disposers: (() => void)[]

  constructor(
    private readonly sessionId: string,
    private readonly sources: WorkerListSources
  ) {
    const { log, sessions } = sources
    // Refuses an unknown Project before any stream begins.
    sources.workers.list(sessionId)
    this.stream = new FrameStream(randomUUID(), { snapshot: () => this.#snapshot(), drain: () => this.#drain() })
    const check = setInterval(() => this.#checkStale(), STALE_CHECK_MS)
    this.#disposers = [
      log.onCommitted((id, events) => this.#touch(id, events.some((event) => event.type === 'turn/start' || event.type === 'turn/end'))),
      sessions.onLive((id, change) => {
        // A heartbeat alone changes no row, unless the worker was unknown.
        if (change !== 'heard' || this.#told.get(id)?.status === 'unknown') this.#touch(id, change === 'state')
      }),
      () => clearInterval(check)
    ]
  }

  async *frames(signal: AbortSignal | undefined): AsyncGenerator<WorkersFrame, void> {
    try {
      yield* this.stream.frames(signal)
    } finally {
      this.dispose()
    }
  }

  dispose(): void {
    for (const dispose of this.#disposers) dispose()
  }

  #touch(id: string, urgent: boolean): void {
    // A Session of another Project costs one look at the log, once.
    if (this.#foreign.has(id)) return
    this.#changed.add(id)
    this.stream.touch(urgent)
  }

  #snapshot(): WorkersState {
    const workers = this.sources.workers.list(this.sessionId)
    const coordinator = this.sources.workers.row(this.sessionId)
    this.#told = new Map(workers.map((worker) => [worker.workerId, worker]))
    if (coordinator) this.#told.set(this.sessionId, coordinator)
    return { sessionId: this.sessionId, coordinator, workers }
  }

  #drain(): WorkersOp[] {
    const ops: WorkersOp[] = []
    for (const workerId of this.#changed) {
      const session = this.sources.log.get(workerId)
      if (session && session.projectId !== this.sessionId) this.#foreign.add(workerId)
      if (session?.projectId !== this.sessionId) continue
      const worker = this.sources.workers.row(workerId)
      if (workerId === this.sessionId) {
        if (worker) this.#told.set(workerId, worker)
        else this.#told.delete(workerId)
        ops.push({ op: 'coordinator', coordinator: worker })
      } else if (worker) {
        this.#told.set(workerId, worker)
        ops.push({ op: 'put', worker })
      } else if (this.#told.delete(workerId)) ops.push({ op: 'drop', workerId })
    }
    this.#changed.clear()
    return ops
  }

  #checkStale(): void {
    for (const [workerId, told] of this.#told) {
      if (told.turn === null && told.hold === null) continue
      const worker = this.sources.workers.row(workerId)
      if (worker && (worker.status !== told.status || worker.hold !== told.hold)) this.#touch(workerId, true)
    }
  }
}
