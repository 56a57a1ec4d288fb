/**
 * The processes of an engine that several Sessions share: one for each key, started when it is first needed, replaced when
 * it has ended, and ended when nobody has used it for a while. What is spoken with them is the engine's own.
 */
import { EngineError } from './engine'

export interface PooledProcess {
  /** False from the moment on at which its end is certain. */
  readonly alive: boolean
  /** Resolves when it has ended; never rejects. */
  readonly ended: Promise<unknown>
  end(why: string): Promise<void>
}

export interface Recipe<P> {
  /** Processes of one key can stand in for each other. */
  readonly key: string
  /** Leaves nothing behind when it rejects. */
  start(): Promise<P>
  /** A process of this key has ended, or was not to be started, and no other has taken its place. */
  onVacant?(): void
}

export interface Stay<P> {
  readonly process: P
  /** It may end when nobody else uses it. Only the first call counts. */
  leave(): void
}

interface Entry<P> {
  readonly key: string
  readonly process: Promise<P>
  users: number
  idle: NodeJS.Timeout | undefined
}

export class ProcessPool<P extends PooledProcess> {
  /** Those that take users in. */
  readonly #open = new Map<string, Entry<P>>()
  /** Also those that are being ended. */
  readonly #all = new Set<Entry<P>>()
  #closed = false

  /** @param idleMs a process that nobody uses ends after this long */
  constructor(private readonly idleMs: number) {}

  get closed(): boolean {
    return this.#closed
  }

  /** Takes part in the process of this key, which is started where there is none. @throws EngineError ENGINE_CLOSED, or what `start` throws */
  async enter(recipe: Recipe<P>): Promise<Stay<P>> {
    for (;;) {
      this.#refuseWhenClosed()
      const entry = this.#open.get(recipe.key) ?? this.#start(recipe)
      const leave = this.#join(entry)
      try {
        const process = await entry.process
        this.#refuseWhenClosed()
        if (process.alive) return { process, leave }
      } catch (error) {
        leave()
        throw error
      }
      this.#shut(entry)
    }
  }

  /** Starts nothing more, disposes of these Sessions first and ends all processes then. */
  async close(sessions: Iterable<{ dispose(): Promise<void> }>): Promise<void> {
    this.#closed = true
    await Promise.all([...sessions].map((session) => session.dispose()))
    await Promise.all([...this.#all].map((entry) => this.#end(entry, 'Crewdeck is closing.')))
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new EngineError('ENGINE_CLOSED', 'Crewdeck is closing.')
  }

  #start({ key, start, onVacant }: Recipe<P>): Entry<P> {
    const entry: Entry<P> = { key, process: start(), users: 0, idle: undefined }
    this.#open.set(key, entry)
    this.#all.add(entry)
    const onGone = () => {
      this.#shut(entry)
      this.#all.delete(entry)
      if (!this.#open.has(key)) onVacant?.()
    }
    entry.process.then((process) => void process.ended.then(onGone), onGone)
    return entry
  }

  #join(entry: Entry<P>): () => void {
    clearTimeout(entry.idle)
    entry.users += 1
    let left = false
    return () => {
      if (left) return
      left = true
      entry.users -= 1
      if (entry.users > 0 || this.#open.get(entry.key) !== entry) return
      entry.idle = setTimeout(() => void this.#end(entry, 'Nobody used it.'), this.idleMs).unref()
    }
  }

  /** Takes nobody in any more. */
  #shut(entry: Entry<P>): void {
    clearTimeout(entry.idle)
    if (this.#open.get(entry.key) === entry) this.#open.delete(entry.key)
  }

  async #end(entry: Entry<P>, why: string): Promise<void> {
    this.#shut(entry)
    const process = await entry.process.catch(() => null)
    await process?.end(why)
  }
}
