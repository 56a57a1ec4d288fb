/**
 * The timeline of one worker as a state and the patches that keep it true. Host and renderer apply patches with the
 * same pure function, so they cannot disagree.
 */
import { z } from 'zod'
import { Artifact, Now, PendingMessage, Turn, Usage } from './model'
import { assertNever } from './errors'
import { frameOf } from './frames'

export const TimelineState = z.object({
  workerId: z.string(),
  /** The window asked for, in turns. */
  limit: z.number().int().positive(),
  /** The latest `limit` turns, ascending. */
  turns: z.array(Turn),
  totalTurns: z.number().int().nonnegative(),
  /** The first of them are not shown any more: their conversation was cleared. */
  clearedTurns: z.number().int().nonnegative().optional(),
  /** Steers first, then the queue, each in the order in which they will be taken. */
  pending: z.array(PendingMessage),
  /** When the engine was last heard; null before it ever was. */
  heardAt: z.number().nullable()
})
export type TimelineState = z.infer<typeof TimelineState>

export const TimelineOp = z.discriminatedUnion('op', [
  /** A turn is new or has changed; a new one pushes the oldest out of a full window. */
  z.object({ op: z.literal('turn'), turn: Turn }),
  /** The running turn goes on: only what ticks. */
  z.object({ op: z.literal('now'), number: z.number(), steps: z.number(), now: Now.nullable(), model: z.string().nullable(), usage: Usage.nullable() }),
  /** The running turn has made, changed or presented files: each takes the place of what was known of it, or is new. */
  z.object({ op: z.literal('files'), number: z.number(), artifacts: z.array(Artifact) }),
  /** "Load earlier": the window grows at its old end. */
  z.object({ op: z.literal('earlier'), limit: z.number(), turns: z.array(Turn) }),
  /** The conversation up to this turn was cleared: its turns go. */
  z.object({ op: z.literal('cleared'), turns: z.number() }),
  z.object({ op: z.literal('pending'), pending: z.array(PendingMessage) }),
  z.object({ op: z.literal('heard'), at: z.number() })
])
export type TimelineOp = z.infer<typeof TimelineOp>

export const TimelineFrame = frameOf(TimelineState, TimelineOp, z.enum(['deleted', 'closed']))
export type TimelineFrame = z.infer<typeof TimelineFrame>

/** The state after one op. Turns that an op does not touch keep their identity, so that their rows need no new render. */
export function applyTimelineOp(state: TimelineState, op: TimelineOp): TimelineState {
  switch (op.op) {
    case 'turn':
      return putTurn(state, op.turn)
    case 'now':
      return {
        ...state,
        turns: state.turns.map((turn) =>
          turn.number === op.number ? { ...turn, steps: op.steps, now: op.now, model: op.model, usage: op.usage } : turn
        )
      }
    case 'files':
      return {
        ...state,
        turns: state.turns.map((turn) =>
          turn.number === op.number ? { ...turn, artifacts: putArtifacts(turn.artifacts, op.artifacts) } : turn
        )
      }
    case 'earlier': {
      const first = state.turns[0]?.number ?? Infinity
      return { ...state, limit: op.limit, turns: [...op.turns.filter((turn) => turn.number < first), ...state.turns] }
    }
    case 'cleared':
      return { ...state, clearedTurns: op.turns, turns: state.turns.filter((turn) => turn.number > op.turns) }
    case 'pending':
      return { ...state, pending: op.pending }
    case 'heard':
      return { ...state, heardAt: op.at }
    default:
      return assertNever(op)
  }
}

function putTurn(state: TimelineState, turn: Turn): TimelineState {
  const at = state.turns.findIndex((known) => known.number === turn.number)
  if (at >= 0) return { ...state, turns: state.turns.with(at, turn) }
  const last = state.turns.at(-1)
  if (last && turn.number < last.number) return state
  return {
    ...state,
    turns: [...state.turns, turn].slice(-state.limit),
    totalTurns: Math.max(state.totalTurns, turn.number)
  }
}

/** One row for each file and way in which it came up: what a turn did to it, and that it was presented. */
export function isSameFile(a: Pick<Artifact, 'path' | 'how'>, b: Pick<Artifact, 'path' | 'how'>): boolean {
  return a.path === b.path && (a.how === 'presented') === (b.how === 'presented')
}

/** Files in the order in which they came up first, each as it was told last. */
export function putArtifacts(known: readonly Artifact[], told: readonly Artifact[]): Artifact[] {
  const artifacts = [...known]
  for (const artifact of told) {
    const at = artifacts.findIndex((other) => isSameFile(other, artifact))
    if (at >= 0) artifacts[at] = artifact
    else artifacts.push(artifact)
  }
  return artifacts
}
