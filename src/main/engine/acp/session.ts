/** A Session of ours that is resident in an agent: its turns, its questions, and what it does through us. */
import { join } from 'node:path'
import * as acp from '@agentclientprotocol/sdk'
import type { AgentLaunch } from '../../agents/launch'
import { endsWithin } from '../../ends-within'
import type { Supervisor } from '../../process/supervisor'
import type { Report } from '../../report'
import type { AskAnswer, AskRequest, EngineInput, EngineSession, SessionSpec, TurnEnd, TurnSink } from '../engine'
import { EngineError } from '../engine'
import { Versions, versionsFolderOf } from '../versions'
import { oneLine } from '../pi/child/texts.logic'
import { Access } from './access'
import { fillForm, offerOf, type Elicitation } from './elicitation'
import { TurnFold } from './fold'
import { remember, type Remembered } from './memory'
import { allows, askOf, decide, ownToolOption } from './permissions'
import { messageOf, type AgentProcess, type SessionEar, type Times } from './process'
import type { Steerability } from './profiles'
import { readUpdate, type PermissionQuestion, type Update } from './schemas'
import type { Settings } from './settings'
import { joined, Turn } from './turn'

/** While a turn runs, this often it is told that its agent lives, in ms. */
const HEARTBEAT_MS = 1_500

export interface SessionParts {
  readonly spec: SessionSpec
  readonly launch: AgentLaunch
  readonly agent: AgentProcess
  readonly supervisor: Supervisor
  readonly times: Times
  readonly report: Report
  readonly settings: Settings
  readonly memory: Remembered
  /** What the agent is told about its part with its first prompt; null where it knows. */
  readonly introduction: string | null
  readonly steerability: () => Steerability
  /** Names how the agent is set up now. */
  readonly revision: () => string
  readonly demote: (why: string) => void
  /** Takes the agent's session up again after it was closed. */
  readonly reopen: (session: AcpSession) => Promise<Settings>
  /** Let go of: its process may end when nobody else uses it. */
  readonly onDisposed: () => void
}

export class AcpSession implements EngineSession, SessionEar {
  #turn: Turn | null = null
  #gone: string | null = null
  #disposing: Promise<void> | null = null
  #memory: Remembered
  #settings: Settings
  /** The agent's session was closed to end what it had left running; the next turn takes it up again. */
  #closed = false
  #introduction: string | null
  #cost: number
  /** What the session had cost when the turn began. */
  #costBefore: number
  readonly #endedCalls = new Set<string>()
  /** Updates by kind that were counted only. */
  readonly ignored = new Map<string, number>()
  /** What the operator has allowed in this turn: a command is run once, a file may be written again. */
  #granted: { readonly act: AskRequest['act']; readonly paths: readonly string[] }[] = []
  readonly #access: Access
  /** Where what files held is kept. */
  readonly #versions: Versions
  /** What it was opened with: the tools of the host that the agent was told of, and how that is set up. */
  readonly #openedWith: string

