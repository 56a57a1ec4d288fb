/** A Session that is resident in the pi process, as its driver sees it. */
import { randomUUID } from 'node:crypto'
import { assertNever, Refusal } from '../../../shared/errors'
import type { Outcome } from '../../../shared/model'
import type { Models } from '../../models/models'
import { MissingKey, type ResolvedModel } from '../../models/resolved'
import { EngineError, type AskAnswer, type AskRequest, type EngineInput, type EngineSession, type SessionSpec, type TurnEnd, type TurnSink } from '../engine'
import type { Connection, SessionListener } from './connection'
import type { Standing, TurnFact } from './protocol'

/** A Session that is not disposed of in this time is ended with its process, in ms. */
const DISPOSE_MS = 5_000

/** How long it may take until a list of steers is in force, in ms: those on their way may wait for a compaction. */
const STEERS_MS = 120_000

interface OpenOptions {
  readonly spec: SessionSpec
  readonly models: Pick<Models, 'resolve'>
  readonly connect: () => Connection
  readonly firstByteMs: number
  readonly retryMs: number
  readonly answerMs: number
}

/** @throws EngineError when the model, the folder, what it remembers, or the process cannot be had */
export async function openPiSession({ spec, models, connect, firstByteMs, retryMs, answerMs }: OpenOptions): Promise<EngineSession> {
  const resolve = () => resolveModel(models, spec.model)
  const model = await resolve()
  const connection = connect()
  const handle = randomUUID()
  const session = new PiSession(spec, handle, connection, resolve)
  connection.listen(handle, session)
  try {
    const { sessionId, name, folder, stateFolder } = spec
    const tools = (spec.tools?.() ?? []).map(({ name: tool, description, parameters }) => ({ name: tool, description, parameters: { ...parameters } }))
    session.offered = tools.map((tool) => tool.name).join()
    const instructions = spec.instructions ?? null
    const opening = { handle, sessionId, name, folder, stateFolder, model, instructions, tools, firstByteMs, retryMs }
    await connection.request((request) => ({ type: 'open', request, session: opening }), 'done', answerMs)
    return session
  } catch (error) {
    session.close()
    connection.unlisten(handle)
    throw error
  }
}

interface OpenTurn {
  readonly sink: TurnSink
  readonly end: (outcome: Outcome) => void
  /** The process has its inputs. */
  sent: boolean
  stopped: 'user' | 'disposed' | null
}

class PiSession implements EngineSession, SessionListener {
  #turn: OpenTurn | null = null
  /** Why it is closed; null while it is open. */
  #closed: string | null = null
  #disposing: Promise<void> | null = null

  constructor(
    private readonly spec: SessionSpec,
    private readonly handle: string,
    private readonly connection: Connection,
    private readonly resolve: () => Promise<ResolvedModel>
  ) {}

