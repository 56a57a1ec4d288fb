/** One resident Session in the pi process: pi's own session, its tools, and the turn that runs. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createAgentSession,
  DefaultResourceLoader,
  SettingsManager,
  type AgentSession
} from '@earendil-works/pi-coding-agent'
import type { ResolvedModel } from '../../../models/resolved'
import { EngineError, type AskAnswer, type AskRequest, type EngineInput, type FileChange } from '../../engine'
import { Versions, versionsFolderOf } from '../../versions'
import type { OpenSession, RunningCommand, Standing, TurnFact } from '../protocol'
import { createCommands, type Commands } from './commands'
import { withoutOutputLimit, type PiModel, type Registry } from './registry'
import { Steering } from './steering'
import { createTools } from './tools'
import { openTranscript, type Transcript } from './transcript'
import { Turn } from './turn'

/** While a turn runs, this often the process says that it lives, in ms. */
const HEARTBEAT_MS = 1_500
/** Failed model calls are tried again this often. */
const RETRIES = 2
/**
 * What stays word for word when a conversation is shortened, in tokens, for models whose window we do not know: pi's
 * 20,000 would not fit into a small one.
 */
const KEPT_OF_UNKNOWN = 8_000
/** pi's own limit is only there for calls that we do not watch ourselves, such as those that shorten a conversation. */
const BACKSTOP_MS = 5_000

const INTERRUPTED = 'Crewdeck was interrupted. What you were told just before stands above in this conversation: go on with it.'

export interface SessionPort {
  readonly registry: Registry
  fact(what: TurnFact): void
  standing(tool: string): Promise<Standing>
  callTool(name: string, args: unknown): Promise<{ readonly text: string; readonly isError: boolean }>
  ask(request: AskRequest, signal: AbortSignal | undefined): Promise<AskAnswer | null>
  command(command: RunningCommand, alive: boolean): void
}

export class ResidentSession {
  #turn: Turn | null = null
  readonly #steering: Steering

  private constructor(
    private readonly spec: OpenSession,
    private readonly port: SessionPort,
    private readonly pi: AgentSession,
    private readonly commands: Commands,
    private readonly transcript: Transcript,
    private readonly changes: Map<string, FileChange[]>
  ) {
    this.#steering = new Steering(pi.agent)
  }

  /** @throws EngineError when the folder, the model or what it remembers is not there */
  static async open(spec: OpenSession, port: SessionPort): Promise<ResidentSession> {
    const folder = await stat(spec.folder).catch(() => null)
    if (!folder?.isDirectory()) {
      throw new EngineError('FOLDER_MISSING', `The folder ${spec.folder} is not there. Put it back, then retry.`)
    }
    const model = port.registry.use(spec.model)
    const transcript = await openTranscript(spec.stateFolder, spec.folder)
    const commands = createCommands((command, alive) => port.command(command, alive))
    const changes = new Map<string, FileChange[]>()
    const tools = createTools({
      folder: spec.folder,
      commands,
      versions: new Versions(versionsFolderOf(spec.stateFolder)),
      standing: (tool) => port.standing(tool),
      hostTools: spec.tools,
      callTool: (name, args) => port.callTool(name, args),
      ask: (request, signal) => port.ask(request, signal),
      changed: (callId, change) => changes.set(callId, [...(changes.get(callId) ?? []), change]),
      presented: (callId, files) => port.fact({ fact: 'presented', callId, files: [...files] })
    })
    const agentDir = join(spec.stateFolder, 'pi', 'agent')
    const settingsManager = settingsOf(spec)
    const resourceLoader = new DefaultResourceLoader({
      cwd: spec.folder,
      agentDir,
      settingsManager,
      noExtensions: true,
      noSkills: true,
      noPromptTemplates: true,
      noThemes: true,
      noContextFiles: true,
      systemPromptOverride: () => undefined,
      appendSystemPromptOverride: () => [introduction(spec)]
    })
    await resourceLoader.reload()
    const { session } = await createAgentSession({
      cwd: spec.folder,
      agentDir,
      model,
      modelRuntime: port.registry.runtime,
      settingsManager,
      resourceLoader,
      sessionManager: transcript.manager,
      tools: tools.names,
      customTools: tools.custom
    })
    if (spec.model.kind === 'custom' && spec.model.api !== 'anthropic-messages') session.agent.onPayload = withoutOutputLimit
    return new ResidentSession(spec, port, session, commands, transcript, changes)
  }

