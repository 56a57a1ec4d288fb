/** Where the operator was in each worker's timeline. Kept while the window lives. */
import { TIMELINE_PAGE } from '../../shared/limits'

export interface Place {
  /** The window that was last asked for, in turns. */
  limit: number
  /** Null at the end; else the first turn in view and how far it is scrolled out, in px. */
  at: { turn: number; offset: number } | null
}

const places = new Map<string, Place>()

/** The place of one worker, to be read and written. */
export function placeOf(workerId: string): Place {
  let place = places.get(workerId)
  if (!place) {
    place = { limit: TIMELINE_PAGE, at: null }
    places.set(workerId, place)
  }
  return place
}
