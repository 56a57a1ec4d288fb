/** The main process's end of a port that a page has sent over. */
import { EventEmitter } from 'node:events'
import { createCodec } from './codec.ts'

/** The page's end, as web-contents.ts knows it. */
export interface PageEnd {
  post(text: string): void
  close(): void
}

const codec = createCodec()

export class MessagePortMain extends EventEmitter {
  readonly #page: PageEnd
  /** Messages that came before `start`. */
  #early: string[] | null = []
  #closed = false

  constructor(page: PageEnd) {
    super()
    this.#page = page
  }

  start(): void {
    const early = this.#early ?? []
    this.#early = null
    for (const text of early) this.receive(text)
  }

  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    if (transfer.length > 0) throw new Error('electron double: ports inside port messages are not imitated')
    const text = codec.encode(message)
    if (!this.#closed) this.#page.post(text)
  }

  close(): void {
    if (this.#closed) return
    this.#page.close()
    this.pageClosed()
  }

  /** A message from the page. */
  receive(text: string): void {
    if (this.#closed) return
    if (this.#early) this.#early.push(text)
    else this.emit('message', { data: codec.decode(text), ports: [] })
  }

  /** The page's end is gone: closed, reloaded or crashed. */
  pageClosed(): void {
    if (this.#closed) return
    this.#closed = true
    this.emit('close')
  }
}
