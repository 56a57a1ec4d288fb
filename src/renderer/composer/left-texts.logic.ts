/** What was being written to a worker when it went. */
import type { Unsent } from './pending.logic'

export interface LeftText {
  readonly kind: 'draft' | 'unsent' | 'edit'
  /** Of the message; of the worker for its draft. */
  readonly id: string
  readonly text: string
}

interface Edited {
  readonly workerId: string
  readonly text: string
  readonly before: string
}

/** The text in the field, messages that the host never had, and changes of pending messages that were not saved. */
export function leftTexts(
  workerId: string,
  draft: string,
  unsent: readonly Unsent[],
  edits: Readonly<Record<string, Edited>>
): LeftText[] {
  const left: LeftText[] = [{ kind: 'draft', id: workerId, text: draft }]
  for (const message of unsent) {
    if (message.workerId === workerId && message.state !== 'accepted') left.push({ kind: 'unsent', id: message.messageId, text: message.text })
  }
  for (const [id, edit] of Object.entries(edits)) {
    if (edit.workerId === workerId && edit.text !== edit.before) left.push({ kind: 'edit', id, text: edit.text })
  }
  return left.filter(({ text }) => text.trim() !== '')
}
