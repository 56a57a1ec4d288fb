/**
 * The one clock of the window: it ticks once a second while anybody looks, and every age on the screen is counted from
 * it. `useNow` is the host's time and stands still while the connection is lost, because nothing is known then.
 */
import { create } from 'zustand'
import { connector, useConnection } from '../connection/client'
import { isVisible, onVisibility } from '../connection/visibility'

interface Ticks {
  /** The host's time in ms; frozen while the connection is lost. */
  readonly now: number
  /** This window's own time in ms; never frozen. */
  readonly local: number
  /** How long this window has been there, in ms, whatever is done to the clock. */
  readonly steady: number
}

const useTicks = create<Ticks>(() => ({ now: Date.now(), local: Date.now(), steady: performance.now() }))

/** The host's time, once a second, in epoch ms. Frozen while the connection is lost. */
export function useNow(): number {
  return useTicks((ticks) => ticks.now)
}

/** This window's own time, once a second, in epoch ms: for what this window counts itself. */
export function useLocalNow(): number {
  return useTicks((ticks) => ticks.local)
}

/** The time of `performance.now()`, once a second: for what this window counts down itself, whatever is done to the clock. */
export function useSteadyNow(): number {
  return useTicks((ticks) => ticks.steady)
}

/** Starts the clock; returns the disposer. */
export function startClock(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const run = (): void => {
    clearInterval(timer)
    if (!isVisible()) return
    tick()
    timer = setInterval(tick, 1_000)
  }
  run()
  const stopVisibility = onVisibility(run)
  // A reconnect is news: the ages are right at once, not a second later.
  const stopConnection = useConnection.subscribe((now, before) => {
    if (now.state === 'live' && before.state !== 'live') run()
  })
  return () => {
    clearInterval(timer)
    stopVisibility()
    stopConnection()
  }
}

function tick(): void {
  const alive = useConnection.getState().state === 'live'
  useTicks.setState({ local: Date.now(), steady: performance.now(), ...(alive ? { now: connector.hostNow() } : {}) })
}
