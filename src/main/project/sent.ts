/** What the operator has said to one worker, newest first: for "the message before" in the composer. */
import type { SentMessage } from '../../shared/model'
import { visibleText } from '../session/events'
import type { SessionLog } from '../session/log'

/** Messages of one page, and the characters that they hold together before it ends. */
const PAGE = 20
const PAGE_CHARS = 500_000
/** How far back one page looks, in messages of anybody, and how many are read at once. */
const LOOK_BACK = 500
const READ = 50

/**
 * A page of messages.
 * @param before where the page before has ended; null for the newest, which begin with those that still wait
 */
export function sentMessages(log: SessionLog, workerId: string, before: number | null): { messages: SentMessage[]; next: number | null } {
  const total = log.get(workerId)?.dialogueCount ?? 0
  const end = Math.min(before ?? total, total)
  const messages = before === null ? waiting(log, workerId) : []
  const isFull = () => messages.length >= PAGE || messages.reduce((sum, { text }) => sum + text.length, 0) >= PAGE_CHARS
  let at = end
  while (at > 0 && end - at < LOOK_BACK && !isFull()) {
    const read = log.dialogue(workerId, total - at, READ)
    for (const event of read) {
      at--
      if (event.type === 'user/message' && event.data.source.kind === 'user') {
        messages.push({ messageId: event.data.id, text: visibleText(event.data.content), at: event.data.acceptedAt })
      }
      if (isFull()) break
    }
    if (read.length === 0) break
  }
  return { messages, next: at > 0 ? at : null }
}

function waiting(log: SessionLog, workerId: string): SentMessage[] {
  return log
    .inbox.all(workerId)
    .flatMap(({ message: { id, text, source, acceptedAt } }) => (source.kind === 'user' ? [{ messageId: id, text, at: acceptedAt }] : []))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, PAGE)
}
