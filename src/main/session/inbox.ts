/**
 * The inbox of one Session: what may come in, that it comes in once, and how it leaves without a turn. Where a message
 * goes is the driver's to say, for it knows the turn.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../shared/errors'
import { MESSAGE_MAX_BYTES } from '../../shared/limits'
import { Delivery, type Source } from '../../shared/model'
import type { Database } from '../store/database'
import type { AttachmentKeeper } from './attachments'
import type { InboxMessage, InboxTarget } from './events'
import type { SessionLog } from './log'
import { changeBodies, type PendingChange, type PendingEntry } from './pending.logic'

export interface NewMessage {
  readonly messageId: string
  readonly text: string
  readonly delivery: Delivery
  readonly source: Source
  /** Ids of files that come with it. */
  readonly attachments?: readonly string[] | undefined
  /** What is parked stays so, and this with it: it was pending before, and comes back. */
  readonly keepsParked?: boolean | undefined
}

export interface Receipt {
  readonly messageId: string
  /** What became of the wish: a steer may have to wait as queue. */
  readonly delivery: Delivery
  /** Why it differs from the wish; null where it does not. */
  readonly note: string | null
}

/** A receipt with where the message went; null for one that was there before. */
export type Admission = Receipt & { readonly target: InboxTarget | null }

export interface Place {
  readonly target: InboxTarget
  /** Why a steer waits as queue; null where it does not. */
  readonly note: string | null
}

/** Ids of the host's own notices: whoever took one would keep the notice from ever arriving. */
const NOTICE_ID = /^(completed|settled)-/

const Known = z.object({ session_id: z.string(), delivery: Delivery, note: z.string().nullable(), digest: z.string() })

export class Inbox {
  constructor(
    private readonly sessionId: string,
    private readonly port: {
      readonly db: Database
      readonly log: SessionLog
      readonly clock: () => number
      readonly attachments: AttachmentKeeper
    }
  ) {}

  /**
   * Takes a message in, or finds that it is here already. Asks `place` only for a new one.
   * @throws Refusal BAD_INPUT, TOO_LARGE, CONFLICT (the id was used for another message), and what `place` throws
   */
  admit(message: NewMessage, place: () => Place): Admission {
    checkNew(message)
    return this.port.log.transaction(() => {
      const known = this.#known(message.messageId)
      if (!known) return this.#store(message, place(), true)
      if (known.digest !== digestOf(message) || known.session_id !== this.sessionId) {
        throw new Refusal('CONFLICT', 'That message id belongs to another message.', 'Use a new id for a new message.')
      }
      return { messageId: message.messageId, delivery: known.delivery, note: known.note, target: null }
    })
  }

  /** Takes a notice of the host's own in, once for its id. One that does not wake waits for something that does. */
  notify(notice: Omit<NewMessage, 'delivery'> & { readonly wakes: boolean }, place: () => Place): void {
    if (this.#known(notice.messageId)) return
    const { messageId, text, source, wakes } = notice
    this.#store({ messageId, text, source, delivery: 'steer' }, place(), wakes)
  }

  /** @throws Refusal CONFLICT when it is not pending any more, NOT_FOUND when it never was here */
  pending(messageId: string): PendingEntry {
    const entry = this.port.log.inbox.all(this.sessionId).find((other) => other.message.id === messageId)
    if (entry) return entry
    throw this.#known(messageId)
      ? new Refusal('CONFLICT', 'That message is not pending any more: a turn has it, or it was taken back.', 'Send another message.')
      : new Refusal('NOT_FOUND', 'There is no such message.')
  }

  /**
   * Changes what waits, and returns the message as it was.
   * @throws Refusal CONFLICT when it has just been delivered, and what `changeBodies` throws
   */
  change(change: PendingChange): InboxMessage {
    return this.port.log.transaction(() => {
      const { message } = this.pending(change.messageId)
      this.port.log.append(this.sessionId, changeBodies(this.port.log.inbox.all(this.sessionId), change))
      if (change.kind === 'withdraw') this.port.attachments.release(message.id)
      return message
    })
  }

  /** Cancels all that waits. */
  clear(): void {
    for (const target of ['next-step', 'next-turn'] as const) {
      const waiting = this.port.log.inbox.count(this.sessionId, target)
      if (waiting > 0) this.#cancel(target, 0, waiting)
    }
  }

  #cancel(target: InboxTarget, start: number, removedCount: number): void {
    this.port.log.append(this.sessionId, [
      { type: 'agent/inbox/spliced', data: { target, start, removedCount, inserted: [], outcome: 'canceled' } }
    ])
  }

  #store(message: NewMessage, { target, note }: Place, wakes: boolean): Admission {
    const { messageId: id, text, source } = message
    const delivery: Delivery = note === null ? message.delivery : 'queue'
    this.port.db.run(
      'INSERT INTO message (id, session_id, delivery, note, digest) VALUES (?, ?, ?, ?, ?)',
      id,
      this.sessionId,
      delivery,
      note,
      digestOf(message)
    )
    const start = this.port.log.inbox.count(this.sessionId, target)
    const attachments = message.attachments?.length ? this.port.attachments.attach(this.sessionId, id, message.attachments) : []
    const files = attachments.length === 0 ? {} : { attachments }
    const inserted: InboxMessage[] = [{ id, text, source, delivery, note, acceptedAt: this.port.clock(), wakes, ...files }]
    this.port.log.append(this.sessionId, [{ type: 'agent/inbox/spliced', data: { target, start, inserted } }])
    if (wakes && !message.keepsParked) this.port.log.setParked(this.sessionId, false)
    return { messageId: id, delivery, note, target }
  }

  #known(messageId: string): z.infer<typeof Known> | undefined {
    return this.port.db.get(Known, 'SELECT session_id, delivery, note, digest FROM message WHERE id = ?', messageId)
  }
}

/** @throws Refusal BAD_INPUT, TOO_LARGE */
export function checkText(text: string, attachments = 0): void {
  if (text.trim() === '' && attachments === 0) throw new Refusal('BAD_INPUT', 'The message is empty.', 'Write something to send.')
  // The database would keep another character in its place.
  if (!text.isWellFormed()) {
    throw new Refusal('BAD_INPUT', 'The message holds half a character, which is no text.', 'Remove the broken character.')
  }
  const bytes = Buffer.byteLength(text)
  if (bytes > MESSAGE_MAX_BYTES) {
    throw new Refusal('TOO_LARGE', `The message has ${bytes} bytes.`, `Send at most ${MESSAGE_MAX_BYTES} bytes, or put the text into a file.`)
  }
}

function checkNew({ messageId, text, attachments }: NewMessage): void {
  checkText(text, attachments?.length)
  if (NOTICE_ID.test(messageId)) {
    throw new Refusal('BAD_INPUT', 'Message ids that begin like this are the host’s own.', 'Use a random id.')
  }
}

/** What makes two sends with one id the same message. */
function digestOf(message: NewMessage): string {
  const files = message.attachments?.length ? [message.attachments] : []
  return createHash('sha256').update(JSON.stringify([message.text, message.delivery, message.source, ...files])).digest('base64url')
}
