/** A small client of the DevTools protocol over a pipe: commands with answers, and events, for each session. */
import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Protocol } from '../../node_modules/playwright-core/types/protocol.d.ts'

type Commands = Protocol.CommandParameters
type Answers = Protocol.CommandReturnValues
type Method = keyof Commands & keyof Answers
type Events = Protocol.EventMap

export type { Protocol }

interface Message {
  id?: number
  sessionId?: string
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}

export class DevTools {
  readonly root = new Session(this, undefined)
  readonly #input: Writable
  readonly #sessions = new Map<string | undefined, Session>([[undefined, this.root]])
  readonly #waiting = new Map<number, { method: string; resolve(result: unknown): void; reject(error: Error): void }>()
  #lastId = 0

  /** Messages end with a NUL in both directions. */
  constructor(input: Writable, output: Readable) {
    this.#input = input
    input.on('error', () => {})
    let rest = ''
    output.setEncoding('utf8').on('data', (chunk: string) => {
      const messages = (rest + chunk).split('\0')
      rest = messages.pop() ?? ''
      for (const message of messages) this.#receive(JSON.parse(message) as Message)
    })
  }

  session(id: string): Session {
    const session = new Session(this, id)
    this.#sessions.set(id, session)
    return session
  }

  command(sessionId: string | undefined, method: string, params: object): Promise<unknown> {
    const id = (this.#lastId += 1)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, resolve, reject })
      this.#input.write(`${JSON.stringify({ id, sessionId, method, params })}\0`)
    })
  }

  #receive(message: Message): void {
    if (message.id === undefined) {
      this.#sessions.get(message.sessionId)?.events.emit(String(message.method), message.params)
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`))
    else waiting?.resolve(message.result)
  }
}

/** The browser itself, or one attached page. */
export class Session {
  readonly events = new EventEmitter().setMaxListeners(0)
  readonly #devtools: DevTools
  readonly #id: string | undefined

  constructor(devtools: DevTools, id: string | undefined) {
    this.#devtools = devtools
    this.#id = id
  }

  send<M extends Method>(method: M, ...[params]: {} extends Commands[M] ? [Commands[M]?] : [Commands[M]]): Promise<Answers[M]> {
    return this.#devtools.command(this.#id, method, params ?? {}) as Promise<Answers[M]>
  }

  /** For what is not worth waiting for: a page that has gone does not answer. */
  tell<M extends Method>(method: M, params: Commands[M]): void {
    this.#devtools.command(this.#id, method, params ?? {}).catch(() => {})
  }

  on<E extends keyof Events>(event: E, listener: (...params: Events[E]) => void): void {
    this.events.on(event, listener)
  }
}
