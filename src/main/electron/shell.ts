/** The desktop app around the host: puts window, menu, protocol and ports together. */
import { join } from 'node:path'
import { app, dialog, shell, type BrowserWindow } from 'electron'
import type { BridgeCommand } from '../../shared/bridge'
import { Refusal } from '../../shared/errors'
import { createHost, type Host } from '../host'
import { pageAddress } from './app-page'
import { createBackground } from './background'
import { COMMAND_CHANNEL } from './channels'
import { createDesktop } from './desktop'
import { prepareDataFolder } from './folders'
import { createUtilityFork } from './fork'
import { guardContents, guardSession } from './guard'
import { keychain } from './keychain'
import { createKeychainStore } from './keychain-store'
import { setMenu } from './menu'
import { servePorts } from './ports'
import { registerAppScheme, serveAppScheme } from './protocol'
import { gateQuit } from './quit'
import { followLanguage } from './words'
import { focusWindow, openWindow, type MainWindow } from './window'

export interface ShellOptions {
  /** Absolute folder of the built main scripts; `../preload` and `../renderer` lie beside it. */
  readonly scripts: string
}

/**
 * Runs the app. Environment: CREWDECK_DATA (the data folder), CREWDECK_PROJECT (a folder to open), CREWDECK_E2E=1 (puts
 * the host on `globalThis.crewdeckHost`, so that specs can ask it what no screen shows).
 */
export async function startShell({ scripts }: ShellOptions): Promise<void> {
  const dataFolder = prepareDataFolder()
  if (!app.requestSingleInstanceLock()) return app.quit()

  const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
  const page = pageAddress(devServer)
  registerAppScheme()
  app.enableSandbox()
  guardContents(page)
  await app.whenReady()
  guardSession(page)

  let main: MainWindow | null = null
  let running: Host | null = null
  const window = (): BrowserWindow | null => main?.window ?? null

  try {
    await serveAppScheme(join(scripts, '../renderer'))
    const host = createHost({
      dataFolder,
      mode: 'desktop',
      version: app.getVersion(),
      keys: createKeychainStore(join(dataFolder, 'keychain.json'), keychain),
      desktop: createDesktop(window, (place) => {
        show()
        if (main) sendWhenLoaded(main.window, { show: place })
      }),
      fork: createUtilityFork(scripts),
      scripts
    })
    const background = createBackground({ show: () => show() })
    const gate = gateQuit({
      window,
      busyWorkers: () => running?.busyWorkers() ?? 0,
      goToBackground: async () => {
        await main?.savePlace()
        background.enter()
        main?.window.destroy()
      },
      end: async () => {
        await main?.savePlace()
        await (await host).close()
      }
    })
    const show = (): void => {
      background.leave()
      if (main) return focusWindow(main.window)
      main = openWindow({ page, preload: join(scripts, '../preload/index.cjs'), dataFolder })
      servePorts(main.window, page, host)
      main.window.on('close', (event) => {
        // Elsewhere than on macOS the window is the app: it closes last, after the host.
        if (gate.ended() || process.platform === 'darwin') return
        event.preventDefault()
        app.quit()
      })
      main.window.once('closed', () => {
        main = null
      })
    }

    const putMenu = (): void =>
      setMenu({
        development: devServer !== undefined,
        command: (command) => window()?.webContents.send(COMMAND_CHANNEL, command),
        showDataFolder: () => void shell.openPath(dataFolder)
      })
    putMenu()
    followLanguage(putMenu)
    app.on('second-instance', show)
    app.on('activate', show)
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin' && !background.isActive()) app.quit()
    })
    show()
    running = await host
  } catch (error) {
    console.error(error)
    dialog.showErrorBox('Crewdeck could not start', explain(error))
    return app.exit(1)
  }

  if (process.env['CREWDECK_E2E'] === '1') Object.assign(globalThis, { crewdeckHost: running })
  const folder = process.env['CREWDECK_PROJECT']
  if (!folder) return
  await running.openProject(folder).catch((error: unknown) => console.error(`${folder} was not opened: ${explain(error)}`))
}

/** A page that is still loading hears nothing. */
function sendWhenLoaded({ webContents }: BrowserWindow, command: BridgeCommand): void {
  const send = (): void => webContents.send(COMMAND_CHANNEL, command)
  if (webContents.isLoading()) webContents.once('did-finish-load', send)
  else send()
}

function explain(error: unknown): string {
  if (error instanceof Refusal) return `${error.message} ${error.remedy}`.trim()
  return error instanceof Error ? error.message : String(error)
}
