/**
 * Worker records: what a worker was asked, thought, did and answered, entry by entry. One format for our own recorder,
 * for the API that serves it, for other instances that speak it, and for transcripts that other programs wrote.
 *
 * An `offset` counts valid entries; `seq` is the writer's own count and may have gaps. A `tool` and its later
 * `tool_patch`es belong together by `toolId` (see records-fold.ts). `truncated` says that the recording reached its cap,
 * never that there is another page.
 */
import { z } from 'zod'

/** Entries of a page that asks for no number, and the most that one may ask for. */
export const TRANSCRIPT_LIMIT_DEFAULT = 500
export const TRANSCRIPT_LIMIT_MAX = 2_000

/** Stands where a sensitive value was. */
export const WITHHELD = '[withheld]'

/** Epoch milliseconds. */
const time = z.number()
const count = z.number().int().nonnegative()

/**
 * How far a worker is. `detached`: nobody waits for it any more, it may go on. `stopped`: somebody stopped it. `aborted`:
 * it ended with its parent. `interrupted`: no end was recorded and whoever ran it is gone.
 */
export const KNOWN_STATUSES = ['running', 'completed', 'failed', 'detached', 'stopped', 'aborted', 'interrupted'] as const
export const KnownStatus = z.enum(KNOWN_STATUSES)
export type KnownStatus = z.infer<typeof KnownStatus>

/** A status that is none of ours is kept as it is, and nothing is concluded from it. */
export const WorkerStatus = z
  .union([KnownStatus, z.literal('unknown'), z.string().min(1).max(100)])
  .describe('One of the known words, `unknown` where nothing usable says more, or a word of a later version.')
export type WorkerStatus = z.infer<typeof WorkerStatus>

/** How far one tool call is; has nothing to do with the worker's status. */
export const ToolPhase = z.enum(['requested', 'executing', 'completed', 'failed', 'interrupted', 'unknown'])
export type ToolPhase = z.infer<typeof ToolPhase>

/** What the worker runs on. */
export const RouteDecision = z
  .object({
    engine: z.string().optional(),
    model: z.string().nullable().optional()
  })
  .meta({ id: 'RouteDecision', description: 'The public fields of the effective routing decision.' })
export type RouteDecision = z.infer<typeof RouteDecision>

const place = {
  seq: z.number().int().describe("The writer's own count; it has no part in paging."),
  at: time.describe('Epoch milliseconds.'),
  turn: z.number().int().positive().optional().describe('The turn that it belongs to, counted from 1.')
}
const callFields = {
  /** The arguments, as JSON where they are JSON. */
  input: z.unknown().optional(),
  /** The result, as far as it may be told. */
  summary: z.string().optional(),
  isError: z.boolean().optional()
}

export const RouteEntry = z.object({ kind: z.literal('route'), ...place, routeDecision: RouteDecision })
export const PromptEntry = z.object({
  kind: z.literal('prompt'),
  ...place,
  text: z.string(),
  messageId: z.string().optional(),
  /** Who sent it: `user`, `coordinator`, or a notice of the host. */
  from: z.string().optional(),
  /** Files that came with it: names and sizes in bytes, and no access. Another writer may mean something else by it. */
  attachments: z.array(z.object({ name: z.string(), bytes: z.number().int().nonnegative() })).optional().catch(undefined)
})
export const TextEntry = z.object({ kind: z.literal('text'), ...place, text: z.string(), messageId: z.string().optional() })
export const ThinkingEntry = z.object({ kind: z.literal('thinking'), ...place, text: z.string(), messageId: z.string().optional() })
export const ToolEntry = z.object({
  kind: z.literal('tool'),
  ...place,
  toolId: z.string(),
  toolName: z.string(),
  toolPhase: ToolPhase.optional(),
  ...callFields
})
export const ToolPatchEntry = z.object({
  kind: z.literal('tool_patch'),
  ...place,
  toolId: z.string(),
  toolPhase: ToolPhase.optional(),
  ...callFields
})
/** A file that the worker made, changed or presented. It names the file and gives no access to it. */
export const ArtifactEntry = z.object({
  kind: z.literal('artifact'),
  ...place,
  path: z.string(),
  how: z.enum(['created', 'changed', 'presented']).optional(),
  description: z.string().optional(),
  toolId: z.string().optional()
})
/** From here on only ends are recorded. */
export const TruncatedEntry = z.object({
  kind: z.literal('truncated'),
  ...place,
  /** Which cap was reached. */
  cap: z.enum(['entries', 'bytes']).optional()
})
/** The facts of a close. A later prompt opens the worker again. */
export const EndEntry = z.object({
  kind: z.literal('end'),
  ...place,
  status: WorkerStatus,
  error: z.string().optional()
})

