/** Requests of agents to the operator, who decided them, and what a worker may do without one. */
import { z } from 'zod'
import { Policy } from './model'

const time = z.number().int().nonnegative()

/**
 * Who decided a request: the operator, an answer of theirs that holds for the worker and tool, the worker's own policy,
 * or that of its Project.
 */
export const DecidedBy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('operator') }),
  z.object({ kind: z.literal('remembered') }),
  z.object({ kind: z.literal('worker'), policy: Policy }),
  z.object({ kind: z.literal('project'), policy: Policy })
])
export type DecidedBy = z.infer<typeof DecidedBy>

/** What an agent asks a human, with what became of it. */
export const AskView = z.object({
  id: z.string(),
  sessionId: z.string(),
  workerId: z.string(),
  workerName: z.string(),
  turn: z.number().int(),
  askedAt: time,
  request: z.object({
    kind: z.enum(['permission', 'question']),
    title: z.string(),
    detail: z.string(),
    tool: z.string().nullable(),
    callId: z.string().optional(),
    act: z.enum(['read', 'write', 'run', 'other']),
    paths: z.array(z.string()),
    options: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        kind: z.enum(['allow-once', 'allow-always', 'reject-once', 'reject-always', 'other']),
        /** The host's own addition: it is the host that remembers it, for this worker and tool. */
        ours: z.boolean().optional()
      })
    ),
    /** `answer`: words may be the answer. `reason`: words may go along with a refusal. */
    words: z.enum(['answer', 'reason']).optional(),
    /** What would be written: lines of a diff, by file. */
    changes: z.array(z.object({ path: z.string(), diff: z.string(), isCut: z.boolean() })).optional()
  }),
  /** `void`: the host ended while it was open, so nobody waits for an answer any more. */
  state: z.enum(['open', 'answered', 'withdrawn', 'void']),
  optionId: z.string().nullable(),
  /** The operator's words; null where there were none. */
  text: z.string().nullable(),
  decidedBy: DecidedBy.nullable(),
  decidedAt: time.nullable()
})
export type AskView = z.infer<typeof AskView>

/** What one worker may do, and why. */
export const WorkerRights = z.object({
  /** What counts now. */
  policy: Policy,
  /** Of its Project. */
  project: Policy,
  /** Set for this worker alone; null where the Project's counts. */
  own: Policy.exclude(['unconfirmed']).nullable(),
  /** Answers that hold for a tool from now on. */
  remembered: z.array(z.object({ tool: z.string(), answer: z.enum(['allow', 'reject']), at: time }))
})
export type WorkerRights = z.infer<typeof WorkerRights>
