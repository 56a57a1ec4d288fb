/** What of an entry can be searched: the words that a reader sees of it, one after the other. */
import { assertNever } from './errors'
import { foldCase } from './find'
import type { SeenEntry } from './records-seen'

/** How deep arguments are looked into. */
const DEPTH_MAX = 32

export function entryText(entry: SeenEntry): string {
  switch (entry.kind) {
    case 'route':
      return [entry.routeDecision.engine, entry.routeDecision.model].filter(Boolean).join('\n')
    case 'prompt':
    case 'text':
    case 'thinking':
      return entry.text
    case 'tool':
      return [entry.toolName, valueText(entry.input), entry.summary].filter(Boolean).join('\n')
    case 'tool_patch':
      return [valueText(entry.input), entry.summary].filter(Boolean).join('\n')
    case 'artifact':
      return [entry.path, entry.description].filter(Boolean).join('\n')
    case 'end':
      return entry.error ?? ''
    case 'truncated':
      return ''
    case 'other':
      return `${entry.original}\n${valueText(entry.value)}`
    default:
      return assertNever(entry)
  }
}

/** The names and the values of an argument, however it is nested. */
export function valueText(value: unknown): string {
  const words: string[] = []
  collect(value, words, 0)
  return words.join('\n')
}

function collect(value: unknown, words: string[], depth: number): void {
  if (depth > DEPTH_MAX) return
  if (typeof value === 'string') words.push(value)
  else if (typeof value === 'number' || typeof value === 'boolean') words.push(`${value}`)
  else if (Array.isArray(value)) for (const item of value) collect(item, words, depth + 1)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      words.push(name)
      collect(item, words, depth + 1)
    }
  }
}

/** Whether the entry holds the words, whatever their case, width and accents. An empty query is in no entry. */
export function entryHas(entry: SeenEntry, query: string): boolean {
  const needle = foldCase(query.trim())
  return needle !== '' && foldCase(entryText(entry)).includes(needle)
}
