/** What was said to workers last, and what waits for them: of one, or of hundreds with as few questions. Reads only. */
import { z } from 'zod'
import { PENDING_PREVIEW } from '../../shared/limits'
import { Source, type Activity, type ActivityInput } from '../../shared/model'
import { InboxMessage, visibleText } from '../session/events'
import type { SessionLog, SessionRow, StoredMessage } from '../session/log'

export interface WorkerActivity {
  readonly pendingCount: number
  /** Null where it cannot be read, which keeps nothing else of the worker from being told. */
  readonly activity: Activity | null
}

/** The data of a `user/message`, as far as it is told. */
const Input = z.object({ id: z.string(), content: z.array(z.object({ type: z.string(), text: z.string() })), source: Source })

/** By the id of the Session. */
export function readActivities(log: SessionLog, sessions: readonly SessionRow[]): ReadonlyMap<string, WorkerActivity> {
  const ids = sessions.map((session) => session.id)
  const inputs = bySession(log.latestInputs(ids))
  const waiting = bySession(log.inbox.ofSessions(ids))
  return new Map(
    sessions.map((session) => {
      const pending = waiting.get(session.id) ?? []
      return [session.id, { pendingCount: pending.length, activity: activityOf(session, inputs.get(session.id) ?? [], pending) }]
    })
  )
}

function activityOf(session: SessionRow, inputs: readonly StoredMessage[], waiting: readonly StoredMessage[]): Activity | null {
  try {
    const pending = waiting.map((stored) => InboxMessage.parse(JSON.parse(stored.json)))
    const human = pending.filter((message) => message.source.kind === 'user').toSorted((a, b) => a.acceptedAt - b.acceptedAt)
    const latestInput = inputAt(session.latestInputSeq, inputs)
    return {
      latestInput,
      latestHumanInput: session.latestHumanSeq === session.latestInputSeq ? latestInput : inputAt(session.latestHumanSeq, inputs),
      observedThroughSeq: session.nextSeq - 1,
      pendingHumanInputs: human
        .slice(-PENDING_PREVIEW)
        .map((message) => ({ messageId: message.id, text: message.text, at: message.acceptedAt, source: message.source })),
      pendingHumanInputCount: human.length
    }
  } catch {
    return null
  }
}

function inputAt(seq: number | null, inputs: readonly StoredMessage[]): ActivityInput | null {
  if (seq === null) return null
  const stored = inputs.find((input) => input.seq === seq)
  if (!stored) throw new Error(`the log has nothing at ${seq}`)
  const { id, content, source } = Input.parse(JSON.parse(stored.json))
  return { messageId: id, text: visibleText(content), at: stored.time, source }
}

function bySession(rows: readonly StoredMessage[]): Map<string, StoredMessage[]> {
  const groups = new Map<string, StoredMessage[]>()
  for (const row of rows) {
    const group = groups.get(row.sessionId)
    if (group) group.push(row)
    else groups.set(row.sessionId, [row])
  }
  return groups
}
