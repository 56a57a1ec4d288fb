/**
 * Drives one Session: accepts messages durably, opens turns, hands steers to the engine, stops, and ends. All that it
 * decides is in the log before anybody is told; what it keeps in memory can be lost without a lie.
 */
import { Refusal } from '../../shared/errors'
import type { Delivery, Outcome } from '../../shared/model'
import { capabilitiesFor, EngineError, type AskRequest, type Engine, type PresentedFile } from '../engine/engine'
import type { DriverPort, Live, StoppedBy } from './driver-port'
import type { EventBody, InboxMessage } from './events'
import { checkText, Inbox, type Admission, type NewMessage, type Place, type Receipt } from './inbox'
import type { SessionRow } from './log'
import { newTurn, openingEvents, type OpenTurn } from './open-turn'
import { noSteer, placeOfSteer } from './place.logic'
import { Pulse } from './pulse'
import { Resident } from './resident'
import { Steers } from './steers'
import { TurnRecorder } from './turn-recorder'
import { unknownWorker } from './unknown-worker'

/** An engine that has not ended its turn this long after a stop is disposed of, in ms. */
const STOP_GRACE_MS = 5_000
/** The end of a turn that could not be written is tried again this often, in ms. */
const END_RETRY_MS = 1_000

export class SessionDriver {
  #turn: OpenTurn | null = null
  #closing = false
  #idleSince = 0
  #removal: Promise<void> | null = null
  /** Tries at once what waits for a database that can be written again. */
  #endLater: (() => void) | null = null

  readonly #pulse: Pulse
  readonly #resident: Resident
  readonly #inbox: Inbox
  readonly #steers: Steers

