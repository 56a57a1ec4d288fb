/** Which tools a Session's agent has, looked up anew for each turn and each call: a setting that changes counts at once. */
import { Refusal } from '../../shared/errors'
import type { Children } from '../project/children'
import type { SessionRow } from '../session/log'
import { createControlWorkers, type ControlSources } from './control-workers'
import { createPresent } from './present'
import { createSubagent, mayDelegate } from './subagent'
import { createInterruptAgent, createListAgents, createSendMessage } from './subagent-control'
import { errorAnswer, type AgentTool, type Caller, type ToolAnswer } from './tool'

export interface ToolSources extends ControlSources {
  readonly children: Children
}

export class Toolbox {
  readonly #controlWorkers: AgentTool
  readonly #subagent: AgentTool
  /** For agents that have children, or may have some. */
  readonly #control: readonly AgentTool[]
  readonly #listAgents: AgentTool
  readonly #present: AgentTool

  constructor(private readonly sources: ToolSources) {
    const { children, report } = sources
    this.#controlWorkers = createControlWorkers(sources)
    this.#subagent = createSubagent(sources)
    this.#control = [createSendMessage(children, report), createInterruptAgent(children, report)]
    this.#listAgents = createListAgents(children, report)
    this.#present = createPresent(sources)
  }

  /** The tools of a Session: none once it is deleted. */
  of(sessionId: string): readonly AgentTool[] {
    const session = this.sources.log.get(sessionId)
    if (!session || session.lifecycle !== 'member') return []
    // An engine of this process brings its own.
    const present = session.engine === 'acp' || session.engine === 'dsh' ? [this.#present] : []
    return [...present, ...this.#partOf(session)]
  }

  /** What its part in the Project gives it: without these it could not do it. */
  #partOf(session: SessionRow): readonly AgentTool[] {
    const { log, projects, children } = this.sources
    const { conduct } = projects.get(session.projectId)
    if (session.id === session.projectId) return conduct.coordinator.enabled ? [this.#controlWorkers] : []
    const delegates = mayDelegate(log, projects, session)
    if (!delegates && !children.has(session.id)) return []
    return [...(delegates ? [this.#subagent] : []), ...this.#control, ...(conduct.listAgents ? [this.#listAgents] : [])]
  }

  /** Whether a Session's part in its Project cannot be done without its tools. */
  needsTools(sessionId: string): boolean {
    const session = this.sources.log.get(sessionId)
    return session?.lifecycle === 'member' && this.#partOf(session).length > 0
  }

  /** Calls one of the Session's own tools. Never rejects. */
  async call(caller: Caller, name: string, args: unknown): Promise<ToolAnswer> {
    const tool = this.of(caller.sessionId).find((candidate) => candidate.name === name) ?? this.#refusing(caller, name)
    return tool ? tool.call(caller, args) : errorAnswer(absent(name))
  }

  /** A tool that refuses such a caller in its own words: one that is no Coordinator, or is not there any more. */
  #refusing({ sessionId }: Caller, name: string): AgentTool | undefined {
    if (name === this.#controlWorkers.name) return this.#controlWorkers
    const isLive = this.sources.log.get(sessionId)?.lifecycle === 'member'
    return isLive ? undefined : this.#control.find((tool) => tool.name === name)
  }
}

function absent(name: string): { code: string; message: string } {
  const { code, message } = new Refusal('FORBIDDEN', `There is no tool "${name.slice(0, 100)}" for this agent.`)
  return { code, message }
}
