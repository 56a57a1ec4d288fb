/**
 * The environment for what we run on the operator's behalf: the operator's own, without what our host was started with.
 * What a user exports (API keys too) stays, for it is the user's shell; our own secrets are all named CREWDECK_*.
 */
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

const OURS = /^CREWDECK_/
/** Set by npm for the script that started us. NODE_OPTIONS is never set by us or by npm: it stays. */
const FROM_NPM = /^npm_|^INIT_CWD$/
/** Set by or for Electron and its build tool; the operator's ELECTRON_MIRROR, ELECTRON_CACHE and the like stay. */
const FROM_ELECTRON =
  /^ELECTRON_(RUN_AS_NODE|RENDERER_URL|EXEC_PATH|OVERRIDE_DIST_PATH|CLI_ARGS|ENTRY|MAJOR_VER|NO_ATTACH_CONSOLE|NO_ASAR)$|^NODE_ENV_ELECTRON_VITE$|^CHROME_DESKTOP$/

/**
 * The operator's environment as it was before us.
 * @param ownRoot the folder of our own package, whose `node_modules/.bin` leaves PATH
 */
export function userEnvironment(env: Environment = process.env, ownRoot: string = OWN_ROOT): Record<string, string> {
  const byNpm = env['npm_execpath'] !== undefined || env['npm_lifecycle_event'] !== undefined
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || OURS.test(name) || FROM_ELECTRON.test(name)) continue
    if (byNpm && (FROM_NPM.test(name) || (name === 'NODE' && value === env['npm_node_execpath']))) continue
    kept[name] = /^path$/i.test(name) ? withoutOurs(value, ownRoot, byNpm) : value
  }
  // Electron replaces the name of the desktop for its own use and keeps the true one aside.
  const desktop = kept['ORIGINAL_XDG_CURRENT_DESKTOP']
  if (desktop !== undefined) {
    kept['XDG_CURRENT_DESKTOP'] = desktop
    delete kept['ORIGINAL_XDG_CURRENT_DESKTOP']
  }
  return kept
}

function withoutOurs(path: string, ownRoot: string, byNpm: boolean): string {
  const bin = join(ownRoot, 'node_modules', '.bin')
  const ours = (entry: string) =>
    entry === bin || entry.startsWith(join(bin, '/')) || (byNpm && /[\\/]run-script[\\/]lib[\\/]node-gyp-bin$/.test(entry))
  return path.split(delimiter).filter((entry) => !ours(entry)).join(delimiter)
}

/** The nearest folder above this file that is a package: ours, from the sources as well as from the build. */
const OWN_ROOT = packageRoot(import.meta.dirname)

function packageRoot(folder: string): string {
  const above = dirname(folder)
  return above === folder || existsSync(join(folder, 'package.json')) ? folder : packageRoot(above)
}
