/** Keeps the window's place in a small file, and finds it again at the next start. */
import { readFileSync } from 'node:fs'
import { screen, type BrowserWindow } from 'electron'
import { writeAtomically } from '../models/atomic-file'
import { placeWindow, WindowState, type Area } from './window-state.logic'

/** How long the window must rest before its place is written, in ms. */
const REST_MS = 400

/** Where the window goes now, and whether it fills its monitor. A file that is missing or damaged means the default. */
export function restoredPlace(file: string): { bounds: Area; maximized: boolean } {
  const saved = read(file)
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id)
  const bounds = placeWindow(saved, [primary.workArea, ...others.map((display) => display.workArea)])
  return { bounds, maximized: saved?.maximized ?? false }
}

/** Writes the window's place to `file` when it has moved; `flush` writes it now. An error costs only the place. */
export function keepPlace(window: BrowserWindow, file: string): { flush(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    if (window.isDestroyed()) return writing
    const state: WindowState = { ...window.getNormalBounds(), maximized: window.isMaximized() }
    writing = writing.then(() => writeAtomically(file, JSON.stringify(state))).catch(() => {})
    return writing
  }
  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), REST_MS)
  }

  window.on('resize', soon)
  window.on('move', soon)
  window.on('maximize', soon)
  window.on('unmaximize', soon)
  window.once('closed', () => clearTimeout(timer))
  return { flush }
}

function read(file: string): WindowState | null {
  try {
    return WindowState.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
