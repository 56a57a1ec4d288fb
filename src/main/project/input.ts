/** A message as its engine reads it: who says it, what it says, and what came with it. */
import type { EngineKind } from '../../shared/model'
import type { EngineInput } from '../engine/engine'
import { withFiles } from '../engine/files.logic'
import type { InboxMessage } from '../session/events'
import type { Attachments } from './attachments'
import { inputText } from './completions'

/** A command stays as it was typed; agents are told in words. */
export function engineInput(message: InboxMessage, engine: EngineKind, attachments: Attachments): EngineInput {
  const text = inputText(message)
  const files = attachments.files(message.attachments ?? [])
  if (engine !== 'shell') return { messageId: message.id, text: withFiles(text, files) }
  return { messageId: message.id, text, ...(files.length === 0 ? {} : { files }) }
}
