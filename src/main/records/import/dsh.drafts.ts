/** Which entries a row of a DSH log holds, told by the row alone. */
import { NO_DRAFTS, type Draft, type RowDrafts } from './format'
import { isJson, listAt, objectAt, parsed, textAt, timeAt, type Json } from './json'
import { textOf } from './texts'

/** The event in a row: the row itself in a log, one level down in the streams of the command line. */
export function eventOf(row: Json): Json {
  if (row['type'] === 'session_event') return objectAt(row, 'event') ?? row
  if (row['method'] !== 'session.event') return row
  return objectAt(objectAt(row, 'params') ?? {}, 'event') ?? row
}

export function dshDrafts(row: unknown): RowDrafts {
  if (!isJson(row)) return NO_DRAFTS
  const event = eventOf(row)
  const data = objectAt(event, 'data')
  if (!data) return NO_DRAFTS
  return { at: timeAt(event, 'time'), drafts: eventDrafts(textAt(event, 'type') ?? '', data) }
}

function eventDrafts(type: string, data: Json): Draft[] {
  switch (type) {
    case 'user/message': {
      const content = data['content']
      const from = textAt(objectAt(data, 'source') ?? {}, 'kind') ?? 'user'
      return textOf(content) === '' ? [] : [{ kind: 'prompt', content, from }]
    }
    case 'assistant/message':
      return listAt(objectAt(data, 'message') ?? {}, 'content').flatMap(saidDrafts)
    case 'tool/call':
      return [{ kind: 'tool', id: textAt(data, 'callId'), name: textAt(data, 'name') ?? 'unnamed tool', input: argumentsOf(data['arguments']) }]
    case 'tool/result':
      return resultDrafts(data)
    case 'deliverables/presented':
      return listAt(data, 'files').flatMap((file) => presentedDraft(file, textAt(data, 'callId')))
    default:
      return []
  }
}

/** Calls have events of their own. */
function saidDrafts(part: unknown): Draft[] {
  if (!isJson(part) || textOf(part['text']) === '') return []
  if (part['type'] === 'text') return [{ kind: 'text', content: part['text'] }]
  return part['type'] === 'reasoning' ? [{ kind: 'thinking', content: part['text'] }] : []
}

/** Arguments are JSON texts. */
function argumentsOf(raw: unknown): unknown {
  return typeof raw === 'string' ? (parsed(raw) ?? raw) : raw
}

/** In version 4 of the log the message is the result itself; before, its content lists results. */
function resultDrafts(data: Json): Draft[] {
  const message = objectAt(data, 'message')
  if (!message) return []
  const results = message['role'] === 'tool' ? [message] : listAt(message, 'content').filter(isJson)
  const drafts = results.map((result): Draft => {
    const isError = result['isError'] === true || isJson(data['error'])
    return { kind: 'tool_patch', id: textAt(result, 'toolCallId'), phase: isError ? 'failed' : 'completed', isError, content: result['content'] }
  })
  const failed = drafts.some((draft) => draft.kind === 'tool_patch' && draft.isError)
  const diffs = objectAt(data, 'meta')?.['diffs']
  return failed || !Array.isArray(diffs) ? drafts : [...drafts, ...changeDrafts(diffs, results[0]?.['content'])]
}

/** Diffs are written by tools that change files, never by a read. A new file has none, and its path in the result only. */
function changeDrafts(diffs: readonly unknown[], content: unknown): Draft[] {
  const created = diffs.length === 0 ? /^<path>([^\n]+)<\/path>/.exec(textOf(content))?.[1] : undefined
  if (created !== undefined) return [{ kind: 'artifact', path: created, how: 'created' }]
  return diffs.flatMap((diff): Draft[] => {
    const path = isJson(diff) ? textAt(diff, 'path') : null
    if (!isJson(diff) || path === null) return []
    return [{ kind: 'artifact', path, how: diff['oldText'] === null ? 'created' : 'changed' }]
  })
}

function presentedDraft(file: unknown, tool: string | null): Draft[] {
  const path = isJson(file) ? textAt(file, 'path') : null
  if (!isJson(file) || path === null) return []
  const note = textAt(file, 'description')
  return [{ kind: 'artifact', path, how: 'presented', ...(note === null ? {} : { note }), ...(tool === null ? {} : { tool }) }]
}
