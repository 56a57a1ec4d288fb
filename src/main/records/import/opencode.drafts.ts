/** Which entries a part of an OpenCode message holds. */
import type { ToolPhase } from '../../../shared/records'
import type { Draft } from './format'
import { listAt, objectAt, textAt, type Json } from './json'

const PHASES: ReadonlyMap<string, ToolPhase> = new Map([
  ['pending', 'requested'],
  ['running', 'executing'],
  ['completed', 'completed'],
  ['error', 'failed']
])

/** @param isUser whether the message is the user's */
export function partDrafts(part: Json, isUser: boolean): Draft[] {
  switch (part['type']) {
    case 'text': {
      const content = textAt(part, 'text') ?? ''
      if (content === '') return []
      return isUser ? [{ kind: 'prompt', content, from: part['synthetic'] === true ? 'opencode' : 'user' }] : [{ kind: 'text', content }]
    }
    case 'reasoning':
      return textAt(part, 'text') ? [{ kind: 'thinking', content: part['text'] }] : []
    case 'subtask':
      return [{ kind: 'prompt', content: textAt(part, 'prompt') ?? '', from: 'user' }]
    case 'file':
      return [{ kind: isUser ? 'prompt' : 'text', content: `[${textAt(part, 'mime') ?? 'file'}] ${textAt(part, 'filename') ?? ''}`.trim() }]
    case 'tool':
      return toolDrafts(part)
    case 'patch':
      return listAt(part, 'files').flatMap((path): Draft[] => (typeof path === 'string' ? [{ kind: 'artifact', path, how: 'changed' }] : []))
    default:
      return []
  }
}

function toolDrafts(part: Json): Draft[] {
  const state = objectAt(part, 'state')
  const id = textAt(part, 'callID')
  const phase = PHASES.get(state ? (textAt(state, 'status') ?? '') : '') ?? 'unknown'
  const call: Draft = { kind: 'tool', id, name: textAt(part, 'tool') ?? 'unnamed tool', input: state?.['input'], phase }
  if (!state || (phase !== 'completed' && phase !== 'failed')) return [call]
  return [call, { kind: 'tool_patch', id, phase, isError: phase === 'failed', content: phase === 'failed' ? state['error'] : state['output'] }]
}
