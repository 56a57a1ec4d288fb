/**
 * Work that a web worker does for the window, one job after the other. A job that takes longer than its budget ends the
 * worker and is answered with null; the next one gets a new worker. Without work for a while the worker goes.
 *
 *   const shop = new Workshop<Job, Done>(startWorker, 3_000)
 *   const { result, cancel } = shop.ask({ code, language })
 */
export interface WorkerLike {
  postMessage(message: unknown): void
  terminate(): void
  onmessage: ((event: MessageEvent) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}

/** Without work for this long the worker ends, in ms. */
const IDLE_MS = 60_000

interface Waiting<Job, Done> {
  readonly job: Job
  readonly settle: (done: Done | null) => void
}

export class Workshop<Job extends object, Done> {
  #worker: WorkerLike | null = null
  #waiting: Waiting<Job, Done>[] = []
  #running: Waiting<Job, Done> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastId = 0

  /**
   * @param start makes a worker that answers each message `{id, …job}` with one `{id, …}`
   * @param budgetMs how long one job may take, the start of the worker included
   */
  constructor(
    private readonly start: () => WorkerLike,
    private readonly budgetMs: number
  ) {}

  /** `cancel` takes back what has not begun; its result is null then. */
  ask(job: Job): { result: Promise<Done | null>; cancel(): void } {
    const { promise, resolve } = Promise.withResolvers<Done | null>()
    const waiting: Waiting<Job, Done> = { job, settle: resolve }
    this.#waiting.push(waiting)
    this.#next()
    const cancel = (): void => {
      const at = this.#waiting.indexOf(waiting)
      if (at < 0) return
      this.#waiting.splice(at, 1)
      resolve(null)
    }
    return { result: promise, cancel }
  }

  #next(): void {
    if (this.#running) return
    clearTimeout(this.#timer)
    const next = this.#waiting.shift()
    if (!next) {
      if (this.#worker) this.#timer = setTimeout(() => this.#end(), IDLE_MS)
      return
    }
    this.#running = next
    const id = (this.#lastId += 1)
    this.#timer = setTimeout(() => this.#fail(), this.budgetMs)
    try {
      this.#worker ??= this.start()
      this.#worker.onmessage = ({ data }: MessageEvent<Done & { id: number }>) => {
        if (data.id === id) this.#done(data)
      }
      this.#worker.onerror = () => this.#fail()
      this.#worker.postMessage({ id, ...next.job })
    } catch {
      this.#fail()
    }
  }

  #done(done: Done | null): void {
    const running = this.#running
    this.#running = null
    running?.settle(done)
    this.#next()
  }

  #fail(): void {
    this.#end()
    this.#done(null)
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#worker?.terminate()
    this.#worker = null
  }
}
