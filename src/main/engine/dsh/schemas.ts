/**
 * What crosses the DeepSeek Harness's loopback API, as far as we read it. It is a preview: what is not here, or has
 * another shape than here, is skipped and counted.
 */
import { z } from 'zod'

/** Versions of `dsh` that were run through the contract. */
export const TRIED_VERSIONS: readonly string[] = ['0.1.0-rc.8']

export const Answer = z.object({
  type: z.literal('server-response'),
  rpcId: z.string(),
  result: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: z.unknown() }),
    z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) })
  ])
})

export const Described = z.object({ version: z.string(), provider: z.string(), model: z.string() })
export const Created = z.object({ sessionId: z.string() })
export const Accepted = z.object({ accepted: z.literal(true) })
export const Models = z.object({
  current: z.object({ provider: z.string(), model: z.string(), reasoningEffort: z.string().optional() }),
  groups: z.array(z.object({ id: z.string(), models: z.array(z.object({ id: z.string() })) }))
})
export const History = z.object({ events: z.array(z.object({ event: z.unknown() })), hasMore: z.boolean() })

/** One message of the stream. Requests for an answer carry the id that the answer names. */
export const Pushed = z.object({ rpcId: z.string(), payload: z.object({ type: z.string(), sessionId: z.string().optional() }).loose() })
export type Pushed = z.infer<typeof Pushed>

export const QueueFrame = z.object({
  items: z.array(z.object({ id: z.string(), message: z.object({ source: z.object({ rpcId: z.string().optional() }).loose() }) }))
})

export const ApprovalFrame = z.object({ approvalId: z.string(), toolName: z.string(), callId: z.string().optional(), reason: z.string().optional() })
export type ApprovalFrame = z.infer<typeof ApprovalFrame>
export const ApprovalEnd = z.object({ approvalId: z.string() })

const QuestionItem = z.object({
  id: z.string(),
  question: z.string(),
  header: z.string().optional(),
  detail: z.string().optional(),
  options: z.array(z.object({ label: z.string(), description: z.string().optional() })).optional()
})
export type QuestionItem = z.infer<typeof QuestionItem>
export const QuestionFrame = z.object({ questions: z.array(QuestionItem) })
export const QuestionEnd = z.object({ questionRpcId: z.string() })

export const Envelope = z.object({ type: z.string(), seq: z.number().int(), time: z.number(), data: z.unknown() })
export type Envelope = z.infer<typeof Envelope>

const Content = z.array(z.object({ type: z.string(), text: z.string().optional() }).loose())
const place = { turn: z.number().int(), step: z.number().int() }

const Usage = z.object({ inputTokens: z.number().int().nonnegative(), outputTokens: z.number().int().nonnegative() })

/** The events that we fold, by their names. */
export const EVENTS = {
  'turn/start': z.object({ turn: z.number().int() }),
  'turn/end': z.object({
    turn: z.number().int(),
    reason: z
      .object({
        kind: z.string(),
        error: z.object({ message: z.string(), code: z.string().optional() }).optional(),
        message: z.string().optional(),
        reason: z.object({ kind: z.string(), message: z.string().optional() }).optional()
      })
      .loose()
  }),
  'step/start': z.object(place),
  'user/message': z.object({ id: z.string(), source: z.object({ kind: z.string(), rpcId: z.string().optional() }).loose() }),
  'request/header': z.object({
    header: z.object({ config: z.object({ model: z.string(), reasoningEffort: z.string().optional() }).loose() }).loose()
  }),
  'assistant/message': z.object({
    ...place,
    message: z.object({ id: z.string(), content: Content, source: z.object({ model: z.string().optional() }).loose().optional() }),
    usage: Usage.optional()
  }),
  'tool/call': z.object({ ...place, callId: z.string(), name: z.string(), arguments: z.string() }),
  'tool/result': z.object({
    ...place,
    message: z
      .object({ content: z.unknown(), toolCallId: z.string().optional(), isError: z.boolean().optional() })
      .loose(),
    meta: z.object({ diffs: z.array(z.object({ path: z.string(), oldText: z.string().nullish(), newText: z.string() })).optional() }).loose().optional()
  }),
  'deliverables/presented': z.object({
    callId: z.string().optional(),
    files: z.array(z.object({ path: z.string(), description: z.string().optional() }))
  })
} as const
export type EventName = keyof typeof EVENTS
export type EventOf<K extends EventName> = z.infer<(typeof EVENTS)[K]>
export const isKnown = (type: string): type is EventName => type in EVENTS

/** What a result says, in both forms: the block inside of a user message, and (log version 4) the message itself. */
const ResultBlock = z.object({ type: z.literal('tool-result'), toolCallId: z.string(), isError: z.boolean().optional(), content: z.unknown() })

export interface ReadResult {
  readonly callId: string
  readonly isError: boolean
  readonly text: string
}

/** Null where it names no call. */
export function readResult(message: EventOf<'tool/result'>['message']): ReadResult | null {
  const block = Array.isArray(message.content) ? ResultBlock.safeParse(message.content[0]).data : undefined
  if (block) return { callId: block.toolCallId, isError: block.isError === true, text: textOf(block.content) }
  if (message.toolCallId === undefined) return null
  return { callId: message.toolCallId, isError: message.isError === true, text: textOf(message.content) }
}

/** The words of a message's content, of one kind. */
export function textOf(content: unknown, kind = 'text'): string {
  if (typeof content === 'string') return content
  const { data } = Content.safeParse(content)
  return (data ?? []).flatMap((block) => (block.type === kind && block.text !== undefined ? [block.text] : [])).join('\n\n')
}
