/** The programs whose transcripts are read, by the names that they go by. */
import { FORMATS, type FormatName } from '../../shared/imports'

export const FORMATS_IN_ORDER = FORMATS

export const FORMAT_NAMES: Readonly<Record<FormatName, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'OpenCode',
  dsh: 'DeepSeek Harness',
  pi: 'pi'
}
