/**
 * A Session whose messages are commands. The inputs of a turn are run one after the other, each as a step of its own;
 * one that fails does not keep the next from running, and any failure makes the turn's outcome an error. The whole turn
 * has one reply.
 */
import { randomUUID } from 'node:crypto'
import type { Supervisor } from '../../process/supervisor'
import { fileVariables } from '../files.logic'
import { TOOL_TEXT_MAX, type EngineInput, type EngineSession, type SessionSpec, type TurnEnd, type TurnSink } from '../engine'
import { runCommand } from './command'
import { outputFile, TOOL } from './remains'
import { outcomeOf, replyOf, resultOf, shownBudget, type CommandReport } from './reply'

export class ShellSession implements EngineSession {
  readonly #spec: SessionSpec
  readonly #supervisor: Supervisor
  readonly #onDispose: (session: ShellSession) => void
  /** Of the running turn; aborted with the reason for its outcome. */
  #stop: AbortController | null = null
  #running: Promise<unknown> = Promise.resolve()
  #disposed = false

  constructor(spec: SessionSpec, supervisor: Supervisor, onDispose: (session: ShellSession) => void) {
    this.#spec = spec
    this.#supervisor = supervisor
    this.#onDispose = onDispose
  }

  run(inputs: readonly EngineInput[], turn: TurnSink): Promise<TurnEnd> {
    if (this.#stop !== null) return Promise.resolve(internalError('A turn of this worker is already running.'))
    if (this.#disposed) return Promise.resolve({ outcome: { kind: 'aborted', reason: { kind: 'disposed' } } })
    const stop = new AbortController()
    this.#stop = stop
    const running = this.#run(inputs, turn, stop)
      .catch((error: unknown) => internalError(error instanceof Error ? error.message : String(error)))
      .finally(() => (this.#stop = null))
    this.#running = running
    return running
  }

  async #run(inputs: readonly EngineInput[], turn: TurnSink, stop: AbortController): Promise<TurnEnd> {
    const reports: CommandReport[] = []
    try {
      for (const [index, input] of inputs.entries()) {
        if (stop.signal.aborted) break
        turn.step(index + 1)
        reports.push(await this.#command(input, shownBudget(inputs.length), turn, stop))
      }
    } finally {
      turn.now(null)
    }
    const ran = reports.some((report) => report.end.kind !== 'failed')
    if (ran) turn.assistant({ id: randomUUID(), text: replyOf(reports, inputs.length - reports.length) })
    return { outcome: outcomeOf(reports, stop.signal.aborted ? reasonOf(stop) : null) }
  }

  async #command({ text: command, files = [] }: EngineInput, budget: number, turn: TurnSink, stop: AbortController): Promise<CommandReport> {
    const callId = randomUUID()
    const since = Date.now()
    turn.toolCall({ callId, name: TOOL, arguments: argumentsOf(command) })
    const report = await runCommand({
      supervisor: this.#supervisor,
      command,
      variables: fileVariables(files),
      folder: this.#spec.folder,
      stateFolder: this.#spec.stateFolder,
      file: outputFile(this.#spec.stateFolder, callId),
      budget,
      stop: stop.signal,
      onLine: (detail) => turn.now({ what: TOOL, detail, since }),
      onHeard: () => turn.heard()
    })
    const isError = report.end.kind !== 'exit' || report.end.code !== 0
    turn.toolResult({ callId, name: TOOL, text: resultOf(report), isError, changes: [] })
    return report
  }

  /** A command takes nothing while it runs; what waits is kept by the caller. */
  async offerSteers(): Promise<void> {}

  interrupt(): void {
    this.#stop?.abort('user')
  }

  async dispose(): Promise<void> {
    this.#disposed = true
    this.#stop?.abort('disposed')
    await this.#running
    this.#onDispose(this)
  }
}

function reasonOf(stop: AbortController): 'user' | 'disposed' {
  return stop.signal.reason === 'disposed' ? 'disposed' : 'user'
}

function internalError(message: string): TurnEnd {
  return { outcome: { kind: 'error', error: { code: 'INTERNAL', message } } }
}

/** Valid JSON within the bound of the log, also for a very long command: the message itself holds it in full. */
function argumentsOf(command: string): string {
  const whole = JSON.stringify({ command })
  if (whole.length <= TOOL_TEXT_MAX) return whole
  // A character takes at most six in JSON.
  const start = command.slice(0, Math.floor(TOOL_TEXT_MAX / 6) - 20)
  return JSON.stringify({ command: `${start} … (${command.length - start.length} more characters)` })
}
