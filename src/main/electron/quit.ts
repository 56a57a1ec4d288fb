/** Ends the host before the app ends, and asks first where that would interrupt work. */
import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron'

/** A host that has not ended by then is left behind, so that the app can be started again, in ms. */
const END_MAX_MS = 15_000

export interface QuitOptions {
  window(): BrowserWindow | null
  busyWorkers(): number
  /** Called once; the app ends when it has settled. */
  end(): Promise<void>
}

export interface QuitGate {
  /** True once the host has ended, so that the window may close. */
  ended(): boolean
}

/** From now on every quit waits for the host; a signal does not ask. */
export function gateQuit({ window, busyWorkers, end }: QuitOptions): QuitGate {
  let state: 'running' | 'ending' | 'ended' = 'running'
  let signalled = false

  const quit = async (): Promise<void> => {
    if (!signalled && busyWorkers() > 0 && !(await mayInterrupt(window(), busyWorkers()))) {
      state = 'running'
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

async function mayInterrupt(window: BrowserWindow | null, busy: number): Promise<boolean> {
  const options: MessageBoxOptions = {
    type: 'question',
    message: busy === 1 ? 'One worker is busy.' : `${busy} workers are busy.`,
    detail: 'Quitting interrupts their turns. Messages that wait are kept.',
    buttons: ['Quit', 'Keep Working'],
    defaultId: 1,
    cancelId: 1
  }
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options))
  return response === 0
}
