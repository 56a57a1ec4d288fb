/** How much of a worker a record holds. */

export interface RecordLimits {
  /** Entries of one record; the mark that says so and the ends after it come on top. */
  readonly maxEntries: number
  /** Bytes of one record, counted the same way. */
  readonly maxBytes: number
}

export const DEFAULT_RECORD_LIMITS: RecordLimits = { maxEntries: 50_000, maxBytes: 64 * 1024 * 1024 }

/** The longest line that is read back, in bytes: longer than any that is written. */
export const LINE_MAX_BYTES = 16 * 1024 * 1024

/**
 * The operator's caps: CREWDECK_RECORD_MAX_ENTRIES (1 to 1,000,000) and CREWDECK_RECORD_MAX_BYTES (1,000 to 1 GiB).
 * What is no such number is reported and changes nothing.
 */
export function recordLimits(env: Readonly<Record<string, string | undefined>>, onProblem: (text: string) => void): RecordLimits {
  const read = (name: string, fallback: number, min: number, max: number) => {
    const text = env[name]
    if (text === undefined || text === '') return fallback
    const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    onProblem(`${name} takes a number from ${min} to ${max}, not "${text.slice(0, 40)}". Records keep to ${fallback}.`)
    return fallback
  }
  return {
    maxEntries: read('CREWDECK_RECORD_MAX_ENTRIES', DEFAULT_RECORD_LIMITS.maxEntries, 1, 1_000_000),
    maxBytes: read('CREWDECK_RECORD_MAX_BYTES', DEFAULT_RECORD_LIMITS.maxBytes, 1_000, 1024 ** 3)
  }
}
