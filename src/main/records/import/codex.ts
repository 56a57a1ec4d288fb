/** Codex rollouts: `sessions/YYYY/MM/DD/rollout-<time>-<uuid>.jsonl`, one file per thread, subagents included. */
import { codexDrafts, isItem, payloadOf } from './codex.drafts'
import { heard, MAIN, newFindings, opened, threadOf, type Fold, type LogPlace, type Outcome, type RowFormat, type Sheet, type SpawnFacts } from './format'
import { isJson, objectAt, parsed, textAt, timeAt, timeOf, type Json } from './json'
import { clipFact, textOf } from './texts'

/** Events that repeat what items say, or that tell about tokens, approvals and progress only. */
const QUIET_EVENTS = new Set([
  'user_message', 'agent_message', 'agent_reasoning', 'agent_reasoning_raw_content', 'agent_reasoning_section_break', 'agent_message_delta',
  'token_count', 'session_configured', 'context_compacted', 'thread_rolled_back', 'thread_name_updated', 'entered_review_mode',
  'exited_review_mode', 'exec_command_begin', 'exec_command_end', 'exec_command_output_delta', 'patch_apply_begin', 'patch_apply_end',
  'mcp_tool_call_begin', 'mcp_tool_call_end', 'web_search_begin', 'web_search_end', 'view_image_tool_call', 'turn_diff', 'plan_update',
  'background_event', 'stream_error', 'warning', 'undo_completed', 'item_started', 'item_completed', 'exec_approval_request',
  'apply_patch_approval_request', 'dynamic_tool_call_request', 'dynamic_tool_call_response', 'image_generation_end',
  'collab_agent_spawn_begin', 'collab_agent_spawn_end', 'collab_agent_interaction_begin', 'collab_agent_interaction_end',
  'collab_waiting_begin', 'collab_waiting_end', 'collab_close_begin', 'collab_close_end', 'collab_resume_begin', 'collab_resume_end'
])

const QUIET_ITEMS = new Set(['ghost_snapshot', 'compaction', 'compaction_summary', 'compaction_trigger', 'context_compaction', 'message', 'reasoning'])

/** A replayed history is written at once; what comes later than this after the fork is new, in ms. */
const REPLAY_MS = 2_500

export const codex: RowFormat = {
  name: 'codex',
  keyed: false,
  drafts: codexDrafts,
  fold: (place) => new CodexFold(place),
  isMain: () => true,
  knows: (row) =>
    isJson(row) &&
    (((row['type'] === 'session_meta' || row['type'] === 'response_item' || row['type'] === 'event_msg' || row['type'] === 'turn_context') && 'payload' in row) ||
      row['record_type'] === 'state')
}

class CodexFold implements Fold {
  readonly findings = newFindings()
  readonly #main = threadOf(this.findings, MAIN)
  readonly #byAgent = new Map<string, SpawnFacts>()
  /** When the file's own history begins; null while it is not a fork, or once the replay has ended. */
  #forkedAt: number | null = null
  #isFork = false
  #hasMeta = false
  /** The rollout tells where turns begin and end. */
  #hasTurns = false
  #error: string | null = null

  constructor(place: LogPlace) {
    this.findings.id = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/.exec(place.stem)?.[1] ?? null
  }