  constructor(
    readonly sessionId: string,
    private readonly port: DriverPort
  ) {
    this.#pulse = new Pulse(sessionId, port)
    this.#resident = new Resident(sessionId, port)
    this.#inbox = new Inbox(sessionId, port)
    this.#steers = new Steers(sessionId, this.#inbox, {
      log: port.log,
      input: port.input,
      report: port.report,
      resident: () => this.#resident.engine,
      turn: () => this.#turn
    })
  }

  live(): Live {
    return { ...this.#pulse.read(), resident: this.#resident.engine !== null }
  }

  /**
   * Accepts a message: on disk before this returns, or with the caller's transaction. The same id again is the same message and changes nothing.
   * @throws Refusal BAD_INPUT, TOO_LARGE, NOT_FOUND (deleted), CONFLICT (the id was used for another message)
   */
  accept(message: NewMessage): Receipt {
    const receipt = this.admit(message)
    if (receipt.target !== null) this.port.db.afterCommit(() => this.dispatch())
    return { messageId: receipt.messageId, delivery: receipt.delivery, note: receipt.note }
  }

  /** The durable half of `accept`, for a caller's own transaction: who calls it calls `dispatch` after the commit. */
  admit(message: NewMessage): Admission {
    return this.#inbox.admit(message, () => this.#place(message.delivery))
  }

  /**
   * Puts a notice of the host's own into the inbox, once for its id: into the running turn's next step, or as a turn of
   * its own when `wakes`. For a caller's transaction, like `admit`.
   */
  notify(notice: Omit<NewMessage, 'delivery'> & { readonly wakes: boolean }): void {
    const session = this.port.log.get(this.sessionId)
    if (session?.lifecycle === 'member' && session.engine !== 'none') this.#inbox.notify(notice, () => this.#place('steer'))
  }

  /** Lets what was admitted go its way: into the running turn, or a new one. It is on disk: that it cannot go on now fails nobody. */
  dispatch(): void {
    if (this.#turn) void this.#steers.offer()
    else this.wakeOrReport()
  }

  /** Writes what the open turn has reported so far. Not for a transaction that may be rolled back. */
  flush(): void {
    this.#turn?.recorder.flush()
  }

  /** Notes in the open turn that the agent shows files. False where no turn is open that could still be told of. */
  present(callId: string, files: readonly PresentedFile[]): boolean {
    if (!this.#turn?.received) return false
    this.#turn.recorder.presented(callId, files)
    return true
  }

  /** Notes that the operator has answered what the open turn asked: the time of a tool begins anew then. */
  answered({ kind, tool, callId }: Pick<AskRequest, 'kind' | 'tool' | 'callId'>, allowed: boolean): void {
    if (callId !== undefined) this.#turn?.recorder.answered(callId, allowed)
    if (kind === 'permission' || callId !== undefined) this.#pulse.answered(tool)
  }

  /** Lets parked messages run. */
  continue(): void {
    this.#member()
    this.port.log.transaction(() => this.port.log.setParked(this.sessionId, false))
    this.port.onLive(this.sessionId, 'state')
    this.wake()
  }

  /**
   * Asks the open turn to end. With `turn`, only that one. What waits is parked, unless `parks` is false because
   * something else holds it.
   * @throws Refusal CONFLICT when `turn` is not the open turn
   */
  interrupt(turn: number | null, by: StoppedBy, parks = true): void {
    const open = this.#turn
    if (turn !== null && open?.number !== turn) {
      throw new Refusal('CONFLICT', `Turn ${turn} already ended.`, open ? `Turn ${open.number} runs now.` : '')
    }
    if (!open || open.stopping) return
    open.stopping = by
    try {
      this.port.log.transaction(() => {
        open.recorder.flush()
        this.port.log.append(this.sessionId, [{ type: 'turn/stopping', data: { turn: open.number, by } }])
        if (parks) this.port.log.setParked(this.sessionId, true)
      })
    } catch (error) {
      // What cannot be written down is stopped all the same.
      open.parksAtEnd = parks
      this.port.report('a stop could not be written', error)
    }
    this.#resident.engine?.interrupt()
    const grace = setTimeout(() => {
      open.giveUp.resolve({ kind: 'aborted', reason: { kind: by, message: 'The engine did not stop in time and was ended.' } })
      void this.#resident.release()
    }, STOP_GRACE_MS)
    void open.ended.promise.then(() => clearTimeout(grace))
  }

  /**
   * Takes a pending message back and returns its text.
   * @throws Refusal CONFLICT when a turn already holds it, NOT_FOUND when it never was pending here, FORBIDDEN for a notice
   */
  async withdraw(messageId: string): Promise<string> {
    return (await this.#steers.change({ kind: 'withdraw', messageId })).text
  }

  /**
   * Changes the text of a pending message of the operator's own; the same text again changes nothing.
   * @throws Refusal CONFLICT when a turn already holds it or it is no longer the revision `base`, FORBIDDEN, BAD_INPUT, TOO_LARGE, NOT_FOUND
   */
  async edit(messageId: string, text: string, base?: number): Promise<void> {
    this.#member()
    checkText(text)
    await this.#steers.change({ kind: 'edit', messageId, text, ...(base === undefined ? {} : { base }) })
  }

  /**
   * Moves a pending message before another one of its kind, or to the end of them.
   * @throws Refusal CONFLICT when a turn holds one of them, BAD_INPUT when they are not of one kind, NOT_FOUND
   */
  async move(messageId: string, before: string | null): Promise<void> {
    this.#member()
    await this.#steers.change({ kind: 'move', messageId, before })
  }

  /**
   * Makes a queued message a steer, and lets what is parked run, as sending it now would.
   * @throws Refusal CONFLICT when a turn already holds it or the running one takes nothing more, BAD_INPUT when the engine takes no steers, NOT_FOUND
   */
  sendNow(messageId: string): void {
    const place = this.#place('steer')
    this.port.log.transaction(() => {
      const { target } = this.#inbox.pending(messageId)
      if (target !== 'next-step' && place.target !== 'next-step') throw noSteer(place, this.#turn)
      this.#inbox.change({ kind: 'steer', messageId })
      this.port.log.setParked(this.sessionId, false)
    })
    this.port.onLive(this.sessionId, 'state')
    this.dispatch()
  }

  /** Opens a turn if something waits, nothing is parked and none is open. A Session without an engine only keeps what waits. */
  wake(): void {
    if (this.#turn || this.#closing) return
    const session = this.port.log.get(this.sessionId)
    if (!session || session.lifecycle !== 'member' || session.parked || session.openTurn !== null || session.engine === 'none') return
    // What waits may be large: it is read only when a turn may begin.
    if (this.port.log.inbox.count(this.sessionId) === 0 || this.port.gate(session) !== null) return
    const { steers, queued } = this.port.log.inbox.head(this.sessionId)
    if (![...steers, ...queued].some((message) => message.wakes)) return
    this.#open(session, steers, queued)
  }

  /** The same for whoever has nothing to do with it if it fails. */
  wakeOrReport(): void {
    try {
      this.wake()
    } catch (error) {
      this.port.report('the next turn could not be opened', error)
    }
  }

  /**
   * Ends the Session for good: no new input, the open turn stopped and awaited, the engine gone, the inbox cleared.
   * Repeating it waits for the same end.
   */
  remove(): Promise<void> {
    this.#removal ??= this.#remove().catch((error: unknown) => {
      this.#removal = null
      throw error
    })
    return this.#removal
  }

  /** When the Session last did something, by the steady clock, for a resident one without an open turn; null for any other. */
  idleSince(): number | null {
    return this.#resident.engine && !this.#turn ? this.#idleSince : null
  }

  /** Lets an idle engine session go; the next message resumes it. */
  async cool(): Promise<void> {
    if (!this.#turn) await this.#resident.release()
  }

  /**
   * Clears the conversation: what was said is shown to nobody and remembered by no engine. What waits stays. `along` is
   * done in the same transaction. Resolves when the engine that knew it is gone.
   * @throws Refusal NOT_FOUND, CONFLICT while a turn runs
   */
  async clear(along: () => void): Promise<void> {
    const session = this.#member()
    if (this.#turn || session.openTurn !== null) {
      throw new Refusal('CONFLICT', `Turn ${session.openTurn ?? session.turnCount} runs.`, 'Stop it, or wait for its end, then clear the conversation.')
    }
    this.port.log.transaction(() => {
      if (session.turnCount > session.clearedTurns) this.port.log.append(this.sessionId, [{ type: 'conversation/cleared', data: { turn: session.turnCount } }])
      along()
    })
    this.port.onLive(this.sessionId, 'state')
    await this.#resident.release()
  }

  /** Ends what runs because the host ends; pending messages stay for the next start. */
  async close(): Promise<void> {
    this.#closing = true
    const open = this.#turn
    if (open) {
      if (!open.stopping) this.interrupt(null, 'disposed')
      this.#endLater?.()
      await open.ended.promise
    }
    await this.#resident.release()
  }

  #place(delivery: Delivery): Place {
    const session = this.#member()
    if (delivery === 'queue') return { target: 'next-turn', note: null }
    return placeOfSteer(capabilitiesFor(this.port.engine(session), session.model), this.#turn)
  }

  #open(session: SessionRow, steers: readonly InboxMessage[], queued: readonly InboxMessage[]): void {
    const number = session.turnCount + 1
    const engine = this.port.engine(session)
    const recorder = new TurnRecorder(this.port.log, this.sessionId, number, {
      clock: this.port.clock,
      between: engine.kind === 'shell' ? 'shell' : 'model',
      onHeard: () => this.#pulse.heard(),
      onNow: (now) => this.#pulse.does(now),
      onFirstStep: () => {
        if (this.#turn?.number !== number) return
        this.#turn.received = true
        void this.#steers.offer()
      },
      onFailure: (error) => this.#storeFailed(error)
    })
    const turn = newTurn(number, engine.kind, recorder)
    this.#turn = turn
    this.#pulse.begin()
    try {
      this.port.log.append(this.sessionId, openingEvents({ number, engine: engine.kind, model: session.model }, steers, queued))
    } catch (error) {
      this.#turn = null
      this.#pulse.rest()
      throw error
    }
    void this.#run(turn, session, engine, [...steers, ...queued])
  }

  async #run(turn: OpenTurn, session: SessionRow, engine: Engine, inputs: readonly InboxMessage[]): Promise<void> {
    let outcome: Outcome
    try {
      outcome = await Promise.race([this.#engineTurn(turn, session, engine, inputs), turn.giveUp.promise])
    } catch (error) {
      this.port.report('a turn failed inside its engine', error)
      outcome = failureOutcome(error)
    }
    if (turn.stopping && outcome.kind === 'aborted') outcome = { kind: 'aborted', reason: { ...outcome.reason, kind: turn.stopping } }
    this.#end(turn, outcome)
  }

  async #engineTurn(turn: OpenTurn, session: SessionRow, engine: Engine, inputs: readonly InboxMessage[]): Promise<Outcome> {
    const blocked = this.port.block(session, inputs)
    if (blocked !== null) return { kind: 'blocked', message: blocked }
    const resident = await this.#resident.load(engine, session, () => this.#turn === turn)
    // Given up while the engine was still opening.
    if (!resident) return { kind: 'aborted', reason: { kind: turn.stopping ?? 'disposed' } }
    this.#pulse.started()
    if (turn.stopping) return { kind: 'aborted', reason: { kind: turn.stopping } }
    this.#pulse.heard()
    const end = await resident.run(
      inputs.map((message) => this.port.input(message, engine.kind)),
      turn.recorder
    )
    return end.outcome
  }

  #end(turn: OpenTurn, outcome: Outcome): void {
    turn.received = false
    const tookMs = this.#pulse.rest()
    const end: EventBody = { type: 'turn/end', data: { turn: turn.number, reason: outcome, ...(tookMs !== null && { tookMs }) } }
    this.#writeEnd(turn, outcome, [...turn.recorder.close(), end])
  }

  /** As long as the end is not on disk the turn stays open, its status unknown, and nothing else of the Session begins. */
  #writeEnd(turn: OpenTurn, outcome: Outcome, bodies: readonly EventBody[]): void {
    try {
      this.port.log.transaction(() => {
        this.port.log.append(this.sessionId, bodies)
        if (turn.parksAtEnd) this.port.log.setParked(this.sessionId, true)
        this.port.onTurnEnd(this.sessionId, turn.number, outcome)
      })
      this.#pulse.failure = null
    } catch (error) {
      if (this.#pulse.failure === null) this.port.report('the end of a turn could not be written', error)
      this.#pulse.failure = 'The log cannot be written.'
      // A host that ends has no time to wait for: the next start finds the turn open, and says so.
      if (!this.#closing) {
        this.port.onLive(this.sessionId, 'state')
        const again = setTimeout(() => this.#writeEnd(turn, outcome, bodies), END_RETRY_MS)
        this.#endLater = () => {
          clearTimeout(again)
          this.#endLater = null
          this.#writeEnd(turn, outcome, bodies)
        }
        return
      }
    }
    this.#endLater = null
    this.#turn = null
    this.#idleSince = this.port.steady()
    this.port.onLive(this.sessionId, 'state')
    turn.ended.resolve()
    this.wakeOrReport()
  }

  #storeFailed(error: unknown): void {
    this.#pulse.failure = 'The log cannot be written.'
    this.port.report('the log of a session could not be written', error)
    this.#turn?.giveUp.resolve({
      kind: 'error',
      error: { code: 'STORE', message: 'Crewdeck could not write its log. Free some disk space, then retry.' }
    })
    void this.#resident.release()
  }

  async #remove(): Promise<void> {
    const session = this.port.log.get(this.sessionId)
    if (!session || session.lifecycle === 'deleted') return
    this.port.log.transaction(() => this.port.log.setLifecycle(this.sessionId, 'deleting'))
    this.port.onLive(this.sessionId, 'state')
    const open = this.#turn
    if (open) {
      this.interrupt(null, 'disposed')
      await open.ended.promise
    }
    await this.#resident.release()
    this.port.log.transaction(() => {
      this.#inbox.clear()
      this.port.log.setLifecycle(this.sessionId, 'deleted')
    })
    this.port.onLive(this.sessionId, 'state')
  }

  #member(): SessionRow {
    const session = this.port.log.get(this.sessionId)
    if (!session || session.lifecycle === 'deleted' || session.lifecycle === 'deleting') throw unknownWorker()
    return session
  }
}

function failureOutcome(error: unknown): Outcome {
  if (error instanceof EngineError) return { kind: 'error', error: { code: error.code, message: error.message } }
  return { kind: 'error', error: { code: 'INTERNAL', message: 'The engine failed in a way that Crewdeck did not expect; the log has the details. Retry, or start a new worker.' } }
}
