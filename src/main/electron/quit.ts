/** Ends the host before the app ends, and asks first where that would stop workers. */
import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron'
import { wayBack } from './background'
import { words } from './words'

/** A host that has not ended by then is left behind, so that the app can be started again, in ms. */
const END_MAX_MS = 15_000

export interface QuitOptions {
  window(): BrowserWindow | null
  busyWorkers(): number
  /** The operator lets the workers go on: the window closes, the app stays. */
  goToBackground(): Promise<void>
  /** Called once; the app ends when it has settled. */
  end(): Promise<void>
}

export interface QuitGate {
  /** True once the host has ended, so that the window may close. */
  ended(): boolean
}

/** From now on every quit waits for the host; a signal does not ask. */
export function gateQuit({ window, busyWorkers, goToBackground, end }: QuitOptions): QuitGate {
  let state: 'running' | 'ending' | 'ended' = 'running'
  let signalled = false

  const quit = async (): Promise<void> => {
    const busy = busyWorkers()
    const choice = signalled || busy === 0 ? 'quit' : await ask(window(), busy)
    // A signal that came meanwhile waits for no answer.
    if (choice !== 'quit' && !signalled) {
      state = 'running'
      if (choice === 'background') await goToBackground()
      return
    }
    window()?.hide()
    await Promise.race([end(), new Promise((resolve) => setTimeout(resolve, END_MAX_MS))]).catch((error: unknown) => {
      console.error('The host did not end cleanly:', error)
    })
    state = 'ended'
    app.quit()
  }

  app.on('before-quit', (event) => {
    if (state === 'ended') return
    event.preventDefault()
    if (state === 'ending') return
    state = 'ending'
    void quit()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      signalled = true
      app.quit()
    })
  }
  return { ended: () => state === 'ended' }
}

/** What the operator wants for the workers that are busy. In the background already, to go on is to stay there. */
async function ask(window: BrowserWindow | null, busy: number): Promise<'quit' | 'background' | 'stay'> {
  const say = words()
  const choices = window ? (['quit', 'background', 'stay'] as const) : (['quit', 'stay'] as const)
  const labels = { quit: say.stopAndQuit(busy), background: say.background, stay: window ? say.stay : say.keepRunning }
  const options: MessageBoxOptions = {
    type: 'question',
    message: say.busy(busy),
    detail: `${say.quitting}${window ? ` ${wayBack(process.platform)}` : ''}`,
    buttons: choices.map((choice) => labels[choice]),
    defaultId: 1,
    cancelId: choices.length - 1
  }
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options))
  return choices[response] ?? 'stay'
}
