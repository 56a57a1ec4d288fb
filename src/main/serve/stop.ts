/** How the served host ends: once, in order, and never later than somebody who asks twice. */
import { readFileSync } from 'node:fs'

/** A terminal and npm both pass Ctrl+C on, so one press arrives as two signals: within this time they are one, in ms. */
const SAME_PRESS_MS = 500
/** Closing that takes longer than this is given up, in ms. */
const GIVE_UP_MS = 5_000

/** The numbers that shells add to 128 for a process that a signal ended. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/** How often the life of npm and its shell is looked at, in ms. */
const STARTERS_CHECK_MS = 500

/**
 * From now on SIGINT, SIGTERM and SIGHUP run `close` and then exit with 0; a second one exits at once. So does the end
 * of npm or of its shell, where they started us: the shell dies of a signal without passing it on.
 */
export function stopOnSignals(close: () => Promise<void>, log: (line: string) => void): void {
  let askedAt: number | null = null

  const stop = () => {
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
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (askedAt === null) stop()
      else if (performance.now() - askedAt > SAME_PRESS_MS) process.exit(128 + SIGNALS[signal])
    })
  }
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const starters = whoStartedUs()
    setInterval(() => {
      if (askedAt === null && whoStartedUs() !== starters) stop()
    }, STARTERS_CHECK_MS).unref()
  }
}

/** The ids of our parent and, where that is a shell and the system tells it, of the shell's own parent: npm. */
function whoStartedUs(): string {
  const parent = process.ppid
  try {
    const [, name, npm] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return name?.endsWith('sh') ? `${parent} ${npm}` : `${parent}`
  } catch {
    return `${parent}`
  }
}
