/** The Markdown that a shell worker answers with: the output in a fence, then one quiet line of facts. */
import { assertNever } from '../../../shared/errors'
import type { Outcome } from '../../../shared/model'
import type { Excerpt } from './excerpt'
import { cleanText } from './terminal-text'

/** Longest shown output of a whole turn, in characters; what is said around it comes on top. */
export const SHOWN_MAX = 15_000
/** What one of many commands may show at least. */
const SHOWN_MIN = 500

export type CommandEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string }
  /** Ended by us. */
  | { readonly kind: 'stopped'; readonly by: 'user' | 'disposed' }
  /** The host has ended in the middle of it. */
  | { readonly kind: 'cut' }
  /** It never ran. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }

export interface CommandReport {
  readonly command: string
  readonly end: CommandEnd
  /** How long it ran, in ms. */
  readonly duration: number
  readonly excerpt: Excerpt
  /** Bytes that it printed. */
  readonly printed: number
  /** Where the whole output is; null where nothing was printed. */
  readonly file: { readonly path: string; readonly bytes: number; readonly problem: string | null } | null
  /** Processes that it had left running and that were ended, and those that could not be. */
  readonly leftovers: number
  readonly survivors: number
}

/** How many characters of output each of a turn's commands may show. */
export function shownBudget(commands: number): number {
  return Math.max(Math.floor(SHOWN_MAX / Math.max(commands, 1)), SHOWN_MIN)
}

/** The reply of a turn. With more than one command each is named; `notRun` are those that a stop has kept from running. */
export function replyOf(reports: readonly CommandReport[], notRun: number): string {
  return joined(reports.map((report) => ({ command: report.command, result: resultOf(report) })), notRun)
}

/** The same from results as `resultOf` has told them. */
export function joined(ran: readonly { readonly command: string; readonly result: string }[], notRun: number): string {
  const many = ran.length + notRun > 1
  const parts = ran.map(({ command, result }) => (many ? `${codeOf(firstLine(command))}\n\n${result}` : result))
  if (notRun > 0) parts.push(`${count(notRun, 'command')} after it ${notRun === 1 ? 'was' : 'were'} not run.`)
  return parts.join('\n\n')
}

/** What one command left, as Markdown. */
export function resultOf(report: CommandReport): string {
  return [...outputOf(report), ...factsOf(report)].join('\n\n')
}

function outputOf({ excerpt, printed, file, end }: CommandReport): string[] {
  if (end.kind === 'failed') return []
  const { head, tail, leftOut } = excerpt
  if (printed === 0) return [end.kind === 'cut' ? 'Nothing is kept of what it printed.' : 'It printed nothing.']
  if (tail === null && head.trim() === '') return ['It printed nothing but blank space.']
  if (tail === null) return [fence(head)]
  return [fence(head), `${bytes(leftOut)} left out here.${end.kind === 'cut' ? '' : ` ${whereIs(file, printed)}`}`, fence(tail)]
}

function whereIs(file: CommandReport['file'], printed: number): string {
  if (file === null || file.bytes === 0) return `The whole output could not be kept: ${file?.problem ?? 'no file'}.`
  if (file.bytes === printed) return `The whole output is in ${codeOf(file.path)}.`
  const why = file.problem === null ? '' : ` (${file.problem})`
  return `Of ${bytes(printed)} the first ${bytes(file.bytes)} are in ${codeOf(file.path)}${why}.`
}

function factsOf(report: CommandReport): string[] {
  const facts = [statusOf(report)]
  const { end, file, leftovers, survivors } = report
  if (end.kind === 'cut' && file !== null) facts.push(`What was read of its output, ${bytes(file.bytes)}, is kept in ${codeOf(file.path)}.`)
  if (leftovers > 0) facts.push(`${count(leftovers, 'process', 'processes')} that it had left running ${leftovers === 1 ? 'was' : 'were'} ended.`)
  if (survivors > 0) facts.push(`${count(survivors, 'process', 'processes')} could not be ended: another user's, or stuck in the system.`)
  return facts
}

function statusOf({ end, duration }: CommandReport): string {
  switch (end.kind) {
    case 'exit':
      return `exit ${end.code} · ${lasting(duration)}`
    case 'signal':
      return `ended by ${end.signal} · ${lasting(duration)}`
    case 'stopped':
      return `stopped · ${lasting(duration)}`
    case 'cut':
      return `cut off: the host ended in the middle of it · ${lasting(duration)}`
    case 'failed':
      return `not run: ${end.message}`
    default:
      return assertNever(end)
  }
}

/** How the turn ended: every command is run, whatever became of those before it, and any failure makes it an error. */
export function outcomeOf(reports: readonly CommandReport[], stopped: 'user' | 'disposed' | null): Outcome {
  if (stopped !== null) return { kind: 'aborted', reason: { kind: stopped } }
  const failures = reports.flatMap(({ end }) => errorOf(end) ?? [])
  const [first] = failures
  if (first === undefined) return { kind: 'completed' }
  if (reports.length === 1) return { kind: 'error', error: first }
  return { kind: 'error', error: { code: first.code, message: `${failures.length} of ${reports.length} commands failed. The first: ${first.message}` } }
}

function errorOf(end: CommandEnd): { code: string; message: string } | null {
  switch (end.kind) {
    case 'exit':
      return end.code === 0 ? null : { code: `EXIT_${end.code}`, message: `The command ended with exit code ${end.code}.` }
    case 'signal':
      return { code: `SIGNAL_${end.signal}`, message: `The command was ended by ${end.signal}, which Crewdeck did not send.` }
    case 'failed':
      return { code: end.code, message: end.message }
    case 'stopped':
    case 'cut':
      return null
    default:
      return assertNever(end)
  }
}

/** A code block that its text cannot end: its fence is longer than any run of backticks inside. */
export function fence(text: string): string {
  const marks = '`'.repeat(Math.max(longestRun(text) + 1, 3))
  return `${marks}text\n${text}\n${marks}`
}

/** Inline code, of one line whatever the text is. */
function codeOf(text: string): string {
  const line = cleanText(text).replace(/\s+/g, ' ')
  const marks = '`'.repeat(longestRun(line) + 1)
  return `${marks} ${line} ${marks}`
}

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

function firstLine(command: string): string {
  const [line = '', ...more] = command.trim().split('\n')
  return line.length > 120 ? `${line.slice(0, 120)} …` : more.length > 0 ? `${line} …` : line
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
}

function bytes(number: number): string {
  return count(number, 'byte')
}

/** A time in ms as people say it: `0.4 s`, `2 min 5 s`, `1 h 2 min`. */
export function lasting(ms: number): string {
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`
}
