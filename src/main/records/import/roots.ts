/** Where each program keeps its transcripts by default. */
import { join } from 'node:path'
import type { FormatName } from './format'

export interface Root {
  /** What lies there; null for a folder that the operator added, where each file is looked at. */
  readonly format: FormatName | null
  readonly path: string
}

export interface Home {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The folders of all programs, whether they are there or not. They lie alike below the home folder of every platform. */
export function defaultRoots({ home, env }: Home): Root[] {
  const claude = env['CLAUDE_CONFIG_DIR']
  const codex = env['CODEX_HOME'] ?? join(home, '.codex')
  return [
    ...(claude ? [claude] : [join(home, '.claude'), join(home, '.config', 'claude')]).map((folder): Root => ({ format: 'claude-code', path: join(folder, 'projects') })),
    { format: 'codex', path: join(codex, 'sessions') },
    { format: 'codex', path: join(codex, 'archived_sessions') },
    { format: 'gemini', path: join(env['GEMINI_CLI_HOME'] ?? home, '.gemini', 'tmp') },
    // OpenCode follows the XDG rules on Windows and macOS too.
    { format: 'opencode', path: join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'opencode') },
    { format: 'dsh', path: join(env['DSH_HOME'] ?? join(home, '.dsh'), 'sessions') },
    { format: 'pi', path: env['PI_CODING_AGENT_SESSION_DIR'] ?? join(env['PI_CODING_AGENT_DIR'] ?? join(home, '.pi', 'agent'), 'sessions') }
  ]
}
