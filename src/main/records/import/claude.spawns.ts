/** What the log of a Claude Code session tells about the subagents that it started. */
import { SPAWNING } from './claude.drafts'
import type { Findings, Outcome, Sheet, SpawnFacts } from './format'
import { isJson, listAt, objectAt, textAt, type Json } from './json'
import { clipFact, textOf } from './texts'

export const INTERRUPTED = '[Request interrupted by user'

interface Notification {
  readonly agentId: string | null
  readonly callId: string | null
  readonly status: string
  readonly summary: string | null
}

export class ClaudeSpawns {
  readonly #findings: Findings
  /** The call that a worker was last started or resumed by, by the worker's id. */
  readonly #byAgent = new Map<string, SpawnFacts>()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  /** Takes the calls and results of one message. */
  read(row: Json, message: Json, at: number | null, sheet: Sheet): void {
    for (const part of listAt(message, 'content')) {
      if (!isJson(part)) continue
      if (part['type'] === 'tool_use') this.#called(part, at, sheet)
      else if (part['type'] === 'tool_result') this.#answered(row, part, at, sheet)
    }
  }

  /** A row of progress ties a call to the worker that it started. */
  named(callId: string, agentId: string): void {
    const spawn = this.#findings.spawns.get(callId)
    if (spawn) this.#tie(spawn, agentId)
  }

  /** The session was interrupted: whom it waited for has ended with it. */
  interrupted(at: number | null): void {
    for (const spawn of this.#findings.spawns.values()) {
      if (!spawn.background) spawn.outcome ??= { status: 'aborted', what: 'its parent was interrupted by the user while it waited for it', at }
    }
  }

  /** A text that the program put into the queue when a background task ended. */
  notified(text: string, at: number | null): void {
    for (const told of notificationsIn(text)) {
      const spawn = (told.callId === null ? undefined : this.#findings.spawns.get(told.callId)) ?? this.#byAgent.get(told.agentId ?? '')
      if (!spawn) continue
      spawn.outcome = outcomeOf(told.status, `a notification says "${told.status}"`, at, told.summary)
      if (told.summary !== null) spawn.reply ??= clipFact(told.summary)
    }
  }

  #called(part: Json, at: number | null, sheet: Sheet): void {
    const callId = textAt(part, 'id')
    const input = objectAt(part, 'input')
    if (callId === null || !input || !SPAWNING.has(textAt(part, 'name') ?? '')) return
    const prompt = textAt(input, 'prompt')
    const spawn: SpawnFacts = {
      callId,
      agentType: textAt(input, 'subagent_type'),
      name: textAt(input, 'description') ?? textAt(input, 'name'),
      task: prompt === null ? null : clipFact(prompt),
      at,
      agentId: null,
      background: input['run_in_background'] === true,
      outcome: null,
      reply: null
    }
    this.#findings.spawns.set(callId, spawn)
    const resumed = textAt(input, 'resume')
    if (resumed !== null) this.#tie(spawn, resumed)
    sheet.add(`call:${callId}`, 1)
  }

  #answered(row: Json, part: Json, at: number | null, sheet: Sheet): void {
    const result = objectAt(row, 'toolUseResult')
    const spawn = this.#findings.spawns.get(textAt(part, 'tool_use_id') ?? '')
    if (!spawn) return result ? this.#looked(result, at, sheet) : undefined
    const agentId = result ? (textAt(result, 'agentId') ?? textAt(result, 'agent_id')) : null
    if (agentId !== null) this.#tie(spawn, agentId)
    const status = result ? textAt(result, 'status') : null
    if (result?.['isAsync'] === true || (status !== null && (status.endsWith('_launched') || status.endsWith('_spawned')))) {
      spawn.background = true
      return
    }
    const text = textOf(part)
    spawn.reply = clipFact(text)
    spawn.outcome = part['is_error'] === true ? failure(text, at) : outcomeOf(status ?? 'completed', 'its result is in the log of its parent', at, text)
    sheet.add(`call:${spawn.callId}`, 1)
  }

  /** `TaskOutput` tells how far a background worker is. */
  #looked(result: Json, at: number | null, sheet: Sheet): void {
    const task = objectAt(result, 'task')
    const status = task ? textAt(task, 'status') : null
    const spawn = this.#byAgent.get((task ? textAt(task, 'task_id') : null) ?? '')
    if (!task || !spawn || status === null || status === 'running' || status === 'pending') return
    spawn.outcome ??= outcomeOf(status, `its parent looked and saw "${status}"`, at, textAt(task, 'result'))
    const reply = textAt(task, 'result')
    if (reply !== null) spawn.reply = clipFact(reply)
    sheet.add(`call:${spawn.callId}`, 1)
  }

  #tie(spawn: SpawnFacts, agentId: string): void {
    spawn.agentId = agentId
    this.#byAgent.set(agentId, spawn)
  }
}

function failure(text: string, at: number | null): Outcome {
  if (text.startsWith(INTERRUPTED)) return { status: 'aborted', what: 'its result says "Request interrupted by user"', at }
  return { status: 'failed', what: 'its result is an error', at, error: clipFact(text) }
}

function outcomeOf(status: string, what: string, at: number | null, text: string | null): Outcome {
  if (status === 'completed' || status === 'success') return { status: 'completed', what, at }
  if (status === 'killed' || status === 'cancelled' || status === 'canceled' || status === 'stopped') return { status: 'stopped', what, at }
  if (status === 'detached') return { status: 'detached', what, at }
  return text === null ? { status: 'failed', what, at } : { status: 'failed', what, at, error: clipFact(text) }
}

const NOTIFICATION = /^\s*<(agent|task)-notification>/

/** The notifications that a text consists of; none when it only mentions one. */
export function notificationsIn(text: string): Notification[] {
  if (!NOTIFICATION.test(text)) return []
  const bodies = text.split(/<\/(?:agent|task)-notification>/).filter((body) => NOTIFICATION.test(body))
  return bodies.map((body) => ({
    agentId: tag(body, 'agent-id') ?? tag(body, 'task-id'),
    callId: tag(body, 'tool-use-id'),
    status: tag(body, 'status') ?? 'unknown',
    summary: tag(body, 'result') ?? tag(body, 'summary')
  }))
}

function tag(body: string, name: string): string | null {
  const start = body.indexOf(`<${name}>`)
  const from = start + name.length + 2
  const end = start === -1 ? -1 : body.indexOf(`</${name}>`, from)
  return end === -1 ? null : body.slice(from, end).trim()
}
