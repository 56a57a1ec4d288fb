/** What did not work and has no place of its own on the screen. Shown over the main view until it is put away. */
import { create } from 'zustand'
import { refusalOf, type RefusalView } from '../connection/refusal'

export interface Trouble {
  readonly id: number
  /** What was wanted, as "The folder was not opened." */
  readonly title: string
  readonly refusal: RefusalView
}

export const useTroubles = create<{ readonly troubles: readonly Trouble[] }>(() => ({ troubles: [] }))

let lastId = 0

/** Shows it; the same title replaces the one before. */
export function showTrouble(title: string, error: unknown): void {
  const trouble = { id: ++lastId, title, refusal: refusalOf(error) }
  useTroubles.setState(({ troubles }) => ({ troubles: [...troubles.filter((known) => known.title !== title), trouble] }))
}

export function dismissTrouble(id: number): void {
  useTroubles.setState(({ troubles }) => ({ troubles: troubles.filter((trouble) => trouble.id !== id) }))
}