  async run(inputs: readonly EngineInput[], sink: TurnSink): Promise<TurnEnd> {
    if (this.#closed !== null) return { outcome: failed('ENGINE_EXIT', this.#closed) }
    if (this.#turn) return { outcome: failed('ENGINE_BUSY', 'A turn of this worker runs already. Wait for its end, then retry.') }
    const ended = Promise.withResolvers<Outcome>()
    const turn: OpenTurn = { sink, end: ended.resolve, sent: false, stopped: null }
    this.#turn = turn
    void this.#send(turn, inputs)
    return { outcome: await ended.promise }
  }

  async #send(turn: OpenTurn, inputs: readonly EngineInput[]): Promise<void> {
    try {
      // The operator may have set a new key since the last turn.
      const model = await this.resolve()
      if (this.#turn !== turn) return
      if (turn.stopped) return this.#end({ kind: 'aborted', reason: { kind: turn.stopped } })
      turn.sent = true
      this.connection.send({ type: 'run', handle: this.handle, inputs: inputs.map(plain), model })
    } catch (error) {
      if (this.#turn !== turn) return
      this.#end(error instanceof EngineError ? failed(error.code, error.message) : failed('ENGINE_ERROR', UNEXPECTED))
    }
  }

  async offerSteers(steers: readonly EngineInput[]): Promise<void> {
    if (!this.#turn?.sent) return
    try {
      const list = steers.map(plain)
      await this.connection.request((request) => ({ type: 'steers', request, handle: this.handle, steers: list }), 'done', STEERS_MS)
    } catch (error) {
      // A process that has ended holds none.
      if (this.connection.alive) throw error
    }
  }

  interrupt(): void {
    this.#stop('user')
  }

  dispose(): Promise<void> {
    this.#disposing ??= this.#dispose()
    return this.#disposing
  }

  async #dispose(): Promise<void> {
    this.#stop('disposed')
    try {
      await this.connection.request((request) => ({ type: 'dispose', request, handle: this.handle }), 'done', DISPOSE_MS)
    } catch {
      // A process that does not even do this serves nobody.
      if (this.connection.alive) await this.connection.end()
    }
    this.#end({ kind: 'aborted', reason: { kind: 'disposed' } })
    this.close()
    this.connection.unlisten(this.handle)
  }

  /** Takes no more turns. */
  close(why = 'This worker has been closed. Retry.'): void {
    this.#closed ??= why
  }

  #stop(why: 'user' | 'disposed'): void {
    const turn = this.#turn
    if (!turn) return
    turn.stopped ??= why
    if (turn.sent) this.connection.send({ type: 'interrupt', handle: this.handle })
  }

  /** Which tools of the host it was opened with. */
  offered = ''

  get outdated(): boolean {
    return (this.spec.tools?.() ?? []).map((tool) => tool.name).join() !== this.offered
  }

  standing(tool: string): Standing {
    return { policy: this.spec.policy(), remembered: this.spec.remembered?.(tool) ?? null }
  }

  async callTool(name: string, args: unknown): Promise<{ readonly text: string; readonly isError: boolean }> {
    return (await this.spec.callTool?.(name, args)) ?? { text: `There is no tool "${name}".`, isError: true }
  }

  async ask(request: AskRequest, signal: AbortSignal): Promise<AskAnswer | null> {
    if (this.spec.question) return this.spec.question(request, signal)
    const optionId = (await this.spec.ask?.(request, signal)) ?? null
    return optionId === null ? null : { optionId, text: null }
  }

  onGone(why: string): void {
    this.close(why)
    this.#end(failed('ENGINE_EXIT', why))
    this.spec.onExit?.(why)
  }

  onFact(what: TurnFact): void {
    const sink = this.#turn?.sink
    if (!sink) return
    switch (what.fact) {
      case 'step':
        return sink.step(what.number)
      case 'steered':
        return sink.steered(what.messageIds, what.step)
      case 'assistant': {
        const { id, text, thinking, model, usage } = what.message
        return sink.assistant({
          id,
          text,
          ...(thinking !== undefined && { thinking }),
          ...(model !== undefined && { model }),
          ...(usage && { usage })
        })
      }
      case 'toolCall':
        return sink.toolCall(what.call)
      case 'toolResult':
        return sink.toolResult(what.result)
      case 'presented':
        return sink.presented(what.callId, what.files)
      case 'ran':
        return sink.ran({ effort: what.effort })
      case 'now':
        return sink.now(what.now)
      case 'heard':
        return sink.heard()
      case 'end':
        return this.#end(what.outcome)
      default:
        return assertNever(what)
    }
  }

  #end(outcome: Outcome): void {
    const turn = this.#turn
    if (!turn) return
    this.#turn = null
    const byUs = outcome.kind === 'aborted' && turn.stopped !== null
    turn.end(byUs ? { kind: 'aborted', reason: { kind: turn.stopped ?? 'user' } } : outcome)
  }
}

const plain = ({ messageId, text }: EngineInput): EngineInput => ({ messageId, text })

const UNEXPECTED = 'The model of this worker could not be looked up. Retry.'

const failed = (code: string, message: string): Outcome => ({ kind: 'error', error: { code, message } })

async function resolveModel(models: Pick<Models, 'resolve'>, model: string | null): Promise<ResolvedModel> {
  if (model === null) {
    throw new EngineError('MODEL_NOT_SET', 'This worker has no model. Start a worker with one; Settings has a default.')
  }
  try {
    return await models.resolve(model)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const code = error instanceof MissingKey ? 'MODEL_AUTH' : error.code === 'UNAVAILABLE' ? 'MODEL_UNREACHABLE' : 'MODEL_UNKNOWN'
    throw new EngineError(code, `${error.message} ${error.remedy}`.trim())
  }
}
