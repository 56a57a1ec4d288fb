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
  /** Worth a line above the entries; without it, it is told along with what is. */
  readonly isNews: boolean
}

const wrong = (text: string, title?: string): Fact => ({ text, ...(title === undefined ? {} : { title }), isWrong: true, isNews: true })

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
  const facts: Fact[] = (log?.problems ?? []).map((problem) => wrong(told(problem)))
  const corrupt = log?.counts?.corrupt ?? about?.corruptLines ?? 0
  if (corrupt > 0) {
    const at = log?.counts?.corruptLines ?? about?.corruptAt ?? []
    const named = at.slice(0, LINES_NAMED).join(', ') + (corrupt > LINES_NAMED && at.length > 0 ? ' …' : '')
    const where = at.length === 0 ? '' : say.atLines(corrupt === 1 ? say.line(named) : say.lines(named))
    facts.push(wrong(`${say.malformed(corrupt)}${where}`))
  }
  if (about && about.skipped > 0) facts.push(wrong(say.unread(about.skipped)))
  if (about?.truncated) facts.push(wrong(say.truncated))
  if (!log) return facts
  const { counts, reading } = log
  if (counts && counts.skipped > 0) facts.push(wrong(say.unknownRows(counts.skipped), kindsOf(counts.skippedKinds)))
  if (counts && counts.unfinished > 0) facts.push({ text: say.unfinished, isWrong: false, isNews: true })
  const quiet = Object.values(counts?.quiet ?? {}).reduce((sum, count) => sum + count, 0)
  if (counts && quiet > 0) facts.push({ text: say.quietRows(quiet), title: kindsOf(counts.quiet), isWrong: false, isNews: false })
  if (reading) facts.push({ text: say.reading(formatBytes(reading.bytes), formatBytes(reading.of)), isWrong: false, isNews: true })
  return facts
}

function kindsOf(kinds: Readonly<Record<string, number>>): string {
  return Object.entries(kinds)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${kind}: ${count}`)
    .join('\n')
}
