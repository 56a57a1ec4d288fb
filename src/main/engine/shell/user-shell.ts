/** Which shell runs the operator's commands. */
import { access, constants } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import type { Environment } from '../../process/environment'

export interface Shell {
  readonly path: string
  /** Its arguments for one command; not a login shell, not an interactive one. */
  args(command: string): string[]
}

/** What stands in for a shell in accounts that shall have none. */
const NO_SHELLS = new Set(['false', 'true', 'nologin'])

/** $SHELL where it can be run, else /bin/sh; null where there is neither. Windows: its command processor. */
export async function userShell(env: Environment = process.env, platform = process.platform): Promise<Shell | null> {
  if (platform === 'win32') return { path: env['ComSpec'] ?? 'cmd.exe', args: (command) => ['/d', '/s', '/c', `"${command}"`] }
  const own = env['SHELL']
  const usable = own !== undefined && isAbsolute(own) && !NO_SHELLS.has(basename(own))
  for (const path of usable ? [own, '/bin/sh'] : ['/bin/sh']) {
    if (await isExecutable(path)) return { path, args: (command) => ['-c', command] }
  }
  return null
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false
  )
}