  /** Runs one turn to its end, which is the last fact told. */
  async run(inputs: readonly EngineInput[], resolved: ResolvedModel): Promise<void> {
    const turn = new Turn({
      model: resolved,
      firstByteMs: this.spec.firstByteMs,
      resultsFolder: join(this.spec.stateFolder, 'results'),
      steering: this.#steering,
      fact: (what) => this.port.fact(what),
      steered: (steer) => queueMicrotask(() => this.#noteSteer(steer)),
      takeChanges: (callId) => {
        const made = this.changes.get(callId) ?? []
        this.changes.delete(callId)
        return made
      },
      stop: () => void this.pi.abort()
    })
    this.#turn = turn
    const beating = setInterval(() => this.port.fact({ fact: 'heard' }), HEARTBEAT_MS)
    const unsubscribe = this.pi.subscribe((event) => turn.on(event))
    let thrown: unknown
    try {
      await this.#setModel(this.port.registry.use(resolved))
      if (this.pi.thinkingLevel !== 'off') this.port.fact({ fact: 'ran', effort: this.pi.thinkingLevel })
      await this.pi.prompt(this.#promptOf(inputs), { expandPromptTemplates: false })
    } catch (error) {
      thrown = error ?? new Error('no reason')
    }
    // From here to the end nothing waits, so that no steer can come between.
    clearInterval(beating)
    unsubscribe()
    this.#turn = null
    this.#steering.end()
    this.changes.clear()
    this.port.fact({ fact: 'end', outcome: turn.end(thrown) })
    await this.transcript.mark()
  }

  /** What pi has been told already, by a steer that the host never heard the end of, is not said twice. */
  #promptOf(inputs: readonly EngineInput[]): string {
    const fresh = inputs.filter((input) => !this.transcript.hasSteer(input))
    return [...(fresh.length < inputs.length ? [INTERRUPTED] : []), ...fresh.map((input) => input.text)].join('\n\n')
  }

  #noteSteer(steer: EngineInput): void {
    try {
      this.transcript.noteSteer(steer)
    } catch (error) {
      // The steer itself is written or not as pi says; without the note it may be said twice after a crash.
      console.error('a steer could not be noted:', error instanceof Error ? error.message : error)
    }
  }

  /** The model may have got another address since the last turn. */
  async #setModel(model: PiModel): Promise<void> {
    const now = this.pi.model
    if (now && now.provider === model.provider && now.id === model.id && now.api === model.api && now.baseUrl === model.baseUrl) return
    await this.pi.setModel(model)
  }

  /** Replaces the steers that wait; while no turn runs, none is held. */
  async steers(list: readonly EngineInput[]): Promise<void> {
    if (this.#turn) await this.#steering.replace(list)
  }

  interrupt(): void {
    this.#turn?.interrupt()
  }

  async dispose(): Promise<void> {
    this.interrupt()
    await this.pi.abort()
    await this.commands.end()
    this.pi.dispose()
  }
}

function settingsOf({ model, firstByteMs, retryMs }: OpenSession): SettingsManager {
  return SettingsManager.inMemory({
    compaction: { enabled: true, ...(model.kind === 'custom' ? { keepRecentTokens: KEPT_OF_UNKNOWN } : {}) },
    retry: { enabled: true, maxRetries: RETRIES, baseDelayMs: retryMs, provider: { maxRetries: 0 } },
    httpIdleTimeoutMs: firstByteMs + BACKSTOP_MS,
    // It would call the model while nobody has asked for anything.
    cacheWarming: 'off',
    enableInstallTelemetry: false,
    enableAnalytics: false
  })
}

function introduction({ name, folder, instructions }: OpenSession): string {
  const place = `You are ${JSON.stringify(name)} in Crewdeck, in the folder ${folder}. The operator sees the files that you create and change.`
  return instructions === null ? place : `${place}\n\n${instructions}`
}
