/** An engine that a test plays: each turn waits for the test to report its facts and its end. */
import type { Engine, EngineInput, EngineSession, SessionSpec, TurnEnd, TurnSink } from '../engine/engine'
import { EngineError } from '../engine/engine'
import type { EngineKind, Outcome } from '../../shared/model'

export interface FakeTurn {
  readonly sessionId: string
  readonly inputs: readonly EngineInput[]
  readonly sink: TurnSink
  /** Steers that the driver offers now. */
  steers: readonly EngineInput[]
  interrupted: boolean
  /** Takes the offered steers into the step, as a real engine does at a step boundary. */
  takeSteers(step: number): void
  reply(text: string): void
  end(outcome?: Outcome): void
}

export class FakeEngine implements Engine {
  readonly capabilities: Engine['capabilities']
  readonly opened: SessionSpec[] = []
  readonly disposed: string[] = []
  /** Every turn ever begun, in order. */
  readonly turns: FakeTurn[] = []
  /** The next `open` fails with this. */
  openFailure: EngineError | null = null
  /** When false, an interrupt is ignored, as by a hung engine. */
  obeysInterrupt = true
  /** Awaited before a list of steers is in force. */
  beforeOffer: () => Promise<void> = () => Promise.resolve()
  /** Called for each new turn: lets a test answer at once. */
  onTurn: (turn: FakeTurn) => void = () => undefined
  /** What is kept of a turn beside the log; none where a test gives none. */
  remains?: NonNullable<Engine['remains']>
  #waiting: { count: number; resolve: () => void }[] = []

  constructor(
    readonly kind: EngineKind,
    steer: boolean
  ) {
    this.capabilities = { steer, steerNote: steer ? null : 'It waits for the next turn.' }
  }

  problem(): Promise<null> {
    return Promise.resolve(null)
  }

  async open(spec: SessionSpec): Promise<EngineSession> {
    if (this.openFailure) {
      const failure = this.openFailure
      this.openFailure = null
      throw failure
    }
    this.opened.push(spec)
    let open: { turn: FakeTurn; end: (end: TurnEnd) => void } | null = null
    return {
      run: (inputs, sink) =>
        new Promise<TurnEnd>((resolve) => {
          const turn: FakeTurn = {
            sessionId: spec.sessionId,
            inputs,
            sink,
            steers: [],
            interrupted: false,
            takeSteers(step) {
              const taken = turn.steers
              turn.steers = []
              sink.steered(taken.map((steer) => steer.messageId), step)
            },
            reply: (text) => sink.assistant({ id: `m${this.turns.length}-${Math.random()}`, text }),
            end: (outcome = { kind: 'completed' }) => {
              open = null
              resolve({ outcome })
            }
          }
          open = { turn, end: resolve }
          this.turns.push(turn)
          this.#waiting = this.#waiting.filter(({ count, resolve: go }) => (this.turns.length >= count ? (go(), false) : true))
          this.onTurn(turn)
        }),
      offerSteers: async (steers) => {
        await this.beforeOffer()
        if (open) open.turn.steers = steers
      },
      interrupt: () => {
        if (!open) return
        open.turn.interrupted = true
        if (this.obeysInterrupt) open.turn.end({ kind: 'aborted', reason: { kind: 'user' } })
      },
      dispose: async () => {
        this.disposed.push(spec.sessionId)
        open?.turn.end({ kind: 'aborted', reason: { kind: 'disposed' } })
      }
    }
  }

  /** The turn that was begun as number `count`, counted over all sessions from 1. */
  async turn(count: number): Promise<FakeTurn> {
    if (this.turns.length < count) await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }))
    const turn = this.turns[count - 1]
    if (!turn) throw new Error(`turn ${count} never began`)
    return turn
  }

  /** The turn that a Session began as its `count`th in this engine, counted from 1. */
  async turnOf(sessionId: string, count = 1): Promise<FakeTurn> {
    for (;;) {
      const turn = this.turns.filter((other) => other.sessionId === sessionId)[count - 1]
      if (turn) return turn
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}
