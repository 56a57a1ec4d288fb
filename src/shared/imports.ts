/** Transcripts of other programs that lie on this machine, as the window lists and reads them. Read only. */
import { z } from 'zod'
import { RunSummary, WorkerRecordView } from './records'

const count = z.number().int().nonnegative()

export const FORMATS = ['claude-code', 'codex', 'gemini', 'opencode', 'dsh', 'pi'] as const
export const FormatName = z.enum(FORMATS)
export type FormatName = z.infer<typeof FormatName>

export const Evidence = z.object({
  /** In words. */
  what: z.string(),
  /** Since when, in epoch milliseconds; its age is for the viewer to tell. */
  at: z.number().nullable()
})
export type Evidence = z.infer<typeof Evidence>

/** What became of the rows of a log. */
export const CountsView = z.object({
  /** Rows that were read, all of the others included. */
  rows: count,
  /** Rows that hold at least one entry. */
  used: count,
  /** Rows of known kinds that hold no part of a conversation, by kind. */
  quiet: z.record(z.string(), count),
  /** Rows that this importer does not know, and how many of each kind. */
  skipped: count,
  skippedKinds: z.record(z.string(), count),
  /** Lines that are no JSON, or too long; the first of them by number, counted from 1. */
  corrupt: count,
  corruptLines: z.array(z.number().int().positive()).readonly(),
  /** Bytes of a last line that is not finished. */
  unfinished: count
})
export type CountsView = z.infer<typeof CountsView>

/** `log`: its own. `inline`, `progress`: rows in its parent's. `report`: only its task and result, as its parent has them. */
export const Telling = z.enum(['log', 'inline', 'progress', 'report'])
export type Telling = z.infer<typeof Telling>

export const ImportedWorker = WorkerRecordView.extend({
  evidence: Evidence,
  told: Telling,
  /** What became of the rows of its own log; null for those that have none. */
  counts: CountsView.nullable(),
  /** Why its record is not whole, in words. */
  problems: z.array(z.string()).readonly()
})
export type ImportedWorker = z.infer<typeof ImportedWorker>

export const ImportedRun = RunSummary.extend({
  format: FormatName,
  /** The folder that the agent worked in; null where its log does not say. */
  folder: z.string().nullable(),
  /** When its log was last written, in epoch milliseconds. */
  updatedAt: z.number(),
  evidence: Evidence,
  /** Logs of workers that were found; a log may tell of more once it is read. */
  workerLogs: count,
  /** The name of the file; the operator knows where it lies. */
  file: z.string(),
  problem: z.string().nullable()
})
export type ImportedRun = z.infer<typeof ImportedRun>

/** The runs on this machine, the latest first: those that were asked for, of how many. */
export const ImportedRuns = z.object({
  runs: z.array(ImportedRun),
  /** Of those that were asked for. */
  total: count,
  /** Of all runs, by format. */
  formats: z.partialRecord(FormatName, count),
  /** What could not be looked into, in words. */
  problems: z.array(z.string()),
  /** Folders that the operator has added to those of the programs. */
  folders: z.array(z.string())
})
export type ImportedRuns = z.infer<typeof ImportedRuns>

/** One run and its workers, as far as its logs are read. */
export const ImportedWorkers = z.object({
  run_id: z.string(),
  run: ImportedRun,
  workers: z.array(ImportedWorker).readonly(),
  /** How far its logs are read; null when they all are, and what is told is all there is. */
  reading: z.object({ bytes: z.number(), of: z.number() }).nullable()
})
export type ImportedWorkers = z.infer<typeof ImportedWorkers>
