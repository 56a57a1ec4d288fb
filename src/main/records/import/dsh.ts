/**
 * DSH's session logs: `sessions/--<folder>--/<id>/session[.vN].jsonl[.zstd]`, one per session, children included; also
 * the streams that its command line writes, where each event carries the id of its session.
 */
import { dshDrafts, eventOf } from './dsh.drafts'
import { heard, MAIN, newFindings, opened, threadOf, type Fold, type LogPlace, type Outcome, type RowFormat, type Sheet, type ThreadFacts } from './format'
import { isJson, listAt, objectAt, textAt, timeAt, type Json } from './json'
import { clipFact, textOf } from './texts'

const QUIET = new Set([
  'session', 'session/end-seed', 'session/title', 'session/meta', 'agent/inbox/spliced', 'turn/start', 'turn/end', 'step/start', 'step/end',
  'assistant/chunk', 'text-chunks', 'reasoning-chunks', 'tool-call-chunks', 'assistant/message', 'request/header', 'request/context', 'subagent/descriptor',
  'approval/policy', 'approval/asked', 'approval/decided', 'compaction/start', 'compaction/summary', 'compaction/end', 'todo/write',
  'tool/code-dispatch-start', 'tool/code-dispatch', 'tool-workflow/run-start', 'tool-workflow/agent-start', 'tool-workflow/agent-end',
  'tool-workflow/run-end', 'session.status', 'subagent.started', 'subagent.finished', 'result', 'user/message', 'tool/result'
])

export const dsh: RowFormat = {
  name: 'dsh',
  keyed: false,
  drafts: dshDrafts,
  fold: (place) => new DshFold(place),
  isMain: () => true,
  knows: (row) =>
    isJson(row) &&
    ((row['type'] === 'session' && typeof row['createdAt'] === 'number') ||
      row['type'] === 'session_event' ||
      row['method'] === 'session.event' ||
      (isJson(row['data']) && /^(agent|turn|step|session|request)\//.test(textAt(row, 'type') ?? '')))
}

class DshFold implements Fold {
  readonly findings = newFindings()
  /** Rows up to `session/end-seed` are the history of the session that this one was made from. */
  #seeded = false
  /** Rows of the seed that are still to come, where the header counts them. */
  #seedLeft = 0
  /** The first session of a stream. */
  #streamed: string | null = null

  constructor(place: LogPlace) {
    const folder = place.folders[0] ?? ''
    this.findings.id = /^session(\.v\d+)?$/.test(place.stem) && folder !== '' ? folder.replace(/^session-/, '') : place.stem
    threadOf(this.findings, MAIN)
  }

  row(row: unknown, sheet: Sheet): void {
    if (!isJson(row)) return sheet.skip('not an object')
    const event = eventOf(row)
    const type = textAt(event, 'type') ?? textAt(event, 'method') ?? ''
    if (type === 'session' && !('data' in event)) return this.#header(event, sheet)
    if (this.#seeded && this.#isSeed(type)) return sheet.quiet('replayed history')
    const name = this.#threadOfRow(row)
    const thread = threadOf(this.findings, name)
    heard(this.findings, thread, timeAt(event, 'time'))
    const data = objectAt(event, 'data') ?? {}
    this.#follow(type, data, thread, timeAt(event, 'time'))
    const { drafts } = dshDrafts(row)
    if (drafts.length > 0) return sheet.add(name, drafts.length)
    if (QUIET.has(type)) return sheet.quiet(type)
    sheet.skip(type === '' ? 'no type' : type)
  }

  #header(header: Json, sheet: Sheet): void {
    const { findings } = this
    findings.id = textAt(header, 'id') ?? findings.id
    findings.folder = textAt(header, 'cwd')
    // A fork by a person has a parent too, and is a session of its own.
    if (header['origin'] === 'subagent') findings.parentId = textAt(header, 'parentSession')
    heard(findings, threadOf(findings, MAIN), timeAt(header, 'createdAt'))
    const length = header['seedLength']
    this.#seedLeft = typeof length === 'number' && length > 0 ? length : 0
    this.#seeded = this.#seedLeft > 0 || header['isSeeded'] === true
    sheet.quiet('session')
  }

  #isSeed(type: string): boolean {
    if (type === 'session/end-seed') {
      this.#seeded = false
      return true
    }
    if (this.#seedLeft === 0) return true
    this.#seedLeft -= 1
    this.#seeded = this.#seedLeft > 0
    return true
  }

  /** In a stream of events the first session is the one that it is about. */
  #threadOfRow(row: Json): string {
    const params = objectAt(row, 'params')
    const id = row['type'] === 'session_event' ? textAt(row, 'sessionId') : params ? textAt(params, 'sessionId') : null
    if (id === null) return MAIN
    if (this.#streamed === null) {
      this.#streamed = id
      this.findings.id = id
    }
    return id === this.#streamed ? MAIN : `session:${id}`
  }

  #follow(type: string, data: Json, thread: ThreadFacts, at: number | null): void {
    switch (type) {
      case 'session/title':
        this.findings.title = textAt(data, 'title') ?? this.findings.title
        return
      case 'subagent/descriptor':
        this.findings.name = textAt(data, 'label') ?? this.findings.name
        this.findings.agentType = textAt(data, 'mode') ?? this.findings.agentType
        return
      case 'request/context':
        thread.model = textAt(data, 'model') ?? thread.model
        return
      case 'user/message':
        if (objectAt(data, 'source')?.['kind'] !== 'plugin') thread.task ??= clipFact(textOf(data['content']))
        return
      case 'assistant/message':
        return this.#replied(data, thread)
      case 'turn/start':
        return opened(thread, 'its turn has begun and not ended')
      case 'tool/call':
        return opened(thread, `a call of ${textAt(data, 'name') ?? 'a tool'} has no result yet`)
      case 'tool/result':
        return opened(thread, 'its turn has begun and not ended')
      case 'agent/inbox/spliced':
        if (thread.outcome === null && listAt(data, 'inserted').length > 0) opened(thread, 'a message waits in its inbox')
        return
      case 'turn/end':
        thread.outcome = outcomeOf(objectAt(data, 'reason') ?? {}, at)
        return
      default:
    }
  }

  #replied(data: Json, thread: ThreadFacts): void {
    const message = objectAt(data, 'message')
    const text = textOf(message ? listAt(message, 'content').filter((part) => isJson(part) && part['type'] === 'text') : '')
    if (text !== '') thread.reply = text
  }
}

/** The statuses of spec 3 from the reasons that a turn ends for. */
function outcomeOf(reason: Json, at: number | null): Outcome {
  const kind = textAt(reason, 'kind') ?? 'no reason'
  const what = `its last turn ended "${kind}"`
  switch (kind) {
    case 'completed':
      return { status: 'completed', what, at }
    case 'blocked':
    case 'error':
    case 'max-tokens': {
      const error = textAt(objectAt(reason, 'error') ?? reason, 'message')
      return { status: 'failed', what, at, ...(error === null ? {} : { error: clipFact(error) }) }
    }
    case 'aborted': {
      const by = textAt(objectAt(reason, 'reason') ?? {}, 'kind') ?? 'unknown'
      return { status: by === 'user' || by === 'hook' ? 'stopped' : 'aborted', what: `its last turn was aborted (${by})`, at }
    }
    default:
      return { status: 'interrupted', what, at }
  }
}
