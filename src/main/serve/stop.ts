/** How the served host ends: once, in order, and never later than somebody who asks twice. */

/** A terminal and npm both pass Ctrl+C on, so one press arrives as two signals: within this time they are one, in ms. */
const SAME_PRESS_MS = 500
/** Closing that takes longer than this is given up, in ms. */
const GIVE_UP_MS = 5_000

/** The numbers that shells add to 128 for a process that a signal ended. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/** From now on SIGINT, SIGTERM and SIGHUP run `close` and then exit with 0; a second one exits at once. */
export function stopOnSignals(close: () => Promise<void>, log: (line: string) => void): void {
  let askedAt: number | null = null

  const onSignal = (signal: keyof typeof SIGNALS) => {
    if (askedAt !== null) {
      if (performance.now() - askedAt > SAME_PRESS_MS) process.exit(128 + SIGNALS[signal])
      return
    }
    askedAt = performance.now()
    log('Stopping. Once more ends it at once.')
    setTimeout(() => {
      log(`Not everything had ended after ${GIVE_UP_MS / 1000} s; leaving anyway.`)
      process.exit(1)
    }, GIVE_UP_MS).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log(`Closing failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
        process.exit(1)
      }
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}
