/**
 * What an importer is: two pure views of the rows of a log. `drafts` says which entries a row holds, looking at nothing
 * but the row, so that a page of a huge log is read from where it lies. A `Fold` takes the rows in order and finds out
 * whose they are and how everybody ended. Reading, tailing, indexing and paging are the same for all.
 */
import type { FormatName } from '../../../shared/imports'
import type { KnownStatus, ToolPhase } from '../../../shared/records'

export { FORMATS, type FormatName } from '../../../shared/imports'

/** One entry as a row holds it. Contents stay as they were parsed; a page bounds and flattens them. */
export type Draft =
  | { readonly kind: 'prompt'; readonly content: unknown; readonly from?: string }
  | { readonly kind: 'text'; readonly content: unknown }
  | { readonly kind: 'thinking'; readonly content: unknown }
  | { readonly kind: 'tool'; readonly id: string | null; readonly name: string; readonly input: unknown; readonly phase?: ToolPhase }
  | { readonly kind: 'tool_patch'; readonly id: string | null; readonly phase: ToolPhase; readonly isError: boolean; readonly content: unknown }
  | { readonly kind: 'artifact'; readonly path: string; readonly how: 'created' | 'changed' | 'presented'; readonly note?: string; readonly tool?: string }

export interface RowDrafts {
  /** Epoch milliseconds; null where the row does not tell. */
  readonly at: number | null
  readonly drafts: readonly Draft[]
}

/** How something ended, what says so, and since when. */
export interface Outcome {
  readonly status: KnownStatus
  /** In words, for people. */
  readonly what: string
  readonly at: number | null
  readonly error?: string
}

/** What is known of one line of conversation in a log. */
export interface ThreadFacts {
  startedAt: number | null
  lastAt: number | null
  /** The beginning of what it was first asked. */
  task: string | null
  /** Its last reply, whole: cutting every one of them would cost more than reading them. */
  reply: string | null
  /** How its last turn ended; null while one is open. */
  outcome: Outcome | null
  /** What an open turn waits for, in words. */
  waitsFor: string
  model: string | null
}

/** What a log tells about a worker that it started. */
export interface SpawnFacts {
  readonly callId: string
  readonly agentType: string | null
  readonly name: string | null
  readonly task: string | null
  readonly at: number | null
  /** The worker's own id, once the log tells it. */
  agentId: string | null
  /** Nobody waits for its result. */
  background: boolean
  /** What the log says about its end; null until then. */
  outcome: Outcome | null
  reply: string | null
}

/** What a log has told so far. */
export interface Findings {
  /** Of the session that the log holds. */
  id: string | null
  /** Of the session that started it; null for one that a person started. */
  parentId: string | null
  title: string | null
  folder: string | null
  agentType: string | null
  /** What a worker is called. */
  name: string | null
  startedAt: number | null
  lastAt: number | null
  /** By the name of the thread; `MAIN` is the log's own. */
  readonly threads: Map<string, ThreadFacts>
  /** By call id. */
  readonly spawns: Map<string, SpawnFacts>
  /** In words: what could not be told from this log. */
  readonly notes: Set<string>
}

/** The thread that a log is about. Others: `inline:<root>`, `progress:<agent>`, `call:<call id>`, `session:<id>`. */
export const MAIN = 'main'

/** Where a fold puts what it has understood of the current row. Each row is told of exactly once, `add` aside. */
export interface Sheet {
  /** The row holds `count` entries of `thread`; with a `key`, it takes the place of the row that had the same key. */
  add(thread: string, count: number, key?: string): void
  /** Takes back the row with this key and all after it; the whole thread when the key is unknown. */
  rewind(thread: string, key: string): void
  clear(thread: string): void
  /** Whether the thread has a row with this key. */
  has(thread: string, key: string): boolean
  /** A row of a known kind that holds no part of a conversation. */
  quiet(kind: string): void
  /** A row that this importer does not know. */
  skip(kind: string): void
}

export interface Fold {
  row(row: unknown, sheet: Sheet): void
  readonly findings: Findings
}

/** Where a log lies, for formats whose paths carry meaning. */
export interface LogPlace {
  readonly path: string
  /** The name without folders and endings. */
  readonly stem: string
  /** Names of the folders above it, nearest first. */
  readonly folders: readonly string[]
}

/** A format of rows, one after the other, in a file. */
export interface RowFormat {
  readonly name: FormatName
  /** Whether this looks like a row of this format; asked of the first rows of files in folders of no known format. */
  knows(row: unknown): boolean
  fold(place: LogPlace): Fold
  /** Pure. `thread` matters only for rows that several threads share. */
  drafts(row: unknown, thread: string): RowDrafts
  /** Whether a row near the end is of the log's own thread, as far as the row alone tells. */
  isMain(row: unknown, place: LogPlace): boolean
  /** Rows replace and take back earlier ones, so that no part can be shown before the whole was read. */
  readonly keyed: boolean
}

export const NO_DRAFTS: RowDrafts = { at: null, drafts: [] }

export function newFindings(): Findings {
  return {
    id: null,
    parentId: null,
    title: null,
    folder: null,
    agentType: null,
    name: null,
    startedAt: null,
    lastAt: null,
    threads: new Map(),
    spawns: new Map(),
    notes: new Set()
  }
}

/** The facts of a thread, made when they are first asked for. */
export function threadOf(findings: Findings, name: string): ThreadFacts {
  const found = findings.threads.get(name)
  if (found) return found
  const fresh: ThreadFacts = { startedAt: null, lastAt: null, task: null, reply: null, outcome: null, waitsFor: 'nothing was said yet', model: null }
  findings.threads.set(name, fresh)
  return fresh
}

/** Notes that something happened at a time. Clocks may go backwards: the earliest and the latest are kept. */
export function heard(findings: Findings, thread: ThreadFacts | null, at: number | null): void {
  if (at === null) return
  for (const facts of thread ? [findings, thread] : [findings]) {
    if (facts.startedAt === null || at < facts.startedAt) facts.startedAt = at
    if (facts.lastAt === null || at > facts.lastAt) facts.lastAt = at
  }
}

/** A turn is open and waits for something. */
export function opened(thread: ThreadFacts, waitsFor: string): void {
  thread.outcome = null
  thread.waitsFor = waitsFor
}
