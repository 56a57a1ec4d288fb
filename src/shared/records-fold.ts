/**
 * A transcript as a reader sees it: each tool call once, with all that later patches have said of it, across pages.
 * Everything else stands as it was written.
 */
import type { ToolPhase } from './records'
import type { SeenEntry } from './records-seen'

/** One tool call. Of fields that were told more than once, the last one counts; what was never told again stays. */
export interface FoldedCall {
  readonly kind: 'call'
  readonly toolId: string
  /** Null while only patches of it are known: its call stands on an earlier page. */
  readonly toolName: string | null
  readonly phase: ToolPhase
  readonly input: unknown
  readonly summary: string | null
  readonly isError: boolean
  readonly turn: number | null
  /** The place and time of its first entry, and the time of its last. */
  readonly seq: number
  readonly at: number
  readonly patchedAt: number | null
  /** When its own time began: what it waited for before (an answer of the operator's) is not its time. */
  readonly since: number
}

export type FoldedItem = Exclude<SeenEntry, { kind: 'tool' | 'tool_patch' }> | FoldedCall

type CallEntry = Extract<SeenEntry, { kind: 'tool' | 'tool_patch' }>

/** Folds entries in the order of the record. A call that is patched is a new object; all other items keep their identity. */
export class TranscriptFold {
  readonly #items: FoldedItem[] = []
  readonly #calls = new Map<string, number>()

  /** In the order in which they began. The list grows with `add`; copy it to keep a state of it. */
  get items(): readonly FoldedItem[] {
    return this.#items
  }

  /** Adds the entries that come next. Costs O(entries). Returns the first place in `items` that has changed. */
  add(entries: readonly SeenEntry[]): number {
    let changed = this.#items.length
    for (const entry of entries) {
      if (entry.kind !== 'tool' && entry.kind !== 'tool_patch') {
        this.#items.push(entry)
        continue
      }
      const at = this.#calls.get(entry.toolId)
      const known = at === undefined ? undefined : this.#items[at]
      if (at !== undefined && known?.kind === 'call') {
        this.#items[at] = patched(known, entry)
        changed = Math.min(changed, at)
      } else {
        this.#calls.set(entry.toolId, this.#items.length)
        this.#items.push(begun(entry))
      }
    }
    return changed
  }
}

function begun(entry: CallEntry): FoldedCall {
  return {
    kind: 'call',
    toolId: entry.toolId,
    toolName: entry.kind === 'tool' ? entry.toolName : null,
    phase: entry.toolPhase ?? 'unknown',
    input: entry.input,
    summary: entry.summary ?? null,
    isError: entry.isError ?? false,
    turn: entry.turn ?? null,
    seq: entry.seq,
    at: entry.at,
    patchedAt: entry.kind === 'tool' ? null : entry.at,
    since: entry.at
  }
}

function patched(call: FoldedCall, entry: CallEntry): FoldedCall {
  return {
    ...call,
    toolName: call.toolName ?? (entry.kind === 'tool' ? entry.toolName : null),
    phase: entry.toolPhase ?? call.phase,
    input: entry.input === undefined ? call.input : entry.input,
    summary: entry.summary ?? call.summary,
    isError: entry.isError ?? call.isError,
    patchedAt: entry.at,
    since: entry.toolPhase === 'executing' || entry.toolPhase === 'requested' ? entry.at : call.since
  }
}
