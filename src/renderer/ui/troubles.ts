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

/** Shows it; the same title replaces the one before. Returns what puts it away. */
export function showTrouble(title: string, error: unknown): () => void {
  return showRefusal(title, refusalOf(error))
}

/** The same for what is known already. */
export function showRefusal(title: string, refusal: RefusalView): () => void {
  const id = ++lastId
  useTroubles.setState(({ troubles }) => ({ troubles: [...troubles.filter((known) => known.title !== title), { id, title, refusal }] }))
  return () => dismissTrouble(id)
}

export function dismissTrouble(id: number): void {
  useTroubles.setState(({ troubles }) => ({ troubles: troubles.filter((trouble) => trouble.id !== id) }))
}
