/** Where the operator was in each worker's timeline: kept over restarts, and of this window alone while it lives. */
import { z } from 'zod'
import { deskEntry } from '../connection'
import type { Left } from './window.logic'

/** What is held in its place: a turn or a block of it, and where its top is, in px from the top of the view. */
export interface Hold {
  readonly turn: number
  /** Which block of the turn; -1 for the turn itself. */
  readonly block: number
  readonly offset: number
}

/** Null is the end. */
export type Place = (Hold & { readonly left: Left | null }) | null

const stored = deskEntry(
  'place',
  z
    .object({
      turn: z.number().int().positive(),
      block: z.number().int(),
      offset: z.number(),
      /** What was the newest when the reader left the end; null where they were never there. */
      left: z.object({ turn: z.number().int(), ended: z.boolean() }).nullable()
    })
    .nullable(),
  null
)

const places = new Map<string, Place>()

export function placeOf(workerId: string): Place {
  const known = places.get(workerId)
  if (known !== undefined) return known
  return stored.get(workerId)
}

/** Holds in this window from now on. */
export function setPlace(workerId: string, place: Place): void {
  places.set(workerId, place)
}

/** Keeps the place over restarts. */
export function storePlace(workerId: string): void {
  const place = places.get(workerId)
  if (place !== undefined && JSON.stringify(place) !== JSON.stringify(stored.get(workerId))) stored.set(workerId, place)
}