export const TranscriptEntry = z
  .discriminatedUnion('kind', [
    RouteEntry.meta({ id: 'RouteEntry' }),
    PromptEntry.meta({ id: 'PromptEntry' }),
    TextEntry.meta({ id: 'TextEntry' }),
    ThinkingEntry.meta({ id: 'ThinkingEntry' }),
    ToolEntry.meta({ id: 'ToolEntry' }),
    ToolPatchEntry.meta({ id: 'ToolPatchEntry' }),
    ArtifactEntry.meta({ id: 'ArtifactEntry' }),
    TruncatedEntry.meta({ id: 'TruncatedEntry' }),
    EndEntry.meta({ id: 'EndEntry' })
  ])
  .meta({ id: 'TranscriptEntry' })
export type TranscriptEntry = z.infer<typeof TranscriptEntry>
export type EntryKind = TranscriptEntry['kind']
export const ENTRY_KINDS = ['route', 'prompt', 'text', 'thinking', 'tool', 'tool_patch', 'artifact', 'truncated', 'end'] as const satisfies readonly EntryKind[]

/** One worker of a run, as lists show it. A field that is absent says nothing, least of all success. */
export const WorkerRecordView = z
  .object({
    workerId: z.string(),
    startedAt: time.describe('Epoch milliseconds.'),
    status: WorkerStatus,
    /** Its name, where it has one. */
    name: z.string().optional(),
    kind: z.string().optional(),
    agentType: z.string().optional(),
    preset: z.string().optional(),
    /** The beginning of what it was first asked. */
    task: z.string().optional(),
    callerAgentId: z.string().optional(),
    /** The worker's own runtime Session; not another run. */
    sessionId: z.string().optional(),
    endedAt: time.optional().describe('Epoch milliseconds.'),
    /** The beginning of its last reply. */
    summary: z.string().optional(),
    error: z.string().optional(),
    entryCount: count.optional(),
    bytes: count.optional(),
    truncated: z.boolean().optional(),
    routeDecision: RouteDecision.optional()
  })
  .meta({ id: 'WorkerRecordView' })
export type WorkerRecordView = z.infer<typeof WorkerRecordView>

/** The workers of a run, by `startedAt`. */
export const RunView = z.object({ run_id: z.string(), workers: z.array(WorkerRecordView) }).meta({ id: 'RunView' })
export type RunView = z.infer<typeof RunView>

/** A window of a worker's record. The next one begins at `offset + limit`, never at a `seq`. */
export const TranscriptPage = z
  .object({
    run_id: z.string(),
    workerId: z.string(),
    status: WorkerStatus,
    entries: z.array(TranscriptEntry),
    /** Valid entries that the record has now. */
    total: count,
    offset: count,
    limit: z.number().int().positive(),
    /** The recording reached its cap. */
    truncated: z.boolean(),
    /** Lines that are no entries, where there are any. */
    corruptLines: z.number().int().positive().optional(),
    /** Absent where nothing usable is known about the worker; `status` is then `unknown`. */
    worker: WorkerRecordView.optional()
  })
  .meta({ id: 'TranscriptPage' })
export type TranscriptPage = z.infer<typeof TranscriptPage>

/** A run that an instance tells of. `running` while a live host holds its Project. */
export const RunSummary = z
  .object({ run_id: z.string(), name: z.string(), status: WorkerStatus, startedAt: time.describe('Epoch milliseconds.') })
  .meta({ id: 'RunSummary' })
export type RunSummary = z.infer<typeof RunSummary>
export const RunList = z.object({ runs: z.array(RunSummary) }).meta({ id: 'RunList' })

/** Who answers at an address, told to everybody, so that it can be known before a token is sent there. */
export const InstanceIdentity = z
  .object({ service: z.string(), version: z.string(), instance_id: z.string() })
  .meta({ id: 'InstanceIdentity' })
export type InstanceIdentity = z.infer<typeof InstanceIdentity>

/** Whether and where the records of this host are served to other programs, and with which token. */
export const ServingView = z.object({
  /** `always`: by the served host, at its own address. */
  state: z.enum(['always', 'on', 'off']),
  /** Null while it is not served, and for `always`, which the window knows by its own address. */
  url: z.string().nullable(),
  token: z.string().nullable()
})
export type ServingView = z.infer<typeof ServingView>

/** How the API says no. */
export const RecordsError = z
  .object({ error: z.object({ code: z.string(), message: z.string() }) })
  .meta({ id: 'RecordsError' })
