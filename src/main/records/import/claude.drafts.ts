/** Which entries a row of a Claude Code log holds, told by the row alone. */
import { isJson, listAt, objectAt, textAt, timeAt, type Json } from './json'
import { NO_DRAFTS, type Draft, type RowDrafts } from './format'

/** The tools that start a subagent, by the names of all versions. */
export const SPAWNING = new Set(['Task', 'Agent'])

export function claudeDrafts(row: unknown, thread: string): RowDrafts {
  if (!isJson(row)) return NO_DRAFTS
  const said = spokenIn(row)
  if (!said) return NO_DRAFTS
  const at = timeAt(said, 'timestamp') ?? timeAt(row, 'timestamp')
  if (thread.startsWith('call:')) return { at, drafts: reportDrafts(said, thread.slice('call:'.length)) }
  if (said['type'] === 'attachment') return { at, drafts: queuedDrafts(said) }
  const message = objectAt(said, 'message')
  if (!message) return NO_DRAFTS
  const drafts = said['type'] === 'assistant' ? assistantDrafts(message) : userDrafts(said, message)
  return { at, drafts }
}

/** The row itself, or the row of a subagent that a `progress` row carries. */
export function spokenIn(row: Json): Json | null {
  if (row['type'] !== 'progress') return row
  const data = objectAt(row, 'data')
  return data?.['type'] === 'agent_progress' ? objectAt(data, 'message') : null
}

function assistantDrafts(message: Json): Draft[] {
  const content = message['content']
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', content }]
  const drafts: Draft[] = []
  for (const part of listAt(message, 'content')) {
    if (!isJson(part)) continue
    const draft = assistantDraft(part)
    if (draft) drafts.push(draft)
  }
  return drafts
}

function assistantDraft(part: Json): Draft | null {
  switch (part['type']) {
    case 'text':
      return filled({ kind: 'text', content: part['text'] })
    case 'thinking':
      return filled({ kind: 'thinking', content: part['thinking'] })
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return { kind: 'tool', id: textAt(part, 'id'), name: textAt(part, 'name') ?? 'unnamed tool', input: part['input'] }
    default:
      return resultDraft(part)
  }
}

function filled(draft: Draft & { readonly content: unknown }): Draft | null {
  return typeof draft.content === 'string' && draft.content !== '' ? draft : null
}

/** Results stand in rows of the user, those of server tools among the assistant's parts. */
function resultDraft(part: Json): Draft | null {
  const type = part['type']
  if (typeof type !== 'string' || !type.endsWith('tool_result')) return null
  const isError = part['is_error'] === true
  return { kind: 'tool_patch', id: textAt(part, 'tool_use_id'), phase: isError ? 'failed' : 'completed', isError, content: part['content'] }
}

function userDrafts(row: Json, message: Json): Draft[] {
  const content = message['content']
  const from = senderOf(row)
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'prompt', content, from }]
  const drafts: Draft[] = []
  const said: unknown[] = []
  for (const part of listAt(message, 'content')) {
    const result = isJson(part) ? resultDraft(part) : null
    if (result) drafts.push(result)
    else if (typeof part === 'string' || isJson(part)) said.push(part)
  }
  if (drafts.length > 0) drafts.push(...artifactDrafts(row))
  if (said.length > 0) drafts.push({ kind: 'prompt', content: said, from })
  return drafts
}

/** `user` unless the program itself wrote the row. */
function senderOf(row: Json): string {
  const origin = objectAt(row, 'origin')
  const kind = origin ? textAt(origin, 'kind') : null
  if (kind !== null && kind !== 'human') return kind
  if (row['isMeta'] === true || row['isCompactSummary'] === true) return 'claude-code'
  return row['isSidechain'] === true && row['parentUuid'] === null ? 'coordinator' : 'user'
}

/** Write and Edit leave the file's path and the patch beside their result. */
function artifactDrafts(row: Json): Draft[] {
  const result = objectAt(row, 'toolUseResult')
  const path = result ? textAt(result, 'filePath') : null
  if (!result || path === null || !Array.isArray(result['structuredPatch'])) return []
  return [{ kind: 'artifact', path, how: result['type'] === 'create' ? 'created' : 'changed' }]
}

/** What the operator typed while the agent was busy. */
function queuedDrafts(row: Json): Draft[] {
  const attachment = objectAt(row, 'attachment')
  const prompt = attachment?.['type'] === 'queued_command' ? attachment['prompt'] : null
  return typeof prompt === 'string' || Array.isArray(prompt) ? [{ kind: 'prompt', content: prompt, from: 'user' }] : []
}

/** A worker that left no log of its own: its task and its result, as the log of its parent has them. */
function reportDrafts(row: Json, callId: string): Draft[] {
  const message = objectAt(row, 'message')
  for (const part of message ? listAt(message, 'content') : []) {
    if (!isJson(part)) continue
    if (part['type'] === 'tool_use' && part['id'] === callId) {
      const input = objectAt(part, 'input')
      return [{ kind: 'prompt', content: input?.['prompt'] ?? input?.['description'] ?? '', from: 'coordinator' }]
    }
    if (part['type'] === 'tool_result' && part['tool_use_id'] === callId) return [{ kind: 'text', content: part['content'] }]
  }
  const looked = objectAt(objectAt(row, 'toolUseResult') ?? {}, 'task')
  return looked ? [{ kind: 'text', content: looked['result'] ?? looked['output'] ?? '' }] : []
}
