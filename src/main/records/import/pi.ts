/** Sessions of pi: `sessions/--<folder>--/<time>_<id>.jsonl`. pi has no subagents; a session is a run of one. */
import { heard, MAIN, newFindings, NO_DRAFTS, opened, threadOf, type Draft, type Fold, type LogPlace, type RowDrafts, type RowFormat, type Sheet } from './format'
import { isJson, listAt, numberAt, objectAt, textAt, timeAt, type Json } from './json'
import { clipFact, textOf } from './texts'

const QUIET = new Set([
  'session', 'model_change', 'thinking_level_change', 'usage', 'compaction', 'context_edit', 'branch_summary', 'custom', 'label', 'session_info'
])

export const pi: RowFormat = {
  name: 'pi',
  keyed: false,
  drafts: piDrafts,
  fold: (place) => new PiFold(place),
  isMain: () => true,
  knows: (row) =>
    isJson(row) &&
    ((row['type'] === 'session' && typeof row['cwd'] === 'string' && typeof row['timestamp'] === 'string') ||
      (row['type'] === 'message' && typeof row['timestamp'] === 'string' && typeof objectAt(row, 'message')?.['role'] === 'string'))
}

class PiFold implements Fold {
  readonly findings = newFindings()
  readonly #main = threadOf(this.findings, MAIN)

  constructor(place: LogPlace) {
    this.findings.id = place.stem.split('_').at(-1) ?? place.stem
  }

  row(row: unknown, sheet: Sheet): void {
    if (!isJson(row)) return sheet.skip('not an object')
    const type = textAt(row, 'type') ?? ''
    const message = messageOf(row)
    heard(this.findings, this.#main, timeAt(row, 'timestamp'))
    if (message) this.#follow(message, timeAt(row, 'timestamp'))
    const { drafts } = piDrafts(row)
    if (drafts.length > 0) return sheet.add(MAIN, drafts.length)
    if (message) return sheet.quiet(`${textAt(message, 'role') ?? 'unnamed'} message`)
    if (type === 'session') this.#header(row)
    if (type === 'session_info') this.findings.title = textAt(row, 'name') ?? this.findings.title
    if (QUIET.has(type)) return sheet.quiet(type)
    sheet.skip(type === '' ? 'no type' : type)
  }

  #header(row: Json): void {
    this.findings.id = textAt(row, 'id') ?? this.findings.id
    this.findings.folder = textAt(row, 'cwd')
  }

  #follow(message: Json, at: number | null): void {
    const thread = this.#main
    const text = textOf(message['content'])
    switch (message['role']) {
      case 'user':
        thread.task ??= clipFact(text)
        this.findings.title ??= clipFact(text)
        return opened(thread, 'a prompt has no answer yet')
      case 'toolResult':
        return opened(thread, 'a tool result has no answer yet')
      case 'assistant':
        return this.#answered(message, at)
      default:
    }
  }

  #answered(message: Json, at: number | null): void {
    const thread = this.#main
    thread.model = textAt(message, 'model') ?? thread.model
    const text = textOf(listAt(message, 'content').filter((part) => isJson(part) && part['type'] === 'text'))
    if (text !== '') thread.reply = text
    const reason = textAt(message, 'stopReason') ?? ''
    const what = `its last message says "${reason}"`
    const error = textAt(message, 'errorMessage')
    if (reason === 'stop') thread.outcome = { status: 'completed', what, at }
    else if (reason === 'aborted') thread.outcome = { status: 'stopped', what, at }
    else if (reason === 'error' || reason === 'length') thread.outcome = { status: 'failed', what, at, ...(error === null ? {} : { error: clipFact(error) }) }
    else opened(thread, 'a call of a tool has no result yet')
  }
}

/** The message of a row; extensions write theirs into the row itself. */
function messageOf(row: Json): Json | null {
  if (row['type'] === 'custom_message') return { role: 'custom', content: row['content'] }
  return row['type'] === 'message' ? objectAt(row, 'message') : null
}

export function piDrafts(row: unknown): RowDrafts {
  const message = isJson(row) ? messageOf(row) : null
  if (!isJson(row) || !message) return NO_DRAFTS
  return { at: timeAt(row, 'timestamp') ?? timeAt(message, 'timestamp'), drafts: messageDrafts(message) }
}

function messageDrafts(message: Json): Draft[] {
  const content = message['content']
  switch (message['role']) {
    case 'user':
      return textOf(content) === '' ? [] : [{ kind: 'prompt', content, from: 'user' }]
    case 'custom':
      return textOf(content) === '' ? [] : [{ kind: 'prompt', content, from: 'extension' }]
    case 'assistant':
      return typeof content === 'string' ? [{ kind: 'text', content }] : listAt(message, 'content').flatMap(partDrafts)
    case 'toolResult': {
      const isError = message['isError'] === true
      return [{ kind: 'tool_patch', id: textAt(message, 'toolCallId'), phase: isError ? 'failed' : 'completed', isError, content }]
    }
    case 'bashExecution': {
      // A command that the operator ran with "!".
      const code = numberAt(message, 'exitCode')
      const isError = code !== null && code !== 0
      return [
        { kind: 'tool', id: null, name: 'bash', input: { command: textAt(message, 'command') ?? '' } },
        { kind: 'tool_patch', id: null, phase: isError ? 'failed' : 'completed', isError, content: message['output'] }
      ]
    }
    default:
      return []
  }
}

function partDrafts(part: unknown): Draft[] {
  if (!isJson(part)) return []
  if (part['type'] === 'text') return textOf(part) === '' ? [] : [{ kind: 'text', content: part['text'] }]
  if (part['type'] === 'thinking') return textAt(part, 'thinking') ? [{ kind: 'thinking', content: part['thinking'] }] : []
  if (part['type'] === 'toolCall') return [{ kind: 'tool', id: textAt(part, 'id'), name: textAt(part, 'name') ?? 'unnamed tool', input: part['arguments'] }]
  return []
}
