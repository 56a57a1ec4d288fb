/**
 * The ACP engine: agents of the operator's own, driven over the Agent Client Protocol. One process of an agent serves
 * all its Sessions where the agent can; it is started when it is first needed and ends when nobody has used it for a
 * while. The model of an `acp` Session is `<agentId>` or `<agentId>/<model>`, the latter as the agent names it.
 */
import { createHash } from 'node:crypto'
import * as acp from '@agentclientprotocol/sdk'
import { agentChoice, type AgentChoice, type AgentModel } from '../../../shared/agents'
import { Refusal } from '../../../shared/errors'
import type { AgentLaunch } from '../../agents/launch'
import type { Supervisor } from '../../process/supervisor'
import type { Report } from '../../report'
import { EngineError, type Engine, type EngineCapabilities, type EngineSession, type SessionSpec } from '../engine'
import { ProcessPool, type Stay } from '../process-pool'
import { remembered } from './memory'
import { openSession } from './open'
import { AgentProcess, TIMES, type Oddities, type Times } from './process'
import { PROFILES, steerabilityOf, type AgentIdentity, type ProfileRow, type Steerability } from './profiles'
import { AcpSession } from './session'

/** What the engine needs of the registry of agents. */
export interface AgentSource {
  /** @throws Refusal NOT_FOUND, UNAVAILABLE with what to do */
  launch(agentId: string): Promise<AgentLaunch>
  /** What is known of an agent before it was started; null for an unknown one. */
  expected(agentId: string): { readonly label: string; readonly name: string | null; readonly version: string | null } | null
  /** Names how an agent is set up, so that Sessions that were opened with another setting are opened anew. Never waits. */
  revision?(agentId: string): string
  /** Why no agent can be used on this machine, in words; null when one can, or nobody has looked yet. Never waits. */
  problem?(): string | null
}

export interface AcpEngineOptions {
  readonly supervisor: Supervisor
  readonly agents: AgentSource
  readonly report: Report
  /** Of Crewdeck, told to agents. */
  readonly version?: string
  /** What an agent can do is known, or known otherwise than before. */
  readonly onCapabilities?: () => void
  /** An agent has said which models it offers. */
  readonly onModels?: (agentId: string, models: readonly AgentModel[]) => void
  /** An agent did something that it should not, in a sentence. */
  readonly onOddity?: (agentId: string, sentence: string) => void
  readonly times?: Partial<Times>
  readonly profiles?: readonly ProfileRow[]
}

/** What one resident Session's agent has said of itself. */
export interface AcpFacts {
  readonly agent: { readonly name: string; readonly version: string | null; readonly pid: number }
  readonly mode: string | null
  readonly model: string | null
  readonly effort: string | null
  /** Models that the agent offers. */
  readonly models: readonly string[]
  readonly steering: Steerability
  readonly odd: Readonly<Oddities>
  /** Updates that were counted and not folded, by kind. */
  readonly ignored: Readonly<Record<string, number>>
}

export interface AcpEngine extends Omit<Engine, 'kind' | 'open'> {
  readonly kind: 'acp'
  open(spec: SessionSpec): Promise<EngineSession>
  /** Whether Sessions of this agent can be steered; takes a Session's model as well. Never waits. */
  capabilitiesOf(agentId: string | null): EngineCapabilities
  /** How an agent can be steered, as far as is known. Never waits. */
  steerabilityOf(agentId: string): Steerability
  /** Whether a turn runs on an agent now. */
  isBusy(agentId: string): boolean
  /** Of a Session that is resident; null for another. */
  factsOf(sessionId: string): AcpFacts | null
  /**
   * Lets the agent delete what it remembers of a Session that is deleted. `kept`: this agent cannot; `none`: there was
   * nothing. Starts the agent where it does not run. @throws EngineError when the agent cannot be asked
   */
  forget(spec: Pick<SessionSpec, 'sessionId' | 'model' | 'folder' | 'stateFolder'>): Promise<'deleted' | 'kept' | 'none'>
}

const NO_STEERING = 'This agent cannot take a message while it works; it waits for the next turn.'

