/** Pages that fit into the window: as many entries as there is room for, and one in any case, cut where it is too large. */
import { assertNever } from '../../shared/errors'
import type { SeenEntry } from '../../shared/records-seen'

/** What a page asks for: from a position, or the last entries. */
export interface PageWish {
  readonly offset: number | null
  readonly limit: number
}

/** The first entries, or the last ones, whose JSON fits. An entry that is too large alone is cut and says so. */
export function fitting(entries: readonly SeenEntry[], maxBytes: number, side: 'first' | 'last' = 'first'): SeenEntry[] {
  const order = side === 'first' ? entries : entries.toReversed()
  const kept: SeenEntry[] = []
  let bytes = 0
  for (const entry of order) {
    const size = Buffer.byteLength(JSON.stringify(entry))
    if (kept.length > 0 && bytes + size > maxBytes) break
    kept.push(size > maxBytes ? cutEntry(entry, Math.floor(maxBytes / 8)) : entry)
    bytes += Math.min(size, maxBytes)
  }
  return side === 'first' ? kept : kept.toReversed()
}

/** Texts of at most `max` characters each. */
function cutEntry(entry: SeenEntry, max: number): SeenEntry {
  switch (entry.kind) {
    case 'prompt':
    case 'text':
    case 'thinking':
      return { ...entry, text: cut(entry.text, max) }
    case 'tool':
    case 'tool_patch':
      return {
        ...entry,
        ...(entry.summary === undefined ? {} : { summary: cut(entry.summary, max) }),
        ...(entry.input === undefined ? {} : { input: cutValue(entry.input, max) })
      }
    case 'artifact':
      return { ...entry, path: cut(entry.path, max), ...(entry.description === undefined ? {} : { description: cut(entry.description, max) }) }
    case 'end':
      return { ...entry, ...(entry.error === undefined ? {} : { error: cut(entry.error, max) }) }
    case 'other':
      return { ...entry, value: cutValue(entry.value, max) }
    case 'route':
    case 'truncated':
      return entry
    default:
      return assertNever(entry)
  }
}

function cutValue(value: unknown, max: number): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= max ? value : cut(text, max)
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(max - 1)) ? max - 1 : max
  return `${text.slice(0, end)}… [${text.length - end} more characters]`
}
