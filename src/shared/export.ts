/** What can be written to a file of its own: a turn, all turns of a worker, or those of a whole Project. */
import { z } from 'zod'
import { Id } from './model'

export const ExportWhat = z.object({
  sessionId: Id,
  /** Null for the whole Project; the Project's own id for its Coordinator. */
  workerId: Id.nullable(),
  /** Null for all turns. */
  turn: z.number().int().positive().nullable(),
  format: z.enum(['markdown', 'json']),
  /** Of the labels in Markdown. */
  language: z.enum(['en', 'zh'])
})
export type ExportWhat = z.infer<typeof ExportWhat>

/** The version of the JSON form, which begins with `{"crewdeckExport": 1`. */
export const EXPORT_VERSION = 1

/** Where a browser downloads it: this and a ticket. */
export const DOWNLOAD_PATH = '/download/'
