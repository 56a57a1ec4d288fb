/** The rows of a transcript: each tool call once, with what later patches have said of it, and what is shown of all. */
import { TranscriptFold, type FoldedCall, type FoldedItem } from '../../shared/records-fold'
import type { SeenEntry } from '../../shared/records-seen'

/** What can be shown or hidden. */
export const KINDS = ['prompt', 'text', 'thinking', 'call', 'artifact', 'mark'] as const
export type Kind = (typeof KINDS)[number]

export interface Row {
  /** Stays the same when entries come before or after it. */
  readonly key: string
  /** The position of its first entry; null while no position is known. */
  readonly offset: number | null
  readonly item: FoldedItem
}

export interface Folded {
  readonly rows: readonly Row[]
  /** By the position of an entry in what is held: the row that it has become a part of. */
  readonly rowOf: readonly number[]
}

export function foldRows(entries: readonly SeenEntry[], from: number | null): Folded {
  const fold = new TranscriptFold()
  const starts: number[] = []
  const rowOf: number[] = []
  const calls = new Map<string, number>()
  for (const [index, entry] of entries.entries()) {
    fold.add([entry])
    const isNew = fold.items.length > starts.length
    if (isNew) starts.push(index)
    const row = isNew ? starts.length - 1 : (('toolId' in entry && entry.toolId !== undefined ? calls.get(entry.toolId) : undefined) ?? 0)
    if (isNew && (entry.kind === 'tool' || entry.kind === 'tool_patch')) calls.set(entry.toolId, row)
    rowOf.push(row)
  }
  const rows = fold.items.map((item, row): Row => {
    const index = starts[row] ?? 0
    return from === null ? { key: `t${index}`, offset: null, item } : { key: `e${from + index}`, offset: from + index, item }
  })
  return { rows, rowOf }
}

export function kindOf(item: FoldedItem): Kind {
  switch (item.kind) {
    case 'prompt':
    case 'text':
    case 'thinking':
    case 'call':
    case 'artifact':
      return item.kind
    case 'route':
    case 'truncated':
    case 'end':
    case 'other':
      return 'mark'
    default:
      return item satisfies never
  }
}

export function shownRows(rows: readonly Row[], shown: ReadonlySet<Kind>): readonly Row[] {
  return shown.size === KINDS.length ? rows : rows.filter(({ item }) => shown.has(kindOf(item)))
}

/** Arguments that say in a few words what a call is about, the most telling first. */
const TELLING = ['command', 'cmd', 'file_path', 'filePath', 'path', 'pattern', 'query', 'url', 'description', 'prompt', 'subject', 'name']

/** A call in one line; empty where its arguments say nothing. */
export function briefOf({ input }: FoldedCall): string {
  return oneLine(telling(input, 0))
}

function telling(input: unknown, depth: number): string {
  if (typeof input === 'string') return input
  if (typeof input === 'number' || typeof input === 'boolean') return `${input}`
  if (typeof input !== 'object' || input === null || depth > 3) return ''
  if (Array.isArray(input)) {
    const words: readonly unknown[] = input
    return words.every((word) => typeof word === 'string') ? words.join(' ') : telling(words[0], depth + 1)
  }
  const fields = new Map<string, unknown>(Object.entries(input))
  for (const name of TELLING) {
    const text = telling(fields.get(name), depth + 1)
    if (text.trim() !== '') return text
  }
  for (const value of fields.values()) {
    const text = telling(value, depth + 1)
    if (text.trim() !== '') return text
  }
  return ''
}

const BRIEF_MAX = 240

function oneLine(text: string): string {
  return text.slice(0, BRIEF_MAX * 2).replace(/\s+/g, ' ').trim().slice(0, BRIEF_MAX)
}

/** Arguments as they are read: a text as it is, everything else as JSON over several lines. Null where there are none. */
export function inputText(input: unknown): string | null {
  if (input === undefined || input === null) return null
  if (typeof input === 'string') return input
  const text = JSON.stringify(input, null, 2)
  return text === '{}' || text === '[]' ? null : text
}

/** How a row reads when it is copied. */
export function copyOf(item: FoldedItem): string {
  switch (item.kind) {
    case 'prompt':
    case 'text':
    case 'thinking':
      return item.text
    case 'call':
      return [item.toolName ?? item.toolId, inputText(item.input), item.summary].filter((part) => part !== null && part !== '').join('\n')
    case 'artifact':
      return item.path
    case 'route':
      return [item.routeDecision.engine, item.routeDecision.model].filter(Boolean).join(' · ')
    case 'truncated':
      return item.kind
    case 'end':
      return [item.status, item.error].filter(Boolean).join(': ')
    case 'other':
      return JSON.stringify(item.value, null, 2)
    default:
      return item satisfies never
  }
}

/** A guess at the height of a row that was not drawn yet, in px; it only decides how true the scroll bar is. */
export function estimatedHeight({ item }: Row): number {
  switch (item.kind) {
    case 'prompt':
    case 'text':
      return 20 + 24 * Math.min(200, linesOf(item.text))
    case 'thinking':
      return 20 + 20 * Math.min(4, linesOf(item.text))
    case 'call':
      return 36 + (item.summary === null || item.summary === '' ? 0 : 20 * Math.min(4, linesOf(item.summary)) + 12)
    case 'artifact':
    case 'route':
    case 'truncated':
    case 'end':
      return 36
    case 'other':
      return 120
    default:
      return item satisfies never
  }
}

function linesOf(text: string): number {
  let lines = 1 + Math.floor(text.length / 90)
  for (let at = text.indexOf('\n'); at >= 0 && lines < 400; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
