/** What this desk remembers of its own view, across restarts and in all of its windows. Fed by feeds.ts. */
import { useMemo } from 'react'
import type { z } from 'zod'
import { create } from 'zustand'
import type { DeskEntry } from '../../shared/model'
import { client } from './client'

export interface DeskState {
  /** JSON texts by their keys; null until the host has said. */
  readonly entries: ReadonlyMap<string, string> | null
  /** The keys of the last change. */
  readonly changed: readonly string[]
}

export const useDesk = create<DeskState>(() => ({ entries: null, changed: [] }))

function putDesk(changed: readonly DeskEntry[]): void {
  const entries = new Map(useDesk.getState().entries)
  for (const { key, value } of changed) {
    if (value === null) entries.delete(key)
    else entries.set(key, value)
  }
  useDesk.setState({ entries, changed: changed.map(({ key }) => key) })
}

/** Changes of this window that the host has not answered, by key: what it tells of these meanwhile is older. */
const underWay = new Map<string, number>()

/** Takes what the host tells. */
export function takeDesk(changed: readonly DeskEntry[]): void {
  putDesk(changed.filter(({ key }) => !underWay.has(key)))
}

async function send(entry: DeskEntry): Promise<void> {
  const { key } = entry
  underWay.set(key, (underWay.get(key) ?? 0) + 1)
  // What cannot be stored now holds until the window closes.
  await client.desk.set(entry).catch(() => {})
  const left = (underWay.get(key) ?? 1) - 1
  if (left === 0) underWay.delete(key)
  else underWay.set(key, left)
}

/** One kind of thing that is remembered, by an id: usually a worker's, with which it is forgotten. */
export interface DeskKey<T> {
  get(id: string): T
  /** Holds at once; null forgets it. What cannot be stored now holds until the window closes. */
  set(id: string, value: T | null): void
  /** The same value for many, as one change of what the window shows. */
  setEach(ids: readonly string[], value: T | null): void
  use(id: string): T
}

/** The key is `<kind>.<id>`. A value that the schema does not know any more is the fallback. */
export function deskEntry<S extends z.ZodType>(kind: string, schema: S, fallback: z.infer<S>): DeskKey<z.infer<S>> {
  const read = (text: string | undefined): z.infer<S> => {
    if (text === undefined) return fallback
    try {
      const parsed = schema.safeParse(JSON.parse(text))
      return parsed.success ? parsed.data : fallback
    } catch {
      return fallback
    }
  }
  /** Lists ask for the same values over and over. */
  const known = new Map<string, { readonly text: string; readonly value: z.infer<S> }>()
  const get = (id: string): z.infer<S> => {
    const text = useDesk.getState().entries?.get(`${kind}.${id}`)
    if (text === undefined) return fallback
    const last = known.get(id)
    if (last?.text === text) return last.value
    const value = read(text)
    known.set(id, { text, value })
    return value
  }
  const store = (ids: readonly string[], value: z.infer<S> | null): void => {
    const text = value === null ? null : JSON.stringify(value)
    const changed = ids.map((id) => ({ key: `${kind}.${id}`, value: text }))
    putDesk(changed)
    for (const entry of changed) void send(entry)
  }
  return {
    get,
    set(id, value) {
      store([id], value)
    },
    setEach: store,
    use(id) {
      const text = useDesk((desk) => desk.entries?.get(`${kind}.${id}`))
      return useMemo(() => read(text), [text])
    }
  }
}
