/** Agents of the operator's own as they cross the wire, and how a Session names its agent. */
import { z } from 'zod'
import { Id } from './model'

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

export const AgentModel = z.object({ id: z.string(), name: z.string() })
export type AgentModel = z.infer<typeof AgentModel>

/** An agent that the operator has added: any command that speaks the Agent Client Protocol. */
export const CustomAgent = z.object({
  id: Id,
  label: z.string().trim().min(1).max(120),
  /** A path, or a name that PATH knows. */
  command: z.string().trim().min(1).max(1_000),
  args: z.array(z.string().max(10_000)).max(100).default([]),
  /** On top of the operator's environment. Not the place for secrets: the file is private, but plain. */
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'letters, digits and "_" only'), z.string().max(100_000)).default({}),
  /** The mode that its sessions work in; null leaves the agent's own. */
  mode: z.string().max(200).nullable().default(null),
  /** The model of workers that name none; null leaves it to the agent. */
  model: z.string().max(200).nullable().default(null),
  /** Whether one process may serve all workers; one each otherwise. */
  shared: z.boolean().default(false)
})
export type CustomAgent = z.infer<typeof CustomAgent>
export type NewCustomAgent = z.input<typeof CustomAgent>

export const AgentState = z.enum(['ready', 'missing', 'wrong-version', 'needs-adapter', 'needs-node'])
export type AgentState = z.infer<typeof AgentState>

/** A package that lets Crewdeck drive an agent which does not speak the protocol itself. */
export const AdapterView = z.object({
  package: z.string(),
  /** The only one that is ever installed. */
  version: z.string(),
  megabytes: z.number(),
  licence: z.string(),
  installed: z.boolean()
})

/** How a running turn of an agent can be steered. `none`: not at all, messages wait for the next turn. */
export const SteeringProfile = z.enum(['second-prompt', 'extension', 'none'])
export type SteeringProfile = z.infer<typeof SteeringProfile>

/** Why an agent cannot be steered: nobody has tried it, or not this version; it would end its turn for a message; it says so itself; or it has spoiled a turn. */
export const SteeringReason = z.enum(['untried', 'untried-version', 'aborts', 'says-no', 'spoiled'])
export type SteeringReason = z.infer<typeof SteeringReason>

/** What a check of an agent has found, by really starting it. */
export const AgentReport = z.object({
  name: z.string(),
  version: z.string().nullable(),
  steering: SteeringProfile,
  steeringNote: z.string().nullable(),
  can: z.object({ resume: z.boolean(), delete: z.boolean(), tools: z.boolean() }),
  signInMethods: z.array(z.string()),
  /** Why it made no conversation, in its own words: it is not signed in, for example. Null where it did. */
  problem: z.string().nullable(),
  /** What it offers to choose from; empty where it offers nothing. */
  models: z.array(AgentModel),
  /** From the start to its answer, in ms. */
  tookMs: z.number()
})
export type AgentReport = z.infer<typeof AgentReport>

export const AgentView = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(['known', 'custom']),
  /** Which engine drives it. For `acp` the model of a worker names the agent first; `dsh` is the one agent of its engine. */
  engine: z.enum(['acp', 'dsh']),
  state: AgentState,
  /** What was found: its path and version; null where there is none. */
  path: z.string().nullable(),
  version: z.string().nullable(),
  /** The oldest version that can be driven; null where any may do. */
  oldest: z.string().nullable(),
  /** What to do, in words; empty when it is ready. */
  remedy: z.string(),
  /** How to get it: a command that installs it, and one to run once; null where there is none such. */
  get: z.object({ install: z.string().nullable(), first: z.string().nullable() }),
  adapter: AdapterView.nullable(),
  /** How it is started; null where it is not. */
  start: z.object({ command: z.string(), args: z.array(z.string()) }).nullable(),
  custom: CustomAgent.nullable(),
  steering: z.object({ profile: SteeringProfile, reason: SteeringReason.nullable() }),
  /** Models that it has offered, when it was last asked. */
  models: z.array(AgentModel),
  /** What is being done with it, since when (epoch ms), and how far it is; null where nothing is. */
  work: z.object({ kind: z.enum(['checking', 'installing', 'removing']), since: z.number(), packages: z.number().nullable() }).nullable(),
  /** The last check since the host has started. */
  checked: z.object({ at: z.number(), report: AgentReport.nullable(), problem: z.string().nullable() }).nullable(),
  /** What it did that it should not, since the host has started. */
  remarks: z.array(z.string())
})
export type AgentView = z.infer<typeof AgentView>
