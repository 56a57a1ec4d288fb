/** What a Session does now, as far as memory knows: a host that ends takes it along, and nothing in the log rests on it. */
import type { Now } from '../../shared/model'
import type { DriverPort, Live } from './driver-port'

/** A clock that is out by less than this was not set. */
const SET_MS = 1_000

/** When something happened: by the clock, and by what nobody sets. */
interface Moment {
  readonly at: number
  readonly steady: number
}

export class Pulse {
  #starting = false
  #now: Now | null = null
  #began: Moment | null = null
  #heard: Moment | null = null
  /** What waited for the operator last, and until when: engines go on telling when they began with it. */
  #answered: { readonly what: string; readonly at: number } | null = null
  /** Why the log cannot be written; null when it can. */
  failure: string | null = null

  constructor(
    private readonly sessionId: string,
    private readonly port: Pick<DriverPort, 'clock' | 'steady' | 'onLive'>
  ) {}

  read(): Omit<Live, 'resident'> {
    const last = this.#heard ?? this.#began
    return {
      starting: this.#starting,
      now: this.#now,
      heardAt: this.#heardAt(),
      quietMs: last && this.port.steady() - last.steady,
      failure: this.failure
    }
  }

  /** A turn begins with the start of its engine. */
  begin(): void {
    this.#starting = true
    this.#heard = null
    this.#answered = null
    this.#began = this.#moment()
    this.#now = { what: 'starting', detail: '', since: this.#began.at }
  }

  /** The engine of the turn is there. */
  started(): void {
    this.#starting = false
    this.port.onLive(this.sessionId, 'state')
  }

  heard(): void {
    this.#heard = this.#moment()
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

  /** Nothing runs any more. Returns how long it took, in ms, where the clock does not tell because it was set meanwhile. */
  rest(): number | null {
    this.#starting = false
    this.#now = null
    if (!this.#began) return null
    const { at, steady } = this.#moment()
    const took = steady - this.#began.steady
    return Math.abs(at - this.#began.at - took) > SET_MS ? Math.round(took) : null
  }

  #moment(): Moment {
    return { at: this.port.clock(), steady: this.port.steady() }
  }

  /** By the clock as it is now: one that was put back since would have it in the future. */
  #heardAt(): number | null {
    if (!this.#heard) return null
    const at = Math.round(this.port.clock() - (this.port.steady() - this.#heard.steady))
    if (at < this.#heard.at - SET_MS) this.#heard = { ...this.#heard, at }
    return this.#heard.at
  }
}
