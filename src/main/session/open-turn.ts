/** A turn that has begun and not ended, as the driver holds it, and the events that begin one. */
import type { EngineKind, Outcome } from '../../shared/model'
import type { StoppedBy } from './driver-port'
import type { EventBody, InboxMessage } from './events'
import { inputEvent, type TurnRecorder } from './turn-recorder'

export interface OpenTurn {
  readonly number: number
  readonly engine: EngineKind
  readonly recorder: TurnRecorder
  stopping: StoppedBy | null
  /** The stop could not be written, and shall have parked what waits: done with the turn's end. */
  parksAtEnd: boolean
  /** The engine has its inputs, so that steers can be offered. */
  received: boolean
  readonly ended: PromiseWithResolvers<void>
  /** Resolved to end the turn without its engine. */
  readonly giveUp: PromiseWithResolvers<Outcome>
}

export function newTurn(number: number, engine: EngineKind, recorder: TurnRecorder): OpenTurn {
  return {
    number, engine, recorder,
    stopping: null,
    parksAtEnd: false,
    received: false,
    ended: Promise.withResolvers(),
    giveUp: Promise.withResolvers()
  }
}

/** What takes the messages out of the inbox and into a new turn. */
export function openingEvents(
  turn: { readonly number: number; readonly engine: EngineKind; readonly model: string | null },
  steers: readonly InboxMessage[],
  queued: readonly InboxMessage[]
): EventBody[] {
  const claims = ([['next-step', steers], ['next-turn', queued]] as const).filter(([, taken]) => taken.length > 0)
  return [
    ...claims.map(([target, taken]): EventBody => ({ type: 'agent/inbox/spliced', data: { target, start: 0, removedCount: taken.length, inserted: [] } })),
    { type: 'turn/start', data: { turn: turn.number, engine: turn.engine, model: turn.model } },
    ...[...steers, ...queued].map((message) => inputEvent(turn.number, 1, message))
  ]
}
