/** Which files a tool call really changed: what the agent says, checked against the disk, and what we wrote for it. */
import { statSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { diffLines } from 'diff'
import type { FileChange } from '../engine'

/** Longer texts are not compared, in characters: this runs in the host. */
const COMPARE_MAX = 200_000
/** A comparison that takes longer is given up, in ms. */
const COMPARE_MAX_MS = 20
/** How much earlier than the call's first word a file may have been made by it, in ms: clocks of disks are coarse. */
const CLOCK_SLACK_MS = 1_500

export interface Diff {
  readonly path: string
  readonly oldText?: string | null | undefined
  readonly newText: string
}

/**
 * @param since when the call was first heard of, epoch ms
 * @param written what we wrote for it: this we know, so it comes before what is said of the same file
 */
export function changesOf(folder: string, diffs: readonly Diff[], written: readonly FileChange[], since: number): FileChange[] {
  const changes = new Map(written.map((change) => [change.path, change]))
  const claimed = new Map<string, FileChange>()
  for (const { path, oldText, newText } of diffs) {
    const shown = shownPath(folder, path)
    const made = bornAt(isAbsolute(path) ? path : join(folder, path))
    if (changes.has(shown) || made === null || oldText === newText) continue
    const isNew = (oldText ?? '') === '' && made >= since - CLOCK_SLACK_MS
    // Without the old text of a file that was there, nobody knows what went.
    const lines = !isNew && (oldText ?? null) === null ? null : countLines(oldText ?? '', newText)
    const before = claimed.get(shown)
    claimed.set(shown, {
      path: shown,
      how: isNew || before?.how === 'created' ? 'created' : 'changed',
      added: before ? sum(before.added, lines?.added) : (lines?.added ?? null),
      removed: before ? sum(before.removed, lines?.removed) : (lines?.removed ?? null)
    })
  }
  return [...changes.values(), ...claimed.values()]
}

/** A path as the operator reads it: relative to the folder with forward slashes, or absolute where it lies outside. */
export function shownPath(folder: string, path: string): string {
  const way = relative(folder, isAbsolute(path) ? path : join(folder, path))
  const outside = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)
  return outside ? path : way.split(sep).join('/')
}

/** Lines that came and went; null where it cannot be said in good time. */
export function countLines(before: string, after: string): { added: number; removed: number } | null {
  if (before.length + after.length > COMPARE_MAX || before.includes('\0') || after.includes('\0')) return null
  const parts = diffLines(before, after, { timeout: COMPARE_MAX_MS })
  if (!parts) return null
  const count = (which: 'added' | 'removed') => parts.reduce((lines, part) => lines + (part[which] ? part.count : 0), 0)
  return { added: count('added'), removed: count('removed') }
}

/** When an ordinary file was made, epoch ms; null where there is none. */
function bornAt(path: string): number | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? stat.birthtimeMs : null
}

const sum = (a: number | null, b: number | null | undefined) => (a === null || b === null || b === undefined ? null : a + b)
