/**
 * How a running turn of an agent can be steered. The protocol has no steering, and a second prompt does four different
 * things in four agents, one of which kills the running tool: so only what was tried counts, by name and version.
 *
 * | profile | what is sent | when the message counts as taken |
 * | --- | --- | --- |
 * | `second-prompt` | another `session/prompt` while one is open | the agent shows that it has it (a prompt or step ends), or it has been in the agent's hands for a second without being refused |
 * | `extension` | `_session/steering`, always with `idleBehavior: 'promptRequired'` | the answer says `injected` |
 * | `none` | nothing | never: the message waits for the next turn |
 */
import type { SteeringProfile, SteeringReason } from '../../../shared/agents'

export interface ProfileRow {
  /** As the agent names itself in `initialize`. */
  readonly name: string
  /** Versions that were tried, as `major.minor`. */
  readonly versions: readonly string[]
  readonly profile: Exclude<SteeringProfile, 'none'>
}

/** What the contract with real agents has shown. */
export const PROFILES: readonly ProfileRow[] = [
  { name: '@agentclientprotocol/claude-agent-acp', versions: ['0.101'], profile: 'second-prompt' },
  { name: '@agentclientprotocol/codex-acp', versions: ['2.6'], profile: 'extension' },
  { name: 'OpenCode', versions: ['1.18'], profile: 'second-prompt' }
]

/** These end what they do for a second prompt, and kill its tool: whatever their version, it is not tried. */
const ABORTING: readonly string[] = ['gemini-cli']

export interface Steerability {
  readonly profile: SteeringProfile
  /** Why it cannot be steered; null where it can. */
  readonly reason: SteeringReason | null
  /** Said to the sender of a steer that has to wait; null where it need not. */
  readonly note: string | null
}

export interface AgentIdentity {
  readonly name: string
  readonly version: string | null
  /** Whether it advertises the steering extension; null before it was started. */
  readonly advertises: boolean | null
}

/** @param label the agent's name as the operator knows it */
export function steerabilityOf(label: string, agent: AgentIdentity | null, table: readonly ProfileRow[] = PROFILES): Steerability {
  if (agent && ABORTING.includes(agent.name)) return { profile: 'none', reason: 'aborts', note: `${label} would end what it does for a message; it waits for the next turn.` }
  const row = agent && table.find(({ name }) => name === agent.name)
  if (!row) return { profile: 'none', reason: 'untried', note: `${label} cannot take a message while it works; it waits for the next turn.` }
  const minor = /^(\d+\.\d+)\./.exec(agent.version ?? '')?.[1]
  if (minor === undefined || !row.versions.includes(minor)) {
    const which = agent.version === null ? 'this version' : `version ${agent.version}`
    return { profile: 'none', reason: 'untried-version', note: `${label} in ${which} has not been tried with messages while it works; this one waits for the next turn.` }
  }
  if (row.profile === 'extension' && agent.advertises === false) {
    return { profile: 'none', reason: 'says-no', note: `${label} says that it takes no message while it works; it waits for the next turn.` }
  }
  return { profile: row.profile, reason: null, note: null }
}
