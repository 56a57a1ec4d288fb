/** Starts an agent only to hear who it is, what it can do and what it offers, and ends it. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as acp from '@agentclientprotocol/sdk'
import type { AgentModel, AgentReport } from '../../../shared/agents'
import { Refusal } from '../../../shared/errors'
import type { AgentLaunch } from '../../agents/launch'
import type { Supervisor } from '../../process/supervisor'
import type { Report } from '../../report'
import { sessionWords } from './open'
import { AgentProcess, TIMES, type Times } from './process'
import { PROFILES, steerabilityOf, type ProfileRow } from './profiles'
import { SessionState } from './schemas'
import { Settings } from './settings'

export interface ProbeOptions {
  readonly supervisor: Supervisor
  readonly report: Report
  readonly times?: Partial<Times>
  readonly profiles?: readonly ProfileRow[]
}

/** For `createAgents`. Rejects with a Refusal UNAVAILABLE in the agent's own words. */
export function createProbe({ supervisor, report, times: given, profiles = PROFILES }: ProbeOptions): (launch: AgentLaunch) => Promise<AgentReport> {
  const times = { ...TIMES, ...given }
  return async (launch) => {
    const began = performance.now()
    // A folder of its own, so that it looks at nothing of the operator's.
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'crewdeck-check-')))
    try {
      const agent = await AgentProcess.start({ supervisor, launch, cwd: launch.cwd ?? folder, times, report }).catch((error: unknown) => {
        throw new Refusal('UNAVAILABLE', error instanceof Error ? error.message : String(error))
      })
      const { name, version, can, authMethods, advertisesSteering } = agent.info
      const { profile, note } = steerabilityOf(launch.label, { name, version, advertises: advertisesSteering }, profiles)
      const conversation = await talk(agent, launch, folder, times)
      const tookMs = Math.round(performance.now() - began)
      await agent.end('It was only checked.')
      return {
        name,
        version,
        steering: profile,
        steeringNote: note,
        can: { resume: can.resume || can.load, delete: can.delete, tools: can.mcpHttp },
        signInMethods: authMethods.map((method) => method.name),
        ...conversation,
        tookMs
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Begins a conversation in which nothing is said: only then an agent tells whether it is signed in, and its models. */
async function talk(agent: AgentProcess, launch: AgentLaunch, folder: string, times: Times): Promise<{ problem: string | null; models: AgentModel[] }> {
  const { session } = acp.methods.agent
  try {
    const state = SessionState.parse((await agent.request(session.new, { cwd: folder, mcpServers: [] }, times.answerMs)) ?? {})
    const sessionId = state.sessionId ?? ''
    const { offers } = new Settings(agent, launch.label, sessionId, times.answerMs, state)
    const end = agent.info.can.delete ? session.delete : agent.info.can.close ? session.close : null
    if (end !== null) await agent.request(end, { sessionId }, times.closeMs).catch(() => {})
    return { problem: null, models: [...offers] }
  } catch (error) {
    return { problem: sessionWords(error, launch, true).message, models: [] }
  }
}
