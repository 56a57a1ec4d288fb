/**
 * Changes of what waits in an inbox, as the events that say them. A message that is changed or moved keeps its id: it is
 * taken out and put in again by the same commit, so that it is never in two places and never in none.
 */
import { assertNever, Refusal } from '../../shared/errors'
import type { Source } from '../../shared/model'
import type { EventBody, InboxMessage, InboxTarget } from './events'

export interface PendingEntry {
  readonly target: InboxTarget
  readonly message: InboxMessage
}

export type PendingChange =
  | { readonly kind: 'withdraw'; readonly messageId: string }
  /** `base`: the revision that the new text is made from. */
  | { readonly kind: 'edit'; readonly messageId: string; readonly text: string; readonly base?: number }
  /** To the place before another message of the same kind; to the end of them without one. */
  | { readonly kind: 'move'; readonly messageId: string; readonly before: string | null }
  /** From the queue to the steers. */
  | { readonly kind: 'steer'; readonly messageId: string }

/**
 * The events of a change; none when it is done already.
 * @param waiting what waits, each kind in the order in which it will be taken; holds the message
 * @throws Refusal FORBIDDEN (not the operator's to change), CONFLICT (others were faster), BAD_INPUT (no such place)
 */
export function changeBodies(waiting: readonly PendingEntry[], change: PendingChange): EventBody[] {
  const entry = waiting.find(({ message }) => message.id === change.messageId)
  if (!entry) throw new Error(`message ${change.messageId} does not wait here`)
  const { target, message } = entry
  const row = waiting.filter((other) => other.target === target).map((other) => other.message)
  const at = row.indexOf(message)
  const out = { target, start: at, removedCount: 1 }
  switch (change.kind) {
    case 'withdraw':
      if (isNotice(message.source)) {
        throw new Refusal('FORBIDDEN', 'This is a notice of Crewdeck’s own, which always arrives.', 'It can be moved.')
      }
      return [splice({ ...out, inserted: [], outcome: 'canceled' })]
    case 'edit':
      return editBodies(message, change, out)
    case 'move': {
      const rest = row.toSpliced(at, 1)
      const place = change.before === null ? rest.length : rest.findIndex(({ id }) => id === change.before)
      if (change.before === message.id || place === at) return []
      if (place < 0) throw noPlace(waiting, target, change.before)
      return [splice({ ...out, inserted: [] }), splice({ target, start: place, inserted: [message] })]
    }
    case 'steer': {
      if (target === 'next-step') return []
      const steers = waiting.filter((other) => other.target === 'next-step').length
      const steered: InboxMessage = { ...message, delivery: 'steer', note: null, wakes: true }
      return [splice({ ...out, inserted: [] }), splice({ target: 'next-step', start: steers, inserted: [steered] })]
    }
    default:
      return assertNever(change)
  }
}

type Splice = Extract<EventBody, { type: 'agent/inbox/spliced' }>['data']

function splice(data: Splice): EventBody {
  return { type: 'agent/inbox/spliced', data }
}

function editBodies(
  message: InboxMessage,
  { text, base }: Extract<PendingChange, { kind: 'edit' }>,
  out: Pick<Splice, 'target' | 'start' | 'removedCount'>
): EventBody[] {
  if (message.source.kind !== 'user') {
    throw new Refusal('FORBIDDEN', 'Only your own messages can be edited.', 'Move it, or send a message of your own.')
  }
  // The same edit again, whose answer was lost.
  if (message.text === text) return []
  const revision = message.revision ?? 0
  if (base !== undefined && base !== revision) {
    throw new Refusal('CONFLICT', 'That message was edited elsewhere meanwhile.', 'Look at its text now, then edit that.')
  }
  return [splice({ ...out, inserted: [{ ...message, text, revision: revision + 1 }] })]
}

/** Why there is no place before the message `before`. */
function noPlace(waiting: readonly PendingEntry[], target: InboxTarget, before: string | null): Refusal {
  if (waiting.some(({ message }) => message.id === before)) {
    return target === 'next-turn'
      ? new Refusal('BAD_INPUT', 'Steers always come before the queue.', 'Send the message now to make it a steer.')
      : new Refusal('BAD_INPUT', 'Steers always come before the queue.', 'Move it among the steers.')
  }
  return new Refusal('CONFLICT', 'The message that it should stand before does not wait any more.', 'Look at what waits now.')
}

/** Whether the host itself says it. */
export function isNotice(source: Source): boolean {
  return source.kind === 'worker-completed' || source.kind === 'subagent-settled'
}
