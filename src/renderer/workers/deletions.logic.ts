/** Deletes that can still be undone: this window holds each one for a while before it asks the host. */
import { DELETE_UNDO_MS } from '../../shared/limits'
import { refusalOf, type RefusalView } from '../connection/refusal'

export interface Deletion {
  readonly sessionId: string
  readonly workerId: string
  readonly name: string
  /** `held`: can be undone. `asked`: the host has it. `failed`: nothing was deleted, and why. */
  readonly state: 'held' | 'asked' | 'failed'
  /** When the host is asked, in this window's time in ms. */
  readonly dueAt: number
  readonly refusal: RefusalView | null
}

export interface DeletionsDeps {
  ask(sessionId: string, workerId: string): Promise<unknown>
  publish(deletions: readonly Deletion[]): void
}

export class Deletions {
  #list: readonly Deletion[] = []
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()

  constructor(private readonly deps: DeletionsDeps) {}

  /** Holds the call for DELETE_UNDO_MS. A second request for the same worker changes nothing, unless the first has failed. */
  request(sessionId: string, workerId: string, name: string): void {
    const known = this.#find(workerId)
    if (known && known.state !== 'failed') return
    this.#put({ sessionId, workerId, name, state: 'held', dueAt: Date.now() + DELETE_UNDO_MS, refusal: null })
    this.#timers.set(
      workerId,
      setTimeout(() => void this.#ask(workerId), DELETE_UNDO_MS)
    )
  }

  /** Takes a held delete back; a delete that the host has already cannot be taken back. Returns whether it was. */
  undo(workerId: string): boolean {
    if (this.#find(workerId)?.state !== 'held') return false
    clearTimeout(this.#timers.get(workerId))
    this.#drop(workerId)
    return true
  }

  /** Takes back the delete that was requested last and is still held. Returns whether there was one. */
  undoLast(): boolean {
    const last = this.#list.findLast((deletion) => deletion.state === 'held')
    return last !== undefined && this.undo(last.workerId)
  }

  /** The operator has read that it failed. */
  dismiss(workerId: string): void {
    if (this.#find(workerId)?.state === 'failed') this.#drop(workerId)
  }

  async #ask(workerId: string): Promise<void> {
    this.#timers.delete(workerId)
    const deletion = this.#find(workerId)
    if (!deletion) return
    this.#put({ ...deletion, state: 'asked' })
    try {
      await this.deps.ask(deletion.sessionId, workerId)
      this.#drop(workerId)
    } catch (error) {
      const refusal = refusalOf(error)
      // Gone is what was wanted.
      if (refusal.code === 'NOT_FOUND') this.#drop(workerId)
      else this.#put({ ...deletion, state: 'failed', refusal })
    }
  }

  #find(workerId: string): Deletion | undefined {
    return this.#list.find((deletion) => deletion.workerId === workerId)
  }

  #put(deletion: Deletion): void {
    this.#publish([...this.#list.filter((known) => known.workerId !== deletion.workerId), deletion])
  }

  #drop(workerId: string): void {
    this.#publish(this.#list.filter((known) => known.workerId !== workerId))
  }

  #publish(list: readonly Deletion[]): void {
    this.#list = list
    this.deps.publish(list)
  }
}
