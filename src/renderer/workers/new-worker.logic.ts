/** What the form of a new worker knows without asking anybody. */
import type { EngineKind, ProviderView } from '../../shared/model'
import { words } from './words'

const NAME_LENGTH = 40

/**
 * A name for a task: its first words, without Markdown and without a sign that leads on at the end, and unlike all names that are taken.
 * An empty task gives "Worker 3", with the next free number.
 */
export function suggestName(task: string, taken: readonly string[]): string {
  const line = task.split('\n').map(plain).find((text) => text !== '') ?? ''
  const base = cutAtWord(line, NAME_LENGTH).replace(/[\s.,:;!?…。、！？]+$/u, '')
  if (base === '') return unlike((count) => words().suggested(count), taken)
  return taken.includes(base) ? unlike((count) => `${base} ${count + 1}`, taken) : base
}

/**
 * The engine that a worker is offered: pi where it has a model, else the shell, which needs nothing. `hasModel`: null while
 * nobody knows.
 */
export function firstEngine(engines: readonly { readonly kind: EngineKind; readonly problem: string | null }[], hasModel: boolean | null): EngineKind {
  const pi = engines.find(({ kind }) => kind === 'pi')
  return pi !== undefined && pi.problem === null && hasModel !== false ? 'pi' : 'shell'
}

/** The models that a worker can start with: those of providers with a key, and those of endpoints that were added. */
export function usableProviders(providers: readonly ProviderView[]): ProviderView[] {
  return providers.filter((provider) => (provider.keySource !== null || provider.kind === 'custom') && provider.models.length > 0)
}

/** The `provider/model` values of these providers. */
export function modelsOf(providers: readonly ProviderView[]): string[] {
  return providers.flatMap((provider) => provider.models.map((model) => `${provider.id}/${model.id}`))
}

function plain(line: string): string {
  return line
    .replace(/^[\s#>*+-]+|^\s*\d+[.)]\s+/gu, '')
    .replace(/[`*_]+/g, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

/**
 * At most `max` characters, cut between words where there are any, or else where a word of a command or of JSON ends; never
 * half of a character, and never with a quote or a bracket that is only opened.
 */
function cutAtWord(text: string, max: number): string {
  const characters = [...text]
  if (characters.length <= max) return text
  const head = characters.slice(0, max).join('')
  const space = head.lastIndexOf(' ')
  if (space >= max / 4) return withoutOpening(head.slice(0, space))
  const [whole = ''] = /^.*[\p{L}\p{N}](?=[!-/:-@[-`{-~])/u.exec(head) ?? []
  return whole.length >= max / 4 ? whole : head
}

function withoutOpening(text: string): string {
  return text.replace(/[\s({["'“‘<|&=\\-]+$/u, '')
}

function unlike(make: (count: number) => string, taken: readonly string[]): string {
  for (let count = 1; ; count++) {
    const name = make(count)
    if (!taken.includes(name)) return name
  }
}
