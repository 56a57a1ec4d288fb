import { isAbsolute, join } from 'node:path'

/**
 * Where a host that was told nothing keeps its data: where the desktop app keeps it, so that both show the same. Only
 * one of them at a time can hold it.
 */
export function defaultDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (env['CREWDECK_DATA']) return env['CREWDECK_DATA']
  return join(applications(platform, env, home), 'Crewdeck', 'data')
}

function applications(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support')
    case 'win32':
      return env['APPDATA'] || join(home, 'AppData', 'Roaming')
    default: {
      const given = env['XDG_CONFIG_HOME']
      return given && isAbsolute(given) ? given : join(home, '.config')
    }
  }
}
