/** What the host tells an agent of the workers below it: a line of its own, and the reply that came with it. */
import type { Source, TurnInput } from '../../shared/model'
import type { GlyphKind } from '../ui/Glyph'
import { outcomeOf } from '../workers/status.logic'
import { words } from './words'

export interface Notice {
  readonly glyph: GlyphKind
  /** "turn 3 · completed" */
  readonly line: string
  /** Empty where the turn left no reply. */
  readonly body: string
}

const CLOSING = 'Its closing message:'
const NO_CLOSING = 'It left no closing message.'

/** Whether the host itself tells it: nobody wrote it, and nobody could take it back. */
export function isNotice(source: Source): boolean {
  return source.kind === 'worker-completed' || source.kind === 'subagent-settled'
}

/** Null for an input that somebody wrote. */
export function noticeOf({ source, text }: Pick<TurnInput, 'source' | 'text'>): Notice | null {
  if (source.kind === 'worker-completed') {
    const { glyph, parts } = outcomeOf(source.outcome, false)
    return { glyph, line: words().noticeOfTurn(source.turn, parts.map((part) => part.text).join(' ')), body: text.trim() }
  }
  if (source.kind !== 'subagent-settled') return null
  const rest = text.startsWith(source.summary) ? text.slice(source.summary.length).trim() : text.trim()
  const body = rest === NO_CLOSING ? '' : rest.startsWith(CLOSING) ? rest.slice(CLOSING.length).trim() : rest
  return { glyph: 'idle', line: source.summary.replace(`Background subagent ${source.senderSessionId} `, ''), body }
}
