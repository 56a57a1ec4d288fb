/** Workers that were deleted and whose records are kept. */
import { z } from 'zod'
import { EngineKind } from './model'

/** Most that are told of, the latest. */
export const DELETED_MAX = 200

export const DeletedWorker = z.object({
  /** Of its Project. */
  sessionId: z.string(),
  projectName: z.string(),
  workerId: z.string(),
  name: z.string(),
  engine: EngineKind,
  model: z.string().nullable(),
  turns: z.number().int().nonnegative(),
  /** Epoch milliseconds; null for one that was deleted before this was noted. */
  deletedAt: z.number().int().nullable()
})
export type DeletedWorker = z.infer<typeof DeletedWorker>

export const DeletedWorkers = z.object({
  /** The latest first. */
  workers: z.array(DeletedWorker),
  /** How many there are in all. */
  total: z.number().int().nonnegative()
})
export type DeletedWorkers = z.infer<typeof DeletedWorkers>
