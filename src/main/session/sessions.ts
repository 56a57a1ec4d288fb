/** All Sessions of a data folder: their drivers, what they do live, and the repair of what a dead host left open. */
import type { EngineKind, Outcome } from '../../shared/model'
import { capabilitiesFor, type Engine, type EngineCapabilities, type SessionSpec } from '../engine/engine'
import { Listeners } from '../listeners'
import type { Database } from '../store/database'
import { endOfCutTurn, type CutEnd } from './cut-turn'
import { SessionDriver } from './driver'
import type { AttachmentKeeper } from './attachments'
import type { DriverPort, Live } from './driver-port'
import type { NewMessage, Receipt } from './inbox'
import type { InboxMessage } from './events'
import { LastHeard } from './last-heard'
import type { NewSession, SessionLog, SessionRow } from './log'

export interface SessionsPort {
  readonly db: Database
  readonly log: SessionLog
  readonly clock: () => number
  readonly steady: () => number
  readonly engines: ReadonlyMap<EngineKind, Engine>
  readonly spec: (session: SessionRow, onExit: (why: string) => void) => SessionSpec
  readonly gate: (session: SessionRow) => string | null
  readonly block: (session: SessionRow, inputs: readonly InboxMessage[]) => string | null
  readonly input: DriverPort['input']
  readonly attachments: AttachmentKeeper
  /** Called inside the transaction that ends a turn. */
  readonly onTurnEnd: (session: SessionRow, turn: number, outcome: Outcome) => void
  readonly report: (message: string, error: unknown) => void
}

export type LiveListener = (sessionId: string, change: 'now' | 'heard' | 'state') => void

const COLD: Live = { starting: false, resident: false, now: null, heardAt: null, quietMs: null, failure: null }

export class Sessions {
  readonly #drivers = new Map<string, SessionDriver>()
  readonly #listeners = new Listeners<Parameters<LiveListener>>()
  readonly #lastHeard: LastHeard
  #closing = false

  constructor(private readonly port: SessionsPort) {
    this.#lastHeard = new LastHeard(port.db)
  }

  /** Hears of what is not in the log: the running tool, the heartbeat, residency. Returns the disposer. */
  onLive(listener: LiveListener): () => void {
    return this.#listeners.add(listener)
  }

  /**
   * Closes what a dead host left: open turns end `interrupted`, with what is still there of them and when they were last
   * heard from, and park what waits; half-done deletes go on, creations that never finished
   * are gone, and accepted messages that nobody had taken open their turns now.
   */
  repair(): void {
    const left = this.port.log.unsettled()
    this.port.log.transaction(() => {
      for (const session of left) {
        if (session.lifecycle === 'creating') this.port.log.setLifecycle(session.id, 'deleted')
        if (session.openTurn === null) continue
        const outcome: Outcome = { kind: 'interrupted' }
        const { bodies, at } = this.#cutEnd(session, session.openTurn)
        this.port.log.append(session.id, bodies, Math.min(at, this.port.clock()))
        this.port.log.setParked(session.id, true)
        this.port.onTurnEnd(session, session.openTurn, outcome)
      }
    })
    for (const session of left) {
      if (session.lifecycle === 'deleting') void this.driver(session.id).remove()
      else if (session.lifecycle === 'member') this.driver(session.id).wakeOrReport()
    }
  }

  /** Makes a Session with its first message in one transaction, then lets it run. */
  create(session: NewSession, first: NewMessage): Receipt {
    const receipt = this.port.log.transaction(() => {
      this.port.log.create(session)
      return this.driver(session.id).admit(first)
    })
    this.port.db.afterCommit(() => this.driver(session.id).dispatch())
    return { messageId: receipt.messageId, delivery: receipt.delivery, note: receipt.note }
  }

  /** Why a Session's next turn has to wait, in words; null when nothing holds it. */
  hold(session: SessionRow): string | null {
    return session.openTurn === null && !session.parked && session.lifecycle === 'member' ? this.port.gate(session) : null
  }

