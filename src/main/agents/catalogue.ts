/**
 * The agents that Crewdeck knows: where they are found, how they are started, and how each is made to ask before it
 * acts. Facts only; each version named here has run through the contract with real agents.
 */
import { Policy } from '../../shared/model'
import type { AgentLaunch } from './launch'

/** A package that speaks the protocol for an agent which does not. */
export interface AdapterFacts {
  readonly package: string
  readonly version: string
  /** Relative to the package. */
  readonly script: string
  /** What its download takes on disk, in MB. */
  readonly megabytes: number
  readonly licence: string
  /** The variable by which it is told where the operator's own agent is. */
  readonly executableVariable: string
}

export interface KnownAgent {
  readonly id: string
  readonly label: string
  /** Names of its command, the first that is found counts. */
  readonly commands: readonly string[]
  /** Folders beside PATH where its installer puts it; `~` is the operator's home. */
  readonly places: readonly string[]
  /** The oldest version that Crewdeck can drive; null where any may do. */
  readonly oldest: string | null
  readonly install: string
  /** The same as commands: what installs it, and what is run once afterwards; null where there is none such. */
  readonly get: { readonly install: string | null; readonly first: string | null }
  /** How it speaks the protocol; `own-api` where it is driven over an API of its own, by the engine of its name. */
  readonly protocol: { readonly args: readonly string[] } | AdapterFacts | 'own-api'
  /** As it names itself in the protocol, for what is known of it before it is started. */
  readonly acpName: string | null
  readonly env: Readonly<Record<string, string>>
  /** A way to sign in without a human, taken when the variable is set. */
  readonly signIn: { readonly method: string; readonly variable: string } | null
  readonly signInHint: string
  readonly modes: AgentLaunch['modes']
  readonly systemPrompt: boolean
  /** Whether it may read and write files through us. Gemini CLI fails then with every file that is not there yet. */
  readonly clientFiles: boolean
  /** Whether a cancelled prompt leaves its commands running, so that only closing the session ends them. */
  readonly closesToStop: boolean
  /**
   * Whether a session must not be taken up within the minute in which it was made. Gemini CLI names its transcripts by
   * the minute, and begins the one of that name anew.
   */
  readonly restsAMinute: boolean
  /** Whether its process must stand in the Project's folder, whatever folder its sessions name. */
  readonly perFolder: boolean
}

const USUAL = ['~/.local/bin', '~/bin', '~/.npm-global/bin', '~/.bun/bin', '~/.volta/bin', '/usr/local/bin', '/opt/homebrew/bin']
/** The same mode under every policy: one in which the agent asks before it acts. */
export const inAll = (mode: string): AgentLaunch['modes'] => Object.fromEntries(Policy.options.map((policy) => [policy, mode]))

