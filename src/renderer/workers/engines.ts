/** What a worker can run on: an engine of ours, or one of the operator's own agents. */
import type { AgentView } from '../../shared/agents'
import type { EngineKind } from '../../shared/model'
import type { HostInfo } from '../connection'
import { foundAgents } from '../settings/agents.logic'
import { runnerWords } from './words'

export interface Runner {
  /** Unlike that of any other. */
  readonly key: string
  readonly engine: EngineKind
  /** Of an own agent; null for an engine of ours. */
  readonly agent: AgentView | null
  readonly name: string
  /** What it is, in a few words and in a sentence. */
  readonly short: string
  readonly about: string
  /** What keeps it from running a worker now; null when nothing does. */
  readonly problem: string | null
}

/** Names a runner: an engine, and of those that drive own agents, which. */
export function runnerKey(engine: EngineKind, agentId: string | null): string {
  return engine === 'acp' ? `acp/${agentId ?? ''}` : engine
}

/** All that are here: pi, then own agents that were found, then the shell. */
export function runnersOf(engines: HostInfo['engines'], agents: readonly AgentView[] | null): Runner[] {
  const say = runnerWords()
  const ours = (engine: 'pi' | 'shell'): Runner[] =>
    engines
      .filter(({ kind }) => kind === engine)
      .map(({ problem }) => ({ key: engine, engine, agent: null, name: engine, short: say.short[engine], about: say.about[engine], problem }))
  const own = foundAgents(agents ?? []).map(
    (agent): Runner => ({
      key: runnerKey(agent.engine, agent.id),
      engine: agent.engine,
      agent,
      name: agent.label,
      short: say.short.own,
      about: agent.steering.profile === 'none' ? say.about.ownWaits : say.about.own,
      problem: agent.state === 'ready' ? null : say.notYet[agent.state]
    })
  )
  return [...ours('pi'), ...own, ...ours('shell')]
}
