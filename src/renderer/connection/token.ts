/**
 * The key of a served host. It comes once, in the part of the address that is never sent, and leaves the address at
 * once, so that it is neither in the history nor in a copied link.
 */
import { create } from 'zustand'

const KEY = 'crewdeck.token'

/** Why this page cannot connect, where it is because of its key. */
export const useTokenProblem = create<{ readonly problem: 'missing' | 'refused' | null }>(() => ({ problem: null }))

/**
 * Moves a token from the address into this tab's own storage: now, before anything is drawn, and whenever the operator
 * pastes the address of a later start into this tab. `onNew` is told of those.
 */
export function takeTokens(onNew: () => void): void {
  takeToken()
  addEventListener('hashchange', () => {
    if (takeToken()) onNew()
  })
}

function takeToken(): boolean {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given === null) return false
  sessionStorage.setItem(KEY, given)
  history.replaceState(history.state, '', location.pathname + location.search)
  return true
}

/** The token of this tab; null when the page was opened without one. */
export function token(): string | null {
  return sessionStorage.getItem(KEY)
}
