/** The model of a Session that runs on an agent of the operator's own: `<agentId>` or `<agentId>/<model of the agent>`. */
export interface AgentChoice {
  readonly agentId: string
  /** As the agent names it; null leaves it to the agent. */
  readonly model: string | null
}

/** Null where no agent is named. */
export function agentChoice(model: string | null): AgentChoice | null {
  if (model === null) return null
  const slash = model.indexOf('/')
  const agentId = slash < 0 ? model : model.slice(0, slash)
  return agentId === '' ? null : { agentId, model: slash < 0 ? null : model.slice(slash + 1) || null }
}

export function agentModel({ agentId, model }: AgentChoice): string {
  return model === null ? agentId : `${agentId}/${model}`
}
