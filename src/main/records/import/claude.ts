/**
 * Claude Code's logs: `<session>.jsonl` with its subagents inline (1.0), in `agent-<id>.jsonl` beside it (2.0) or in
 * `<session>/subagents/` (2.1).
 */
import { isJson, listAt, objectAt, textAt, timeAt, type Json } from './json'
import { claudeDrafts, spokenIn } from './claude.drafts'
import { ClaudeSpawns, INTERRUPTED, notificationsIn } from './claude.spawns'
import { heard, MAIN, newFindings, opened, threadOf, type Fold, type LogPlace, type RowFormat, type Sheet, type ThreadFacts } from './format'
import { clipFact, textOf } from './texts'

/** Kinds of rows that hold no part of a conversation. */
const QUIET = new Set([
  'summary', 'system', 'file-history-snapshot', 'pr-link', 'custom-title', 'ai-title', 'agent-name', 'agent-color', 'agent-setting',
  'last-prompt', 'permission-mode', 'mode', 'tag', 'worktree-state', 'attachment', 'queue-operation', 'progress',
  'content-replacement', 'task-summary', 'attribution-snapshot'
])

/** Rows of sidechains that are remembered for their children, at most. */
const CHAIN_MAX = 200_000

export const claudeCode: RowFormat = {
  name: 'claude-code',
  keyed: false,
  drafts: claudeDrafts,
  fold: (place) => new ClaudeFold(place),
  isMain: (row, place) => isJson(row) && row['type'] !== 'progress' && (row['isSidechain'] !== true || agentIdOf(place) !== null),
  knows: (row) =>
    isJson(row) &&
    ((typeof row['sessionId'] === 'string' && typeof row['uuid'] === 'string') ||
      row['type'] === 'summary' ||
      row['type'] === 'file-history-snapshot' ||
      ((row['type'] === 'user' || row['type'] === 'assistant') && isJson(row['message'])))
}

/** The agent's id in a file name of a subagent's log; null for logs of sessions. */
export function agentIdOf(place: LogPlace): string | null {
  return /^agent-(.+)$/.exec(place.stem)?.[1] ?? null
}

class ClaudeFold implements Fold {
  readonly findings = newFindings()
  readonly #agentId: string | null
  readonly #spawns = new ClaudeSpawns(this.findings)
  /** The thread of each row of a sidechain, by the row's id. */
  readonly #chain = new Map<string, string>()
  #titleRank = 0

  constructor(place: LogPlace) {
    this.#agentId = agentIdOf(place)
    if (this.#agentId === null) {
      this.findings.id = place.stem
      return
    }
    this.findings.id = this.#agentId
    // `<session>/subagents/agent-<id>.jsonl`; beside the parent, the rows tell whose it is.
    const depth = place.folders.indexOf('subagents')
    this.findings.parentId = depth === -1 ? null : (place.folders[depth + 1] ?? null)
  }

