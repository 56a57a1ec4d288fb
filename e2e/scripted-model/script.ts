/**
 * What the scripted model answers. The script stands in the prompt, as directives in double brackets:
 *
 *   [[bash {"command":"sleep 2"}]]   calls a tool, with these arguments; the same for every other tool name
 *   [[space::tool {}]]               calls a tool of a namespace, as the Responses API has them
 *   [[say some text]]                answers with this text
 *   [[slow {"ms":3000}]]             answers with a text that takes this long
 *   [[fault {"kind":"down-500","times":1}]]   fails as the model of that name does, `times` times, then goes on
 *   [[fresh]]                        forgets what older messages have left, for example after an interrupt
 *
 * Each model call takes one directive, first come first. A newer group of user messages that brings directives replaces
 * what was left of an older one. When none is left the answer is a short Markdown text that quotes the last user
 * message, so that a test can see that a steer has arrived.
 */

/** One message of a request, whatever API it came by. */
export interface SeenMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly text: string
  /** Tool calls of an assistant message, as `name:arguments`. */
  readonly calls: readonly string[]
}

/**
 * `hang` never answers, `cut` breaks off, `empty` says nothing, `max-tokens` runs out of room, `small-context` complains
 * about long requests.
 */
const FAULTS = [
  'down-401', 'down-403', 'down-404', 'down-429', 'down-500',
  'garbage', 'hang', 'cut', 'empty', 'max-tokens', 'small-context'
] as const
export type FaultKind = (typeof FAULTS)[number]

export const isFault = (name: string): name is FaultKind => FAULTS.some((fault) => fault === name)

export type Answer =
  | { readonly kind: 'call'; readonly name: string; readonly arguments: string }
  | { readonly kind: 'text'; readonly text: string; readonly ms: number }
  | { readonly kind: 'fault'; readonly fault: FaultKind }

interface Directive {
  readonly name: string
  readonly rest: string
}

/** The directives of a text, in order. JSON arguments may hold `]]` themselves. */
export function directivesOf(text: string): Directive[] {
  const found: Directive[] = []
  const start = /\[\[([a-z][\w:-]*)\s*/gi
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const end = endOf(text, start.lastIndex)
    if (end < 0) break
    found.push({ name: match[1] ?? '', rest: text.slice(start.lastIndex, end).trim() })
    start.lastIndex = end + 2
  }
  return found
}

function endOf(text: string, from: number): number {
  const first = text.indexOf(']]', from)
  if (text[from] !== '{') return first
  for (let at = first; at >= 0; at = text.indexOf(']]', at + 1)) {
    if (parses(text.slice(from, at))) return at
  }
  return first
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The directives that the conversation has not used yet. Every assistant message has used one; faults leave no message. */
function leftOver(messages: readonly SeenMessage[]): Directive[] {
  let left: Directive[] = []
  let group: Directive[] = []
  for (const message of messages) {
    if (message.role === 'user') {
      const brought = directivesOf(message.text)
      if (brought.length === 0) continue
      const fresh = brought.findLastIndex((directive) => directive.name === 'fresh')
      group = fresh < 0 ? [...group, ...brought] : brought.slice(fresh + 1)
      left = [...group]
    } else if (message.role === 'assistant') {
      group = []
      const used = left.findIndex((directive) => directive.name !== 'fault')
      left = used < 0 ? [] : left.slice(used + 1)
    }
  }
  return left
}

export type Decide = (messages: readonly SeenMessage[], model: string, tools: readonly string[]) => Answer

/**
 * Makes the answers of one running model. It only remembers how often a `fault` directive has struck. A request that
 * offers no tools (a summary, a title) gets the plain answer, whatever directives it quotes.
 */
export function createScript(): Decide {
  const struck = new Map<string, number>()
  const strikes = (directive: Directive): FaultKind | null => {
    const { kind, times = Infinity } = JSON.parse(directive.rest) as { kind: string; times?: number }
    const before = struck.get(directive.rest) ?? 0
    if (before >= times || !isFault(kind)) return null
    struck.set(directive.rest, before + 1)
    return kind
  }
  return (messages, model, tools) => {
    if (isFault(model)) return { kind: 'fault', fault: model }
    for (const directive of tools.length > 0 ? leftOver(messages) : []) {
      if (directive.name === 'fault') {
        const fault = strikes(directive)
        if (fault) return { kind: 'fault', fault }
        continue
      }
      if (directive.name === 'say') return { kind: 'text', text: directive.rest, ms: 0 }
      if (directive.name === 'slow') {
        const { ms } = JSON.parse(directive.rest) as { ms: number }
        return { kind: 'text', text: 'This answer takes its time, word by word.', ms }
      }
      return { kind: 'call', name: directive.name, arguments: directive.rest || '{}' }
    }
    return { kind: 'text', text: quoteOf(messages), ms: 0 }
  }
}

/** What the DeepSeek Harness tells the model in the user's place. */
const NOTE = /^Current runtime context\./

function quoteOf(messages: readonly SeenMessage[]): string {
  const last = messages.findLast(({ role, text }) => role === 'user' && !NOTE.test(text))?.text ?? ''
  const tool = messages.findLast((message) => message.role === 'tool')?.text
  const quoted = oneLine(last.replace(/\[\[[\s\S]*?\]\]/g, ''), 200)
  return `**Done.** You said:\n\n> ${quoted}${tool === undefined ? '' : `\n\nThe last tool answered \`${oneLine(tool, 60)}\`.`}`
}

const oneLine = (text: string, max: number) => text.replace(/\s+/g, ' ').trim().slice(0, max)
