import { useEffect } from 'react'

/**
 * Declares that something is shown: `start` opens its observer and returns the disposer. It runs when the component
 * appears and whenever `key` changes; a null key shows nothing. The state goes into a store, not to the component.
 */
export function useObserved(key: string | null, start: () => () => void): void {
  // `key` names all that `start` depends on.
  useEffect(() => (key === null ? undefined : start()), [key])
}
