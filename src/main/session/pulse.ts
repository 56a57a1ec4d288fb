/** What a Session does now, as far as memory knows: a host that ends takes it along, and nothing in the log rests on it. */
import type { Now } from '../../shared/model'
import type { DriverPort, Live } from './driver-port'

export class Pulse {
  #starting = false
  #now: Now | null = null
  #heardAt: number | null = null
  /** What waited for the operator last, and until when: engines go on telling when they began with it. */
  #answered: { readonly what: string; readonly at: number } | null = null
  /** Why the log cannot be written; null when it can. */
  failure: string | null = null

  constructor(
    private readonly sessionId: string,
    private readonly port: Pick<DriverPort, 'clock' | 'onLive'>
  ) {}

  read(): Omit<Live, 'resident'> {
    return { starting: this.#starting, now: this.#now, heardAt: this.#heardAt, failure: this.failure }
  }

  /** A turn begins with the start of its engine. */
  begin(): void {
    this.#starting = true
    this.#heardAt = null
    this.#answered = null
    this.#now = { what: 'starting', detail: '', since: this.port.clock() }
  }

  /** The engine of the turn is there. */
  started(): void {
    this.#starting = false
    this.port.onLive(this.sessionId, 'state')
  }

  heard(): void {
    this.#heardAt = this.port.clock()
    this.port.onLive(this.sessionId, 'heard')
  }

  does(now: Now | null): void {
    this.#now = now && this.#sinceAnswer(now)
    this.port.onLive(this.sessionId, 'now')
  }

  /** The operator has answered: what waited for it, `tool` or whatever goes on now, begins at this moment. */
  answered(tool: string | null): void {
    const what = tool ?? this.#now?.what
    if (what === undefined) return
    this.#answered = { what, at: this.port.clock() }
    this.does(this.#now)
  }

  #sinceAnswer(now: Now): Now {
    const answered = this.#answered
    return answered?.what === now.what && now.since < answered.at ? { ...now, since: answered.at } : now
  }

  /** Nothing runs any more. */
  rest(): void {
    this.#starting = false
    this.#now = null
  }
}
