/** What agents ask, in words and keys. */
import type { AskView, DecidedBy } from '../../shared/asks'
import { assertNever } from '../../shared/errors'
import { fromHost } from '../words'
import { words } from './words'

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

/** What stands on a button: what the agent wrote, or for an option of ours what it means. */
export function labelOf(option: Option, tool: string | null): string {
  if (!option.ours) return fromHost(option.label)
  const say = words()
  return option.kind === 'allow-always' ? say.alwaysAllow(tool ?? '') : say.alwaysReject(tool ?? '')
}

/** The agent's own option that a refusal with a reason chooses; null where the request takes none. */
export function refusalOf({ options, words: takes }: Pick<AskView['request'], 'options' | 'words'>): Option | null {
  if (takes !== 'reason') return null
  const own = options.filter((option) => !option.ours)
  return own.find(({ kind }) => kind === 'reject-once') ?? own.find(({ kind }) => kind === 'reject-always') ?? null
}

/** Longest detail that is said aloud, in characters. */
const SAID_CHARS = 160

/** What is new to somebody who knows the requests `known`, as one sentence; empty when nothing is. */
export function newsOf(known: ReadonlySet<string>, asks: readonly AskView[]): string {
  const fresh = asks.filter((ask) => !known.has(ask.id))
  const [first] = fresh
  if (!first) return ''
  const say = words()
  return fresh.length > 1 ? say.manyWait(fresh.length) : say.asks(first.workerName, fromHost(first.request.title), first.request.detail.slice(0, SAID_CHARS))
}

/** Paths that neither the detail nor a change that is shown names itself. */
export function otherPaths({ detail, paths, changes = [] }: AskView['request']): readonly string[] {
  return paths.filter((path) => path !== detail && !changes.some((change) => path === change.path || path.endsWith(`/${change.path}`)))
}

/** Whether the detail has to be shown: not where it is only the name of the one file whose change is. */
export function hasDetail({ detail, changes = [] }: AskView['request']): boolean {
  const [only] = changes
  return detail !== '' && !(only && changes.length === 1 && (detail === only.path || detail.endsWith(`/${only.path}`)))
}

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'gap'
  readonly text: string
}

/** The lines of a change, as the host writes them. */
export function diffLines(diff: string): DiffLine[] {
  if (diff === '') return []
  return diff.split('\n').map((line) => {
    if (line === '@@') return { kind: 'gap', text: '⋯' }
    const kind = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same'
    return { kind, text: line.slice(1) }
  })
}

export interface DecisionWords {
  /** What became of it: "allowed once", "rejected", "taken back". */
  readonly word: string
  /** Who decided, or why nobody did: "by you", "by your earlier answer". */
  readonly by: string
  readonly mark: 'answered' | 'stop' | 'undo' | 'alert' | 'clock'
}

/** What became of a request. */
export function decisionOf(ask: AskView): DecisionWords {
  const say = words().decided
  switch (ask.state) {
    case 'open':
      return { word: say.waits, by: '', mark: 'clock' }
    case 'answered': {
      const option = ask.request.options.find(({ id }) => id === ask.optionId)
      return { ...answerWords(option), by: ask.decidedBy === null ? '' : deciderWords(ask.decidedBy) }
    }
    case 'withdrawn':
      return { word: say.takenBack, by: say.noAnswer, mark: 'undo' }
    case 'void':
      return { word: say.void, by: say.hostEnded, mark: 'alert' }
    default:
      return assertNever(ask.state)
  }
}

function deciderWords(by: DecidedBy): string {
  const { decided, policies } = words()
  switch (by.kind) {
    case 'operator':
      return decided.byYou
    case 'remembered':
      return decided.byRemembered
    case 'worker':
      return decided.byWorker(policies.label[by.policy])
    case 'project':
      return decided.byProject(policies.label[by.policy])
    default:
      return assertNever(by)
  }
}

function answerWords(option: Option | undefined): Pick<DecisionWords, 'word' | 'mark'> {
  const say = words().decided
  if (!option) return { word: say.answered, mark: 'answered' }
  switch (option.kind) {
    case 'allow-once':
      return { word: say.allowedOnce, mark: 'answered' }
    case 'allow-always':
      return { word: say.allowedAlways, mark: 'answered' }
    case 'reject-once':
      return { word: say.rejected, mark: 'stop' }
    case 'reject-always':
      return { word: say.rejectedAlways, mark: 'stop' }
    case 'other':
      return { word: say.words(fromHost(option.label)), mark: 'answered' }
    default:
      return assertNever(option.kind)
  }
}