  constructor(private readonly parts: SessionParts) {
    this.#memory = parts.memory
    this.#settings = parts.settings
    this.#introduction = parts.introduction
    this.#openedWith = this.#standing()
    this.#cost = parts.memory.cost
    this.#costBefore = parts.memory.cost
    this.#versions = new Versions(versionsFolderOf(parts.spec.stateFolder))
    this.#access = new Access({
      spec: parts.spec,
      supervisor: parts.supervisor,
      versions: this.#versions,
      call: () => this.#turn?.fold.running() ?? null,
      granted: (act, path) => this.#takeGrant(act, path),
      signal: () => (this.#turn && !this.#turn.over.signal.aborted ? this.#turn.over.signal : null),
      wrote: (change) => this.#turn?.fold.wrote(change)
    })
  }

  get outdated(): boolean {
    return this.#standing() !== this.#openedWith
  }

  #standing(): string {
    const { spec, revision } = this.parts
    return JSON.stringify([revision(), (spec.tools?.() ?? []).map(({ name }) => name)])
  }

  get settings(): Settings {
    return this.#settings
  }

  get steering(): Steerability {
    return this.parts.steerability()
  }

  get agentId(): string {
    return this.parts.launch.agentId
  }

  get isBusy(): boolean {
    return this.#turn !== null
  }

  get agent(): AgentProcess {
    return this.parts.agent
  }

  async run(inputs: readonly EngineInput[], sink: TurnSink): Promise<TurnEnd> {
    const { label } = this.parts.launch
    if (this.#gone !== null) return failed('AGENT_EXIT', this.#gone)
    if (this.#disposing) return { outcome: { kind: 'aborted', reason: { kind: 'disposed' } } }
    if (this.#turn) return failed('ENGINE_BUSY', `${label} already runs a turn of this worker. Wait for its end, then retry.`)
    const turn = this.#open(sink)
    this.#turn = turn
    const beating = setInterval(() => {
      if (this.parts.agent.alive) sink.heard()
    }, HEARTBEAT_MS)
    try {
      await this.#prepare()
      this.#tellRan()
      if (turn.isOver || turn.stopped !== null) turn.stop(turn.stopped ?? 'user')
      else turn.begin(this.#prompt(inputs))
      const end = await turn.ended
      if (turn.stopped !== null && this.parts.launch.closesToStop) await this.#close()
      return end
    } catch (error) {
      return { outcome: { kind: 'error', error: this.#words(error) } }
    } finally {
      clearInterval(beating)
      this.#turn = null
      this.#granted = []
      await this.#access.terminals.releaseAll()
      await this.#keep({ cost: this.#cost, settled: this.#memory.settled || this.#gone === null })
    }
  }

  async offerSteers(steers: readonly EngineInput[]): Promise<void> {
    await this.#turn?.offer(steers)
  }

  interrupt(): void {
    this.#turn?.stop('user')
  }

  dispose(): Promise<void> {
    this.#disposing ??= this.#dispose()
    return this.#disposing
  }

  async #dispose(): Promise<void> {
    const turn = this.#turn
    turn?.stop('disposed')
    await turn?.ended
    await this.#access.terminals.releaseAll()
    await this.#close()
    this.#leave()
  }

  /** Frees the agent's side of the session, and ends what it runs; the agent keeps what it remembers. */
  async #close(): Promise<void> {
    const { agent, times, launch } = this.parts
    if (!agent.alive || !agent.info.can.close || this.#gone !== null || this.#closed) return
    this.#closed = true
    const closed = agent.request(acp.methods.agent.session.close, { sessionId: this.#memory.sessionId }, times.answerMs)
    await closed.catch((error: unknown) => this.parts.report(`${launch.label} did not close a session`, error))
  }

  onUpdate(raw: unknown): void {
    const update = readUpdate(raw)
    if (!update) return this.#ignore(kindOf(raw))
    this.settings.onUpdate(update)
    if (update.sessionUpdate === 'usage_update') this.#usage(update)
    this.#tellRan()
    if (this.#turn && !this.#turn.isOver) this.#turn.fold.update(update)
    else this.#ignore(`${update.sessionUpdate} without a turn`)
  }

  async onPermission(question: PermissionQuestion, signal: AbortSignal): Promise<acp.RequestPermissionResponse> {
    const turn = this.#turn
    if (!turn || turn.over.signal.aborted) return { outcome: { outcome: 'cancelled' } }
    const call = turn.fold.asks(question.toolCall)
    const request = askOf(this.parts.spec.folder, call, question.options)
    const own = ownToolOption(call, this.parts.spec.tools?.().map(({ name }) => name) ?? [], request.options)
    if (own !== null) return { outcome: { outcome: 'selected', optionId: own } }
    const until = AbortSignal.any([turn.over.signal, signal])
    const chosen = (await this.#decide(request, until))?.optionId ?? null
    if (chosen === null) return { outcome: { outcome: 'cancelled' } }
    if (allows(request.options, chosen)) this.#granted.push({ act: request.act, paths: request.paths })
    return { outcome: { outcome: 'selected', optionId: chosen } }
  }

  async onElicitation(asked: Elicitation, signal: AbortSignal): Promise<acp.CreateElicitationResponse> {
    const turn = this.#turn
    if (!turn || turn.over.signal.aborted) return { action: 'cancel' }
    const offer = offerOf(asked)
    if ('declined' in offer) {
      turn.remark(`${this.parts.launch.label} ${offer.declined}. That was declined. It asked: ${oneLine(asked.message || 'nothing more', 300)}`)
      return { action: 'decline' }
    }
    const until = AbortSignal.any([turn.over.signal, signal])
    return fillForm(offer.questions, (request) => this.#decide(request, until))
  }

  /** Null when it was withdrawn, or could not be asked. */
  #decide(request: AskRequest, until: AbortSignal): Promise<AskAnswer | null> {
    return decide(this.parts.spec, request, until).catch((error: unknown) => {
      this.parts.report('a question of an agent could not be asked', error)
      return null
    })
  }

  async onAccess(method: string, params: unknown): Promise<unknown> {
    const { fs, terminal } = acp.methods.client
    const ways: Readonly<Record<string, (params: unknown) => unknown>> = {
      [fs.readTextFile]: (given) => this.#access.readTextFile(given),
      [fs.writeTextFile]: (given) => this.#access.writeTextFile(given),
      [terminal.create]: (given) => this.#access.createTerminal(given),
      [terminal.output]: (given) => this.#access.terminalOutput(given),
      [terminal.waitForExit]: (given) => this.#access.waitForExit(given),
      [terminal.kill]: (given) => this.#access.killTerminal(given),
      [terminal.release]: (given) => this.#access.releaseTerminal(given)
    }
    const way = ways[method]
    if (!way) throw acp.RequestError.methodNotFound(method)
    return way(params)
  }

  onOversize(bytes: number): void {
    const { label } = this.parts.launch
    const message = `${label} sent a message of ${Math.round(bytes / 1_048_576)} MB; Crewdeck takes 16 MB at most, so the turn was stopped. Ask it for less at once.`
    this.#turn?.cancel({ kind: 'error', error: { code: 'MESSAGE_TOO_LARGE', message } })
  }

  onGone(why: string): void {
    if (this.#gone !== null) return
    this.#gone = why
    const turn = this.#turn
    turn?.fail({ kind: 'error', error: { code: 'AGENT_EXIT', message: why } })
    void (turn?.ended ?? Promise.resolve()).then(() => {
      this.#leave()
      this.parts.spec.onExit?.(why)
    })
  }

  /** Tells the running turn what it runs on, where that is news to it. */
  #tellRan(): void {
    const { agent, launch } = this.parts
    const { model, mode, effort } = this.settings
    this.#turn?.ran({
      agent: { name: launch.label, version: agent.info.version },
      ...(model === null ? {} : { model }),
      ...(mode === null ? {} : { mode }),
      ...(effort === null ? {} : { effort })
    })
  }

  #takeGrant(act: AskRequest['act'], path: string): boolean {
    const grant = this.#granted.find((given) => given.act === act && (act === 'run' || given.paths.includes(path)))
    if (grant && act === 'run') this.#granted = this.#granted.filter((other) => other !== grant)
    return grant !== undefined
  }

  #open(sink: TurnSink): Turn {
    const { spec, launch, agent, times, report } = this.parts
    this.#costBefore = this.#cost
    const fold = new TurnFold(sink, {
      folder: spec.folder,
      resultsFolder: join(spec.stateFolder, 'results'),
      versions: this.#versions,
      clock: () => Date.now(),
      ended: this.#endedCalls,
      terminalText: (id) => this.#access.terminals.output(id)?.output ?? null,
      onFileProblem: (error) => report('a long result could not be kept', error),
      onStep: () => turn.onStep(),
      onIgnored: (what) => this.#ignore(what),
      model: () => this.settings.model,
      cost: () => (this.#cost > this.#costBefore ? this.#cost - this.#costBefore : null)
    })
    const steerability = this.parts.steerability
    const turn: Turn = new Turn(sink, fold, {
      label: launch.label,
      sessionId: this.#memory.sessionId,
      get profile() {
        return steerability().profile
      },
      acceptMs: times.acceptMs,
      request: (method, params, onWritten) => agent.request(method, params, null, onWritten),
      cancel: () => void this.#cancel(turn),
      words: (error) => this.#words(error),
      demote: (why) => {
        turn.remark(`${launch.label} is not sent messages while it works any more, since ${why}.`)
        this.parts.demote(why)
      },
      onPromptEnd: (end) => {
        this.settings.answered(end['_meta']?.quota?.model_usage?.[0]?.model ?? null)
        this.#tellRan()
      }
    })
    return turn
  }

  /** What has to be in force before the agent gets the turn's inputs. */
  async #prepare(): Promise<void> {
    const { spec, launch } = this.parts
    if (this.#closed) {
      this.#settings = await this.parts.reopen(this)
      this.#closed = false
    }
    const mode = launch.modes[spec.policy()]
    if (mode !== undefined && !(await this.settings.useMode(mode))) {
      throw new EngineError('MODE_UNKNOWN', `${launch.label} does not offer its mode "${mode}", in which it asks before it acts. Install the version that Settings names.`)
    }
    if (!this.#memory.prompted) await this.#keep({ prompted: true })
  }

  #prompt(inputs: readonly EngineInput[]): string {
    const introduction = this.#introduction
    this.#introduction = null
    return introduction === null ? joined(inputs) : `${introduction}\n\n${joined(inputs)}`
  }

  /** Asks the agent to stop, and ends what does not. */
  async #cancel(turn: Turn): Promise<void> {
    const { agent, times, launch } = this.parts
    const { sessionId } = this.#memory
    void this.#access.terminals.releaseAll()
    await agent.notify(acp.methods.agent.session.cancel, { sessionId }).catch(() => {})
    if (await endsWithin(turn.ended, times.cancelMs)) return
    const why = `${launch.label} did not stop within ${times.cancelMs / 1_000} s and was ended.`
    const others = [...agent.sessions.values()].some((ear) => ear !== this && ear instanceof AcpSession && ear.#turn !== null)
    if (others && agent.info.can.close) {
      // Closing ends what the session does; it spares the other workers of the same process.
      const closed = await agent.request(acp.methods.agent.session.close, { sessionId }, times.closeMs).then(() => true, () => false)
      if (closed) return this.onGone(why)
    }
    await agent.end(why)
  }

  #leave(): void {
    const { agent, onDisposed } = this.parts
    if (agent.sessions.get(this.#memory.sessionId) === this) agent.sessions.delete(this.#memory.sessionId)
    onDisposed()
  }

  #usage(update: Extract<Update, { sessionUpdate: 'usage_update' }>): void {
    this.settings.answered(update['_meta']?.['_claude/model'] ?? null)
    if (update.cost?.currency !== 'USD') return
    // An agent that was started again may count from nothing.
    if (update.cost.amount < this.#cost) this.#costBefore = 0
    this.#cost = update.cost.amount
  }

  async #keep(news: Partial<Remembered>): Promise<void> {
    this.#memory = { ...this.#memory, ...news }
    await remember(this.parts.spec.stateFolder, this.#memory).catch((error: unknown) => {
      this.parts.report('what a worker needs to go on later could not be kept', error)
    })
  }

  #words(error: unknown): { code: string; message: string } {
    const { label, signInHint } = this.parts.launch
    if (error instanceof EngineError) return { code: error.code, message: error.message }
    if (this.#gone !== null) return { code: 'AGENT_EXIT', message: this.#gone }
    if (error instanceof acp.RequestError && error.code === AUTH_REQUIRED) {
      return { code: 'AGENT_AUTH', message: `${label} is not signed in. ${signInHint}` }
    }
    return { code: 'AGENT_ERROR', message: `${label} could not run this turn: ${messageOf(error)}. Retry.` }
  }

  #ignore(what: string): void {
    this.ignored.set(what, (this.ignored.get(what) ?? 0) + 1)
  }
}

/** The protocol's code for an agent that nobody has signed in to. */
export const AUTH_REQUIRED = -32_000

const failed = (code: string, message: string): TurnEnd => ({ outcome: { kind: 'error', error: { code, message } } })

function kindOf(raw: unknown): string {
  const kind = typeof raw === 'object' && raw !== null && 'sessionUpdate' in raw ? raw.sessionUpdate : null
  return typeof kind === 'string' ? kind.slice(0, 60) : 'no update'
}
