/** One running `dsh web`: its process, its loopback API, and the one stream that tells of all its sessions. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { z } from 'zod'
import type { Supervised, Supervisor } from '../../process/supervisor'
import type { Report } from '../../report'
import { EngineError } from '../engine'
import { oneLine } from '../pi/child/texts.logic'
import { LAST_WORDS_MS, StderrTail } from '../stderr'
import { Answer, Described, Pushed, TRIED_VERSIONS } from './schemas'

export const LABEL = 'DeepSeek Harness'

export interface Times {
  /** From the start of the process until it answers. */
  readonly startMs: number
  /** For any question but a turn. */
  readonly answerMs: number
  /** For a turn to end after it was cancelled. */
  readonly cancelMs: number
  /** For a message that was withdrawn too late to turn up in a turn. */
  readonly settleMs: number
  /** A process that serves no session ends after this long. */
  readonly idleMs: number
}

export const TIMES: Times = { startMs: 60_000, answerMs: 30_000, cancelMs: 3_000, settleMs: 3_000, idleMs: 60_000 }

/** Largest message of the stream that is taken, in bytes. */
export const MESSAGE_MAX_BYTES = 16 * 1024 * 1024

/** What a session of ours wants to hear. */
export interface SessionEar {
  onFrame(frame: Pushed): void
  /** The stream was lost and is there again: what was missed has to be read. */
  onReconnected(): void
  /** A message was longer than we take. */
  onOversize(): void
  onGone(why: string): void
}

/** It answered, and said no. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string
  ) {
    super(message)
  }
}

export interface StartOptions {
  readonly supervisor: Supervisor
  readonly command: string
  readonly version: string | null
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly times: Times
  readonly report: Report
}

/** Between two attempts to open a lost stream, in ms. */
const REOPEN_MS = 200
const READY = /dsh web: (http:\/\/127\.0\.0\.1:\d+)/

export class DshServer {
  /** By the harness's own ids. */
  readonly sessions = new Map<string, SessionEar>()
  /** A child's session, and whose child it is. */
  readonly #parents = new Map<string, string>()
  readonly ended: Promise<string>
  /** Messages that were not what we know, since the start. Said once, counted always. */
  odd = 0
  #alive = true
  #ending: string | null = null
  #url = ''
  #streams: WebSocket[] = []
  readonly #stderr: StderrTail

  private constructor(
    private readonly options: StartOptions,
    private readonly process: Supervised
  ) {
    const { stdout, stderr } = process.child
    if (!stdout || !stderr) throw new Error('The harness needs its pipes.')
    this.#stderr = new StderrTail(stderr, { ...globalThis.process.env, ...options.env })
    this.ended = process.exited.then(async (exit) => {
      this.#alive = false
      const byItself = await this.#stderr.endOf(LABEL, exit)
      const why = this.#ending ?? byItself
      for (const stream of this.#streams) stream.terminate()
      for (const ear of [...this.sessions.values()]) ear.onGone(why)
      return why
    })
  }

  /** The one that was found; null where it tells none. */
  get version(): string | null {
    return this.options.version
  }

  /** @throws EngineError when it does not start, or does not answer as the versions do that we know */
  static async start(options: StartOptions): Promise<DshServer> {
    let process: Supervised
    try {
      process = await options.supervisor.spawn(options.command, options.args, { cwd: options.cwd, env: options.env, stdio: ['ignore', 'pipe', 'pipe'] })
    } catch (error) {
      throw new EngineError('AGENT_START', `${LABEL} could not be started: ${messageOf(error)}. Check it in Settings.`)
    }
    const server = new DshServer(options, process)
    try {
      await server.#begin()
      return server
    } catch (error) {
      await server.end('It did not start.')
      throw error
    }
  }

  get alive(): boolean {
    return this.#alive && this.#ending === null
  }

  /** Whether it lives and its stream is open, so that what it does is heard. */
  get heard(): boolean {
    return this.#alive && this.#streams.every((stream) => stream.readyState === WebSocket.OPEN)
  }

  /**
   * Asks for one thing; `rpcId` comes back with what it causes.
   * @throws Refused when it says no, EngineError when it does not answer or answers something else
   */
  async call<T>(method: string, payload: unknown, schema: z.ZodType<T>, rpcId: string = randomUUID()): Promise<T> {
    const text = await this.#post(method, { type: 'client-request', rpcId, method, payload })
    const { data: answer } = Answer.safeParse(parsed(text))
    if (!answer) throw this.#unlike(method)
    if (!answer.result.ok) throw new Refused(answer.result.error.code, answer.result.error.message)
    const { data, success } = schema.safeParse(answer.result.value)
    if (!success) throw this.#unlike(method)
    return data
  }

  /** Answers what it has asked. False when it did not take the answer. */
  async respond(rpcId: string, value: unknown): Promise<boolean> {
    const text = await this.#post('respond', { type: 'client-response', rpcId, result: { ok: true, value } })
    const answer = parsed(text)
    return typeof answer === 'object' && answer !== null && 'accepted' in answer && answer.accepted === true
  }

  async end(why: string): Promise<void> {
    this.#ending ??= why
    for (const stream of this.#streams) stream.terminate()
    await this.process.endTree()
    await this.ended
  }

  async #begin(): Promise<void> {
    const { times } = this.options
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), times.startMs)
    try {
      this.#url = await this.#address(late.signal)
      await this.call('host.describe', {}, Described)
      await Promise.all(['events.mux', 'events.host'].map((name, index) => this.#open(name, index, late.signal)))
    } catch (error) {
      if (error instanceof EngineError) throw error
      if (error instanceof Refused) throw this.#unlike('host.describe')
      const why = late.signal.aborted ? `it did not answer within ${times.startMs / 1_000} s` : messageOf(error)
      throw new EngineError('AGENT_START', `${LABEL} did not start: ${why}.${this.#stderr.afterword}`)
    } finally {
      clearTimeout(timer)
    }
  }

  /** What it prints once it listens. */
  #address(signal: AbortSignal): Promise<string> {
    const { stdout } = this.process.child
    return new Promise((resolve, reject) => {
      let text = ''
      stdout?.setEncoding('utf8')
      stdout?.on('data', (piece: string) => {
        text = (text + piece).slice(-4_096)
        const url = READY.exec(text)?.[1]
        if (url !== undefined) resolve(url)
      })
      signal.addEventListener('abort', () => reject(new Error('late')))
      void this.ended.then((why) => reject(new EngineError('AGENT_EXIT', why)))
    })
  }

