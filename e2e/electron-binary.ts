/** Which Electron the specs run on: the real one where it is there and has a screen, else the double. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumPath } from './chromium'

const ELECTRON = join(import.meta.dirname, '../node_modules/electron')

/**
 * Chooses for this process, since the test runner looks for Electron in the environment of its own. With
 * CREWDECK_E2E_ELECTRON=real it is the real one or an error, with =double always the double.
 */
export function chooseElectron(): 'real' | 'double' {
  const wanted = process.env['CREWDECK_E2E_ELECTRON']
  if (wanted === 'real' && !isInstalled()) throw new Error('There is no Electron binary here. "npx install-electron" fetches it.')
  if (wanted === 'real' || (wanted !== 'double' && isInstalled() && hasScreen())) {
    delete process.env['ELECTRON_OVERRIDE_DIST_PATH']
    return 'real'
  }
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = join(import.meta.dirname, 'electron-double')
  process.env['CREWDECK_CHROMIUM'] = chromiumPath()
  return 'double'
}

function isInstalled(): boolean {
  const name = join(ELECTRON, 'path.txt')
  return existsSync(name) && existsSync(join(ELECTRON, 'dist', readFileSync(name, 'utf8')))
}

function hasScreen(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
}
