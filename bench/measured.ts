/** What run.mjs gives to a benchmark and gets from it, and the little statistics that they share. */

export interface Stage {
  /** The package's own folder; its `out/` holds the build. */
  readonly root: string
  /** Where the bundled scripts of this benchmark are; removed at its end, with all that it leaves there. */
  readonly folder: string
  /** Says a line of progress on standard error. */
  note(line: string): void
}

export interface Measured {
  /** The fields as they are printed: milliseconds, bytes, ratios. */
  readonly result: Readonly<Record<string, unknown>>
  /** Targets that were not reached, each as a sentence with its number; empty when all were. */
  readonly missed: readonly string[]
}

/** The middle of the values; the mean of the two middle ones where their number is even. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which the share `q` (0 to 1) of all values lies; between two values, in proportion. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * q
  const low = sorted[Math.floor(place)]
  const high = sorted[Math.ceil(place)]
  if (low === undefined || high === undefined) throw new Error('There is no quantile of nothing.')
  return low + (high - low) * (place - Math.floor(place))
}

/** Rounded for print, to `digits` after the point. */
export function rounded(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}
