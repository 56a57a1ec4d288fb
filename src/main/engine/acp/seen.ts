/**
 * What files hold after an agent has changed them, and what they held before as far as the agent tells: it writes by
 * itself, so we see a file only afterwards. Its words are taken back from what is on disk; where they do not fit there in
 * one way only, nobody knows what was there before.
 */
import { isUtf8 } from 'node:buffer'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FileChange } from '../engine'
import { VERSION_MAX_BYTES, type Versions } from '../versions'
import { shownPath, type Diff } from './changes'

/** The changes with what is known of before and after; those that we made ourselves know it already. */
export function seenChanges(versions: Versions, folder: string, diffs: readonly Diff[], changes: readonly FileChange[]): FileChange[] {
  return changes.map((change) => {
    const bytes = change.after === undefined ? contentOf(folder, change.path) : null
    if (!bytes) return change
    const after = versions.keep(bytes)
    if (change.how === 'created') return { ...change, before: null, after }
    const told = isUtf8(bytes) ? takenBack(bytes.toString('utf8'), diffs.filter(({ path }) => shownPath(folder, path) === change.path)) : null
    return told === null ? { ...change, after } : { ...change, before: versions.keep(told), told: true, after }
  })
}

/** A text before changes that are told of it; null where that cannot be said. */
export function takenBack(text: string, diffs: readonly Diff[]): string | null {
  let before = text
  for (const { oldText, newText } of diffs.toReversed()) {
    if (oldText === null || oldText === undefined) return null
    if (before === newText) {
      before = oldText
      continue
    }
    const at = newText === '' ? -1 : before.indexOf(newText)
    if (at < 0 || before.includes(newText, at + 1)) return null
    before = before.slice(0, at) + oldText + before.slice(at + newText.length)
  }
  return diffs.length === 0 ? null : before
}

/** Null for what is no file of moderate length inside the folder. */
function contentOf(folder: string, path: string): Buffer | null {
  try {
    const file = realpathSync(join(folder, path))
    if (shownPath(realpathSync(folder), file) === file) return null
    const stat = statSync(file)
    return stat.isFile() && stat.size <= VERSION_MAX_BYTES ? readFileSync(file) : null
  } catch {
    return null
  }
}