export const KNOWN_AGENTS: readonly KnownAgent[] = [
  {
    id: 'claude',
    label: 'Claude Code',
    commands: ['claude'],
    places: ['~/.claude/local', ...USUAL],
    oldest: '2.0.0',
    install: 'Install Claude Code as its maker describes (npm install -g @anthropic-ai/claude-code), run "claude" once and sign in.',
    get: { install: 'npm install -g @anthropic-ai/claude-code', first: 'claude' },
    protocol: {
      package: '@agentclientprotocol/claude-agent-acp',
      version: '0.101.0',
      script: 'dist/index.js',
      megabytes: 80,
      licence: 'Apache-2.0; the Claude Agent SDK in it is under Anthropic\'s commercial terms',
      executableVariable: 'CLAUDE_CODE_EXECUTABLE'
    },
    acpName: '@agentclientprotocol/claude-agent-acp',
    // Otherwise it hides the tools of MCP servers behind a search.
    env: { ENABLE_TOOL_SEARCH: 'false' },
    signIn: null,
    signInHint: 'Run "claude" in a terminal and sign in, or set ANTHROPIC_API_KEY before Crewdeck is started.',
    modes: inAll('default'),
    clientFiles: true,
    closesToStop: false,
    restsAMinute: false,
    systemPrompt: true,
    perFolder: false
  },
  {
    id: 'codex',
    label: 'Codex',
    commands: ['codex'],
    places: USUAL,
    oldest: '0.166.0',
    install: 'Install Codex as its maker describes (npm install -g @openai/codex), run "codex" once and sign in.',
    get: { install: 'npm install -g @openai/codex', first: 'codex' },
    protocol: {
      package: '@agentclientprotocol/codex-acp',
      version: '2.6.0',
      script: 'dist/index.js',
      megabytes: 20,
      licence: 'Apache-2.0',
      executableVariable: 'CODEX_PATH'
    },
    acpName: '@agentclientprotocol/codex-acp',
    env: { NO_BROWSER: '1' },
    signIn: null,
    signInHint: 'Run "codex login" in a terminal, or configure a model provider in its config.toml.',
    modes: { unconfirmed: 'read-only', ask: 'read-only', read: 'read-only', write: 'workspace-write', run: 'agent-full-access' },
    clientFiles: true,
    closesToStop: true,
    restsAMinute: false,
    systemPrompt: false,
    perFolder: false
  },
  {
    id: 'opencode',
    label: 'OpenCode',
    commands: ['opencode'],
    places: ['~/.opencode/bin', ...USUAL],
    oldest: '1.18.0',
    install: 'Install OpenCode as its maker describes (npm install -g opencode-ai) and run "opencode auth login".',
    get: { install: 'npm install -g opencode-ai', first: 'opencode auth login' },
    protocol: { args: ['acp'] },
    acpName: 'OpenCode',
    // Without these it changes files and runs commands unasked.
    env: { OPENCODE_CONFIG_CONTENT: '{"permission":{"edit":"ask","bash":"ask","webfetch":"ask"}}', OPENCODE_DISABLE_AUTOUPDATE: '1' },
    signIn: null,
    signInHint: 'Run "opencode auth login" in a terminal.',
    modes: {},
    clientFiles: true,
    closesToStop: false,
    restsAMinute: false,
    systemPrompt: false,
    perFolder: false
  },
  {
    id: 'gemini',
    label: 'Gemini CLI',
    commands: ['gemini'],
    places: USUAL,
    oldest: '0.61.0',
    install: 'Install Gemini CLI as its maker describes (npm install -g @google/gemini-cli), run "gemini" once and sign in.',
    get: { install: 'npm install -g @google/gemini-cli', first: 'gemini' },
    protocol: { args: ['--acp'] },
    acpName: 'gemini-cli',
    // The operator has opened the Project's folder; the policy of the Project decides about each act.
    env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    signIn: { method: 'gemini-api-key', variable: 'GEMINI_API_KEY' },
    signInHint: 'Run "gemini" in a terminal and sign in, or set GEMINI_API_KEY before Crewdeck is started.',
    modes: inAll('default'),
    clientFiles: false,
    closesToStop: false,
    restsAMinute: true,
    systemPrompt: false,
    perFolder: true
  },
  {
    id: 'goose',
    label: 'Goose',
    commands: ['goose'],
    places: USUAL,
    oldest: null,
    install: 'Install Goose as its maker describes and run "goose configure".',
    get: { install: null, first: 'goose configure' },
    protocol: { args: ['acp'] },
    acpName: 'goose',
    // It asks before it acts only in this mode.
    env: { GOOSE_MODE: 'approve' },
    signIn: null,
    signInHint: 'Run "goose configure" in a terminal.',
    modes: {},
    clientFiles: true,
    closesToStop: false,
    restsAMinute: false,
    systemPrompt: false,
    perFolder: true
  },
  {
    id: 'dsh',
    label: 'DeepSeek Harness',
    commands: ['dsh'],
    places: USUAL,
    oldest: null,
    install: 'Install the DeepSeek Harness as its maker describes, run "dsh web" once and set up a model there.',
    get: { install: null, first: 'dsh web' },
    protocol: 'own-api',
    acpName: null,
    env: {},
    signIn: null,
    signInHint: '',
    modes: {},
    clientFiles: true,
    closesToStop: false,
    restsAMinute: false,
    systemPrompt: false,
    perFolder: false
  }
]

export const isAdapter = (protocol: KnownAgent['protocol']): protocol is AdapterFacts => typeof protocol === 'object' && 'package' in protocol