  async #open(name: string, index: number, signal?: AbortSignal): Promise<void> {
    const stream = new WebSocket(`${this.#url.replace('http', 'ws')}/api/${name}`, { maxPayload: MESSAGE_MAX_BYTES })
    this.#streams[index] = stream
    // Heard from the first word on: what it tells of sessions that are there comes at once.
    stream.on('message', (bytes: Buffer) => this.#onMessage(bytes.toString()))
    stream.on('error', (error) => {
      if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') for (const ear of this.sessions.values()) ear.onOversize()
    })
    await new Promise<void>((resolve, reject) => {
      stream.once('open', resolve)
      stream.once('error', reject)
      signal?.addEventListener('abort', () => reject(new Error('late')))
    })
    stream.once('close', () => void this.#reopen(name, index))
  }

  /** A lost stream is opened again for as long as the process lives. */
  async #reopen(name: string, index: number): Promise<void> {
    while (this.#alive && this.#ending === null) {
      try {
        await this.#open(name, index)
        for (const ear of this.sessions.values()) ear.onReconnected()
        return
      } catch {
        await delay(REOPEN_MS)
      }
    }
  }

  #onMessage(text: string): void {
    const { data: frame } = Pushed.safeParse(parsed(text))
    if (!frame) return this.#oddity('sends what is no message of the API')
    const { sessionId } = frame.payload
    if (sessionId === undefined) return
    const parent = frame.payload['parentSessionId']
    if (frame.payload.type === 'host/session-added' && typeof parent === 'string') this.#parents.set(sessionId, parent)
    // What a child asks is asked in the name of the session that made it; what else it does is its own.
    const asks = frame.payload.type.startsWith('approval/') || frame.payload.type.startsWith('question/')
    this.sessions.get(asks ? this.#root(sessionId) : sessionId)?.onFrame(frame)
  }

  #root(sessionId: string): string {
    let id = sessionId
    for (let depth = 0; depth < 16 && !this.sessions.has(id); depth++) id = this.#parents.get(id) ?? id
    return id
  }

  async #post(path: string, body: unknown): Promise<string> {
    if (!this.#alive) throw new EngineError('AGENT_EXIT', this.#ending ?? `${LABEL} has ended.`)
    try {
      const response = await fetch(`${this.#url}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(this.options.times.answerMs)
      })
      const text = await response.text()
      if (!response.ok) throw this.#unlike(path)
      return text
    } catch (error) {
      if (error instanceof EngineError) throw error
      // Its connections break a moment before its end is known.
      const why = await Promise.race([this.ended, delay(LAST_WORDS_MS * 2).then(() => null)])
      if (why !== null) throw new EngineError('AGENT_EXIT', why)
      throw new EngineError('AGENT_ERROR', `${LABEL} did not answer (${messageOf(error)}). Retry.`)
    }
  }

  #unlike(method: string): EngineError {
    const { version } = this.options
    const mine = version === null ? 'This version' : `Version ${version}`
    return new EngineError(
      'AGENT_PROTOCOL',
      `${mine} of ${LABEL} answers "${method}" in another way than Crewdeck knows. Its API is a preview; Crewdeck was tried with ${TRIED_VERSIONS.join(', ')}. Install that one.`
    )
  }

  #oddity(words: string): void {
    this.odd += 1
    if (this.odd === 1) this.options.report(`${LABEL} ${words}. It is counted from now on, not said again.`, null)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return oneLine(cause instanceof Error ? cause.message : String(cause), 300).replace(/\.$/, '')
}
