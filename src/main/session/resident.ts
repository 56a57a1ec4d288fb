/** The engine that stays loaded for a Session between its turns, as long as it fits what the Session is. */
import type { Engine, EngineSession } from '../engine/engine'
import type { DriverPort } from './driver-port'
import type { SessionRow } from './log'

export class Resident {
  #engine: EngineSession | null = null
  /** What it was opened with. */
  #model: string | null = null
  /** Turns that were cleared when it was opened. */
  #clearedTurns = 0

  constructor(
    private readonly sessionId: string,
    private readonly port: Pick<DriverPort, 'spec' | 'onLive' | 'report'>
  ) {}

  /** Null while the Session is cold. */
  get engine(): EngineSession | null {
    return this.#engine
  }

  /**
   * The loaded one, opened where there is none that fits. Null when it is not `wanted` any more once it has opened:
   * it is disposed of then, since nobody else would ever let go of it.
   * @throws EngineError where it cannot be opened
   */
  async load(engine: Engine, session: SessionRow, wanted: () => boolean): Promise<EngineSession | null> {
    const isOther = this.#model !== session.model || this.#clearedTurns !== session.clearedTurns
    if (this.#engine?.outdated || isOther) await this.release()
    const loaded = this.#engine ?? (await this.#open(engine, session))
    if (!wanted()) {
      await loaded.dispose()
      return null
    }
    this.#engine = loaded
    this.#model = session.model
    this.#clearedTurns = session.clearedTurns
    return loaded
  }

  /** Lets go of it. */
  async release(): Promise<void> {
    const engine = this.#engine
    this.#engine = null
    if (!engine) return
    try {
      await engine.dispose()
    } catch (error) {
      this.port.report('an engine session could not be disposed of', error)
    }
    this.port.onLive(this.sessionId, 'state')
  }

  async #open(engine: Engine, session: SessionRow): Promise<EngineSession> {
    let opened: EngineSession | null = null
    const spec = this.port.spec(session, (why) => {
      if (opened && this.#engine === opened) {
        this.#engine = null
        this.port.onLive(this.sessionId, 'state')
        this.port.report('an engine ended by itself', new Error(why))
      }
    })
    opened = await engine.open(spec)
    return opened
  }
}
