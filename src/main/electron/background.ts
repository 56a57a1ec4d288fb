/**
 * The app without its window: the host and its workers go on. On macOS the Dock leads back to the window; elsewhere an
 * icon beside the clock does, where the desktop has a place for one; a further start of the app does everywhere.
 */
import { app, Menu, nativeImage, Tray } from 'electron'
import { ICON_SIZE, trayBitmap } from './tray-icon'
import { words } from './words'

export interface BackgroundOptions {
  /** Opens the window. */
  show(): void
}

export interface Background {
  /** Whether the app is to live without a window. */
  isActive(): boolean
  enter(): void
  /** The window is back. */
  leave(): void
}

export function createBackground({ show }: BackgroundOptions): Background {
  let active = false
  let tray: Tray | null = null
  return {
    isActive: () => active,
    enter() {
      active = true
      if (process.platform !== 'darwin') tray ??= makeTray(show)
    },
    leave() {
      active = false
      tray?.destroy()
      tray = null
    }
  }
}

/** How the window comes back, for the question that offers the background. */
export function wayBack(platform: NodeJS.Platform): string {
  const { dock, clock, maybeClock } = words().wayBack
  return platform === 'darwin' ? dock : platform === 'win32' ? clock : maybeClock
}

/** Null where this system has none: then only a further start shows the window. */
function makeTray(show: () => void): Tray | null {
  const say = words()
  try {
    const tray = new Tray(nativeImage.createFromBitmap(trayBitmap(), { width: ICON_SIZE, height: ICON_SIZE, scaleFactor: 2 }))
    tray.setToolTip(say.inBackground)
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: say.show, click: show },
        { label: say.quit, click: () => app.quit() }
      ])
    )
    tray.on('click', show)
    return tray
  } catch (error) {
    console.error('There is no place for an icon beside the clock:', error)
    return null
  }
}
