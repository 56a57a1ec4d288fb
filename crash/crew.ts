/** What the host shows of the crew, followed for as long as the connection lasts: what the load aims at. */
import { setTimeout as delay } from 'node:timers/promises'
import type { WorkerView } from '../src/shared/model'
import type { TimelineState } from '../src/shared/timeline'
import type { Client } from './host.ts'

/** More turns than a worker ever lives through here. */
const ALL_TURNS = 5_000

export class Crew {
  readonly #client: Client
  readonly #sessionId: string
  readonly #workers = new Map<string, WorkerView>()
  coordinator: WorkerView | null = null

  constructor(client: Client, sessionId: string) {
    this.#client = client
    this.#sessionId = sessionId
  }

  /** Reads until the connection ends. Resolves once the first list is there. */
  async follow(): Promise<void> {
    const frames = await this.#client.workers.watch({ sessionId: this.#sessionId })
    const first = Promise.withResolvers<void>()
    const reading = async (): Promise<void> => {
      let stream = ''
      for await (const frame of frames) {
        if (frame.kind === 'end') return
        if (frame.kind === 'snapshot') {
          stream = frame.stream
          this.#workers.clear()
          for (const worker of frame.state.workers) this.#workers.set(worker.workerId, worker)
          this.coordinator = frame.state.coordinator
        } else {
          for (const op of frame.ops) {
            if (op.op === 'put') this.#workers.set(op.worker.workerId, op.worker)
            else if (op.op === 'drop') this.#workers.delete(op.workerId)
            else this.coordinator = op.coordinator
          }
        }
        first.resolve()
        // The stream breaks off with the connection; then nobody is told anything more.
        this.#client.streams.ack({ stream, rev: frame.rev }).catch(() => {})
      }
    }
    reading().catch((error: unknown) => first.reject(error))
    await first.promise
  }

  all(): WorkerView[] {
    return [...this.#workers.values()]
  }

  get(workerId: string): WorkerView | undefined {
    return this.#workers.get(workerId)
  }

  /** Waits until the list is as wanted; false when it is not so after `withinMs`. */
  async until(isSo: (workers: readonly WorkerView[]) => boolean, withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs
    while (!isSo(this.all())) {
      if (performance.now() > deadline) return false
      await delay(10)
    }
    return true
  }
}

/** The whole timeline of a worker, or of the Coordinator, as it is at one moment. */
export async function timelineOf(client: Client, sessionId: string, workerId: string): Promise<TimelineState> {
  const abort = new AbortController()
  const frames = await client.projectMode.timeline({ sessionId, workerId, limit: ALL_TURNS }, { signal: abort.signal })
  try {
    for await (const frame of frames) if (frame.kind === 'snapshot') return frame.state
  } finally {
    abort.abort()
  }
  throw new Error(`The timeline of ${workerId} began with no snapshot.`)
}
