/**
 * pi's steering queue, mirrored by identity: which message objects lie in it and which message of ours each one is. So
 * two steers with the same text are two, and one that pi has taken out is known to be on its way.
 */
import type { AgentSession } from '@earendil-works/pi-coding-agent'
import type { EngineInput } from '../../engine'

type Agent = AgentSession['agent']
type QueuedMessage = Parameters<Agent['steer']>[0]

export class Steering {
  readonly #held = new Map<object, EngineInput>()
  /** Committed in this turn: a list that was made before its maker heard of that may still name them. */
  readonly #taken = new Set<string>()
  #waiting: (() => void)[] = []

  constructor(private readonly agent: Agent) {
    agent.steeringMode = 'all'
  }

  /**
   * Puts this list in the place of what was held. Resolves when it is in force: pi may have taken some out already, and
   * those are waited for until they are committed, so that one withdrawn here is never committed afterwards.
   */
  async replace(steers: readonly EngineInput[]): Promise<void> {
    for (const queued of this.agent.peekQueuedMessages()) this.#held.delete(queued)
    this.agent.clearSteeringQueue()
    const held = () => [...this.#held.values()].map(({ messageId }) => messageId)
    const onTheirWay = new Set(held())
    for (const steer of steers) {
      if (onTheirWay.has(steer.messageId) || this.#taken.has(steer.messageId)) continue
      const message: QueuedMessage = { role: 'user', content: [{ type: 'text', text: steer.text }], timestamp: Date.now() }
      this.#held.set(message, steer)
      this.agent.steer(message)
    }
    const stillMoving = () => [...onTheirWay].some((id) => held().includes(id))
    while (stillMoving()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** The steer that pi has just committed to the conversation; null for other messages. */
  committed(message: object): EngineInput | null {
    const steer = this.#held.get(message)
    if (steer === undefined) return null
    this.#held.delete(message)
    this.#taken.add(steer.messageId)
    this.#wake()
    return steer
  }

  /** Takes back what pi has not taken out yet. */
  withdraw(): void {
    for (const queued of this.agent.peekQueuedMessages()) this.#held.delete(queued)
    this.agent.clearSteeringQueue()
    this.#wake()
  }

  /** The turn is over: nothing is held any more. */
  end(): void {
    this.agent.clearSteeringQueue()
    this.#held.clear()
    this.#taken.clear()
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
