/**
 * What this window keeps by itself, under a key of its own: nothing is ever written over what another window of the same
 * browser holds. What windows have left that are gone is taken over by the next one that opens. A lock says who lives.
 */
import { z } from 'zod'
import { newId } from './id'
import { readStored, writeStored } from './stored'

/** How long a window that is loaded again waits for the end of the one that it was, in ms. */
const ENDING_MS = 1_000

const ID_KEY = 'crewdeck.window'
const windowId = newId()
const windowBefore = swapId()

/** Sets the id of this window; answers the one that it had before it was loaded again, or that it is a copy of. */
function swapId(): string | null {
  try {
    const before = sessionStorage.getItem(ID_KEY)
    sessionStorage.setItem(ID_KEY, windowId)
    return before
  } catch {
    return null
  }
}

export interface OwnRecord<T> {
  /** Writes down all that this window holds now, in place of what it held before. */
  write(entries: Readonly<Record<string, T>>): void
  /** Resolves once what was left has been given to `adopt`. */
  readonly taken: Promise<void>
}

/**
 * `adopt` gets what one window has left, once for each that is gone. It has to write it down before it returns: only then it
 * is removed where it was.
 */
export function ownRecord<S extends z.ZodType>(
  key: string,
  entry: S,
  adopt: (left: Readonly<Record<string, z.infer<S>>>) => void
): OwnRecord<z.infer<S>> {
  const entries = z.record(z.string(), entry)
  const own = `${key}.${windowId}`
  const take = (from: string): void => {
    const left = readStored(from, entries)
    if (!left) return
    adopt(left)
    remove(from)
  }
  const takeAll = async (): Promise<void> => {
    // So that the caller has this record before anything is adopted.
    await Promise.resolve()
    const others = keysOf(key).filter((other) => other !== own)
    // Where nothing can say who lives, everything is taken: twice on the screen is better than nowhere.
    if (!('locks' in navigator)) return others.forEach(take)
    void navigator.locks.request(own, () => new Promise(() => {})).catch(() => {})
    for (const other of others) {
      const isBefore = other === `${key}.${windowBefore}`
      const options = isBefore ? { signal: AbortSignal.timeout(ENDING_MS) } : { ifAvailable: true }
      // It lives, and keeps what it has.
      await navigator.locks.request(other, options, (lock) => lock && take(other)).catch(() => {})
    }
  }
  return {
    write: (next) => (Object.keys(next).length === 0 ? remove(own) : writeStored(own, next)),
    taken: takeAll()
  }
}

/** Of all windows; the bare key is how it was kept before windows had their own. */
function keysOf(key: string): string[] {
  try {
    return Object.keys(localStorage).filter((other) => other === key || other.startsWith(`${key}.`))
  } catch {
    return []
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing depends on it.
  }
}
