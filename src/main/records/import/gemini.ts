/**
 * Gemini CLI's chats: `chats/session-*.json` (one document that is written anew each time), `chats/session-*.jsonl`
 * (rows that replace and take back earlier ones) and `chats/<parent>/<id>.jsonl` for subagents. A document is read as
 * the rows that it would be.
 */
import { geminiDrafts } from './gemini.drafts'
import { heard, MAIN, newFindings, opened, threadOf, type Fold, type LogPlace, type RowFormat, type Sheet } from './format'
import { isJson, listAt, objectAt, textAt, timeAt, type Json } from './json'
import { clipFact, textOf } from './texts'

const TYPES = new Set(['user', 'gemini', 'info', 'error', 'warning'])
/** Members that only a chat has. */
const MEMBERS = ['projectHash', 'lastUpdated', 'startTime']
const DONE = new Set(['success', 'error', 'cancelled'])

export const gemini: RowFormat = {
  name: 'gemini',
  keyed: true,
  drafts: geminiDrafts,
  fold: (place) => new GeminiFold(place),
  isMain: () => true,
  knows: (row) =>
    isJson(row) &&
    (typeof row['projectHash'] === 'string' ||
      MEMBERS.some((key) => key in (objectAt(row, '$set') ?? {})) ||
      (typeof row['id'] === 'string' && 'content' in row && TYPES.has(textAt(row, 'type') ?? '')))
}

class GeminiFold implements Fold {
  readonly findings = newFindings()
  readonly #main = threadOf(this.findings, MAIN)
  /** The message that came last; an earlier one that is replaced says nothing about how it stands now. */
  #last: string | null = null
  readonly #parentFolder: string | null

  constructor(place: LogPlace) {
    const [folder, above] = place.folders
    this.#parentFolder = above === 'chats' ? (folder ?? null) : null
  }

  row(row: unknown, sheet: Sheet): void {
    if (!isJson(row)) return sheet.skip('not an object')
    const rewind = textAt(row, '$rewindTo')
    if (rewind !== null) return this.#rewind(rewind, sheet)
    const set = objectAt(row, '$set')
    if (set) return this.#set(row, set, sheet)
    const type = textAt(row, 'type')
    if (type !== null && TYPES.has(type)) return this.#message(row, type, sheet)
    if (typeof row['sessionId'] === 'string') return this.#set(row, row, sheet)
    sheet.skip(type ?? 'no type')
  }

  #rewind(key: string, sheet: Sheet): void {
    sheet.rewind(MAIN, key)
    sheet.quiet('$rewindTo')
    this.#last = null
    opened(this.#main, 'it was taken back to an earlier message')
  }

  #set(row: Json, set: Json, sheet: Sheet): void {
    const { findings } = this
    findings.id = textAt(set, 'sessionId') ?? findings.id
    const title = textAt(set, 'summary')
    if (title !== null) findings.title = clipFact(title)
    const folder = listAt(set, 'directories')[0]
    if (typeof folder === 'string') findings.folder = folder
    if (set['kind'] === 'subagent') {
      findings.parentId = this.#parentFolder
      if (this.#parentFolder === null) findings.notes.add('It is a subagent, but its folder does not say of whom.')
    }
    for (const key of ['startTime', 'lastUpdated']) heard(findings, key === 'startTime' ? this.#main : null, timeAt(set, key))
    const messages = set['messages']
    if (!Array.isArray(messages)) return sheet.quiet('$set')
    sheet.clear(MAIN)
    for (const message of messages) if (isJson(message)) this.#follow(message, textAt(message, 'type') ?? '')
    const { drafts } = geminiDrafts(row, MAIN)
    if (drafts.length > 0) sheet.add(MAIN, drafts.length)
    else sheet.quiet('$set')
  }

  #message(row: Json, type: string, sheet: Sheet): void {
    const key = textAt(row, 'id')
    const isEarlier = key !== null && key !== this.#last && sheet.has(MAIN, key)
    if (!isEarlier) {
      this.#follow(row, type)
      this.#last = key
    }
    const { drafts } = geminiDrafts(row, MAIN)
    // An empty message may still take the place of a full one.
    if (drafts.length > 0 || key !== null) sheet.add(MAIN, drafts.length, key ?? undefined)
    if (drafts.length === 0) sheet.quiet(`empty ${type}`)
  }

  #follow(row: Json, type: string): void {
    const thread = this.#main
    const at = timeAt(row, 'timestamp')
    heard(this.findings, thread, at)
    const text = textOf(row['content'])
    if (type === 'user') {
      if (text !== '') {
        thread.task ??= clipFact(text)
        this.findings.title ??= clipFact(text)
      }
      return opened(thread, 'a prompt has no answer yet')
    }
    if (type === 'error') {
      thread.outcome = { status: 'failed', what: 'its log ends with an error', at, error: clipFact(text) }
    } else if (type === 'gemini') {
      this.#answered(row, text, at)
    } else if (type === 'info' && text.trim() === 'Request cancelled.') {
      thread.outcome = { status: 'stopped', what: 'its log says "Request cancelled."', at }
    }
  }

  #answered(row: Json, text: string, at: number | null): void {
    const thread = this.#main
    thread.model = textAt(row, 'model') ?? thread.model
    if (text !== '') thread.reply = text
    const calls = listAt(row, 'toolCalls').filter(isJson)
    for (const call of calls) this.#spawned(call)
    const open = calls.find((call) => !DONE.has(textAt(call, 'status') ?? ''))
    if (open) opened(thread, `a call of ${textAt(open, 'name') ?? 'a tool'} has no result yet`)
    else if (calls.length > 0) opened(thread, 'a tool result has no answer yet')
    else if (text === '') opened(thread, 'it was thinking')
    else thread.outcome = { status: 'completed', what: 'its last message is a reply that calls no tool', at }
  }

  /** A call that names an agent is what that subagent was started by. */
  #spawned(call: Json): void {
    const agentId = textAt(call, 'agentId')
    const callId = textAt(call, 'id') ?? agentId
    if (agentId === null || callId === null) return
    const args = objectAt(call, 'args')
    const at = timeAt(call, 'timestamp')
    const status = textAt(call, 'status') ?? ''
    const what = `the call in the log of its parent says "${status}"`
    this.findings.spawns.set(callId, {
      callId,
      agentType: textAt(call, 'name'),
      name: textAt(call, 'displayName'),
      task: args ? clipFact(textAt(args, 'query') ?? textAt(args, 'prompt') ?? JSON.stringify(args)) : null,
      at,
      agentId,
      background: false,
      outcome:
        status === 'success' ? { status: 'completed', what, at } : status === 'error' ? { status: 'failed', what, at } : status === 'cancelled' ? { status: 'stopped', what, at } : null,
      reply: null
    })
  }
}