  row(row: unknown, sheet: Sheet): void {
    if (!isJson(row)) return sheet.skip('not an object')
    const type = textAt(row, 'type') ?? ''
    const payload = payloadOf(row)
    if (type === 'session_meta') return this.#meta(row, payload, sheet)
    if (this.#forkedAt !== null && this.#isReplay(row, type, payload)) return sheet.quiet('replayed history')
    if (type === 'turn_context') return this.#context(payload, sheet)
    if (type === 'event_msg') return this.#event(row, payload, sheet)
    if (isItem(row)) return this.#item(row, payload, sheet)
    if (type === 'compacted' || row['record_type'] === 'state') return sheet.quiet(type === '' ? 'state' : type)
    if (type === '' && typeof row['id'] === 'string' && 'timestamp' in row) return this.#meta(row, row, sheet)
    sheet.skip(type === '' ? 'no type' : type)
  }

  #meta(row: Json, meta: Json, sheet: Sheet): void {
    sheet.quiet('session_meta')
    const id = textAt(meta, 'id')
    const at = timeAt(meta, 'timestamp') ?? timeAt(row, 'timestamp')
    // A fork repeats the meta rows of those whose history it replays.
    if (this.#hasMeta) {
      if (id !== null && id !== this.findings.id) this.#forked(this.findings.startedAt)
      return
    }
    this.#hasMeta = true
    const { findings } = this
    findings.id = id ?? findings.id
    findings.folder = textAt(meta, 'cwd')
    heard(findings, this.#main, at)
    const source = objectAt(meta, 'source')
    const subagent = source?.['subagent']
    const spawn = isJson(subagent) ? (objectAt(subagent, 'thread_spawn') ?? subagent) : null
    if (subagent !== undefined) {
      findings.parentId = (spawn ? textAt(spawn, 'parent_thread_id') : null) ?? textAt(meta, 'parent_thread_id')
      findings.name = (spawn ? textAt(spawn, 'agent_nickname') : null) ?? textAt(meta, 'agent_nickname')
      findings.agentType = (spawn ? textAt(spawn, 'agent_role') : null) ?? textAt(meta, 'agent_role') ?? (typeof subagent === 'string' ? subagent : null)
      if (findings.parentId === null) findings.notes.add('It is a subagent, but its rollout does not say of whom.')
    }
    if (textAt(meta, 'forked_from_id') !== null) this.#forked(at)
  }

  #forked(at: number | null): void {
    if (this.#isFork) return
    this.#isFork = true
    this.#forkedAt = uuidTime(this.findings.id) ?? at
    if (this.#forkedAt === null) this.findings.notes.add('It is a fork, but nothing says where the replayed history ends.')
  }

  /** Ids of turns tell when each was first begun; where there is none, the replay is over when time has passed. */
  #isReplay(row: Json, type: string, payload: Json): boolean {
    const from = this.#forkedAt
    if (from === null) return false
    const begins = type === 'turn_context' || (type === 'event_msg' && (payload['type'] === 'task_started' || payload['type'] === 'turn_started'))
    const turnAt = begins ? uuidTime(textAt(payload, 'turn_id')) : null
    const at = timeAt(row, 'timestamp')
    const isNew = turnAt !== null ? turnAt >= from : at !== null && at > from + REPLAY_MS
    if (isNew) this.#forkedAt = null
    return !isNew
  }

  #context(payload: Json, sheet: Sheet): void {
    this.#main.model = textAt(payload, 'model') ?? this.#main.model
    this.findings.folder ??= textAt(payload, 'cwd')
    sheet.quiet('turn_context')
  }

  #event(row: Json, payload: Json, sheet: Sheet): void {
    const type = textAt(payload, 'type') ?? ''
    const at = timeAt(row, 'timestamp')
    heard(this.findings, this.#main, at)
    const outcome = this.#outcome(type, payload, at)
    if (outcome) this.#main.outcome = outcome
    const { drafts } = codexDrafts(row, MAIN)
    if (drafts.length > 0) return sheet.add(MAIN, drafts.length)
    if (outcome || type === 'task_started' || type === 'turn_started' || type === 'error' || QUIET_EVENTS.has(type)) return sheet.quiet(type)
    sheet.skip(`event_msg ${type}`)
  }

