/** Makes an agent's session for a Session of ours, or takes up the one that it had. */
import { setTimeout as delay } from 'node:timers/promises'
import * as acp from '@agentclientprotocol/sdk'
import type { AgentLaunch } from '../../agents/launch'
import { EngineError, type SessionSpec } from '../engine'
import { remember, remembered, type Remembered } from './memory'
import { HOST_SERVER } from './permissions'
import { messageOf, type AgentProcess, type SessionEar, type Times } from './process'
import { SessionState } from './schemas'
import { AUTH_REQUIRED } from './session'
import { Settings } from './settings'

export interface OpenedSession {
  readonly memory: Remembered
  readonly settings: Settings
  /** What the agent has to be told with its first prompt; null where it knows. */
  readonly introduction: string | null
}

const LOST = '(Your earlier conversation with this user could not be taken up again. Ask for what you need of it.)'

/** @throws EngineError AGENT_AUTH, AGENT_ERROR, AGENT_SILENT, SESSION_LOST, SESSION_DAMAGED, MODEL_UNKNOWN */
export async function openSession(
  spec: SessionSpec,
  launch: AgentLaunch,
  agent: AgentProcess,
  times: Times,
  model: string | null
): Promise<OpenedSession> {
  const known = await remembered(spec.stateFolder)
  const servers = await mcpServers(spec, launch, agent)
  const given = { cwd: spec.folder, mcpServers: servers, ...metaOf(spec, launch) }
  const usable = known !== null && known.prompted && known.agentId === launch.agentId
  const canReturn = agent.info.can.resume || agent.info.can.load
  const { session } = acp.methods.agent
  const told = spec.instructions ?? ''
  const ask = (method: string, params: object) =>
    agent.request(method, params, times.answerMs).catch((error: unknown) => {
      throw sessionWords(error, launch, method === session.new)
    })

  if (usable && canReturn) {
    const { sessionId, madeAt } = known
    if (launch.restsAMinute) await delay(restOfMinute(madeAt, Date.now()))
    // What a load replays is no news; it is heard by nobody.
    agent.sessions.set(sessionId, DEAF)
    try {
      const state = await ask(agent.info.can.resume ? session.resume : session.load, { ...given, sessionId })
      // Its part may have changed since: it may delegate now, or has another name.
      const anew = launch.systemPrompt || known.told === told ? null : told
      return { memory: { ...known, told }, settings: await settle(state, sessionId), introduction: anew || null }
    } catch (error) {
      agent.sessions.delete(sessionId)
      // It died in its first turn, before it had kept anything.
      const nothingKept = !known.settled && error instanceof EngineError && error.code === 'SESSION_LOST'
      if (!nothingKept) throw error
    }
  }
  const state = await ask(session.new, given)
  const sessionId = SessionState.safeParse(state).data?.sessionId
  if (!sessionId) throw new EngineError('AGENT_PROTOCOL', `${launch.label} made a session without an id. Install a version that Settings names.`)
  const memory: Remembered = { agentId: launch.agentId, sessionId, madeAt: Date.now(), prompted: false, settled: false, told, cost: 0 }
  const settings = await settle(state, sessionId)
  await remember(spec.stateFolder, memory)
  const parts = [usable ? LOST : null, launch.systemPrompt ? null : (spec.instructions ?? null)]
  return { memory, settings, introduction: parts.filter((part) => part !== null).join('\n\n') || null }

  async function settle(state: unknown, sessionId: string): Promise<Settings> {
    const settings = new Settings(agent, launch.label, sessionId, times.answerMs, SessionState.parse(state ?? {}))
    if (model !== null) await settings.useModel(model)
    return settings
  }
}

/** How long the minute in which something was made still goes on, in ms; 0 when it is over. */
export function restOfMinute(madeAt: number, now: number): number {
  const next = (Math.floor(madeAt / 60_000) + 1) * 60_000
  return now < next && now >= madeAt ? next - now + 50 : 0
}

/** Hears nothing and allows nothing: for a session that is being taken up. */
const DEAF: SessionEar = {
  onUpdate: () => {},
  onPermission: () => Promise.resolve({ outcome: { outcome: 'cancelled' } }),
  onElicitation: () => Promise.resolve({ action: 'cancel' }),
  onAccess: () => Promise.reject(acp.RequestError.internalError(undefined, 'no turn runs')),
  onOversize: () => {},
  onGone: () => {}
}

async function mcpServers(spec: SessionSpec, launch: AgentLaunch, agent: AgentProcess): Promise<object[]> {
  const door = (await spec.mcp?.()) ?? null
  if (door === null) return []
  if (!agent.info.can.mcpHttp) {
    if (!door.needed) return []
    throw new EngineError('AGENT_TOOLS', `${launch.label} cannot reach Crewdeck's tools: it does not take MCP servers over HTTP. Use another agent for this part.`)
  }
  return [{ type: 'http', name: HOST_SERVER, url: door.url, headers: [{ name: 'Authorization', value: `Bearer ${door.token}` }] }]
}

function metaOf(spec: SessionSpec, launch: AgentLaunch): object {
  return launch.systemPrompt && spec.instructions ? { _meta: { systemPrompt: { append: spec.instructions } } } : {}
}

/** In words, why an agent made no session, or did not take one up. */
export function sessionWords(error: unknown, launch: AgentLaunch, isNew: boolean): EngineError {
  if (error instanceof EngineError) return error
  if (error instanceof acp.RequestError && error.code === AUTH_REQUIRED) {
    return new EngineError('AGENT_AUTH', `${launch.label} is not signed in. ${launch.signInHint}`)
  }
  if (!(error instanceof acp.RequestError)) return new EngineError('AGENT_EXIT', messageOf(error))
  return isNew
    ? new EngineError('AGENT_ERROR', `${launch.label} could not make a session: ${messageOf(error)}. Retry.`)
    : new EngineError('SESSION_LOST', `${launch.label} could not take up what this worker did before: ${messageOf(error)}. Retry, or start a new worker.`)
}
