/** Drafts as entries of a page: bounded, flattened, without binary payloads. */
import { assertNever } from '../../../shared/errors'
import type { TranscriptEntry } from '../../../shared/records'
import type { PlacedDraft } from './log'
import { boundedInput, clip, ENTRY_TEXT_MAX, textOf } from './texts'

/** Characters of text that one page may hold; it always has room for one entry. */
const PAGE_TEXT_MAX = 8_000_000

/**
 * The entries of a page. A row without a time has that of the row before it.
 * @param at the time before the first, in epoch milliseconds
 */
export function entriesOf(placed: readonly PlacedDraft[], at: number): TranscriptEntry[] {
  const entries: TranscriptEntry[] = []
  let [time, size] = [at, 0]
  for (const one of placed) {
    time = one.at ?? time
    const entry = entryOf(one, time)
    size += sizeOf(entry)
    if (entries.length > 0 && size > PAGE_TEXT_MAX) break
    entries.push(entry)
  }
  return entries
}

function entryOf({ seq, draft }: PlacedDraft, at: number): TranscriptEntry {
  switch (draft.kind) {
    case 'prompt':
      return { kind: 'prompt', seq, at, text: flat(draft.content), ...(draft.from === undefined ? {} : { from: draft.from }) }
    case 'text':
      return { kind: 'text', seq, at, text: flat(draft.content) }
    case 'thinking':
      return { kind: 'thinking', seq, at, text: flat(draft.content) }
    case 'tool':
      return {
        kind: 'tool',
        seq,
        at,
        toolId: draft.id ?? `row-${seq}`,
        toolName: clip(draft.name, 1_000),
        toolPhase: draft.phase ?? 'requested',
        ...(draft.input === undefined ? {} : { input: boundedInput(draft.input) })
      }
    case 'tool_patch':
      // A result without an id is that of the call right before it.
      return { kind: 'tool_patch', seq, at, toolId: draft.id ?? `row-${seq - 1}`, toolPhase: draft.phase, summary: flat(draft.content), isError: draft.isError }
    case 'artifact':
      return {
        kind: 'artifact',
        seq,
        at,
        path: clip(draft.path, 4_096),
        how: draft.how,
        ...(draft.note === undefined ? {} : { description: clip(draft.note, ENTRY_TEXT_MAX) }),
        ...(draft.tool === undefined ? {} : { toolId: draft.tool })
      }
    default:
      return assertNever(draft)
  }
}

/** The text of a content; what has none, such as an object that a tool returned, is told as JSON. */
function flat(content: unknown): string {
  const text = textOf(content)
  if (text !== '' || typeof content !== 'object' || content === null) return clip(text, ENTRY_TEXT_MAX)
  const bounded = boundedInput(content)
  const told = typeof bounded === 'string' ? bounded : JSON.stringify(bounded)
  return told === '[]' || told === '{}' ? '' : told
}

function sizeOf(entry: TranscriptEntry): number {
  if ('text' in entry) return entry.text.length
  if (entry.kind === 'tool_patch') return entry.summary?.length ?? 0
  return entry.kind === 'tool' ? (typeof entry.input === 'string' ? entry.input.length : 1_000) : 0
}
