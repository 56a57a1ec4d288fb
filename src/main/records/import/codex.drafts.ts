/** Which entries a row of a Codex rollout holds, told by the row alone. */
import { isJson, listAt, objectAt, textAt, timeAt, type Json } from './json'
import { NO_DRAFTS, type Draft, type RowDrafts } from './format'
import { textOf } from './texts'

/** The part of a row that tells something; rollouts of early 2025 have no envelope. */
export function payloadOf(row: Json): Json {
  return objectAt(row, 'payload') ?? row
}

/** `response_item` of all versions, those without an envelope included. */
export function isItem(row: Json): boolean {
  const type = row['type']
  return type === 'response_item' || (!('payload' in row) && typeof type === 'string' && BARE_ITEMS.has(type))
}

const BARE_ITEMS = new Set(['message', 'reasoning', 'function_call', 'function_call_output', 'local_shell_call'])

export function codexDrafts(row: unknown, thread: string): RowDrafts {
  if (!isJson(row)) return NO_DRAFTS
  const at = timeAt(row, 'timestamp')
  const payload = payloadOf(row)
  if (thread.startsWith('call:')) return { at, drafts: reportDrafts(payload, thread.slice('call:'.length)) }
  if (isItem(row)) return { at, drafts: itemDrafts(payload) }
  return row['type'] === 'event_msg' && payload['type'] === 'patch_apply_end' ? { at, drafts: patchDrafts(payload) } : { at, drafts: [] }
}

function itemDrafts(item: Json): Draft[] {
  const type = textAt(item, 'type') ?? (typeof item['role'] === 'string' ? 'message' : '')
  if (type === 'message') return messageDrafts(item)
  if (type === 'reasoning') {
    const content = [...listAt(item, 'summary'), ...listAt(item, 'content')]
    return textOf(content) === '' ? [] : [{ kind: 'thinking', content }]
  }
  if (type.endsWith('_output')) return [outputDraft(item)]
  if (type.endsWith('_call')) return [callDraft(item, type)]
  return []
}

function messageDrafts(item: Json): Draft[] {
  const content = item['content']
  if (textOf(content) === '') return []
  if (item['role'] === 'assistant') return [{ kind: 'text', content }]
  return item['role'] === 'user' ? [{ kind: 'prompt', content, from: senderOf(textOf(content)) }] : []
}

/** What the program puts before the first prompt and between prompts is no word of the user's. */
function senderOf(text: string): string {
  return /^\s*(<(environment_context|user_instructions|turn_aborted|subagent_notification|permissions|skill|INSTRUCTIONS)|# AGENTS\.md)/.test(text) ? 'codex' : 'user'
}

function callDraft(item: Json, type: string): Draft {
  const name = textAt(item, 'name') ?? type.replace(/_call$/, '')
  const input = item['arguments'] ?? item['input'] ?? item['action'] ?? textAt(item, 'summary') ?? undefined
  const id = textAt(item, 'call_id') ?? textAt(item, 'id')
  const done = type !== 'function_call' && type !== 'custom_tool_call' && item['status'] === 'completed'
  return done ? { kind: 'tool', id, name, input, phase: 'completed' } : { kind: 'tool', id, name, input }
}

function outputDraft(item: Json): Draft {
  const output = item['output']
  const isError = isJson(output) ? output['success'] === false : typeof output === 'string' && failedInside(output)
  return { kind: 'tool_patch', id: textAt(item, 'call_id'), phase: isError ? 'failed' : 'completed', isError, content: output }
}

/** Commands answer with a JSON text that ends with their exit code. */
function failedInside(output: string): boolean {
  return output.startsWith('{') && /"exit_code"\s*:\s*[1-9]/.test(output.slice(-200))
}

function patchDrafts(payload: Json): Draft[] {
  const changes = objectAt(payload, 'changes')
  if (payload['success'] !== true || !changes) return []
  const tool = textAt(payload, 'call_id')
  return Object.entries(changes).map(([path, change]) => {
    const kind = isJson(change) ? (textAt(change, 'type') ?? Object.keys(change)[0] ?? '') : ''
    const how = kind === 'add' ? 'created' : 'changed'
    return { kind: 'artifact', path, how, ...(tool === null ? {} : { tool }), ...(kind === 'delete' ? { note: 'deleted' } : {}) }
  })
}

/** A worker whose rollout is not there: its task, and the notice of its end, as the rollout of its parent has them. */
function reportDrafts(payload: Json, callId: string): Draft[] {
  if (payload['call_id'] === callId && typeof payload['arguments'] === 'string') {
    return [{ kind: 'prompt', content: payload['arguments'], from: 'coordinator' }]
  }
  const text = textOf(payload['content'])
  return text === '' ? [] : [{ kind: 'text', content: text }]
}
