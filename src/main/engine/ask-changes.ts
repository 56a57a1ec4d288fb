/** What a request to write would change, as lines that a human can read before they answer. */
import { structuredPatch } from 'diff'
import type { AskChange } from './engine'

/** Longest diff that is shown, in characters: a human reads it, and it is kept with the request. */
const DIFF_MAX = 24_000
/** Longer texts are not compared, in characters. */
const COMPARE_MAX = 1_000_000
/** A comparison that takes longer is given up, in ms. */
const COMPARE_MAX_MS = 100
/** Unchanged lines around each change. */
const CONTEXT = 3

/**
 * One file as it would be changed. `before` is null where there is no file yet; where the texts cannot be compared all
 * that would be written is shown.
 */
export function changeOf(path: string, before: string | null, after: string): AskChange {
  const old = before ?? ''
  const isComparable = old.length + after.length <= COMPARE_MAX && !old.includes('\0') && !after.includes('\0')
  const patch = isComparable
    ? structuredPatch('', '', old, after, undefined, undefined, { context: CONTEXT, timeout: COMPARE_MAX_MS })
    : undefined
  const lines = patch
    ? patch.hunks.flatMap((hunk, index) => [...(index > 0 ? ['@@'] : []), ...hunk.lines.filter((line) => !line.startsWith('\\'))])
    : linesOf(after).map((line) => `+${line}`)
  return cutDiff(path, lines)
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

/** Cut between lines, except for a single one that is too long by itself. */
function cutDiff(path: string, lines: readonly string[]): AskChange {
  const whole = lines.join('\n')
  if (whole.length <= DIFF_MAX) return { path, diff: whole, isCut: false }
  const end = whole.lastIndexOf('\n', DIFF_MAX)
  return { path, diff: whole.slice(0, end > 0 ? end : DIFF_MAX), isCut: true }
}
