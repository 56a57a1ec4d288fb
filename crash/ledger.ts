/**
 * The oracle's own record: what was asked of the host, in which order, and what it answered. It knows nothing of how
 * the host works. What was asked and never answered may have happened once, or not at all.
 */
import { appendFileSync } from 'node:fs'

export type Engine = 'shell' | 'pi'
export type Delivery = 'steer' | 'queue'
/** `unsure`: asked, and no answer came. */
export type Fate = 'unsure' | 'accepted' | 'refused'

export interface Message {
  readonly id: string
  readonly workerId: string
  readonly wish: Delivery
  readonly text: string
  /** When it was asked first, and when it was answered first, counted in steps of the ledger. */
  readonly askedAt: number
  answeredAt: number | null
  /** What the receipt said. */
  delivery: Delivery | null
  fate: Fate
  withdrawal: Fate | null
  /** The texts that it may have now: more than one where an edit was asked for and not answered. */
  readonly said: Set<string>
  /** An edit is under way, or was never answered. */
  isEdited: boolean
  /** Another place was asked for: it stands where it was put, not where it came. */
  isMoved: boolean
}

export interface Worker {
  readonly id: string
  readonly engine: Engine
  /** Null for a worker that the Coordinator has made. */
  readonly firstMessage: Message | null
  removal: Fate | null
}

export class Ledger {
  readonly workers = new Map<string, Worker>()
  readonly messages = new Map<string, Message>()
  /** Marks in what the Coordinator was told to say to workers: each may be said once. */
  readonly orders = new Set<string>()
  /** What the host promised the Coordinator: the worker by the message. */
  readonly promised = new Map<string, string>()
  #now = 0
  #made = 0
  readonly #journal: string

  /** Writes what happens to the file `journal`, for whoever has to understand a failure. */
  constructor(journal: string) {
    this.#journal = journal
  }

  /** An id that was never used. */
  newId(prefix: string): string {
    return `${prefix}${++this.#made}`
  }

  note(what: string, facts: object = {}): void {
    appendFileSync(this.#journal, `${JSON.stringify({ at: Date.now(), what, ...facts })}\n`)
  }

  /** A worker is asked for, with its first message. */
  askWorker(id: string, engine: Engine, messageId: string, task: string): Worker & { readonly firstMessage: Message } {
    const worker = { id, engine, firstMessage: this.askMessage(messageId, id, 'queue', task), removal: null }
    this.workers.set(id, worker)
    return worker
  }

  /** A worker is there that the Coordinator has made. */
  adopt(id: string): Worker {
    const worker: Worker = { id, engine: 'shell', firstMessage: null, removal: null }
    this.workers.set(id, worker)
    this.note('adopt', { id })
    return worker
  }

  askMessage(id: string, workerId: string, wish: Delivery, text: string): Message {
    const told = { answeredAt: null, delivery: null, fate: 'unsure', withdrawal: null, said: new Set([text]), isEdited: false, isMoved: false } as const
    const message: Message = { id, workerId, wish, text, askedAt: ++this.#now, ...told }
    this.messages.set(id, message)
    this.note('ask', { id, workerId, wish, text })
    return message
  }

  accepted(message: Message, delivery: Delivery): void {
    message.answeredAt ??= ++this.#now
    message.delivery ??= delivery
    message.fate = 'accepted'
    this.note('accepted', { id: message.id, delivery })
  }

  /** A refusal says nothing about an earlier try that was never answered. */
  refused(message: Message, isFirstTry: boolean, code: string): void {
    if (isFirstTry && message.fate === 'unsure') message.fate = 'refused'
    this.note('refused', { id: message.id, isFirstTry, code })
  }

  get acceptedCount(): number {
    return [...this.messages.values()].filter((message) => message.fate === 'accepted').length
  }
}