  driver(sessionId: string): SessionDriver {
    let driver = this.#drivers.get(sessionId)
    if (!driver) {
      driver = new SessionDriver(sessionId, {
        db: this.port.db,
        log: this.port.log,
        clock: this.port.clock,
        steady: this.port.steady,
        spec: this.port.spec,
        report: this.port.report,
        gate: this.port.gate,
        block: this.port.block,
        input: this.port.input,
        attachments: this.port.attachments,
        engine: (session) => this.#engine(session),
        onLive: (id, change) => {
          const heardAt = change === 'heard' ? this.live(id).heardAt : null
          if (heardAt !== null) this.#lastHeard.heard(id, heardAt)
          this.#listeners.tell(id, change)
        },
        onTurnEnd: (id, turn, outcome) => {
          const row = this.port.log.get(id)
          if (row) this.port.onTurnEnd(row, turn, outcome)
        }
      })
      this.#drivers.set(sessionId, driver)
      // What ends now may give notice to a Session that slept until now: it takes it, and sleeps on.
      if (this.#closing) void driver.close()
    }
    return driver
  }

  /** Opens the turns that something has held in a Project, first come first served, as far as its gate allows. */
  wakeWaiting(projectId: string): void {
    for (const sessionId of this.port.log.waiting(projectId)) {
      this.driver(sessionId).wakeOrReport()
      // What holds one worker holds all of them: with hundreds waiting, each is not asked again.
      const session = sessionId === projectId ? undefined : this.port.log.get(sessionId)
      if (session && this.hold(session) !== null) return
    }
  }

  /**
   * Lets idle engine sessions go: those idle for longer than `idleMs`, and the longest idle ones above `maxLive`.
   */
  async cool(idleMs: number, maxLive: number): Promise<void> {
    const now = this.port.steady()
    const idle = [...this.#drivers.values()]
      .flatMap((driver) => {
        const since = driver.idleSince()
        return since === null ? [] : [{ driver, since }]
      })
      .sort((a, b) => a.since - b.since)
    const live = [...this.#drivers.values()].filter((driver) => driver.live().resident).length
    const surplus = idle.filter(({ since }, index) => now - since > idleMs || index < live - maxLive)
    await Promise.all(surplus.map(({ driver }) => driver.cool()))
  }

  /** Stops all open turns of a Project; what waits stays unparked, for the Project's pause holds it. */
  stopAll(projectId: string): void {
    for (const driver of this.#drivers.values()) {
      if (this.port.log.get(driver.sessionId)?.projectId === projectId) driver.interrupt(null, 'user', false)
    }
  }

  /** Says that a Session's row changed by something that is not an event of its log. */
  touch(sessionId: string): void {
    this.#listeners.tell(sessionId, 'state')
  }

  /** What a Session does now; never makes it resident. */
  live(sessionId: string): Live {
    return this.#drivers.get(sessionId)?.live() ?? COLD
  }

  /** What its engine can do for a Session; null where there is no such engine. */
  capabilities({ engine: kind, model }: Pick<SessionRow, 'engine' | 'model'>): EngineCapabilities | null {
    const engine = kind === 'none' ? undefined : this.port.engines.get(kind)
    return engine ? capabilitiesFor(engine, model) : null
  }

  /** Stops what runs and frees every engine session. */
  async close(): Promise<void> {
    this.#closing = true
    this.#lastHeard.close()
    await Promise.all([...this.#drivers.values()].map((driver) => driver.close()))
  }

  #cutEnd(session: SessionRow, turn: number): CutEnd {
    const from = this.port.log.turnStart(session.id, turn)
    const events = from === undefined ? [] : this.port.log.events(session.id, { from })
    const engine = session.engine === 'none' ? undefined : this.port.engines.get(session.engine)
    const heardAt = this.#lastHeard.of(session.id)
    try {
      return endOfCutTurn(turn, events, heardAt, engine, () => this.port.spec(session, () => {}).stateFolder)
    } catch (error) {
      this.port.report('what a turn has left could not be read', error)
      return endOfCutTurn(turn, events, heardAt, undefined, () => '')
    }
  }

  #engine(session: SessionRow): Engine {
    const engine = session.engine === 'none' ? undefined : this.port.engines.get(session.engine)
    if (!engine) throw new Error(`session ${session.id} has no engine to run its turns`)
    return engine
  }
}
