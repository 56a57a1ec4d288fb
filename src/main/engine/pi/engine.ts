/**
 * The pi engine: pi's coding agent in one process of its own for all Sessions, started when it is first needed. The
 * process also knows the registry of models and can call one, which is what `models` needs of it.
 */
import type { ForkProcess } from '../../host-options'
import type { Models } from '../../models/models'
import type { ModelBackend } from '../../models/resolved'
import { EngineError, type Engine } from '../engine'
import { Connection } from './connection'
import { secretNames } from './environment'
import { openPiSession } from './session'

/** A process that nobody uses ends after this long, in ms. */
const IDLE_MS = 60_000
/** How long the process may take to start and to answer, in ms. */
const ANSWER_MS = 30_000
/** How long a model may take for its first byte, in ms. */
const FIRST_BYTE_MS = 120_000
/** How long a failed model call waits before it is tried again, in ms. */
const RETRY_MS = 1_000

export interface PiEngineOptions {
  readonly fork: ForkProcess
  /** Marker variables for the process, inherited by its commands. */
  readonly environment?: Readonly<Record<string, string>>
  /** What `fork` is given: the built `process.ts`. */
  readonly script?: string
  /** How long a model may take for its first byte, in ms; CREWDECK_MODEL_TIMEOUT_MS or two minutes by default. */
  readonly modelTimeoutMs?: number
  /** How long the first of two new tries of a failed model call waits, in ms. */
  readonly retryMs?: number
  /** A process that nobody uses ends after this long, in ms. */
  readonly idleMs?: number
}

export interface PiEngine {
  readonly engine: Engine
  readonly backend: ModelBackend
  /** Where Sessions find their models; must be called before the first open. */
  useModels(models: Pick<Models, 'resolve'>): void
}

export function createPiEngine(options: PiEngineOptions): PiEngine {
  const { fork, script = 'pi-process', idleMs = IDLE_MS, retryMs = RETRY_MS } = options
  const firstByteMs = options.modelTimeoutMs ?? (Number(process.env.CREWDECK_MODEL_TIMEOUT_MS) || FIRST_BYTE_MS)
  let models: Pick<Models, 'resolve'> | null = null
  let connection: Connection | null = null
  let idle: NodeJS.Timeout | undefined
  let closed = false

  const connect = (): Connection => {
    clearTimeout(idle)
    if (closed) throw new EngineError('ENGINE_CLOSED', 'Crewdeck is closing.')
    if (connection?.usable) return connection
    const link = startProcess()
    const fresh: Connection = new Connection(
      link,
      () => {
        clearTimeout(idle)
        idle = setTimeout(() => {
          if (!fresh.busy) void fresh.end()
        }, idleMs)
        idle.unref()
      },
      () => {
        if (connection === fresh) connection = null
      }
    )
    connection = fresh
    return fresh
  }
  const startProcess = () => {
    // A fork adds to our environment, so keys in it are emptied rather than left out.
    const hidden = Object.fromEntries(secretNames(process.env).map((name) => [name, '']))
    try {
      return fork(script, { ...hidden, ...options.environment, PI_OFFLINE: '1', PI_TELEMETRY: '0', PI_SKIP_VERSION_CHECK: '1' })
    } catch (error) {
      const why = error instanceof Error ? error.message : 'unknown reason'
      throw new EngineError('ENGINE_START', `The pi engine could not be started: ${why}. Retry, or reinstall Crewdeck.`)
    }
  }

  return {
    engine: {
      kind: 'pi',
      capabilities: { steer: true, steerNote: null },
      problem: async () => null,
      open: async (spec) => {
        if (!models) throw new EngineError('ENGINE_CLOSED', 'The pi engine has no models yet.')
        return openPiSession({ spec, models, connect, firstByteMs, retryMs, answerMs: ANSWER_MS })
      },
      close: async () => {
        closed = true
        clearTimeout(idle)
        await connection?.end()
      }
    },
    backend: {
      async catalogue() {
        const answer = await connect().request((request) => ({ type: 'catalogue', request }), 'catalogue', ANSWER_MS)
        return answer.providers
      },
      async check(model, timeoutMs) {
        const within = timeoutMs + ANSWER_MS
        const answer = await connect().request((request) => ({ type: 'check', request, model, timeoutMs }), 'checked', within)
        return answer.result
      }
    },
    useModels: (given) => {
      models = given
    }
  }
}
