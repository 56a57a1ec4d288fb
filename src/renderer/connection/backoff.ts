/** The pause before the next attempt, in ms: 250, 500, 1000, then 2000 for ever. */
export function backoff(failures: number): number {
  return Math.min(250 * 2 ** failures, 2_000)
}
