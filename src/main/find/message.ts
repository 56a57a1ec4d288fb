/** A message of the log, as far as finding needs it. Read without the whole schema of events: thousands are read at once. */
import { z } from 'zod'
import { Source } from '../../shared/model'
import { visibleText } from '../session/events'

export interface SaidMessage {
  readonly turn: number
  readonly messageId: string
  /** Null for what an agent said. */
  readonly source: Source | null
  readonly text: string
}

const Content = z.array(z.object({ type: z.string(), text: z.string() }))
const Input = z.object({ turn: z.number(), id: z.string(), content: Content, source: Source })
const Said = z.object({ turn: z.number(), message: z.object({ id: z.string(), content: Content }) })

/** Null where a person reads nothing: an agent that only thought or called tools, or an event that is no message. */
export function messageOf(type: string, data: string): SaidMessage | null {
  const json = parse(data)
  if (type === 'user/message') {
    const input = Input.safeParse(json)
    if (!input.success) return null
    const { turn, id, content, source } = input.data
    return spoken({ turn, messageId: id, source, text: visibleText(content) })
  }
  const said = Said.safeParse(json)
  if (type !== 'assistant/message' || !said.success) return null
  return spoken({ turn: said.data.turn, messageId: said.data.message.id, source: null, text: visibleText(said.data.message.content) })
}

function spoken(message: SaidMessage): SaidMessage | null {
  return message.text.trim() === '' ? null : message
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}
