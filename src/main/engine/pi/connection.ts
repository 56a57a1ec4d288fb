/** One living pi process, as the host sees it: requests and their answers, facts of turns, and its end. */
import { endsWithin } from '../../ends-within'
import type { ChildLink } from '../../host-options'
import { EngineError, type AskAnswer, type AskRequest } from '../engine'
import { endCommands } from './end-commands'
import { FromProcess, type RunningCommand, type Standing, type ToProcess, type TurnFact } from './protocol'

type Answer = Extract<FromProcess, { request: number }>
type AnswerType = Exclude<Answer['type'], 'failed'>
type Request = Extract<ToProcess, { request: number }>

/** What a Session of the host is told. */
export interface SessionListener {
  onFact(what: TurnFact): void
  /** What counts for a tool. */
  standing(tool: string): Standing
  callTool(name: string, args: unknown): Promise<{ readonly text: string; readonly isError: boolean }>
  /** Null when the request was withdrawn. */
  ask(request: AskRequest, signal: AbortSignal): Promise<AskAnswer | null>
  /** The process has ended; nothing else will be told. */
  onGone(why: string): void
}

interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: EngineError) => void
  readonly timer: NodeJS.Timeout
}

/** How long the end of the process may take, in ms. */
const END_WAIT_MS = 4_000

export class Connection {
  readonly #waiting = new Map<number, Waiting>()
  readonly #sessions = new Map<string, SessionListener>()
  readonly #asks = new Map<number, AbortController>()
  readonly #commands = new Map<string, RunningCommand>()
  readonly #ended = Promise.withResolvers<void>()
  #requests = 0
  #alive = true
  #ending = false

  /** `onIdle` is called whenever nobody uses the process any more. */
  constructor(
    private readonly link: ChildLink,
    private readonly onIdle: () => void,
    private readonly onEnd: () => void
  ) {
    link.onMessage((raw) => this.#receive(raw))
    link.onExit((code, detail) => this.#exited(code, detail))
  }

  get alive(): boolean {
    return this.#alive
  }

  /** Whether it takes new Sessions and requests. */
  get usable(): boolean {
    return this.#alive && !this.#ending
  }

  get busy(): boolean {
    return this.#sessions.size > 0 || this.#waiting.size > 0
  }

  /** Sends a request; rejects with an EngineError when it fails, when the process ends, or after `withinMs`. */
  request<T extends AnswerType>(
    make: (request: number) => Request,
    expected: T,
    withinMs: number
  ): Promise<Extract<Answer, { type: T }>> {
    const request = (this.#requests += 1)
    return new Promise((resolve, reject) => {
      if (!this.#alive) return reject(new EngineError('ENGINE_EXIT', 'The pi engine has ended. Retry.'))
      const timer = setTimeout(() => {
        this.#settle(request)?.reject(new EngineError('ENGINE_SILENT', 'The pi engine does not answer. Retry in a moment.'))
      }, withinMs)
      const isExpected = (answer: Answer): answer is Extract<Answer, { type: T }> => answer.type === expected
      this.#waiting.set(request, {
        reject,
        timer,
        resolve: (answer) => {
          if (isExpected(answer)) resolve(answer)
          else reject(new EngineError('ENGINE_ERROR', 'The pi engine gave an answer that does not fit. Retry.'))
        }
      })
      this.send(make(request))
    })
  }

  send(message: ToProcess): void {
    if (this.#alive) this.link.send(message)
  }

  listen(handle: string, listener: SessionListener): void {
    this.#sessions.set(handle, listener)
  }

  unlisten(handle: string): void {
    if (this.#sessions.delete(handle) && !this.busy) this.onIdle()
  }

  /** Ends the process with all its commands. */
  async end(): Promise<void> {
    this.#ending = true
    this.link.kill()
    await endsWithin(this.#ended.promise, END_WAIT_MS)
  }

  #receive(raw: unknown): void {
    const parsed = FromProcess.safeParse(raw)
    // What cannot be read is skipped; the request that it may have answered runs into its time.
    if (!parsed.success || !this.#alive) return
    const message = parsed.data
    switch (message.type) {
      case 'turn':
        return this.#sessions.get(message.handle)?.onFact(message.what)
      case 'askPolicy':
        return this.send({ type: 'policy', question: message.question, standing: this.#standingOf(message.handle, message.tool) })
      case 'callTool':
        return void this.#callTool(message)
      case 'ask':
        return void this.#ask(message)
      case 'withdraw':
        return this.#asks.get(message.question)?.abort()
      case 'command':
        if (message.alive) this.#commands.set(message.command.task, message.command)
        else this.#commands.delete(message.command.task)
        return
      case 'failed':
        return this.#settle(message.request)?.reject(new EngineError(message.code, message.message))
      default:
        return this.#settle(message.request)?.resolve(message)
    }
  }

  async #callTool({ handle, question, name, args }: Extract<FromProcess, { type: 'callTool' }>): Promise<void> {
    const answer = await this.#sessions.get(handle)?.callTool(name, args)
    const { text, isError } = answer ?? { text: 'This worker has been closed.', isError: true }
    this.send({ type: 'toolAnswered', question, text, isError })
  }

  async #ask({ handle, question, ask }: Extract<FromProcess, { type: 'ask' }>): Promise<void> {
    const withdrawal = new AbortController()
    this.#asks.set(question, withdrawal)
    const answer = await Promise.resolve(this.#sessions.get(handle)?.ask(ask, withdrawal.signal)).catch(() => null)
    this.#asks.delete(question)
    this.send({ type: 'answered', question, answer: answer ?? null })
  }

  /** What cannot be asked is not allowed: the Project may have gone. */
  #standingOf(handle: string, tool: string): Standing {
    const nothing: Standing = { policy: 'unconfirmed', remembered: null }
    try {
      return this.#sessions.get(handle)?.standing(tool) ?? nothing
    } catch {
      return nothing
    }
  }

  /** Takes a request off the list, to be answered. */
  #settle(request: number): Waiting | undefined {
    const waiting = this.#waiting.get(request)
    if (!waiting) return undefined
    this.#waiting.delete(request)
    clearTimeout(waiting.timer)
    if (!this.busy) this.onIdle()
    return waiting
  }

  #exited(code: number | null, detail: string): void {
    if (!this.#alive) return
    this.#alive = false
    this.onEnd()
    const why = exitMessage(code, detail)
    const sessions = [...this.#sessions.values()]
    this.#sessions.clear()
    for (const ask of this.#asks.values()) ask.abort()
    for (const session of sessions) session.onGone(why)
    for (const request of [...this.#waiting.keys()]) this.#settle(request)?.reject(new EngineError('ENGINE_EXIT', why))
    void endCommands(this.#commands.values()).finally(() => this.#ended.resolve())
  }
}

/** What the operator reads when the process has ended by itself. */
export function exitMessage(code: number | null, detail: string): string {
  const lines = detail.split('\n').map((line) => line.trim()).filter((line) => line !== '')
  const said = lines.filter((line) => !/^(at |Node\.js v|[\^~]+$|file:\/\/)/.test(line))
  const last = said.findLast((line) => /\w*Error\b|FATAL/.test(line)) ?? said.at(-1)
  const how = code === null ? 'was killed' : `ended with code ${code}`
  return `The pi engine ${how}${last === undefined ? '' : ` (“${last.slice(0, 200)}”)`}. What was said is kept: retry.`
}
