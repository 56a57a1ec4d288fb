/** One running agent: its process, its protocol connection, and the sessions that it serves. */
import { setTimeout as delay } from 'node:timers/promises'
import * as acp from '@agentclientprotocol/sdk'
import type { AgentLaunch } from '../../agents/launch'
import type { Supervised, Supervisor } from '../../process/supervisor'
import type { Report } from '../../report'
import { EngineError } from '../engine'
import { oneLine } from '../pi/child/texts.logic'
import { LAST_WORDS_MS, StderrTail } from '../stderr'
import { Elicitation } from './elicitation'
import { Initialized, PermissionQuestion, UpdateNote } from './schemas'
import { agentStream, MESSAGE_MAX_BYTES } from './wire'

export interface Times {
  /** From the start of the process to its answer to `initialize`. */
  readonly startMs: number
  /** For a session to be made or taken up, and for any other question but a prompt. */
  readonly answerMs: number
  /** For a prompt to end after it was cancelled. */
  readonly cancelMs: number
  /** For a session to be closed, when its prompt did not end. */
  readonly closeMs: number
  /** A process that serves no session ends after this long. */
  readonly idleMs: number
  /** A second prompt that was not refused for this long counts as taken. */
  readonly acceptMs: number
}

export const TIMES: Times = { startMs: 60_000, answerMs: 90_000, cancelMs: 3_000, closeMs: 1_000, idleMs: 60_000, acceptMs: 1_000 }

/** What a session of ours wants to hear of its agent. */
export interface SessionEar {
  onUpdate(update: unknown): void
  onElicitation(asked: Elicitation, signal: AbortSignal): Promise<acp.CreateElicitationResponse>
  onPermission(question: PermissionQuestion, signal: AbortSignal): Promise<acp.RequestPermissionResponse>
  /** `fs/*` and `terminal/*`. Rejects with what the agent is told. */
  onAccess(method: string, params: unknown): Promise<unknown>
  /** A message that was too long was dropped. */
  onOversize(bytes: number): void
  /** The process has ended. */
  onGone(why: string): void
}

/** What an agent did that it should not, since its start. Told once, counted always. */
export interface Oddities {
  garbage: number
  stray: number
  oversize: number
  /** Updates and questions for sessions that we do not know. */
  homeless: number
}

interface Capabilities {
  readonly resume: boolean
  readonly load: boolean
  readonly close: boolean
  readonly delete: boolean
  readonly mcpHttp: boolean
}

export interface AgentInfo {
  readonly name: string
  readonly version: string | null
  readonly advertisesSteering: boolean
  readonly can: Capabilities
  readonly authMethods: readonly { readonly id: string; readonly name: string }[]
}

export interface StartOptions {
  readonly supervisor: Supervisor
  readonly launch: AgentLaunch
  /** Where its process stands. */
  readonly cwd: string
  readonly times: Times
  readonly report: Report
  /** It did something that it should not, in a sentence; each kind of thing once. */
  readonly onOddity?: (sentence: string) => void
  /** Named to the agent. */
  readonly version?: string
}

class Unanswered extends Error {}

export class AgentProcess {
  readonly sessions = new Map<string, SessionEar>()
  readonly odd: Oddities = { garbage: 0, stray: 0, oversize: 0, homeless: 0 }
  /** Resolves with why it has ended, in words. */
  readonly ended: Promise<string>
  #info: AgentInfo | null = null
  #alive = true
  #ending: string | null = null
  readonly #connection: acp.ClientConnection
  readonly #written = new WeakMap<object, () => void>()
  readonly #stderr: StderrTail

