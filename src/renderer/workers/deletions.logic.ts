/** Deletes that can still be undone: this window holds each one for a while before it asks the host. */
import { DELETE_UNDO_MS } from '../../shared/limits'
import { notThrough, refusalOf, wasCutOff, type RefusalView } from '../connection/refusal'
import { fewAtOnce } from './few-at-once.logic'

/** Whom a delete is for. */
export interface Leaving {
  readonly sessionId: string
  readonly workerId: string
  readonly name: string
}

export interface Deletion extends Leaving {
  /** Those that were asked for together have the same. */
  readonly batch: number
  /**
   * `held`: can be undone. `asked`: the host has it. `unknown`: the connection ended before it answered. `failed`: nothing
   * was deleted, and why.
   */
  readonly state: 'held' | 'asked' | 'unknown' | 'failed'
  /** When the host is asked, in ms by `performance.now()`: the clock may be set meanwhile. */
  readonly dueAt: number
  readonly refusal: RefusalView | null
}

export interface DeletionsDeps {
  ask(sessionId: string, workerId: string): Promise<unknown>
  /** Looks what became of it, once the host can be reached. */
  look(sessionId: string, workerId: string): Promise<'there' | 'leaving' | 'gone'>
  publish(deletions: readonly Deletion[]): void
}

export class Deletions {
  #list: readonly Deletion[] = []
  #batches = 0
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>()

  constructor(private readonly deps: DeletionsDeps) {}

  /** Holds the call for DELETE_UNDO_MS. A second request for the same worker changes nothing, unless the first has failed. */
  request(sessionId: string, workerId: string, name: string): void {
    this.requestAll([{ sessionId, workerId, name }])
  }

  /** The same for several, which are undone together. */
  requestAll(leaving: readonly Leaving[]): void {
    const fresh = leaving.filter(({ workerId }) => (this.#find(workerId)?.state ?? 'failed') === 'failed')
    if (fresh.length === 0) return
    const batch = ++this.#batches
    const dueAt = performance.now() + DELETE_UNDO_MS
    this.#put(fresh.map((one): Deletion => ({ ...one, batch, state: 'held', dueAt, refusal: null })))
    this.#timers.set(
      batch,
      setTimeout(() => void this.#ask(batch), DELETE_UNDO_MS)
    )
  }

  /** Takes a held delete back; a delete that the host has already cannot be taken back. Returns whether it was. */
  undo(workerId: string): boolean {
    const deletion = this.#find(workerId)
    if (deletion?.state !== 'held') return false
    this.#drop((known) => known === deletion)
    return true
  }

  /** Takes back those that were asked for last, all of them, if they are still held. Returns whether there were any. */
  undoLast(): boolean {
    const last = this.#list.findLast((deletion) => deletion.state === 'held')
    return last !== undefined && this.undoBatch(last.batch)
  }

  /** Takes back what was asked for together. */
  undoBatch(batch: number): boolean {
    const before = this.#list.length
    this.#drop((known) => known.batch === batch && known.state === 'held')
    return this.#list.length < before
  }

  /** The operator has read that they failed. */
  dismiss(batch: number): void {
    this.#drop((known) => known.batch === batch && known.state === 'failed')
  }

  async #ask(batch: number): Promise<void> {
    this.#timers.delete(batch)
    const held = this.#list.filter((known) => known.batch === batch && known.state === 'held')
    this.#put(held.map((one): Deletion => ({ ...one, state: 'asked' })))
    await fewAtOnce(held, (deletion) => this.#askOne(deletion))
  }

  async #askOne(deletion: Deletion): Promise<void> {
    const { sessionId, workerId } = deletion
    try {
      await this.deps.ask(sessionId, workerId)
      this.#drop((known) => known.workerId === workerId)
    } catch (error) {
      if (wasCutOff(error)) return this.#settle(deletion)
      const refusal = refusalOf(error)
      // Gone is what was wanted.
      if (refusal.code === 'NOT_FOUND') this.#drop((known) => known.workerId === workerId)
      else this.#put([{ ...deletion, state: 'failed', refusal }])
    }
  }

  /** The host may have it, or not. */
  async #settle(deletion: Deletion): Promise<void> {
    const { sessionId, workerId } = deletion
    this.#put([{ ...deletion, state: 'unknown' }])
    try {
      const left = await this.deps.look(sessionId, workerId)
      if (left === 'gone') this.#drop((known) => known.workerId === workerId)
      else if (left === 'there') this.#put([{ ...deletion, state: 'failed', refusal: notThrough() }])
      else {
        this.#put([{ ...deletion, state: 'asked' }])
        // The same again waits for the same end.
        await this.#askOne(deletion)
      }
    } catch (error) {
      this.#put([{ ...deletion, state: 'failed', refusal: refusalOf(error) }])
    }
  }

  #find(workerId: string): Deletion | undefined {
    return this.#list.find((deletion) => deletion.workerId === workerId)
  }

  #put(deletions: readonly Deletion[]): void {
    if (deletions.length === 0) return
    const changed = new Set(deletions.map((deletion) => deletion.workerId))
    this.#publish([...this.#list.filter((known) => !changed.has(known.workerId)), ...deletions])
  }

  #drop(which: (deletion: Deletion) => boolean): void {
    const left = this.#list.filter((known) => !which(known))
    if (left.length < this.#list.length) this.#publish(left)
  }

  #publish(list: readonly Deletion[]): void {
    this.#list = list
    for (const [batch, timer] of this.#timers) {
      if (list.some((known) => known.batch === batch)) continue
      clearTimeout(timer)
      this.#timers.delete(batch)
    }
    this.deps.publish(list)
  }
}
