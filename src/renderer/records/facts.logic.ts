/** What there is to know of a record as a whole: what could not be read, what was left out, how far it is read. */
import type { CountsView } from '../../shared/imports'
import { formatBytes } from '../ui'
import { told } from './evidence.logic'
import type { About } from './held.logic'
import { words } from './words'

export interface Fact {
  readonly text: string
  /** More of it, for who asks. */
  readonly title?: string
  /** Something is missing from what is shown. */
  readonly isWrong: boolean
}

/** Of a log that another program wrote. */
export interface LogFacts {
  readonly counts: CountsView | null
  /** Why its record is not whole, in words. */
  readonly problems: readonly string[]
  readonly reading: { readonly bytes: number; readonly of: number } | null
}

/** Numbers of lines that are named. */
const LINES_NAMED = 8

export function factsOf(about: About | null, log: LogFacts | null): Fact[] {
  const say = words().fact
  const facts: Fact[] = (log?.problems ?? []).map((problem) => ({ text: told(problem), isWrong: true }))
  const corrupt = log?.counts?.corrupt ?? about?.corruptLines ?? 0
  if (corrupt > 0) {
    const at = log?.counts?.corruptLines ?? about?.corruptAt ?? []
    const named = at.slice(0, LINES_NAMED).join(', ') + (corrupt > LINES_NAMED && at.length > 0 ? ' …' : '')
    const where = at.length === 0 ? '' : say.atLines(corrupt === 1 ? say.line(named) : say.lines(named))
    facts.push({ text: `${say.malformed(corrupt)}${where}`, isWrong: true })
  }
  if (about && about.skipped > 0) facts.push({ text: say.unread(about.skipped), isWrong: true })
  if (about?.truncated) facts.push({ text: say.truncated, isWrong: true })
  if (!log) return facts
  const { counts, reading } = log
  if (counts && counts.skipped > 0) facts.push({ text: say.unknownRows(counts.skipped), title: kindsOf(counts.skippedKinds), isWrong: true })
  if (counts && counts.unfinished > 0) facts.push({ text: say.unfinished, isWrong: false })
  const quiet = Object.values(counts?.quiet ?? {}).reduce((sum, count) => sum + count, 0)
  if (counts && quiet > 0) facts.push({ text: say.quietRows(quiet), title: kindsOf(counts.quiet), isWrong: false })
  if (reading) facts.push({ text: say.reading(formatBytes(reading.bytes), formatBytes(reading.of)), isWrong: false })
  return facts
}

function kindsOf(kinds: Readonly<Record<string, number>>): string {
  return Object.entries(kinds)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${kind}: ${count}`)
    .join('\n')
}
