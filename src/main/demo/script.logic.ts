/**
 * What the scripted model of the demo answers: a function of the conversation alone. Its first task shows a whole turn
 * (it reads, asks to run a command, writes, presents, replies); to anything else it answers what a worker would do.
 */
import { DEPARTURES, languageOf, TEXTS, type DemoLanguage } from './texts'

/** One message as the model is sent it. */
export interface DemoMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly text: string
  /** Whether an assistant's message called tools. */
  readonly calls: boolean
}

export interface DemoAnswer {
  /** Said word by word. */
  readonly text: string
  /** The tool that it then calls; null when the turn is over. */
  readonly call: { readonly name: string; readonly arguments: object } | null
}

export const DEMO_FILES = { departures: 'departures.csv', report: 'report.md', readme: 'README.md' } as const
export const DEMO_COMMAND = `sort -t, -k1,1 ${DEMO_FILES.departures}`

/** How much of what was said is quoted, in characters. */
const QUOTE_MAX = 160

/** `hasTools`: whether the request offers any; one without asks for a summary or a title. */
export function answerOf(messages: readonly DemoMessage[], hasTools: boolean): DemoAnswer {
  const { task, steers, results } = turnOf(messages)
  const language = languageOf(task)
  if (!hasTools) return { text: TEXTS[language].plain, call: null }
  return isTour(task) ? tour(language, steers, results) : chat(language, [task, ...steers], results)
}

/** The files that the demo's folder begins with. */
export function demoFiles(language: DemoLanguage): Readonly<Record<string, string>> {
  return { [DEMO_FILES.departures]: DEPARTURES, [DEMO_FILES.readme]: TEXTS[language].readme }
}

function isTour(task: string): boolean {
  return Object.values(TEXTS).some((texts) => task.includes(texts.task)) || /^\s*(again|once more|再来一次|再来|重来)[\s.!。！]*$/iu.test(task)
}

function tour(language: DemoLanguage, steers: readonly string[], results: readonly string[]): DemoAnswer {
  const texts = TEXTS[language]
  const notes = steers.map(quoteOf)
  switch (results.length) {
    case 0:
      return { text: texts.reading, call: { name: 'read', arguments: { path: DEMO_FILES.departures } } }
    case 1:
      return { text: texts.asking, call: { name: 'bash', arguments: { command: DEMO_COMMAND } } }
    case 2: {
      const file = { path: DEMO_FILES.report, content: texts.report(notes) }
      return { text: notes.length === 0 ? texts.writing : texts.heard, call: { name: 'write', arguments: file } }
    }
    case 3:
      if (isBlocked(results[2])) break
      return { text: '', call: { name: 'present', arguments: { files: [{ path: DEMO_FILES.report, description: texts.file }] } } }
  }
  return { text: texts.done({ ran: !isBlocked(results[1]), wrote: !isBlocked(results[2]) }, notes), call: null }
}

function chat(language: DemoLanguage, said: readonly string[], results: readonly string[]): DemoAnswer {
  const texts = TEXTS[language]
  if (results.length === 0) return { text: texts.looking, call: { name: 'ls', arguments: { path: '.' } } }
  return { text: texts.chat(said.map(quoteOf).join('\n>\n> ')), call: null }
}

interface DemoTurn {
  readonly task: string
  /** What was said to it since, in order. */
  readonly steers: readonly string[]
  /** What its tools answered, in order. */
  readonly results: readonly string[]
}

/** The turn that is open: it began with the first message after the last reply that called no tool. */
function turnOf(messages: readonly DemoMessage[]): DemoTurn {
  const replied = messages.findLastIndex((message) => message.role === 'assistant' && !message.calls)
  const since = messages.slice(replied + 1)
  const said = since.filter((message) => message.role === 'user').map((message) => message.text)
  return { task: said[0] ?? '', steers: said.slice(1), results: since.filter((message) => message.role === 'tool').map((message) => message.text) }
}

function isBlocked(result: string | undefined): boolean {
  return result === undefined || result.startsWith('Blocked')
}

/** In one line, and without what Markdown would take for its own. */
function quoteOf(text: string): string {
  const line = text.replace(/\s+/gu, ' ').replace(/[`<>[\]|*_]/gu, '').trim()
  const characters = [...line]
  return characters.length <= QUOTE_MAX ? line : `${characters.slice(0, QUOTE_MAX).join('')}…`
}