  private constructor(
    private readonly options: StartOptions,
    private readonly process: Supervised
  ) {
    const { stdin, stdout, stderr } = process.child
    if (!stdin || !stdout || !stderr) throw new Error('An agent needs its three pipes.')
    stdin.on('error', () => {})
    this.#stderr = new StderrTail(stderr, { ...globalThis.process.env, ...options.launch.env })
    const stream = agentStream(stdin, stdout, {
      maxBytes: MESSAGE_MAX_BYTES,
      onGarbage: (line) => this.#oddity('garbage', `prints lines that are no messages, such as: ${oneLine(line, 80)}`),
      onStray: () => this.#oddity('stray', 'answers questions that were not asked'),
      onOversize: (head, bytes) => this.#oversize(head, bytes),
      onNotification: (method, params) => {
        if (method !== acp.methods.client.session.update) return false
        this.#onUpdate(params)
        return true
      },
      onWritten: (message) => {
        if ('params' in message && typeof message.params === 'object' && message.params !== null) this.#written.get(message.params)?.()
      }
    })
    this.#connection = this.#client().connect(stream)
    // An agent that has closed its output and lives on is of no use.
    void this.#connection.closed.then(async () => {
      await delay(LAST_WORDS_MS)
      if (this.#alive) await this.end(`${options.launch.label} closed its output and was ended.`)
    })
    this.ended = process.exited.then(async (exit) => {
      this.#alive = false
      const byItself = await this.#stderr.endOf(options.launch.label, exit)
      const why = this.#ending ?? byItself
      this.#connection.close(new Error(why))
      for (const ear of [...this.sessions.values()]) ear.onGone(why)
      this.sessions.clear()
      return why
    })
  }

  /** Starts it and shakes hands. Rejects with an EngineError when that fails; nothing is left running then. */
  static async start(options: StartOptions): Promise<AgentProcess> {
    const { supervisor, launch, times, cwd } = options
    let supervised: Supervised
    try {
      supervised = await supervisor.spawn(launch.command, launch.args, { cwd, env: launch.env })
    } catch (error) {
      throw new EngineError('AGENT_START', `${launch.label} could not be started: ${error instanceof Error ? error.message : String(error)}. Look at its command in Settings.`)
    }
    const agent = new AgentProcess(options, supervised)
    try {
      await agent.#initialize(times.startMs)
      return agent
    } catch (error) {
      await agent.end(`${launch.label} was ended, since it could not be started.`)
      throw error
    }
  }

  get info(): AgentInfo {
    if (!this.#info) throw new Error('An agent is known only after it has been initialized.')
    return this.#info
  }

  get alive(): boolean {
    return this.#alive && this.#ending === null
  }

  get pid(): number {
    return this.process.pid
  }

  /**
   * Asks the agent something. Rejects with EngineError AGENT_SILENT when it does not answer in time, with the agent's
   * own RequestError, or with why it has ended.
   * @param ms null waits as long as it takes
   * @param onWritten called when the agent can read the question
   */
  async request(method: string, params: object, ms: number | null, onWritten?: () => void): Promise<unknown> {
    if (onWritten) this.#written.set(params, onWritten)
    const answer = this.#connection.agent.request(method, params).catch(async (error: unknown) => {
      // The stream ends a moment before the process has: only then it is known why.
      if (error instanceof acp.RequestError || !this.#connection.signal.aborted) throw error
      throw new EngineError('AGENT_EXIT', await this.ended)
    })
    if (ms === null) return answer
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Unanswered()), ms)
    })
    try {
      return await Promise.race([answer, late])
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      answer.catch(() => {})
      const { label } = this.options.launch
      throw new EngineError('AGENT_SILENT', `${label} did not answer "${method}" within ${Math.round(ms / 1_000)} s.${this.#stderr.afterword}`)
    } finally {
      clearTimeout(timer)
    }
  }

  async notify(method: string, params: object): Promise<void> {
    await this.#connection.agent.notify(method, params)
  }

  /** Ends it with all of its descendants. Its sessions hear `why`. */
  async end(why: string): Promise<void> {
    this.#ending ??= why
    await this.process.endTree()
    await this.ended
  }

  async #initialize(ms: number): Promise<void> {
    const { launch, version } = this.options
    const asked = this.request(
      acp.methods.agent.initialize,
      {
        protocolVersion: acp.PROTOCOL_VERSION,
        clientInfo: { name: 'crewdeck', title: 'Crewdeck', version: version ?? '0' },
        clientCapabilities: { fs: { readTextFile: launch.clientFiles, writeTextFile: launch.clientFiles }, terminal: true, elicitation: { form: {} } }
      },
      ms
    )
    const gone = this.ended.then((why) => {
      throw new EngineError('AGENT_EXIT', why)
    })
    gone.catch(() => {})
    const answer = await Promise.race([asked, gone]).catch((error: unknown) => {
      throw error instanceof EngineError ? error : new EngineError('AGENT_START', `${launch.label} did not start: ${messageOf(error)}.${this.#stderr.afterword}`)
    })
    const { data: init } = Initialized.safeParse(answer)
    if (!init) throw new EngineError('AGENT_PROTOCOL', `${launch.label} does not answer as an ACP agent does. Look at its command in Settings.`)
    if (init.protocolVersion !== acp.PROTOCOL_VERSION) {
      throw new EngineError('AGENT_PROTOCOL', `${launch.label} speaks version ${init.protocolVersion} of the Agent Client Protocol; Crewdeck speaks ${acp.PROTOCOL_VERSION}. Install a version that fits.`)
    }
    const can = init.agentCapabilities
    const has = (value: unknown) => value !== null && value !== undefined && value !== false
    this.#info = {
      name: init.agentInfo?.name ?? launch.agentId,
      version: init.agentInfo?.version ?? null,
      advertisesSteering: init['_meta']?.steering?.supported === true,
      can: {
        resume: has(can?.sessionCapabilities?.resume),
        load: can?.loadSession === true,
        close: has(can?.sessionCapabilities?.close),
        delete: has(can?.sessionCapabilities?.delete),
        mcpHttp: can?.mcpCapabilities?.http === true
      },
      authMethods: (init.authMethods ?? []).map(({ id, name }) => ({ id, name: name ?? id }))
    }
    if (launch.signIn !== null && this.#info.authMethods.some(({ id }) => id === launch.signIn)) {
      await this.request(acp.methods.agent.authenticate, { methodId: launch.signIn }, this.options.times.answerMs).catch((error: unknown) => {
        throw error instanceof EngineError ? error : new EngineError('AGENT_AUTH', `${launch.label} did not let Crewdeck sign in: ${messageOf(error)}. ${launch.signInHint}`)
      })
    }
  }

  #client(): acp.ClientApp {
    const { session, fs, terminal, elicitation } = acp.methods.client
    const app = acp.client({ name: 'crewdeck' })
    const raw = (params: unknown) => params
    app.onRequest(session.requestPermission, raw, async ({ params, signal }) => {
      const { data: question } = PermissionQuestion.safeParse(params)
      const ear = question && this.sessions.get(question.sessionId)
      if (question && !ear) this.#oddity('homeless', 'asks for sessions that are gone')
      return ear && question ? ear.onPermission(question, signal) : { outcome: { outcome: 'cancelled' } }
    })
    for (const method of [...Object.values(fs), ...Object.values(terminal)]) {
      app.onRequest(method, raw, ({ params }) => this.#onAccess(method, params))
    }
    app.onRequest(elicitation.create, raw, async ({ params, signal }) => {
      const { data: asked } = Elicitation.safeParse(params)
      const ear = asked && this.sessions.get(asked.sessionId)
      return ear && asked ? ear.onElicitation(asked, signal) : { action: 'cancel' }
    })
    return app.onNotification('*', () => {})
  }

  #onUpdate(params: unknown): void {
    const { data: note } = UpdateNote.safeParse(params)
    const ear = note && this.sessions.get(note.sessionId)
    if (ear) ear.onUpdate(note.update)
    else this.odd.homeless += 1
  }

  async #onAccess(method: string, params: unknown): Promise<unknown> {
    const sessionId = typeof params === 'object' && params !== null && 'sessionId' in params ? params.sessionId : null
    const ear = typeof sessionId === 'string' ? this.sessions.get(sessionId) : undefined
    if (ear) return ear.onAccess(method, params)
    this.#oddity('homeless', 'asks for sessions that are gone')
    throw acp.RequestError.resourceNotFound(typeof sessionId === 'string' ? sessionId : undefined)
  }

  #oversize(head: string, bytes: number): void {
    this.#oddity('oversize', `sent a message of ${bytes} bytes, which was dropped`)
    const sessionId = /"sessionId"\s*:\s*"([^"]+)"/.exec(head)?.[1]
    const ear = sessionId === undefined ? undefined : this.sessions.get(sessionId)
    // Whose it was is not said: then it may have been anybody's.
    for (const hearing of ear ? [ear] : this.sessions.values()) hearing.onOversize(bytes)
  }

  #oddity(what: keyof Oddities, words: string): void {
    this.odd[what] += 1
    if (this.odd[what] > 1) return
    const sentence = `${this.options.launch.label} ${words}.`
    this.options.report(`${sentence} It is counted from now on, not said again.`, null)
    this.options.onOddity?.(sentence)
  }
}

export function messageOf(error: unknown): string {
  if (error instanceof acp.RequestError) {
    const data: unknown = error.data
    const details = typeof data === 'object' && data !== null && 'details' in data && typeof data.details === 'string' ? data.details : null
    return oneLine(details ?? error.message, 300).replace(/\.$/, '')
  }
  return oneLine(error instanceof Error ? error.message : String(error), 300).replace(/\.$/, '')
}
