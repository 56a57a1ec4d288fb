/** The built desktop app, as a spec holds it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import type { Host } from '../src/main/host'
import type { Run } from './strays'

const ROOT = join(import.meta.dirname, '..')
/** How long a quit may take before the app is killed, in ms. */
const QUIT_MS = 20_000

export interface DesktopOptions {
  readonly run: Run
  readonly dataFolder: string
  /** Opened at every start, unless `openProject` is false. */
  readonly projectFolder: string
  readonly openProject: boolean
  readonly env: Record<string, string>
}

export class Desktop {
  readonly dataFolder: string
  readonly projectFolder: string
  readonly #options: DesktopOptions
  /** Of the start of now: other objects after `relaunch` and `start`. */
  app!: ElectronApplication
  window!: Page
  #running = false
  /** What the app has written to its standard output and error, over all starts. */
  output = ''

  constructor(options: DesktopOptions) {
    this.#options = options
    this.dataFolder = options.dataFolder
    this.projectFolder = options.projectFolder
  }

  /** Starts the app, which must not be running. Resolves when the page has loaded. */
  async start(): Promise<void> {
    if (!existsSync(join(ROOT, 'out/main/index.js'))) throw new Error('The app is not built. "npm run build" builds it.')
    this.app = await _electron.launch({ args: [ROOT], cwd: ROOT, env: this.environment(), colorScheme: null })
    this.#running = true
    this.app.once('close', () => {
      this.#running = false
    })
    const { stdout, stderr } = this.app.process()
    for (const stream of [stdout, stderr]) stream?.on('data', (chunk: Buffer) => (this.output += chunk))
    // Nobody answers dialogs here: a quit that would interrupt workers quits.
    await this.app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
    })
    this.window = await this.app.firstWindow()
    await this.window.waitForURL((url) => url.protocol !== 'about:')
    await this.window.waitForLoadState()
  }

  /** The environment that the app is started with. */
  environment(): Record<string, string> {
    const { run, dataFolder, projectFolder, openProject, env } = this.#options
    const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return {
      ...Object.fromEntries(own),
      CREWDECK_E2E: '1',
      CREWDECK_DATA: dataFolder,
      ...(openProject && { CREWDECK_PROJECT: projectFolder }),
      ...run.env,
      ...env
    }
  }

  /** What the host counts at its transports: open observers, and what it has sent to each connection. */
  async diagnostics(): Promise<ReturnType<Host['diagnostics']>> {
    await this.hostReady()
    return this.app.evaluate(() => (globalThis as typeof globalThis & { crewdeckHost: Host }).crewdeckHost.diagnostics())
  }

  /** Resolves when the host serves. */
  async hostReady(): Promise<void> {
    while (!(await this.app.evaluate(() => 'crewdeckHost' in globalThis))) await setTimeout(20)
  }

  /** Starts the app once more while it runs; resolves with the exit code of that start. */
  async startAgain(): Promise<number | null> {
    const electron = String(createRequire(import.meta.url)('electron'))
    const second = spawn(electron, ['--no-sandbox', ROOT], { cwd: ROOT, env: this.environment(), stdio: 'ignore' })
    const [code]: (number | null)[] = await once(second, 'exit')
    return code ?? null
  }

  /** Quits as the operator would, and starts again on the same folders. */
  async relaunch(): Promise<void> {
    await this.quit()
    await this.start()
  }

  /** Quits the app, if it runs. Kills one that does not end by itself, and throws to say so. */
  async quit(): Promise<void> {
    if (!this.#running) return
    const ended = this.app.close().then(() => true)
    const inTime = await Promise.race([ended, setTimeout(QUIT_MS, false, { ref: false })])
    if (inTime) return
    await this.kill()
    throw new Error(`The app did not end within ${QUIT_MS} ms. It wrote:\n${this.output}`)
  }

  /** Ends the main process by SIGKILL; resolves when it is gone. What it leaves behind is for the spec to see. */
  async kill(): Promise<void> {
    const closed = this.app.waitForEvent('close')
    this.app.process().kill('SIGKILL')
    await closed
  }

  /** Processes that belong to this app and live now, the app itself included. */
  processes(): ReturnType<Run['alive']> {
    return this.#options.run.alive()
  }
}
