/** Starts an agent only to hear who it is and what it can do, and ends it. */
import { homedir } from 'node:os'
import { Refusal } from '../../../shared/errors'
import type { AgentLaunch } from '../../agents/launch'
import type { AgentReport } from '../../agents/registry'
import type { Supervisor } from '../../process/supervisor'
import type { Report } from '../../report'
import { AgentProcess, TIMES, type Times } from './process'
import { PROFILES, steerabilityOf, type ProfileRow } from './profiles'

export interface ProbeOptions {
  readonly supervisor: Supervisor
  readonly report: Report
  readonly times?: Partial<Times>
  readonly profiles?: readonly ProfileRow[]
}

/** For `createAgents`. Rejects with a Refusal UNAVAILABLE in the agent's own words. */
export function createProbe({ supervisor, report, times, profiles = PROFILES }: ProbeOptions): (launch: AgentLaunch) => Promise<AgentReport> {
  return async (launch) => {
    const began = performance.now()
    const agent = await AgentProcess.start({ supervisor, launch, cwd: launch.cwd ?? homedir(), times: { ...TIMES, ...times }, report }).catch((error: unknown) => {
      throw new Refusal('UNAVAILABLE', error instanceof Error ? error.message : String(error))
    })
    const tookMs = Math.round(performance.now() - began)
    const { name, version, can, authMethods, advertisesSteering } = agent.info
    await agent.end('It was only asked who it is.')
    const { profile, note } = steerabilityOf(launch.label, { name, version, advertises: advertisesSteering }, profiles)
    const abilities = [
      can.resume || can.load ? 'takes up earlier conversations' : null,
      can.delete ? 'deletes conversations' : null,
      can.mcpHttp ? 'takes the tools of Crewdeck' : null
    ]
    return {
      name,
      version,
      steering: profile,
      steeringNote: note,
      abilities: abilities.filter((ability) => ability !== null),
      signInMethods: authMethods.map((method) => method.name),
      tookMs
    }
  }
}