  row(row: unknown, sheet: Sheet): void {
    if (!isJson(row)) return sheet.skip('not an object')
    const type = textAt(row, 'type') ?? ''
    this.#learn(row, type)
    if (type === 'user' || type === 'assistant') return this.#spoken(row, row, type, this.#threadOfRow(row), sheet)
    const inner = spokenIn(row)
    if (type === 'progress' && inner) return this.#progress(row, inner, sheet)
    if (type === 'queue-operation') this.#spawns.notified(textAt(row, 'content') ?? '', timeAt(row, 'timestamp'))
    if (type === 'attachment' && claudeDrafts(row, MAIN).drafts.length > 0) {
      heard(this.findings, threadOf(this.findings, MAIN), timeAt(row, 'timestamp'))
      return sheet.add(this.#threadOfRow(row), 1)
    }
    if (QUIET.has(type)) return sheet.quiet(type)
    sheet.skip(type === '' ? 'no type' : type)
  }

  #learn(row: Json, type: string): void {
    const { findings } = this
    findings.folder ??= textAt(row, 'cwd')
    if (this.#agentId !== null) findings.parentId ??= textAt(row, 'sessionId')
    if (type === 'custom-title') this.#title(3, textAt(row, 'customTitle'))
    if (type === 'ai-title') this.#title(2, textAt(row, 'aiTitle'))
    if (type === 'summary') this.#title(1, textAt(row, 'summary'))
  }

  #title(rank: number, title: string | null): void {
    if (title === null || rank < this.#titleRank) return
    this.#titleRank = rank
    this.findings.title = clipFact(title)
  }

  #threadOfRow(row: Json): string {
    if (this.#agentId !== null || row['isSidechain'] !== true) return MAIN
    const agent = textAt(row, 'agentId')
    if (agent !== null) return `inline:${agent}`
    const id = textAt(row, 'uuid')
    const parent = textAt(row, 'parentUuid')
    const thread = (parent === null ? undefined : this.#chain.get(parent)) ?? `inline:${id ?? 'unnamed'}`
    if (id !== null) this.#remember(id, thread)
    return thread
  }

  #remember(id: string, thread: string): void {
    this.#chain.set(id, thread)
    if (this.#chain.size <= CHAIN_MAX) return
    const [oldest] = this.#chain.keys()
    if (oldest !== undefined) this.#chain.delete(oldest)
  }

  /** What a running subagent says, told in the log of its parent. */
  #progress(row: Json, inner: Json, sheet: Sheet): void {
    const data = objectAt(row, 'data')
    const agent = data ? textAt(data, 'agentId') : null
    const type = textAt(inner, 'type') ?? ''
    if (!data || agent === null || (type !== 'user' && type !== 'assistant')) return sheet.quiet('progress')
    const call = textAt(row, 'parentToolUseID')
    if (call !== null) this.#spawns.named(call, agent)
    this.#spoken(row, inner, type, `progress:${agent}`, sheet)
  }

  #spoken(row: Json, said: Json, type: 'user' | 'assistant', name: string, sheet: Sheet): void {
    const message = objectAt(said, 'message')
    if (!message) return sheet.skip(`${type} without a message`)
    const { at, drafts } = claudeDrafts(row, name)
    if (drafts.length === 0) {
      // Thinking that was kept secret leaves an empty part; a message without content leaves nothing at all.
      if (listAt(message, 'content').length > 0) sheet.quiet(`${type} with nothing to read`)
      else sheet.skip(`${type} without content`)
      return
    }
    const thread = threadOf(this.findings, name)
    heard(this.findings, thread, at)
    if (type === 'assistant') this.#answered(said, message, thread, at)
    else this.#asked(said, message, thread, at, name)
    sheet.add(name, drafts.length)
    if (name === MAIN || name.startsWith('inline:')) this.#spawns.read(row, message, at, sheet)
  }

  #answered(row: Json, message: Json, thread: ThreadFacts, at: number | null): void {
    const model = textAt(message, 'model')
    if (model !== null && model !== '<synthetic>') thread.model = model
    const content = listAt(message, 'content').filter(isJson)
    const text = textOf(content.length > 0 ? content.filter((part) => part['type'] === 'text') : message['content'])
    if (text !== '') thread.reply = text
    const call = content.find((part) => part['type'] === 'tool_use')
    if (row['isApiErrorMessage'] === true) {
      thread.outcome = { status: 'failed', what: 'its last message is an error of the model', at, error: clipFact(text) }
    } else if (call) {
      opened(thread, `a call of ${textAt(call, 'name') ?? 'a tool'} has no result yet`)
    } else if (message['stop_reason'] === 'max_tokens') {
      thread.outcome = { status: 'failed', what: 'its last message reached the limit of tokens', at }
    } else if (text !== '') {
      thread.outcome = { status: 'completed', what: 'its last message is a reply that calls no tool', at }
    } else {
      opened(thread, 'it was thinking')
    }
  }

  #asked(row: Json, message: Json, thread: ThreadFacts, at: number | null, name: string): void {
    const content = listAt(message, 'content').filter(isJson)
    const isResult = content.some((part) => part['type'] === 'tool_result')
    const text = isResult ? '' : textOf(message['content'])
    if (!isResult && row['isMeta'] !== true) {
      thread.task ??= clipFact(text)
      if (name === MAIN && this.#titleRank === 0) this.findings.title ??= clipFact(titleOf(text))
    }
    if (text.startsWith(INTERRUPTED) || (isResult && content.some((part) => textOf(part).startsWith(INTERRUPTED)))) {
      thread.outcome = { status: 'aborted', what: 'its log says "Request interrupted by user"', at }
      if (name === MAIN) this.#spawns.interrupted(at)
      return
    }
    opened(thread, isResult ? 'a tool result has no answer yet' : 'a prompt has no answer yet')
    const origin = objectAt(row, 'origin')
    if (origin?.['kind'] === 'task-notification' || notificationsIn(text).length > 0) this.#spawns.notified(text, at)
  }
}

/** A command as it was typed, where the prompt is what the program made of one. */
function titleOf(prompt: string): string {
  const name = /<command-name>([^<]*)<\/command-name>/.exec(prompt)?.[1]
  const given = /<command-args>([^<]*)<\/command-args>/.exec(prompt)?.[1] ?? ''
  return name === undefined ? prompt : `${name} ${given}`.trim()
}
