/** `Notification`: nothing is drawn, and nobody clicks it but a spec, by an event. */
import { EventEmitter } from 'node:events'

interface Options {
  readonly title?: string
  readonly body?: string
}

export class Notification extends EventEmitter {
  readonly title: string
  readonly body: string

  static isSupported(): boolean {
    return true
  }

  constructor({ title = '', body = '' }: Options = {}) {
    super()
    this.title = title
    this.body = body
  }

  show(): void {
    this.emit('show')
  }

  close(): void {
    this.emit('close')
  }
}
