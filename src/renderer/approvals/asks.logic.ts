/** What agents ask, in words and keys. */
import type { AskView, DecidedBy } from '../../shared/model'
import { assertNever } from '../../shared/errors'

type Option = AskView['request']['options'][number]

/**
 * The key of each option, by its id: A for the first that allows once, T for the first that allows more, R for the first
 * that rejects, and a digit for every other.
 */
export function keysOf(options: readonly Option[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  const taken = new Set<string>()
  let digit = 0
  for (const { id, kind } of options) {
    const letter = letterOf(kind)
    if (letter !== null && !taken.has(letter)) {
      taken.add(letter)
      keys.set(id, letter)
    } else if (digit < 9) keys.set(id, String(++digit))
  }
  return keys
}

function letterOf(kind: Option['kind']): string | null {
  switch (kind) {
    case 'allow-once':
      return 'A'
    case 'allow-always':
      return 'T'
    case 'reject-once':
    case 'reject-always':
      return 'R'
    case 'other':
      return null
    default:
      return assertNever(kind)
  }
}

/** The option that a key chooses; null for a key that chooses none. */
export function optionOf(options: readonly Option[], key: string): Option | null {
  const wanted = key.toUpperCase()
  const keys = keysOf(options)
  return options.find((option) => keys.get(option.id) === wanted) ?? null
}

/** How many there are, by what they are: "1 permission · 2 questions". */
export function countWords(asks: readonly AskView[]): string {
  const questions = asks.filter(({ request }) => request.kind === 'question').length
  return [count(asks.length - questions, 'permission'), count(questions, 'question')].filter((part) => part !== '').join(' · ')
}

function count(number: number, noun: string): string {
  if (number === 0) return ''
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}

/** Longest detail that is said aloud, in characters. */
const SAID_CHARS = 160

/** What is new to somebody who knows the requests `known`, as one sentence; empty when nothing is. */
export function newsOf(known: ReadonlySet<string>, asks: readonly AskView[]): string {
  const fresh = asks.filter((ask) => !known.has(ask.id))
  const [first] = fresh
  if (!first) return ''
  if (fresh.length > 1) return `${fresh.length} requests wait for you.`
  const { title, detail } = first.request
  return `${first.workerName} asks: ${title}${detail === '' ? '' : `: ${detail.slice(0, SAID_CHARS)}`}`
}

/** What is asked about besides the detail: paths that it does not name itself. */
export function otherPaths({ detail, paths }: AskView['request']): readonly string[] {
  return paths.filter((path) => path !== detail)
}

export interface DecisionWords {
  /** What became of it: "allowed once", "rejected", "taken back". */
  readonly word: string
  /** Who decided, or why nobody did: "by you", "by the policy “read”". */
  readonly by: string
  readonly mark: 'answered' | 'stop' | 'undo' | 'alert' | 'clock'
}

/** What became of a request. */
export function decisionOf(ask: AskView): DecisionWords {
  switch (ask.state) {
    case 'open':
      return { word: 'waits for you', by: '', mark: 'clock' }
    case 'answered': {
      const option = ask.request.options.find(({ id }) => id === ask.optionId)
      return { ...answerWords(option), by: ask.decidedBy === null ? '' : deciderWords(ask.decidedBy) }
    }
    case 'withdrawn':
      return { word: 'taken back', by: 'its turn did not wait for an answer', mark: 'undo' }
    case 'void':
      return { word: 'void', by: 'Crewdeck ended while it was open', mark: 'alert' }
    default:
      return assertNever(ask.state)
  }
}

function deciderWords(by: DecidedBy): string {
  switch (by.kind) {
    case 'operator':
      return 'by you'
    case 'remembered':
      return 'by your earlier answer'
    case 'worker':
      return `by the policy of the worker, ${by.policy}`
    case 'project':
      return `by the policy of the Project, ${by.policy}`
    default:
      return assertNever(by)
  }
}

function answerWords(option: Option | undefined): Pick<DecisionWords, 'word' | 'mark'> {
  if (!option) return { word: 'answered', mark: 'answered' }
  switch (option.kind) {
    case 'allow-once':
      return { word: 'allowed once', mark: 'answered' }
    case 'allow-always':
      return { word: 'allowed always', mark: 'answered' }
    case 'reject-once':
    case 'reject-always':
      return { word: 'rejected', mark: 'stop' }
    case 'other':
      return { word: `“${option.label}”`, mark: 'answered' }
    default:
      return assertNever(option.kind)
  }
}
