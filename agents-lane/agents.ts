/** The agents of the lane: where each comes from, how it is pointed at the scripted model, and what its tools are called. */
import { join } from 'node:path'

export interface LaneAgent {
  readonly id: string
  /** Packages that stand for the operator's own install, at the versions that the product was tried with. */
  readonly packages: readonly string[]
  /** Versions that its packages name wrongly, by their names; then pnpm installs it, which can do so in good time. */
  readonly overrides?: Readonly<Record<string, string>>
  /** `own`: driven over an API of its own. */
  readonly api?: 'own'
  /** Where its command lies in the install, and what it is called in PATH. */
  readonly command: { readonly name: string; readonly path: string } | null
  /** Folders that its home must have. */
  readonly homes: readonly string[]
  /** The variables that point it at the model, with a home of its own. */
  env(place: { readonly url: string; readonly home: string }): Readonly<Record<string, string>>
  /** As the agent names it; null leaves its own. */
  readonly model: string | null
  /** Directives that make the model call the agent's own tools. */
  readonly says: {
    /** `asks`: so that the agent has to ask for it. */
    write(path: string, content: string, asks?: boolean): string
    run(command: string): string
    /** `tools`: the names that the model was offered. */
    hostTool(tools: readonly string[], args: object): string
  }
  /** What it does not offer, and what happens instead. */
  readonly lacks: Readonly<Partial<Record<'steer' | 'delete', string>>>
}

const call = (name: string, args: object) => `[[${name} ${JSON.stringify(args)}]]`
const named = (tools: readonly string[]) => tools.find((name) => name.endsWith('control_workers')) ?? 'control_workers'
/** The harness asks when a call wants more than its sandbox allows, which the model has to say. */
const WIDER = { sandbox_permissions: 'workspace-write', justification: 'the test wants it' }
const binary = `${process.platform}-${process.arch}`

export const LANE_AGENTS: readonly LaneAgent[] = [
  {
    id: 'claude',
    homes: [''],
    packages: [`@anthropic-ai/claude-agent-sdk-${binary}@0.3.318`],
    command: { name: 'claude', path: `node_modules/@anthropic-ai/claude-agent-sdk-${binary}/claude` },
    env: ({ url, home }) => ({
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'sk-ant-scripted',
      ANTHROPIC_MODEL: 'scripted',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      // It refuses to work for root elsewhere.
      IS_SANDBOX: '1'
    }),
    model: null,
    says: {
      write: (file_path, content) => call('Write', { file_path, content }),
      run: (command) => call('Bash', { command, description: 'what the test wants' }),
      hostTool: (tools, args) => call(named(tools), args)
    },
    lacks: {}
  },
  {
    id: 'codex',
    homes: ['.codex'],
    packages: ['@openai/codex@0.166.0'],
    command: { name: 'codex', path: 'node_modules/@openai/codex/bin/codex.js' },
    env: ({ url, home }) => ({
      CODEX_HOME: join(home, '.codex'),
      SCRIPTED_KEY: 'sk-scripted',
      MODEL_PROVIDER: 'scripted',
      CODEX_CONFIG: JSON.stringify({
        model: 'scripted',
        model_provider: 'scripted',
        model_providers: { scripted: { name: 'Scripted', base_url: `${url}/v1`, wire_api: 'responses', env_key: 'SCRIPTED_KEY' } }
      })
    }),
    model: null,
    says: {
      write: (path, content) => {
        const patch = ['*** Begin Patch', `*** Add File: ${path}`, ...content.trimEnd().split('\n').map((line) => `+${line}`), '*** End Patch'].join('\n')
        return call('exec_command', { cmd: `apply_patch <<'EOF'\n${patch}\nEOF` })
      },
      run: (cmd) => call('exec_command', { cmd, yield_time_ms: 30_000 }),
      hostTool: (_, args) => call('mcp__crewdeck::control_workers', args)
    },
    lacks: {}
  },
  {
    id: 'opencode',
    homes: [''],
    packages: ['opencode-ai@1.18.33'],
    command: { name: 'opencode', path: 'node_modules/.bin/opencode' },
    env: ({ url }) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Scripted',
            options: { baseURL: `${url}/v1`, apiKey: 'sk-scripted' },
            models: { scripted: { name: 'Scripted', tool_call: true, limit: { context: 128_000, output: 4_096 } } }
          }
        },
        model: 'scripted/scripted',
        small_model: 'scripted/scripted',
        share: 'disabled',
        permission: { edit: 'ask', bash: 'ask', webfetch: 'ask' }
      }),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1'
    }),
    model: 'scripted/scripted',
    says: {
      write: (filePath, content) => call('write', { filePath, content }),
      run: (command) => call('bash', { command, description: 'what the test wants' }),
      hostTool: (tools, args) => call(named(tools), args)
    },
    lacks: { delete: 'the agent keeps its own transcript; Crewdeck forgets the worker' }
  },
  {
    id: 'gemini',
    homes: [''],
    packages: ['@google/gemini-cli@0.61.0'],
    command: { name: 'gemini', path: 'node_modules/@google/gemini-cli/bundle/gemini.js' },
    env: ({ url }) => ({ GEMINI_API_KEY: 'scripted', GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    // Its own choice of a model asks a model first.
    model: 'gemini-2.5-pro',
    says: {
      write: (file_path, content) => call('write_file', { file_path, content }),
      run: (command) => call('run_shell_command', { command, description: 'what the test wants' }),
      hostTool: (tools, args) => call(named(tools), args)
    },
    lacks: {
      steer: 'the message waits for the next turn, for a second prompt would kill the running tool',
      delete: 'the agent keeps its own transcript; Crewdeck forgets the worker'
    }
  },
  {
    id: 'dsh',
    homes: ['.dsh'],
    packages: ['@deepseek-ai/dsh@0.1.0-rc.8'],
    overrides: {
      '@deepseek-ai/cordis': '4.0.1',
      '@deepseek-ai/cordis-plugin-hmr': '1.0.16',
      '@deepseek-ai/cordis-plugin-loader': '1.0.2',
      '@deepseek-ai/cordis-plugin-include': '1.0.6',
      '@deepseek-ai/cordis-plugin-timer': '1.1.3',
      '@deepseek-ai/cordis-plugin-group': '1.0.1',
      '@deepseek-ai/schemastery': '3.18.1'
    },
    api: 'own',
    command: { name: 'dsh', path: 'node_modules/@deepseek-ai/dsh/lib/bin.js' },
    env: ({ url, home }) => ({ DSH_HOME: join(home, '.dsh'), DEEPSEEK_BASE_URL: `${url}/v1`, DEEPSEEK_API_KEY: 'sk-scripted' }),
    model: null,
    says: {
      write: (file_path, content, asks = false) => call('write', { file_path, content, ...(asks ? WIDER : {}) }),
      run: (command) => call('bash', { command, description: 'what the test wants' }),
      hostTool: (tools, args) => call(named(tools), args)
    },
    lacks: { delete: 'the harness keeps its own transcript; Crewdeck forgets the worker' }
  },
  {
    id: 'pi',
    homes: [''],
    packages: [],
    command: null,
    env: () => ({}),
    model: 'chat/scripted',
    says: {
      write: (path, content) => call('write', { path, content }),
      run: (command) => call('bash', { command }),
      hostTool: (_, args) => call('control_workers', args)
    },
    lacks: {
      delete: 'its transcript lies in the state folder, which goes with the worker'
    }
  }
]
