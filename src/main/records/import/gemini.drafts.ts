/** Which entries a row of a Gemini CLI chat holds, told by the row alone. */
import type { ToolPhase } from '../../../shared/records'
import { NO_DRAFTS, type Draft, type RowDrafts } from './format'
import { isJson, listAt, objectAt, textAt, timeAt, type Json } from './json'
import { textOf } from './texts'

export function geminiDrafts(row: unknown, _thread: string): RowDrafts {
  if (!isJson(row)) return NO_DRAFTS
  const set = objectAt(row, '$set') ?? row
  const messages = set['messages']
  if (!Array.isArray(messages)) return { at: timeAt(row, 'timestamp'), drafts: messageDrafts(row) }
  const all = messages.filter(isJson)
  return { at: timeAt(all[0] ?? {}, 'timestamp'), drafts: all.flatMap(messageDrafts) }
}

function messageDrafts(message: Json): Draft[] {
  const content = message['content']
  const text = textOf(content)
  switch (message['type']) {
    case 'user':
      return text === '' ? [] : [{ kind: 'prompt', content, from: 'user' }]
    case 'gemini':
      return [...thoughtDrafts(message), ...(text === '' ? [] : [{ kind: 'text', content } as const]), ...listAt(message, 'toolCalls').flatMap(toolDrafts)]
    case 'info':
    case 'warning':
    case 'error':
      // Not the model's words; the brackets say whose they are.
      return text === '' ? [] : [{ kind: 'text', content: `[${message['type']}] ${text}` }]
    default:
      return []
  }
}

function thoughtDrafts(message: Json): Draft[] {
  return listAt(message, 'thoughts').flatMap((thought): Draft[] => {
    if (!isJson(thought)) return []
    const [subject, description] = [textAt(thought, 'subject') ?? '', textAt(thought, 'description') ?? '']
    const content = subject !== '' && description !== '' ? `${subject}: ${description}` : subject + description
    return content === '' ? [] : [{ kind: 'thinking', content }]
  })
}

const PHASES: ReadonlyMap<string, ToolPhase> = new Map([
  ['success', 'completed'],
  ['error', 'failed'],
  ['cancelled', 'interrupted'],
  ['executing', 'executing']
])

function toolDrafts(call: unknown): Draft[] {
  if (!isJson(call)) return []
  const id = textAt(call, 'id')
  const phase = PHASES.get(textAt(call, 'status') ?? '') ?? 'requested'
  const name = textAt(call, 'name') ?? 'unnamed tool'
  const drafts: Draft[] = [{ kind: 'tool', id, name, input: call['args'], phase }]
  const result = call['result'] ?? call['resultDisplay']
  if (result !== undefined && result !== null) {
    drafts.push({ kind: 'tool_patch', id, phase, isError: phase === 'failed', content: result })
  }
  const shown = objectAt(call, 'resultDisplay')
  const path = shown && phase === 'completed' && typeof shown['fileDiff'] === 'string' ? (textAt(shown, 'filePath') ?? textAt(shown, 'fileName')) : null
  if (shown && path !== null) {
    drafts.push({ kind: 'artifact', path, how: shown['isNewFile'] === true ? 'created' : 'changed', ...(id === null ? {} : { tool: id }) })
  }
  return drafts
}
