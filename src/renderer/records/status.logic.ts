/** How the status of a worker is shown, whoever told it: glyph, word, and never more than it says. */
import { KNOWN_STATUSES, type KnownStatus, type ToolPhase } from '../../shared/records'
import type { GlyphKind } from '../ui'
import { words } from './words'

const GLYPHS: Readonly<Record<KnownStatus, GlyphKind>> = {
  running: 'busy',
  completed: 'ok',
  failed: 'error',
  detached: 'start',
  stopped: 'abort',
  aborted: 'abort',
  interrupted: 'intr'
}

/** A word that is none of ours is shown as it is, and nothing is concluded from it. */
export function statusOf(status: string): { readonly glyph: GlyphKind; readonly word: string } {
  const known = KNOWN_STATUSES.find((one) => one === status)
  if (known) return { glyph: GLYPHS[known], word: words().status[known] }
  return { glyph: 'unknown', word: status === 'unknown' ? words().status.unknown : status }
}

const PHASE_GLYPHS: Readonly<Record<ToolPhase, GlyphKind>> = {
  requested: 'start',
  executing: 'busy',
  completed: 'ok',
  failed: 'error',
  interrupted: 'intr',
  unknown: 'unknown'
}

/** How far a tool call is; `failed` where only the failure is told. */
export function phaseOf(phase: ToolPhase, isError: boolean): { readonly glyph: GlyphKind; readonly word: string } {
  const shown = isError && phase !== 'interrupted' ? 'failed' : phase
  return { glyph: PHASE_GLYPHS[shown], word: words().phase[shown] }
}
