/** The one window: sandboxed, shown only once it has something to show. */
import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme } from 'electron'
import { keepPlace, restoredPlace } from './window-state'
import { MIN_SIZE } from './window-state.logic'

/** `--surface` of the page's tokens: what is seen before the first paint and at the edges of a resize. */
const SURFACE = { light: '#fcfdfd', dark: '#181c1e' } as const

/** A page that crashes again within this time is left alone, in ms. */
const CRASH_PAUSE_MS = 10_000

export interface MainWindow {
  readonly window: BrowserWindow
  /** Writes the window's place now. */
  savePlace(): Promise<void>
}

export interface WindowOptions {
  readonly page: string
  readonly preload: string
  /** Folder of the file that keeps the window's place. */
  readonly dataFolder: string
}

/** Makes the window and begins to load the page. */
export function openWindow({ page, preload, dataFolder }: WindowOptions): MainWindow {
  const placeFile = join(dataFolder, 'window.json')
  const { bounds, maximized } = restoredPlace(placeFile)
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    title: 'Crewdeck',
    show: false,
    backgroundColor: surface(),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: !app.isPackaged,
      // Elsewhere than on macOS the dictionaries would be fetched from a server.
      spellcheck: process.platform === 'darwin'
    }
  })

  const recolour = (): void => window.setBackgroundColor(surface())
  nativeTheme.on('updated', recolour)
  window.once('closed', () => nativeTheme.removeListener('updated', recolour))
  window.on('page-title-updated', (event) => event.preventDefault())
  const place = keepPlace(window, placeFile)
  showWhenReady(window, maximized)
  reloadAfterCrash(window)
  window.loadURL(page).catch((error: unknown) => console.error('The page was not loaded:', error))
  return { window, savePlace: place.flush }
}

/** Brings the window to the front, from wherever it is. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function showWhenReady(window: BrowserWindow, maximized: boolean): void {
  let shown = false
  const show = (): void => {
    if (shown || window.isDestroyed()) return
    shown = true
    if (maximized) window.maximize()
    window.show()
  }
  window.once('ready-to-show', show)
  // Wayland draws nothing for a hidden window, so that it may never become ready to show.
  window.webContents.once('did-finish-load', show)
}

/** The host runs on when a page crashes, and so do its workers: only the view has to come back. */
function reloadAfterCrash({ webContents }: BrowserWindow): void {
  let crashedAt = -Infinity
  webContents.on('render-process-gone', (_event, { reason }) => {
    const now = performance.now()
    if (reason === 'clean-exit' || now - crashedAt < CRASH_PAUSE_MS) return
    crashedAt = now
    webContents.reload()
  })
}

function surface(): string {
  return nativeTheme.shouldUseDarkColors ? SURFACE.dark : SURFACE.light
}
