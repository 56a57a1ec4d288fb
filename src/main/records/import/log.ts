/** What a transcript is to those who list and show it, wherever its rows lie. */
import type { CountsView } from '../../../shared/imports'
import type { Draft, Findings } from './format'
import type { Problem } from './problems'

/** One entry, and where it stands in its log. */
export interface PlacedDraft {
  /** Grows with the place in the log, with gaps. */
  readonly seq: number
  readonly at: number | null
  readonly draft: Draft
}

export interface Log {
  readonly findings: Findings
  readonly counts: CountsView
  /** Why it cannot be read, or not to its end; null when all is well. */
  readonly problem: Problem | null
  /** When the file was last written, in epoch milliseconds; null when it was never seen. */
  readonly writtenAt: number | null
  /** Bytes that were read and that there are. */
  readonly progress: { readonly bytes: number; readonly of: number }
  /** All that was there at the last look has been read. */
  readonly complete: boolean
  /** Rows take back earlier ones: no part of it is final before it is complete. */
  readonly keyed: boolean
  /** Reads what has come since the last time. Calls at the same time share one reading. @returns whether anything changed */
  advance(): Promise<boolean>
  /** Ends when the thread has this many entries, or when there is nothing more to read. */
  reached(thread: string, entries: number): Promise<void>
  /** Entries of a thread that are known up to now. */
  total(thread: string): number
  /** Greater than the `seq` of every entry that is known up to now. */
  readonly endSeq: number
  /** Fewer than `limit` where that would be too many bytes at once, never none where there are some. */
  page(thread: string, offset: number, limit: number): Promise<readonly PlacedDraft[]>
  /** The last entries of the log's own thread, without waiting for the rest; null where that cannot be done. */
  tail(limit: number): Promise<readonly PlacedDraft[] | null>
  close(): void
}

/** Bytes of rows that one page is made from, at most. */
export const PAGE_BYTES = 32 * 1024 * 1024
