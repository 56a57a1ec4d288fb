import type { EngineKind } from '../../shared/model'

/** The engines in words. */
export const ENGINES: Record<EngineKind, { short: string; about: string }> = {
  pi: { short: 'an agent with a model', about: 'An agent: a model reads, writes and runs what you allow in this Project.' },
  acp: { short: 'an agent of your own', about: 'An agent of your own, such as Claude Code, Codex, OpenCode or Gemini.' },
  dsh: { short: 'DeepSeek Harness', about: 'Your own DeepSeek Harness, with the model that is set up there.' },
  shell: { short: 'runs commands, needs no model', about: 'No model: each message is a command that runs in the folder.' }
}
