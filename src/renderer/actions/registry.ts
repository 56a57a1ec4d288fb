/**
 * Everything that can be done in this window, by name: the palette, the help sheet, the keys and the menus read it here.
 *
 *   registerActions([{ id: 'worker.new', group: 'crew', name: () => words().newWorker, keys: 'Mod+N', run: openNewWorker }])
 *   useHandler('turn.stop', () => void stop(), turn !== null)    what only the view on the screen can do
 *   useActionKey('worker.new')                                   "Ctrl+N", for a menu or a tooltip; undefined without keys
 *   runAction('worker.new')                                      as if its keys had been pressed
 */
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { useConnection } from '../connection'

export const GROUPS = ['attention', 'crew', 'worker', 'timeline', 'composer', 'find', 'project', 'window'] as const
export type ActionGroup = (typeof GROUPS)[number]

/** Keys as keys.logic.ts writes them; the first ones are those that are shown. */
export type DefaultKeys = string | readonly string[] | { readonly desktop: string | readonly string[]; readonly browser: string | readonly string[] }

export interface Action {
  /** Stable: rebound keys are kept under it. */
  readonly id: string
  readonly group: ActionGroup
  /** In the language of now. */
  name(): string
  /** A browser keeps some keys for itself: there an action has others. */
  readonly keys?: DefaultKeys
  /** Whether it asks something of the host: without a connection it cannot be done. */
  readonly needsHost?: boolean
  /** Whether it can be done now. Always, without it. */
  can?(): boolean
  /**
   * Does it; false means that there was nothing to do, and that the key press is not taken. `digit` is 1 to 9 for keys
   * that end with "1..9". Without it, the views on the screen do it, by `useHandler`.
   */
  run?(digit: number): boolean | void
  /** Whether its keys are heard while something is typed; without it, those with Mod, Ctrl or Alt are. */
  whileTyping?(): boolean
  /** Whether holding the key down does it again and again. */
  readonly repeats?: boolean
}

interface Handler {
  run(): boolean | void
  can(): boolean
}

/** All that is registered, by id, in the order of registration. */
export const useActions = create<{ readonly actions: ReadonlyMap<string, Action> }>(() => ({ actions: new Map() }))

/** The views that offer to do an action; the last one does it. */
const handlers = new Map<string, Handler[]>()

/** Makes actions known; returns the disposer. An id that is known already is replaced. */
export function registerActions(list: readonly Action[]): () => void {
  useActions.setState(({ actions }) => ({ actions: new Map([...actions, ...list.map((action) => [action.id, action] as const)]) }))
  return () =>
    useActions.setState(({ actions }) => {
      const rest = new Map(actions)
      for (const action of list) if (rest.get(action.id) === action) rest.delete(action.id)
      return { actions: rest }
    })
}

/** Offers to do an action until it is disposed. */
export function handleAction(id: string, handler: Handler): () => void {
  const list = handlers.get(id) ?? []
  handlers.set(id, list)
  list.push(handler)
  return () => void list.splice(list.indexOf(handler), 1)
}

/** The same for a component, while it is on the screen. `run` and `can` may change with every render. */
export function useHandler(id: string, run: () => boolean | void, can = true): void {
  const now = useRef({ run, can })
  useEffect(() => {
    now.current = { run, can }
  })
  useEffect(() => handleAction(id, { run: () => now.current.run(), can: () => now.current.can }), [id])
}

export function canRun(action: Action): boolean {
  if (action.needsHost && useConnection.getState().state === 'lost') return false
  if (action.can && !action.can()) return false
  return action.run !== undefined || (handlers.get(action.id)?.at(-1)?.can() ?? false)
}

/** Does it if it can be done now; answers whether it was. */
export function runAction(id: string, digit = 1): boolean {
  const action = useActions.getState().actions.get(id)
  if (!action || !canRun(action)) return false
  const done = action.run ? action.run(digit) : handlers.get(id)?.at(-1)?.run()
  return done !== false
}
