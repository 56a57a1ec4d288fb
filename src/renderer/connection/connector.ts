/**
 * Keeps one connection to the host and says whether it lives. The proof of life is the host's beat: a connection that
 * is silent for HOST_SILENT_MS is closed and made anew. While the window is hidden nothing is asked of the host and
 * nothing is timed; on show all is checked again.
 */
import { HOST_SILENT_MS } from '../../shared/limits'
import { backoff } from './backoff'
import { unavailable } from './refusal'
import type { Link, Transport } from './transport'

/** How long one attempt to connect may take, in ms. */
export const CONNECT_TIMEOUT_MS = 2_000
/** A timer that fires this much late, in ms, was held up with everything else: the beats are still in the queue. */
const LATE_MS = 250

export interface ConnectionFacts {
  /** `connecting` only until the host was first heard. */
  readonly state: 'connecting' | 'live' | 'lost'
  /** When the host was last heard, in the host's time; null before it ever was. */
  readonly heardAt: number | null
  /** When the connection was found to be lost, in the host's time; null while it is not. */
  readonly lostAt: number | null
}

export interface ConnectorDeps {
  open(signal: AbortSignal): Promise<Transport>
  beats(signal: AbortSignal): Promise<AsyncIterable<{ at: number }>>
  isVisible(): boolean
  onVisibility(listener: () => void): void
  /** This window's wall clock and its clock that never jumps, both in ms. */
  now(): number
  elapsed(): number
  publish(facts: ConnectionFacts): void
}

export class Connector {
  #facts: ConnectionFacts = { state: 'connecting', heardAt: null, lostAt: null }
  #transport: Transport | null = null
  #attempt: AbortController | null = null
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #listening: AbortController | null = null
  #silence: ReturnType<typeof setTimeout> | undefined
  /** Host's clock minus ours, in ms. */
  #skew = 0
  readonly #listeners = new Set<() => void>()

  constructor(private readonly deps: ConnectorDeps) {}

  start(): void {
    this.deps.onVisibility(() => (this.deps.isVisible() ? this.#shown() : this.#hidden()))
    if (this.deps.isVisible()) this.#connect()
  }

  /** Calls through whatever transport there is now; rejects at once with UNAVAILABLE when there is none. */
  readonly call: Link['call'] = async (path, input, options) => {
    if (!this.#transport) throw unavailable()
    return this.#transport.call(path, input, options)
  }

  /** Whether streams may be open now: there is a transport, and somebody can see what they bring. */
  isOpen(): boolean {
    return this.#transport !== null && this.deps.isVisible()
  }

  /** Tells when `isOpen` may have changed; returns the disposer. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Now, in the host's time. */
  hostNow(): number {
    return this.deps.now() + this.#skew
  }

  /** Tries at once instead of after the pause. */
  retryNow(): void {
    this.#failures = 0
    this.#connect()
  }

  #shown(): void {
    this.#failures = 0
    if (this.#transport) this.#listen()
    else this.#connect()
    this.#notify()
  }

  #hidden(): void {
    clearTimeout(this.#retry)
    this.#stopListening()
    this.#notify()
  }

  #connect(): void {
    clearTimeout(this.#retry)
    if (this.#transport || this.#attempt) return
    const attempt = new AbortController()
    this.#attempt = attempt
    const timeout = setTimeout(() => attempt.abort(), CONNECT_TIMEOUT_MS)
    this.deps
      .open(attempt.signal)
      .then(
        (transport) => this.#opened(transport),
        () => this.#failed()
      )
      .finally(() => clearTimeout(timeout))
  }

  #opened(transport: Transport): void {
    this.#attempt = null
    this.#transport = transport
    transport.onClose(() => this.#dropped(transport))
    if (this.#transport !== transport) return
    if (this.deps.isVisible()) this.#listen()
    this.#notify()
  }

  #failed(): void {
    this.#attempt = null
    this.#lose()
    this.#retrySoon()
  }

  #dropped(transport: Transport): void {
    if (this.#transport !== transport) return
    this.#transport = null
    this.#stopListening()
    this.#lose()
    this.#notify()
    this.#retrySoon()
  }

  #retrySoon(): void {
    if (!this.deps.isVisible()) return
    this.#retry = setTimeout(() => this.#connect(), backoff(this.#failures++))
  }

  #listen(): void {
    this.#stopListening()
    const listening = new AbortController()
    this.#listening = listening
    this.#armSilence(HOST_SILENT_MS)
    void this.#readBeats(listening.signal)
  }

  async #readBeats(signal: AbortSignal): Promise<void> {
    try {
      for await (const beat of await this.deps.beats(signal)) {
        if (signal.aborted) return
        this.#heard(beat.at)
      }
    } catch {
      // A beat that fails is a beat that does not come: the silence decides.
    }
  }

  #stopListening(): void {
    clearTimeout(this.#silence)
    this.#listening?.abort()
    this.#listening = null
  }

  #heard(at: number): void {
    this.#failures = 0
    this.#skew = at - this.deps.now()
    this.#armSilence(HOST_SILENT_MS)
    this.#publish({ state: 'live', heardAt: at, lostAt: null })
  }

  #armSilence(ms: number): void {
    clearTimeout(this.#silence)
    const due = this.deps.elapsed() + ms
    this.#silence = setTimeout(() => {
      if (this.deps.elapsed() - due > LATE_MS) this.#armSilence(LATE_MS)
      else this.#transport?.close()
    }, ms)
  }

  #lose(): void {
    if (this.#facts.state === 'lost') return
    this.#publish({ state: 'lost', heardAt: this.#facts.heardAt, lostAt: this.hostNow() })
  }

  #publish(facts: ConnectionFacts): void {
    this.#facts = facts
    this.deps.publish(facts)
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
