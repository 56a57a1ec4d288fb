/**
 * The frames of every observer stream: one snapshot, then patches that each name the revision they start from.
 * A reader that sees a gap asks for a resync; a reader that falls behind is waited for (see STREAM_CREDITS).
 */
import { z } from 'zod'

export function frameOf<S extends z.ZodType, O extends z.ZodType, R extends z.ZodType>(state: S, op: O, reason: R) {
  return z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('snapshot'), stream: z.string(), rev: z.number().int(), state }),
    z.object({ kind: z.literal('patch'), from: z.number().int(), rev: z.number().int(), ops: z.array(op) }),
    /** The last frame: the host has nothing more to say, and why. */
    z.object({ kind: z.literal('end'), reason })
  ])
}

export type Frame<S, O, R> =
  | { kind: 'snapshot'; stream: string; rev: number; state: S }
  | { kind: 'patch'; from: number; rev: number; ops: O[] }
  | { kind: 'end'; reason: R }
