/** One turn of ours, which may become two of the harness's when a message came too late for the first. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Outcome } from '../../../shared/model'
import type { EngineInput, TurnEnd } from '../engine'

/** How often the harness is asked for a message that it has not shown yet, in ms. */
const ASK_AGAIN_MS = 25

/** The prompt of a turn is known by this, and each steer by its own. */
export const rpcIdOf = (input: EngineInput): string => `crewdeck:${input.messageId}`

export interface TurnPort {
  /** Hands a message over. Rejects when it was not taken. */
  prompt(input: EngineInput, mode: 'queue' | 'steer'): Promise<void>
  /** Takes a message back. False when a turn holds it already. */
  withdraw(rpcId: string): Promise<boolean>
  /** Asks the running turn to end. */
  cancel(): Promise<void>
  steered(messageIds: readonly string[], step: number): void
  /** How long a message that could not be taken back may take to turn up in a turn, in ms. */
  readonly settleMs: number
}

export class Turn {
  readonly ended: Promise<TurnEnd>
  readonly over = new AbortController()
  #resolve: (end: TurnEnd) => void = () => {}
  /** Steers that were handed over and that no turn holds yet, by their rpc ids. */
  readonly #offered = new Map<string, EngineInput>()
  #work: Promise<unknown> = Promise.resolve()
  #stopped: 'user' | 'disposed' | null = null
  /** How the harness has ended its turn, while it is not known whether that was all. */
  #outcome: Outcome | null = null
  #late: NodeJS.Timeout | undefined

  constructor(private readonly port: TurnPort) {
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  get isOver(): boolean {
    return this.over.signal.aborted
  }

  get stopped(): 'user' | 'disposed' | null {
    return this.#stopped
  }

  /** The whole list of steers that wait; resolves when it is in force. */
  offer(steers: readonly EngineInput[]): Promise<void> {
    return this.#queue(async () => {
      const wanted = new Map(steers.map((steer) => [rpcIdOf(steer), steer]))
      for (const rpcId of [...this.#offered.keys()]) if (!wanted.has(rpcId)) await this.#takeBack(rpcId)
      for (const [rpcId, steer] of wanted) {
        if (this.#offered.has(rpcId) || this.isOver || this.#stopped !== null || this.#outcome !== null) continue
        this.#offered.set(rpcId, steer)
        await this.port.prompt(steer, 'steer').catch((error: unknown) => {
          this.#offered.delete(rpcId)
          throw error
        })
      }
    })
  }

  /** Resolves once the harness has given a message back, or has said that a turn holds it: it may be changed only then. */
  async #takeBack(rpcId: string): Promise<void> {
    const since = performance.now()
    while (this.#offered.has(rpcId) && !this.isOver) {
      if (await this.port.withdraw(rpcId)) return void this.#offered.delete(rpcId)
      if (performance.now() - since > this.port.settleMs) throw new Error('no word of whether a turn holds a message')
      await delay(ASK_AGAIN_MS)
    }
  }

  /** A message of ours is in the turn now. */
  taken(rpcId: string, step: number): void {
    const steer = this.#offered.get(rpcId)
    if (!steer) return
    this.#offered.delete(rpcId)
    this.port.steered([steer.messageId], step)
    // It opened another turn, which is still ours.
    this.#outcome = null
    clearTimeout(this.#late)
  }

  /** The harness has ended its turn. What was handed over and not taken is taken back, or goes on as this turn. */
  harnessEnded(outcome: Outcome): void {
    this.#outcome = outcome
    void this.#queue(async () => {
      for (const rpcId of [...this.#offered.keys()]) if (await this.port.withdraw(rpcId)) this.#offered.delete(rpcId)
      if (this.#outcome === null) return
      if (this.#offered.size === 0) return this.finish(this.#outcome)
      this.#late = setTimeout(() => this.finish(this.#outcome ?? outcome), this.port.settleMs)
    })
  }

  stop(why: 'user' | 'disposed'): void {
    if (this.#stopped !== null || this.isOver) return
    this.#stopped = why
    // What waits would begin a turn of its own behind the stop.
    void this.#queue(async () => {
      for (const rpcId of [...this.#offered.keys()]) if (await this.port.withdraw(rpcId)) this.#offered.delete(rpcId)
      // Not waited for: its end has to pass through here.
      if (!this.isOver) void this.port.cancel()
    })
  }

  finish(outcome: Outcome): void {
    if (this.isOver) return
    clearTimeout(this.#late)
    this.over.abort()
    const stopped = this.#stopped !== null && outcome.kind === 'aborted'
    this.#resolve({ outcome: stopped ? { kind: 'aborted', reason: { kind: this.#stopped ?? 'user' } } : outcome })
  }

  /** One after the other, so that a withdrawal never overtakes the message that it is about. */
  #queue(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work)
    this.#work = done.catch(() => {})
    return done
  }
}
