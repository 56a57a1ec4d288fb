/** Makers of model values for tests of the renderer. */
import type { Artifact, PendingMessage, Turn, TurnInput } from '../../shared/model'
import type { TimelineState } from '../../shared/timeline'

/** A moment in local time: 3 November, 14:02:11. */
export const NOON = new Date(2026, 10, 3, 14, 2, 11).getTime()

export function makeInput(over: Partial<TurnInput> = {}): TurnInput {
  return {
    messageId: 'm1',
    source: { kind: 'user' },
    delivery: 'queue',
    text: 'Do it.',
    state: 'answered',
    step: 1,
    acceptedAt: NOON,
    deliveredAt: NOON,
    ...over
  }
}

export function makeTurn(number: number, over: Partial<Turn> = {}): Turn {
  return {
    number,
    startedAt: NOON,
    endedAt: NOON + 251_000,
    steps: 6,
    engine: 'pi',
    agent: null,
    model: 'deepseek/deepseek-chat',
    mode: null,
    effort: null,
    inputs: [],
    reply: null,
    artifacts: [],
    capsules: [],
    outcome: { kind: 'completed' },
    usage: null,
    remarks: [],
    now: null,
    stoppingSince: null,
    ...over
  }
}

export function makeTurns(first: number, last: number): Turn[] {
  return Array.from({ length: last - first + 1 }, (_, index) => makeTurn(first + index))
}

export function makeState(over: Partial<TimelineState> = {}): TimelineState {
  return { workerId: 'w', limit: 10, turns: [], totalTurns: 0, pending: [], heardAt: null, ...over }
}

export function makePending(over: Partial<PendingMessage> = {}): PendingMessage {
  return {
    messageId: 'p1',
    source: { kind: 'user' },
    text: 'Next.',
    delivery: 'queue',
    note: null,
    state: 'accepted',
    parked: false,
    acceptedAt: NOON,
    ...over
  }
}

export function makeArtifact(over: Partial<Artifact> = {}): Artifact {
  return { id: 'a1', turn: 1, how: 'changed', path: 'src/a.ts', added: 1, removed: 1, description: null, at: NOON, ...over }
}
