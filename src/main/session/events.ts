/**
 * The events of a Session's log, named and shaped as DSH writes them, so that one fold reads both. `seq` counts from 0
 * without a gap; `time` is epoch milliseconds.
 */
import { z } from 'zod'
import { Delivery, Outcome, Source, Usage } from '../../shared/model'
import { StoredAttachment } from './attachments'

const turn = z.number().int().positive()
const step = z.number().int().nonnegative()
const textContent = z.object({ type: z.literal('text'), text: z.string() })

export const InboxTarget = z.enum(['next-step', 'next-turn'])
export type InboxTarget = z.infer<typeof InboxTarget>

/** A message as the inbox holds it. */
export const InboxMessage = z.object({
  id: z.string(),
  text: z.string(),
  source: Source,
  delivery: Delivery,
  note: z.string().nullable(),
  acceptedAt: z.number(),
  /** False for a notice that waits for something else to open its turn. */
  wakes: z.boolean().default(true),
  /** How often its text was edited while it waited; left out for never. */
  revision: z.number().int().positive().optional(),
  /** Left out for none. */
  attachments: z.array(StoredAttachment).optional()
})
export type InboxMessage = z.infer<typeof InboxMessage>

export const EventBody = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('agent/inbox/spliced'),
    data: z.object({
      target: InboxTarget,
      start: z.number().int().nonnegative(),
      removedCount: z.number().int().nonnegative().optional(),
      inserted: z.array(InboxMessage),
      outcome: z.literal('canceled').optional()
    })
  }),
  z.object({ type: z.literal('turn/start'), data: z.object({ turn, engine: z.string(), model: z.string().nullable() }) }),
  z.object({ type: z.literal('step/start'), data: z.object({ turn, step }) }),
  z.object({
    type: z.literal('user/message'),
    data: z.object({
      turn,
      step,
      id: z.string(),
      role: z.literal('user'),
      content: z.array(textContent),
      source: Source,
      delivery: Delivery,
      acceptedAt: z.number(),
      attachments: z.array(StoredAttachment).optional()
    })
  }),
  z.object({
    type: z.literal('assistant/message'),
    data: z.object({
      turn,
      step,
      message: z.object({
        id: z.string(),
        role: z.literal('assistant'),
        content: z.array(z.discriminatedUnion('type', [textContent, z.object({ type: z.literal('reasoning'), text: z.string() })]))
      }),
      model: z.string().optional(),
      usage: Usage.optional()
    })
  }),
  z.object({
    type: z.literal('tool/call'),
    data: z.object({ turn, step, callId: z.string(), name: z.string(), arguments: z.string() })
  }),
  /** The operator has answered what the call had to wait for: its own time begins now. */
  z.object({ type: z.literal('tool/answered'), data: z.object({ turn, step, callId: z.string(), allowed: z.boolean() }) }),
  z.object({
    type: z.literal('tool/result'),
    data: z.object({
      turn,
      step,
      name: z.string(),
      message: z.object({ role: z.literal('tool'), toolCallId: z.string(), isError: z.boolean(), content: z.array(textContent) }),
      /** The host ended in the middle of the call, and this is what was found of it afterwards. */
      cut: z.literal(true).optional(),
      /** Files that the call changed. Reads and failures have none. */
      meta: z.object({
        diffs: z.array(
          z.object({
            path: z.string(),
            how: z.enum(['created', 'changed']),
            added: z.number().nullable(),
            removed: z.number().nullable(),
            before: z.string().nullable().optional(),
            told: z.boolean().optional(),
            after: z.string().optional()
          })
        )
      })
    })
  }),
  z.object({
    type: z.literal('deliverables/presented'),
    data: z.object({ turn, callId: z.string(), files: z.array(z.object({ path: z.string(), description: z.string().optional(), after: z.string().optional() })) })
  }),
  /** What the turn really runs on, as far as its engine has said by now. */
  z.object({
    type: z.literal('turn/ran'),
    data: z.object({
      turn,
      agent: z.object({ name: z.string(), version: z.string().nullable() }).optional(),
      model: z.string().optional(),
      mode: z.string().optional(),
      effort: z.string().optional()
    })
  }),
  /** Something of the turn that the operator has to know. */
  z.object({ type: z.literal('turn/remark'), data: z.object({ turn, text: z.string() }) }),
  z.object({ type: z.literal('step/end'), data: z.object({ turn, step }) }),
  /** A Coordinator's step gave a worker something: it was made, or sent a message. */
  z.object({
    type: z.literal('worker/updated'),
    data: z.object({ turn, step, workerId: z.string(), name: z.string(), action: z.enum(['spawn', 'send']) })
  }),
  /** A stop was asked for; the turn has not ended yet. */
  z.object({ type: z.literal('turn/stopping'), data: z.object({ turn, by: z.enum(['user', 'parent', 'disposed']) }) }),
  /** `tookMs`: only where the clock was set while the turn ran. */
  z.object({ type: z.literal('turn/end'), data: z.object({ turn, reason: Outcome, tookMs: z.number().optional() }) }),
  /** The operator has cleared the conversation up to and with this turn: nobody is shown it, and no engine remembers it. */
  z.object({ type: z.literal('conversation/cleared'), data: z.object({ turn }) })
])
export type EventBody = z.infer<typeof EventBody>
export type EventType = EventBody['type']

export type SessionEvent = EventBody & { readonly seq: number; readonly time: number }

/** The text that a person reads of a message's content. */
export function visibleText(content: readonly { type: string; text: string }[]): string {
  return content
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('')
}

/** Whether the timeline needs the event; of tool results only those that changed files. */
export function isShown(event: EventBody): boolean {
  switch (event.type) {
    case 'agent/inbox/spliced':
    case 'tool/call':
    case 'tool/answered':
    case 'step/end':
    case 'conversation/cleared':
      return false
    case 'tool/result':
      return event.data.meta.diffs.length > 0
    default:
      return true
  }
}

/** Whether a person sees the event as a message: what people and agents said, not the host's own notices. */
export function isDialogue(event: EventBody): boolean {
  if (event.type === 'user/message') return event.data.source.kind === 'user' || event.data.source.kind === 'coordinator'
  return event.type === 'assistant/message' && visibleText(event.data.message.content).trim() !== ''
}
