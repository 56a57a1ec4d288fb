/** `app`: names and paths, the way to ready, and the way to quit. */
import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { cancellable } from './events.ts'
import { SingleInstance } from './single-instance.ts'

/** How windows take part in a quit; set by windows.ts, which imports this file. */
export interface Windows {
  closeAll(): void
  count(): number
}

class App extends EventEmitter {
  readonly isPackaged = false
  isQuitting = false
  windows: Windows = { closeAll() {}, count: () => 0 }
  /** Ends Chromium, once there is one; set by browser.ts. */
  beforeExit: () => Promise<void> = async () => {}
  /** Settles at the true `ready`, also where the test runner has put its own `whenReady` in place of ours. */
  readonly started = Promise.withResolvers<void>()
  /** What is given to Chromium at its start. */
  readonly commandLine = {
    switches: [] as string[],
    appendSwitch(name: string, value?: string): void {
      this.switches.push(value ? `--${name}=${value}` : `--${name}`)
    }
  }
  #ready = false
  #about = { path: '', name: 'Electron', version: '0.0.0' }
  readonly #paths = new Map<string, string>()
  #instance: SingleInstance | null = null
  #ended = false

  introduce(about: { path: string; name: string; version: string }): void {
    this.#about = about
  }

  becomeReady(): void {
    this.#ready = true
    this.emit('will-finish-launching')
    this.emit('ready', {}, {})
    this.started.resolve()
  }

  isReady(): boolean {
    return this.#ready
  }
  whenReady(): Promise<void> {
    return this.started.promise
  }
  get name(): string {
    return this.#about.name
  }
  getName(): string {
    return this.#about.name
  }
  getVersion(): string {
    return this.#about.version
  }
  getAppPath(): string {
    return this.#about.path
  }
  getPreferredSystemLanguages(): string[] {
    return [process.env['LANG']?.split('.')[0]?.replace('_', '-') ?? 'en']
  }
  /** There is no icon to put it on. */
  setBadgeCount(_count: number): boolean {
    return false
  }

  /** Every window is sandboxed here anyway; see web-contents.ts. */
  enableSandbox(): void {}

  setPath(name: string, path: string): void {
    this.#paths.set(name, path)
  }
  getPath(name: string): string {
    const path = this.#paths.get(name) ?? this.#defaultPath(name)
    if (name === 'userData' || name === 'sessionData') mkdirSync(path, { recursive: true })
    return path
  }
  #defaultPath(name: string): string {
    switch (name) {
      case 'home':
        return homedir()
      case 'appData':
        return process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
      case 'userData':
        return join(this.getPath('appData'), this.name)
      case 'sessionData':
        return this.getPath('userData')
      case 'temp':
        return tmpdir()
      case 'logs':
        return join(this.getPath('userData'), 'logs')
      case 'exe':
        return process.execPath
      default:
        throw new Error(`Failed to get '${name}' path`)
    }
  }

  requestSingleInstanceLock(): boolean {
    this.#instance ??= new SingleInstance(this.getPath('userData'), (argv, folder) => {
      this.emit('second-instance', {}, argv, folder, null)
    })
    return this.#instance.isFirst
  }

  /** Asks everyone who may say no, then exits: `before-quit`, each window's `close`, `will-quit`. */
  quit(): void {
    if (this.isQuitting || !this.#allows('before-quit')) return
    this.isQuitting = true
    this.windows.closeAll()
    if (this.windows.count() === 0 && this.#allows('will-quit')) this.exit(0)
    else this.isQuitting = false
  }
  #allows(step: string): boolean {
    const event = cancellable({})
    this.emit(step, event)
    return !event.defaultPrevented
  }

  exit(code = 0): void {
    if (this.#ended) return
    this.#ended = true
    this.isQuitting = true
    this.emit('quit', {}, code)
    void Promise.all([this.beforeExit(), this.#instance?.close()]).then(() => process.exit(code))
  }
}

export const app = new App()

// Electron quits at these, unless the app has its own mind about them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) app.quit()
  })
}
