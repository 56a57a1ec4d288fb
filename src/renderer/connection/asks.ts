import { create } from 'zustand'
import type { AskView } from '../../shared/asks'
import type { RefusalView } from './refusal'

export interface Asks {
  /** Oldest first; null until the host has said. */
  readonly asks: readonly AskView[] | null
  /** Why there will be no more news, when the host has ended the list. */
  readonly refusal: RefusalView | null
}

/** All that agents of all Projects ask a human now. Fed by feeds.ts. */
export const useAsks = create<Asks>(() => ({ asks: null, refusal: null }))

/** When the oldest open request of one turn was made; null when it asks nothing. */
export function useAskedAt(workerId: string, turn: number): number | null {
  return useAsks((state) => state.asks?.find((ask) => ask.workerId === workerId && ask.turn === turn)?.askedAt ?? null)
}