export function createAcpEngine(options: AcpEngineOptions): AcpEngine {
  const { supervisor, agents, report, profiles = PROFILES } = options
  const times: Times = { ...TIMES, ...options.times }
  const pool = new ProcessPool<AgentProcess>(times.idleMs)
  const sessions = new Map<string, AcpSession>()
  /** As they named themselves when they were last started. */
  const met = new Map<string, AgentIdentity>()
  /** Agents that have done what their profile excludes, and why: until the host starts again. */
  const demoted = new Map<string, string>()

  const steerability = (agentId: string): Steerability => {
    const expected = agents.expected(agentId)
    const label = expected?.label ?? agentId
    const why = demoted.get(agentId)
    if (why !== undefined) return { profile: 'none', reason: 'spoiled', note: `${label} is not sent messages while it works, since ${why}; this one waits for the next turn.` }
    const guess = expected?.name ? { name: expected.name, version: expected.version, advertises: null } : null
    return steerabilityOf(label, met.get(agentId) ?? guess, profiles)
  }

  const launchOf = async (agentId: string): Promise<AgentLaunch> => {
    try {
      return await agents.launch(agentId)
    } catch (error) {
      if (error instanceof Refusal) throw new EngineError('AGENT_MISSING', `${error.message} ${error.remedy}`.trim())
      throw error
    }
  }

  const enter = (launch: AgentLaunch, folder: string, sessionId: string): Promise<Stay<AgentProcess>> => {
    const cwd = launch.cwd ?? folder
    return pool.enter({ key: keyOf(launch, cwd, sessionId), start: () => start(launch, cwd) })
  }

  const start = async (launch: AgentLaunch, cwd: string): Promise<AgentProcess> => {
    const agent = await AgentProcess.start({
      supervisor, launch, cwd, times, report,
      onOddity: (sentence) => options.onOddity?.(launch.agentId, sentence),
      ...(options.version === undefined ? {} : { version: options.version }) })
    const { name, version, advertisesSteering } = agent.info
    const before = met.get(launch.agentId)
    met.set(launch.agentId, { name, version, advertises: advertisesSteering })
    if (before?.name !== name || before.version !== version || before.advertises !== advertisesSteering) options.onCapabilities?.()
    return agent
  }

  const open = async (spec: SessionSpec): Promise<EngineSession> => {
    const { agentId, model } = choiceOf(spec.model)
    const launch = await launchOf(agentId)
    const { process: agent, leave } = await enter(launch, spec.folder, spec.sessionId)
    try {
      const opened = await openSession(spec, launch, agent, times, model ?? launch.model)
      options.onModels?.(agentId, opened.settings.offers)
      const session: AcpSession = new AcpSession({
        ...opened,
        spec, launch, agent, supervisor, times, report,
        steerability: () => steerability(agentId),
        revision: () => agents.revision?.(agentId) ?? '',
        demote: (why) => {
          if (demoted.has(agentId)) return
          demoted.set(agentId, why)
          report(`${launch.label} is not sent messages while it works any more, since ${why}.`, null)
          options.onCapabilities?.()
        },
        reopen: async (session) => {
          const { memory, settings } = await openSession(spec, launch, agent, times, model ?? launch.model)
          agent.sessions.set(memory.sessionId, session)
          return settings
        },
        onDisposed: () => {
          if (sessions.get(spec.sessionId) === session) sessions.delete(spec.sessionId)
          leave()
        }
      })
      agent.sessions.set(opened.memory.sessionId, session)
      sessions.set(spec.sessionId, session)
      if (!agent.alive) session.onGone(await agent.ended)
      return session
    } catch (error) {
      leave()
      throw error
    }
  }

  return {
    kind: 'acp',
    capabilities: { steer: false, steerNote: NO_STEERING },
    problem: async () => agents.problem?.() ?? null,
    open,
    capabilitiesOf: (given) => {
      const choice = agentChoice(given)
      if (!choice) return { steer: false, steerNote: NO_STEERING }
      const { profile, note } = steerability(choice.agentId)
      return { steer: profile !== 'none', steerNote: note }
    },
    steerabilityOf: steerability,
    isBusy: (agentId) => [...sessions.values()].some((session) => session.isBusy && session.agentId === agentId),
    factsOf: (sessionId) => {
      const session = sessions.get(sessionId)
      if (!session) return null
      const { settings, agent } = session
      const { name, version } = agent.info
      return {
        agent: { name, version, pid: agent.pid },
        mode: settings.mode,
        model: settings.model,
        effort: settings.effort,
        models: settings.models,
        steering: session.steering,
        odd: { ...agent.odd },
        ignored: Object.fromEntries(session.ignored)
      }
    },
    forget: async ({ sessionId, model, folder, stateFolder }) => {
      if (pool.closed) return 'none'
      const memory = await remembered(stateFolder)
      if (!memory) return 'none'
      const launch = await launchOf(choiceOf(model).agentId)
      const { process: agent, leave } = await enter(launch, folder, sessionId)
      try {
        if (!agent.info.can.delete) return 'kept'
        await agent.request(acp.methods.agent.session.delete, { sessionId: memory.sessionId }, times.answerMs)
        return 'deleted'
      } catch (error) {
        throw error instanceof EngineError ? error : new EngineError('AGENT_ERROR', `${launch.label} did not delete what it remembers of this worker.`)
      } finally {
        leave()
      }
    },
    close: () => pool.close(sessions.values())
  }
}

/** @throws EngineError MODEL_NOT_SET */
function choiceOf(given: string | null): AgentChoice {
  const choice = agentChoice(given)
  if (!choice) throw new EngineError('MODEL_NOT_SET', 'This worker has no agent. Start a worker with one.')
  return choice
}

/** What has another command or another environment is another process; so is each Session of an agent that serves one. */
function keyOf(launch: AgentLaunch, cwd: string, sessionId: string): string {
  const { agentId, command, args, env, shared } = launch
  const hash = createHash('sha256').update(JSON.stringify([command, args, cwd, Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1))])).digest('hex')
  return [agentId, hash, ...(shared ? [] : [sessionId])].join(' ')
}
