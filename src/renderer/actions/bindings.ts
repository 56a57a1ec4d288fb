/** Which keys call which action here: those it comes with, or those that the operator chose. Kept on the desk. */
import { useMemo } from 'react'
import { z } from 'zod'
import { deskEntry } from '../connection'
import { formatKey, isDesktop, isMac } from '../ui'
import { normalKeys } from './keys.logic'
import { useActions, type Action } from './registry'

const NONE: Readonly<Record<string, string | null>> = {}

/** By action; null for one that shall have no keys. A browser has other ones than the desktop app. */
const chosen = deskEntry('keys', z.record(z.string().max(80), z.string().min(1).max(40).nullable()), NONE)
const PLACE = isDesktop ? 'desktop' : 'browser'

export function defaultKeysOf({ keys }: Action, place: 'desktop' | 'browser' = PLACE, mac = isMac): readonly string[] {
  const here = keys === undefined ? [] : typeof keys === 'object' && 'desktop' in keys ? keys[place] : keys
  return (typeof here === 'string' ? [here] : here).map((key) => normalKeys(key, mac))
}

/** The keys of an action, as keys.logic.ts writes them; empty for none. */
export function keysOf(action: Action): readonly string[] {
  return resolve(action, chosen.get(PLACE))
}

/** Gives an action other keys; null takes all from it. */
export function rebind(id: string, keys: string | null): void {
  chosen.set(PLACE, { ...chosen.get(PLACE), [id]: keys })
}

/** Back to the keys that it comes with; without an id, all of them. */
export function resetKeys(id?: string): void {
  const { [id ?? '']: _, ...rest } = chosen.get(PLACE)
  chosen.set(PLACE, id === undefined || Object.keys(rest).length === 0 ? null : rest)
}

export interface BoundAction {
  readonly action: Action
  readonly keys: readonly string[]
  /** Whether the operator chose them. */
  readonly isChosen: boolean
}

/** All actions with the keys that they have now. */
export function useBindings(): readonly BoundAction[] {
  const actions = useActions((state) => state.actions)
  const own = chosen.use(PLACE)
  return useMemo(
    () => [...actions.values()].map((action) => ({ action, keys: resolve(action, own), isChosen: action.id in own })),
    [actions, own]
  )
}

/** How the keys of an action are written, for a menu, a button or a tooltip; undefined where it has none. */
export function useActionKey(id: string): string | undefined {
  const action = useActions((state) => state.actions.get(id))
  const own = chosen.use(PLACE)
  const keys = action && resolve(action, own)[0]
  return keys === undefined ? undefined : formatKey(keys)
}

/** "Settings (Ctrl+,)": the label of a button with the keys that do the same. */
export function useLabel(label: string, id: string): string {
  const keys = useActionKey(id)
  return keys === undefined ? label : `${label} (${keys})`
}

let index: { actions: unknown; own: unknown; byKeys: ReadonlyMap<string, readonly Action[]> } | null = null

/** The actions that these keys call, in the order of registration. */
export function actionsAt(keys: string): readonly Action[] {
  const { actions } = useActions.getState()
  const own = chosen.get(PLACE)
  if (index?.actions !== actions || JSON.stringify(index.own) !== JSON.stringify(own)) {
    const byKeys = new Map<string, Action[]>()
    for (const action of actions.values()) {
      for (const key of resolve(action, own)) byKeys.set(key, [...(byKeys.get(key) ?? []), action])
    }
    index = { actions, own, byKeys }
  }
  return index.byKeys.get(keys) ?? []
}

function resolve(action: Action, own: Readonly<Record<string, string | null>>): readonly string[] {
  const key = own[action.id]
  return key === undefined ? defaultKeysOf(action) : key === null ? [] : [normalKeys(key, isMac)]
}
