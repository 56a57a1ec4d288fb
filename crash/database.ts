/** Reads the database of a dead host, from a copy: looking at it must not repair it. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const SessionRow = z.object({
  id: z.string(),
  project_id: z.string(),
  parent_id: z.string().nullable(),
  lifecycle: z.enum(['creating', 'member', 'deleting', 'deleted']),
  next_seq: z.number(),
  turn_count: z.number(),
  open_turn: z.number().nullable(),
  dialogue_count: z.number()
})
export type SessionRow = z.infer<typeof SessionRow>

const source = z.object({ kind: z.string() })
const text = z.object({ type: z.string(), text: z.string() })
const Outcome = z.looseObject({ kind: z.string() })
export type Outcome = z.infer<typeof Outcome>
const turn = z.number()

/** The events that a replay needs, and of all others only their turn. */
const EventData = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('agent/inbox/spliced'),
    data: z.object({
      target: z.enum(['next-step', 'next-turn']),
      start: z.number(),
      removedCount: z.number().default(0),
      inserted: z.array(z.object({ id: z.string(), text: z.string(), source })),
      outcome: z.string().optional()
    })
  }),
  z.object({ type: z.literal('turn/start'), data: z.object({ turn }) }),
  z.object({ type: z.literal('turn/end'), data: z.object({ turn, reason: Outcome }) }),
  z.object({ type: z.literal('user/message'), data: z.object({ turn, id: z.string(), source }) }),
  z.object({ type: z.literal('assistant/message'), data: z.object({ turn, message: z.object({ content: z.array(text) }) }) })
])
const Other = z.object({ type: z.string(), data: z.object({ turn }) }).transform(({ data }) => ({ type: 'other' as const, data }))
const READ: readonly string[] = EventData.options.map((option) => option.shape.type.value)

export type Event = (z.infer<typeof EventData> | z.infer<typeof Other>) & { readonly seq: number }

const EventRow = z.object({ session_id: z.string(), seq: z.number(), type: z.string(), data: z.string() })
const InboxRow = z.object({ session_id: z.string(), target: z.enum(['next-step', 'next-turn']), message_id: z.string() })
export type InboxRow = z.infer<typeof InboxRow>
const MessageRow = z.object({ id: z.string(), session_id: z.string() })

/** All that a dead host has left on disk. */
export interface Disk {
  readonly integrity: string
  readonly sessions: readonly SessionRow[]
  /** By session, in the order of the log. */
  readonly events: ReadonlyMap<string, readonly Event[]>
  /** In the order in which they would be taken. */
  readonly inbox: readonly InboxRow[]
  /** The ids that count as accepted, and whose they are. */
  readonly messages: ReadonlyMap<string, string>
}

/** Reads the data folder of a host that does not run. */
export function readDisk(dataFolder: string): Disk {
  const copy = mkdtempSync(`${dataFolder}-look-`)
  try {
    for (const name of ['crewdeck.db', 'crewdeck.db-wal']) {
      const file = join(dataFolder, name)
      if (existsSync(file)) copyFileSync(file, join(copy, name))
    }
    const database = new DatabaseSync(join(copy, 'crewdeck.db'))
    try {
      const all = <T>(schema: z.ZodType<T>, sql: string) => database.prepare(sql).all().map((row) => schema.parse(row))
      return {
        integrity: String(database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check']),
        sessions: all(SessionRow, `SELECT ${Object.keys(SessionRow.shape).join(', ')} FROM session`),
        events: Map.groupBy(all(EventRow, 'SELECT session_id, seq, type, data FROM event ORDER BY session_id, seq').map(parsed), ({ session }) => session),
        inbox: all(InboxRow, 'SELECT session_id, target, message_id FROM inbox ORDER BY session_id, target, position'),
        messages: new Map(all(MessageRow, 'SELECT id, session_id FROM message').map((row) => [row.id, row.session_id]))
      }
    } finally {
      database.close()
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function parsed({ session_id, seq, type, data }: z.infer<typeof EventRow>): Event & { readonly session: string } {
  const body = { type, data: JSON.parse(data) as unknown }
  return { ...(READ.includes(type) ? EventData.parse(body) : Other.parse(body)), seq, session: session_id }
}
