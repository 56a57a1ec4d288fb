/**
 * Records as others write them, read as far as they can be understood. A kind of entry that is not known is kept as it
 * is, a status too; a field of a wrong type is left out; what is no entry at all is counted. Nothing is made up.
 */
import { z } from 'zod'
import { RunSummary, TranscriptEntry, TranscriptPage, WorkerRecordView, WorkerStatus } from './records'

/** An entry of a kind, or with fields, that this version does not know. */
export const OtherEntry = z.object({
  kind: z.literal('other'),
  /** The kind as it was written. */
  original: z.string(),
  seq: z.number(),
  at: z.number(),
  /** The whole entry. */
  value: z.unknown()
})
export type OtherEntry = z.infer<typeof OtherEntry>

export const SeenEntry = z.union([TranscriptEntry, OtherEntry])
export type SeenEntry = z.infer<typeof SeenEntry>

export const SeenPage = TranscriptPage.extend({
  entries: z.array(SeenEntry),
  /** Entries of the page that could not be read as entries. */
  skipped: z.number().int().nonnegative()
})
export type SeenPage = z.infer<typeof SeenPage>

/** A page as the window reads it: bounded in bytes, so that its `limit` may be smaller than was asked for. */
export const BoundedPage = SeenPage.extend({
  /** Null at the end of a record whose beginning is still being read: only then its positions are known. */
  offset: z.number().int().nonnegative().nullable(),
  /** The record is read to its present end: `total` is all there is. */
  complete: z.boolean(),
  /** Numbers of the first lines that are no entries, counted from 1, where they are known. */
  corruptAt: z.array(z.number().int().positive()).readonly()
})
export type BoundedPage = z.infer<typeof BoundedPage>

/** Where words were found in a part of a record. */
export const Found = z.object({
  /** Positions of entries, ascending. */
  offsets: z.array(z.number().int().nonnegative()),
  /** Looked at up to here; less than was asked for where that was too much at once. */
  searchedTo: z.number().int().nonnegative()
})
export type Found = z.infer<typeof Found>

export const SeenRun = z.object({ run_id: z.string(), workers: z.array(WorkerRecordView), skipped: z.number().int().nonnegative() })
export type SeenRun = z.infer<typeof SeenRun>

/** Epoch milliseconds, however the time was written; null for what is no time. */
function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}

const Fields = z.record(z.string(), z.unknown())

/** Null for what is no entry: no object, no kind, no place. */
export function seeEntry(value: unknown): SeenEntry | null {
  const fields = Fields.safeParse(value)
  if (!fields.success) return null
  const { kind, seq, at } = fields.data
  const time = timeOf(at)
  const known = TranscriptEntry.safeParse(time === null ? value : { ...fields.data, at: time })
  if (known.success) return known.data
  if (typeof kind !== 'string' || kind === '' || typeof seq !== 'number' || !Number.isFinite(seq)) return null
  return { kind: 'other', original: kind.slice(0, 100), seq, at: time ?? 0, value }
}

/** Stands where something was that is no entry, so that those after it keep their positions. */
export function noEntry(value: unknown, offset: number): OtherEntry {
  return { kind: 'other', original: '', seq: -1 - offset, at: 0, value }
}

/** Null for what has no id, no start or no status. */
export function seeWorker(value: unknown): WorkerRecordView | null {
  const fields = Fields.safeParse(value)
  if (!fields.success) return null
  const startedAt = timeOf(fields.data['startedAt'])
  if (startedAt === null) return null
  const endedAt = timeOf(fields.data['endedAt'])
  const kept: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(WorkerRecordView.shape)) {
    const field = schema.safeParse(name === 'startedAt' ? startedAt : name === 'endedAt' ? (endedAt ?? undefined) : fields.data[name])
    if (field.success && field.data !== undefined) kept[name] = field.data
  }
  const worker = WorkerRecordView.safeParse(kept)
  return worker.success ? worker.data : null
}

/** Null for what is no list of workers. Those that cannot be read are counted. */
export function seeRun(value: unknown): SeenRun | null {
  const run = z.object({ run_id: z.string(), workers: z.array(z.unknown()) }).safeParse(value)
  if (!run.success) return null
  const workers = run.data.workers.map(seeWorker)
  const seen = workers.filter((worker) => worker !== null)
  return { run_id: run.data.run_id, workers: seen, skipped: workers.length - seen.length }
}

const Page = z.object({
  run_id: z.string(),
  workerId: z.string(),
  status: WorkerStatus,
  entries: z.array(z.unknown()),
  total: z.number().int().nonnegative(),
  offset: z.number().int().nonnegative(),
  limit: z.number().int().positive(),
  truncated: z.boolean(),
  corruptLines: z.number().int().positive().optional().catch(undefined),
  worker: z.unknown().optional()
})

/** Null for what is no page. */
export function seePage(value: unknown): SeenPage | null {
  const page = Page.safeParse(value)
  if (!page.success) return null
  const { corruptLines, worker: given, entries: written, ...rest } = page.data
  const entries = written.map(seeEntry)
  const seen = entries.filter((entry) => entry !== null)
  const worker = given === undefined ? null : seeWorker(given)
  return {
    ...rest,
    entries: seen,
    skipped: entries.length - seen.length,
    ...(corruptLines === undefined ? {} : { corruptLines }),
    ...(worker ? { worker } : {})
  }
}

/** Null for what is no list of runs. Those that cannot be read are left out. */
export function seeRuns(value: unknown): RunSummary[] | null {
  const list = z.object({ runs: z.array(z.unknown()) }).safeParse(value)
  if (!list.success) return null
  return list.data.runs.flatMap((run) => {
    const seen = RunSummary.safeParse(run)
    return seen.success ? [seen.data] : []
  })
}
