/** What runs in a utility process before the app's own script: `process.parentPort`, and an end with the parent. */
import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'

const send = process.send?.bind(process)
process.argv.splice(1, 1)
const script = String(process.argv[1])

/** Like Electron's, it holds messages back until someone listens. */
class ParentPort extends EventEmitter {
  #early: unknown[] | null = []

  constructor() {
    super()
    process.on('message', (message) => this.#receive(message))
  }
  override on(event: string, listener: (...args: unknown[]) => void): this {
    super.on(event, listener)
    if (event === 'message') this.start()
    return this
  }
  start(): void {
    const early = this.#early ?? []
    this.#early = null
    for (const message of early) this.#receive(message)
  }
  postMessage(message: unknown): void {
    send?.(message)
  }
  #receive(message: unknown): void {
    if (this.#early) this.#early.push(message)
    else this.emit('message', { data: message, ports: [] })
  }
}

process.once('disconnect', () => process.exit(1))
Object.assign(process, { parentPort: new ParentPort(), type: 'utility' })
// The app's script shall find the way of Electron, not Node's own.
Reflect.deleteProperty(process, 'send')
await import(pathToFileURL(script).href)
