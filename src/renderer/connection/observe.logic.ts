import type { Frame } from '../../shared/frames'

/** What a reader of one stream has: the state at a revision. */
export interface Held<S> {
  readonly stream: string
  readonly rev: number
  readonly state: S
}

export type Folded<S, R> =
  /** There is a new state. */
  | { kind: 'state'; held: Held<S> }
  /** The frame brings nothing new: what it holds has been applied already. */
  | { kind: 'stale'; held: Held<S> }
  /** A frame is missing before this one; only a new snapshot helps. */
  | { kind: 'gap'; held: Held<S> | null }
  | { kind: 'end'; reason: R }

/** Takes one frame into what is held. Pure. */
export function fold<S, O, R>(held: Held<S> | null, frame: Frame<S, O, R>, apply: (state: S, op: O) => S): Folded<S, R> {
  switch (frame.kind) {
    case 'snapshot':
      return { kind: 'state', held: { stream: frame.stream, rev: frame.rev, state: frame.state } }
    case 'patch':
      if (!held) return { kind: 'gap', held }
      if (frame.rev <= held.rev) return { kind: 'stale', held }
      if (frame.from !== held.rev) return { kind: 'gap', held }
      return { kind: 'state', held: { ...held, rev: frame.rev, state: frame.ops.reduce(apply, held.state) } }
    case 'end':
      return { kind: 'end', reason: frame.reason }
  }
}
