import { create } from 'zustand'
import type { AttentionFact } from '../../shared/attention'
import type { RefusalView } from './refusal'

export interface AttentionFacts {
  /** In no order; null until the host has said. */
  readonly facts: readonly AttentionFact[] | null
  /** Why there will be no more news, when the host has ended the list. */
  readonly refusal: RefusalView | null
}

/** What of the workers of all Projects was not seen yet, or is not known. Fed by feeds.ts; `attention/` makes the queue of it. */
export const useAttentionFacts = create<AttentionFacts>(() => ({ facts: null, refusal: null }))
