/** How replies begin that nobody has read, for their rows; read once for each, and only for those on the screen. */
import { useEffect } from 'react'
import { create } from 'zustand'
import type { UnreadItem } from '../../../shared/attention'
import { ATTENTION_HEADS_MAX } from '../../../shared/limits'
import { client } from '../../connection'

const useHeads = create<{ readonly heads: ReadonlyMap<string, string> }>(() => ({ heads: new Map() }))
const asked = new Set<string>()

const keyOf = ({ workerId, turn }: Pick<UnreadItem, 'workerId' | 'turn'>) => `${workerId} ${turn}`

/** The beginning of its reply; empty until it is there, and where there is none. */
export function useHead(item: Pick<UnreadItem, 'workerId' | 'turn'>): string {
  return useHeads((state) => state.heads.get(keyOf(item)) ?? '')
}

/** Reads those that are not known yet. */
export function useReadHeads(items: readonly UnreadItem[]): void {
  useEffect(() => {
    const fresh = items.filter((item) => !asked.has(keyOf(item))).slice(0, ATTENTION_HEADS_MAX)
    if (fresh.length === 0) return
    for (const item of fresh) asked.add(keyOf(item))
    client.attention
      .heads({ turns: fresh.map(({ sessionId, workerId, turn }) => ({ sessionId, workerId, turn })) })
      .then(({ heads }) => {
        const read = fresh.map((item, index) => [keyOf(item), heads[index] ?? ''] as const)
        useHeads.setState((state) => ({ heads: new Map([...state.heads, ...read]) }))
      })
      // The row stands without it; the next look asks again.
      .catch(() => fresh.forEach((item) => asked.delete(keyOf(item))))
  }, [items])
}
