/** Which tools a Session's agent has, looked up anew for each turn and each call: a setting that changes counts at once. */
import type { Children } from '../project/children'
import type { Projects } from '../project/projects'
import type { SessionLog } from '../session/log'
import { createControlWorkers, type ControlSources } from './control-workers'
import { createSubagent, mayDelegate, type SubagentSources } from './subagent'
import { createInterruptAgent, createListAgents, createSendMessage } from './subagent-control'
import { errorAnswer, type AgentTool, type Caller, type ToolAnswer } from './tool'
import { Refusal } from '../../shared/errors'

export class Toolbox {
  readonly #controlWorkers: AgentTool
  readonly #delegation: readonly AgentTool[]
  readonly #listAgents: AgentTool

  constructor(
    private readonly log: SessionLog,
    private readonly projects: Projects,
    children: Children,
    sources: ControlSources & SubagentSources
  ) {
    this.#controlWorkers = createControlWorkers(sources)
    this.#delegation = [createSubagent(sources), createSendMessage(children), createInterruptAgent(children)]
    this.#listAgents = createListAgents(children)
  }

  /** The tools of a Session: none once it is deleted. */
  of(sessionId: string): readonly AgentTool[] {
    const session = this.log.get(sessionId)
    if (!session || session.lifecycle !== 'member') return []
    const { conduct } = this.projects.get(session.projectId)
    if (session.id === session.projectId) return conduct.coordinator.enabled ? [this.#controlWorkers] : []
    if (!mayDelegate(this.log, this.projects, session)) return []
    return conduct.listAgents ? [...this.#delegation, this.#listAgents] : this.#delegation
  }

  /** Calls one of the Session's own tools. */
  async call(caller: Caller, name: string, args: unknown): Promise<ToolAnswer> {
    const tool = this.of(caller.sessionId).find((candidate) => candidate.name === name)
    if (!tool) return errorAnswer(new Refusal('FORBIDDEN', `There is no tool "${name}" for this agent.`))
    return tool.call(caller, args)
  }
}
