/** Where a message that is to steer goes, and why it cannot. */
import { Refusal } from '../../shared/errors'
import type { EngineCapabilities } from '../engine/engine'
import type { Place } from './inbox'

interface RunningTurn {
  readonly stopping: unknown
}

/** Into the next step of the running turn (of a new one, where none runs), or a turn of its own with the reason. */
export function placeOfSteer(can: EngineCapabilities, turn: RunningTurn | null): Place {
  if (!turn) return { target: can.steer ? 'next-step' : 'next-turn', note: null }
  if (!can.steer) return { target: 'next-turn', note: can.steerNote ?? 'This engine cannot be steered.' }
  if (turn.stopping) return { target: 'next-turn', note: 'The running turn is being stopped, so this opens the next one.' }
  return { target: 'next-step', note: null }
}

/** Says that the message at this place cannot be made a steer. */
export function noSteer({ note }: Place, turn: RunningTurn | null): Refusal {
  if (turn?.stopping) return new Refusal('CONFLICT', note ?? '', 'Wait for its end.')
  return new Refusal('BAD_INPUT', `This engine takes no message while it works. ${note ?? ''}`.trim(), 'Move it to the front of the queue.')
}