  #outcome(type: string, payload: Json, at: number | null): Outcome | null {
    switch (type) {
      case 'task_started':
      case 'turn_started':
        this.#error = null
        this.#hasTurns = true
        opened(this.#main, 'its turn has begun and not ended')
        return null
      case 'error':
        this.#error = clipFact(textAt(payload, 'message') ?? 'an error without words')
        return { status: 'failed', what: 'its rollout says "error"', at, error: this.#error }
      case 'task_complete':
      case 'turn_complete': {
        const last = textAt(payload, 'last_agent_message')
        if (last !== null) this.#main.reply = last
        if (last === null && this.#error !== null) return { status: 'failed', what: 'its turn ended after an error', at, error: this.#error }
        return { status: 'completed', what: `its rollout says "${type}"`, at }
      }
      case 'turn_aborted': {
        const reason = textAt(payload, 'reason') ?? 'no reason'
        return { status: 'stopped', what: `its rollout says "turn_aborted" (${reason})`, at }
      }
      default:
        return null
    }
  }

  #item(row: Json, item: Json, sheet: Sheet): void {
    const { at, drafts } = codexDrafts(row, MAIN)
    heard(this.findings, this.#main, at)
    const type = textAt(item, 'type') ?? 'message'
    for (const draft of drafts) {
      if (draft.kind === 'text') this.#replied(textOf(draft.content), at)
      if (draft.kind === 'prompt') this.#asked(textOf(draft.content), draft.from ?? 'user', at, sheet)
      if (draft.kind === 'tool') opened(this.#main, `a call of ${draft.name} has no result yet`)
      if (draft.kind === 'tool_patch') opened(this.#main, 'a tool result has no answer yet')
    }
    if (type === 'function_call' && item['name'] === 'spawn_agent') this.#spawned(item, at, sheet)
    if (type === 'function_call_output') this.#spawnAnswered(item)
    if (drafts.length > 0) return sheet.add(MAIN, drafts.length)
    if (QUIET_ITEMS.has(type)) return sheet.quiet(type === 'message' ? `${textAt(item, 'role') ?? 'unnamed'} message` : type)
    sheet.skip(`response_item ${type}`)
  }

  #replied(text: string, at: number | null): void {
    this.#main.reply = text
    // Where no row ends a turn, its last message does.
    if (this.#hasTurns) return
    this.#main.outcome = { status: 'completed', what: 'its last message is a reply that calls no tool', at }
  }

  #asked(text: string, from: string, at: number | null, sheet: Sheet): void {
    if (from === 'user') {
      this.#main.task ??= clipFact(text)
      this.findings.title ??= clipFact(text)
      opened(this.#main, 'a prompt has no answer yet')
      return
    }
    const notice = /^\s*<subagent_notification>([\s\S]*)<\/subagent_notification>/.exec(text)?.[1]
    const told = notice === undefined ? null : parsed(notice)
    if (isJson(told)) this.#notified(told, at, sheet)
  }

  #spawned(item: Json, at: number | null, sheet: Sheet): void {
    const callId = textAt(item, 'call_id')
    const given = parsed(textAt(item, 'arguments') ?? '')
    if (callId === null || !isJson(given)) return
    const message = textAt(given, 'message')
    this.findings.spawns.set(callId, {
      callId,
      agentType: textAt(given, 'agent_type'),
      name: null,
      task: message === null ? null : clipFact(message),
      at,
      agentId: null,
      background: true,
      outcome: null,
      reply: null
    })
    sheet.add(`call:${callId}`, 1)
  }

  #spawnAnswered(item: Json): void {
    const spawn = this.findings.spawns.get(textAt(item, 'call_id') ?? '')
    if (!spawn) return
    const given = parsed(textOf(item['output']))
    const agentId = isJson(given) ? (textAt(given, 'agent_id') ?? textAt(given, 'id')) : null
    if (agentId === null) {
      spawn.outcome = { status: 'failed', what: 'its parent could not start it', at: spawn.at, error: clipFact(textOf(item['output'])) }
      return
    }
    spawn.agentId = agentId
    this.#byAgent.set(agentId, spawn)
  }

  #notified(told: Json, at: number | null, sheet: Sheet): void {
    const spawn = this.#byAgent.get(textAt(told, 'agent_id') ?? '')
    const status = told['status']
    if (!spawn) return
    const word = isJson(status) ? (Object.keys(status)[0] ?? '') : typeof status === 'string' ? status : ''
    const text = isJson(status) ? textOf(status[word]) : ''
    const what = `a notification says "${word}"`
    if (word === 'completed') spawn.outcome = { status: 'completed', what, at }
    else if (word === 'errored') spawn.outcome = { status: 'failed', what, at, error: clipFact(text) }
    else if (word === 'shutdown' || word === 'interrupted') spawn.outcome = { status: 'stopped', what, at }
    if (text !== '') spawn.reply = clipFact(text)
    sheet.add(`call:${spawn.callId}`, 1)
  }
}

/** The time inside a version 7 UUID, in epoch milliseconds; null for every other text. */
export function uuidTime(id: string | null): number | null {
  const hex = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/i.exec(id ?? '')
  return hex ? timeOf(Number.parseInt(`${hex[1]}${hex[2]}`, 16)) : null
}
