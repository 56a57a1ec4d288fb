/** Whether the desktop app can be shown here, and by which binary. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A download that nobody can reach is given up after this, in ms; one that can be reached may take its time. */
const UNREACHABLE_MS = 10_000
const DOWNLOAD_MS = 15 * 60_000
const PROBE_MS = 5_000

const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))

/**
 * @typedef {{ platform: string, env: NodeJS.ProcessEnv, uid: number | undefined }} Place
 */

/**
 * Why no desktop app can be shown in this place, in words; null when it can.
 * An ELECTRON_OVERRIDE_DIST_PATH is the operator's own word, and nothing is asked any more.
 * @param {Place} place
 * @returns {string | null}
 */
export function noDesktopBecause({ platform, env, uid }) {
  if (env.ELECTRON_OVERRIDE_DIST_PATH) return null
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display'
  if (platform === 'linux' && uid === 0) return 'Electron does not run as root with its sandbox, and Crewdeck does not run without'
  return null
}

/**
 * The path of Electron's binary, if it is on this machine.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | null}
 */
export function installedElectron(env) {
  const name = existsSync(join(folder, 'path.txt')) ? readFileSync(join(folder, 'path.txt'), 'utf8') : 'electron'
  const path = join(env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), name)
  return existsSync(path) ? path : null
}

/**
 * Downloads the binary by Electron's own installer (which also looks into its cache); null when it cannot be had.
 * @returns {Promise<string | null>}
 */
export async function downloadElectron() {
  const reachable = await fetch(downloadUrl(), { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MS) }).then(
    (response) => response.ok,
    () => false
  )
  if (reachable) process.stderr.write('Downloading Electron, once…\n')
  spawnSync(process.execPath, [join(folder, 'install.js')], {
    stdio: ['ignore', 'ignore', reachable ? 'inherit' : 'ignore'],
    timeout: reachable ? DOWNLOAD_MS : UNREACHABLE_MS,
    killSignal: 'SIGKILL'
  })
  return installedElectron({})
}

function downloadUrl() {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const mirror = process.env.ELECTRON_MIRROR || process.env.npm_config_electron_mirror
  const base = mirror || 'https://github.com/electron/electron/releases/download/'
  return `${base}v${version}/electron-v${version}-${process.platform}-${process.arch}.zip`
}

/**
 * Whether an Electron that has ended never came up: a library is missing, or the system does not let it start its
 * sandbox. The app's own failures have other codes.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function neverCameUp(code, signal) {
  if (signal !== null) return ['SIGTRAP', 'SIGABRT', 'SIGILL', 'SIGSEGV'].includes(signal)
  return code !== null && [126, 127, 132, 133, 134, 139].includes(code)
}
