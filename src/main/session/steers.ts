/**
 * The steers of one Session on their way into its running turn: the engine is always offered all that wait, and one that
 * is changed is taken from it first, so that what it says it has taken is what the log says.
 */
import { Refusal } from '../../shared/errors'
import type { EngineKind } from '../../shared/model'
import type { EngineSession } from '../engine/engine'
import type { DriverPort } from './driver-port'
import type { InboxMessage } from './events'
import type { Inbox } from './inbox'
import type { SessionLog } from './log'
import type { PendingChange } from './pending.logic'

/** What the steers need to know of the open turn. */
export interface SteeredTurn {
  readonly engine: EngineKind
  /** The engine has its inputs, so that steers can be offered. */
  readonly received: boolean
  readonly stopping: unknown
  readonly ended: { readonly promise: Promise<void> }
}

export interface SteersPort {
  readonly log: SessionLog
  readonly input: DriverPort['input']
  readonly report: (message: string, error: unknown) => void
  resident(): EngineSession | null
  turn(): SteeredTurn | null
}

export class Steers {
  #offering: Promise<boolean> = Promise.resolve(true)
  #changing: Promise<void> = Promise.resolve()
  /** Not offered while they are changed. */
  readonly #keptBack = new Set<string>()

  constructor(
    private readonly sessionId: string,
    private readonly inbox: Inbox,
    private readonly port: SteersPort
  ) {}

  /** Gives the engine the list of steers that wait, one call after the other. Resolves with whether that worked. */
  offer(): Promise<boolean> {
    this.#offering = this.#offering.then(async () => {
      try {
        const resident = this.port.resident()
        const turn = this.port.turn()
        if (!resident || !turn?.received || turn.stopping) return true
        const steers = this.port.log
          .inbox.head(this.sessionId)
          .steers.filter(({ id }) => !this.#keptBack.has(id))
          .map((message) => this.port.input(message, turn.engine))
        await resident.offerSteers(steers)
        return true
      } catch (error) {
        this.port.report('steers could not be handed to the engine', error)
        return false
      }
    })
    return this.#offering
  }

  /**
   * Changes a message that waits, and resolves with it as it was. Changes of steers come one after the other.
   * @throws Refusal UNAVAILABLE when the engine does not give it back, and what `Inbox.change` throws
   */
  async change(change: PendingChange): Promise<InboxMessage> {
    if (this.inbox.pending(change.messageId).target !== 'next-step') return this.inbox.change(change)
    const done = this.#changing.then(() => this.#changeSteer(change))
    this.#changing = done.then(
      () => undefined,
      () => undefined
    )
    return done
  }

  async #changeSteer(change: PendingChange): Promise<InboxMessage> {
    const steers = change.kind === 'move' ? this.port.log.inbox.head(this.sessionId).steers.map(({ id }) => id) : [change.messageId]
    for (const id of steers) this.#keptBack.add(id)
    try {
      await this.#takenBack()
      return this.inbox.change(change)
    } finally {
      this.#keptBack.clear()
      void this.offer()
    }
  }

  /** Resolves once the engine can take none of the steers that are kept back. */
  async #takenBack(): Promise<void> {
    for (let turn = this.port.turn(); turn?.received; turn = this.port.turn()) {
      // A turn that stops may still tell of steers that it took before it heard of that.
      if (turn.stopping) await turn.ended.promise
      else if (!(await this.offer())) throw notGivenBack()
      else if (!turn.stopping) return
    }
  }
}

function notGivenBack(): Refusal {
  return new Refusal('UNAVAILABLE', 'The engine has not given the message back.', 'Try again, or stop the turn.')
}
