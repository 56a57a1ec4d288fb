/** Where the app keeps what it keeps. */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { app } from 'electron'

/**
 * The host's data folder (mode 0700): `data` in the user's folder for this app, or CREWDECK_DATA, which then also holds
 * what Electron keeps, so that two data folders are two apps that know nothing of each other. Must run before the single
 * instance lock is asked for.
 */
export function prepareDataFolder(): string {
  const chosen = process.env['CREWDECK_DATA']
  const dataFolder = chosen ? resolve(chosen) : join(app.getPath('userData'), 'data')
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  if (chosen) {
    const electronFolder = join(dataFolder, 'electron')
    mkdirSync(electronFolder, { recursive: true, mode: 0o700 })
    app.setPath('userData', electronFolder)
  }
  return dataFolder
}
