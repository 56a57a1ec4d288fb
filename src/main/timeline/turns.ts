/** Turns and their texts, read from the log. Each read costs what it returns, and wakes nothing. */
import { Refusal } from '../../shared/errors'
import { FRAME_INPUT_MAX_CHARS, FRAME_PENDING_MAX_CHARS, FRAME_REPLY_MAX_CHARS, TIMELINE_READ_MAX } from '../../shared/limits'
import type { PendingMessage, Turn } from '../../shared/model'
import { attachmentView } from '../session/attachments'
import type { SessionLog } from '../session/log'
import { foldEvents, type FoldedTurn } from './fold'

/** Reads the turns `first`..`last` of a Session, with whole texts. */
export function readTurns(log: SessionLog, sessionId: string, first: number, last: number): FoldedTurn[] {
  const from = log.turnStart(sessionId, first)
  if (from === undefined || first > last) return []
  const to = log.turnStart(sessionId, last + 1)
  const events = log.events(sessionId, { from, shown: true, ...(to === undefined ? {} : { to }) })
  return [...foldEvents(new Map(), events).values()]
}

/** A part of a timeline as the window shows it; at most TIMELINE_READ_MAX turns, from `first` on. */
export function readPart(log: SessionLog, sessionId: string, first: number, last: number): { turns: Turn[]; totalTurns: number } {
  const from = Math.max(first, (log.get(sessionId)?.clearedTurns ?? 0) + 1)
  const until = Math.min(last, from + TIMELINE_READ_MAX - 1)
  const turns = readTurns(log, sessionId, from, until).map(({ view }) => framed(withoutGone(log, view)))
  return { turns, totalTurns: log.get(sessionId)?.turnCount ?? 0 }
}

/** The first turn that began at `time` or after it, else the newest one; null where there is none at all. */
export function turnAt(log: SessionLog, sessionId: string, time: number): number | null {
  const { turnCount = 0, clearedTurns = 0 } = log.get(sessionId) ?? {}
  return log.turnSince(sessionId, time) ?? (turnCount > clearedTurns ? turnCount : null)
}

/** Accepted messages that no turn holds yet, as the timeline shows them. */
export function readPending(log: SessionLog, sessionId: string): PendingMessage[] {
  const parked = log.get(sessionId)?.parked ?? false
  return log.inbox.beginnings(sessionId, FRAME_PENDING_MAX_CHARS).map(({ message, wholeChars }) => ({
    messageId: message.id,
    source: message.source,
    text: message.text,
    ...(wholeChars === null ? {} : { wholeChars }),
    delivery: message.delivery,
    note: message.note,
    state: 'accepted',
    parked,
    acceptedAt: message.acceptedAt,
    ...(message.revision === undefined ? {} : { revision: message.revision }),
    ...(message.attachments === undefined ? {} : { attachments: message.attachments.map(attachmentView) })
  }))
}

/**
 * The whole text of a pending message.
 * @throws Refusal CONFLICT when it is not pending (any more)
 */
export function pendingText(log: SessionLog, sessionId: string, messageId: string): string {
  const message = log.inbox.message(sessionId, messageId)
  if (!message) throw new Refusal('CONFLICT', 'That message is no longer pending.', 'Look for it in the newest turn.')
  return message.text
}

/**
 * The whole text of an input or a reply of a turn.
 * @throws Refusal NOT_FOUND when the turn has no such message
 */
export function textOf(log: SessionLog, sessionId: string, turn: number, messageId: string): string {
  for (const { view } of readTurns(log, sessionId, turn, turn)) {
    const input = view.inputs.find((one) => one.messageId === messageId)
    if (input) return input.text
    if (view.reply?.messageId === messageId) return view.reply.text
  }
  throw new Refusal('NOT_FOUND', `Turn ${turn} has no such message.`)
}

/** A turn without the capsules of workers that are gone. */
export function withoutGone(log: SessionLog, turn: Turn): Turn {
  const capsules = turn.capsules.filter((capsule) => log.get(capsule.workerId)?.lifecycle !== 'deleted')
  return capsules.length === turn.capsules.length ? turn : { ...turn, capsules }
}

/** A turn as a frame carries it: of very long texts only the beginning. */
export function framed(turn: Turn): Turn {
  const isWhole = turn.inputs.every(({ text }) => text.length <= FRAME_INPUT_MAX_CHARS)
  if (isWhole && (turn.reply?.text.length ?? 0) <= FRAME_REPLY_MAX_CHARS) return turn
  return {
    ...turn,
    inputs: isWhole ? turn.inputs : turn.inputs.map((input) => beginning(input, FRAME_INPUT_MAX_CHARS)),
    reply: turn.reply && beginning(turn.reply, FRAME_REPLY_MAX_CHARS)
  }
}

function beginning<M extends { text: string }>(message: M, most: number): M {
  const { text } = message
  if (text.length <= most) return message
  // No character is cut in two.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most
  return { ...message, text: text.slice(0, end), wholeChars: text.length }
}
