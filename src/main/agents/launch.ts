/** What it takes to start an agent, and what is known of it before. */
import type { Policy } from '../../shared/model'

export interface AgentLaunch {
  readonly agentId: string
  /** As the operator knows it. */
  readonly label: string
  /** Absolute path of what is started. */
  readonly command: string
  readonly args: readonly string[]
  /** On top of the operator's own environment; undefined takes a variable away. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where its process stands; null for the Project's folder, which makes it a process for each folder. */
  readonly cwd: string | null
  /** How it signs in without a human; null where it must be signed in already. */
  readonly signIn: string | null
  /** What to do when it is not signed in, in words. */
  readonly signInHint: string
  /** The mode that it works in under each policy, such that it asks before it does more; left out: its own. */
  readonly modes: Readonly<Partial<Record<Policy, string>>>
  /** The model of Sessions that name none; null leaves it to the agent. */
  readonly model: string | null
  /** Whether one process of it serves many sessions. */
  readonly shared: boolean
  /** Whether it may read and write files through us; left out where an agent breaks by it. */
  readonly clientFiles: boolean
  /** Whether a cancelled prompt leaves its commands running, so that only closing the session ends them. */
  readonly closesToStop: boolean
  /**
   * Whether a session must not be taken up within the minute in which it was made: the agent would write over what it
   * remembers.
   */
  readonly restsAMinute: boolean
  /** Whether the session's system prompt can be added to at its start; otherwise its part comes with the first prompt. */
  readonly systemPrompt: boolean
}
