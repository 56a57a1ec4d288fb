/** Finds programs and asks them for their version, without ever waiting long for one. */
import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { userEnvironment } from '../process/environment'
import type { Supervisor } from '../process/supervisor'

/** A program that has not told its version by then is ended, in ms. */
const VERSION_MS = 10_000
const OUTPUT_MAX = 4_096

export type Environment = Readonly<Record<string, string | undefined>>

/** The path of a command: itself where it is one, else the first in PATH and then in `places`. Null when there is none. */
export async function findProgram(command: string, places: readonly string[], env: Environment = userEnvironment()): Promise<string | null> {
  if (isAbsolute(command)) return (await isProgram(command)) ? command : null
  if (/[\\/]/.test(command)) return null
  const home = env['HOME'] ?? homedir()
  const folders = [...(env['PATH'] ?? env['Path'] ?? '').split(delimiter), ...places.map((place) => place.replace(/^~(?=$|\/)/, home))]
  const names = process.platform === 'win32' ? [`${command}.exe`, `${command}.cmd`, command] : [command]
  for (const folder of folders) {
    if (!isAbsolute(folder)) continue
    for (const name of names) if (await isProgram(join(folder, name))) return join(folder, name)
  }
  return null
}

async function isProgram(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false
    await access(path, process.platform === 'win32' ? constants.R_OK : constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** What a program prints for `--version`, as a version; null where it tells none in time. */
export async function versionOf(supervisor: Supervisor, program: string, waitMs = VERSION_MS): Promise<string | null> {
  try {
    const { child, exited, endTree } = await supervisor.spawn(program, ['--version'], {
      cwd: homedir(),
      env: { NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'ignore']
    })
    let text = ''
    const read = new Promise<void>((done) => {
      child.stdout?.setEncoding('utf8')
      child.stdout?.on('data', (piece: string) => {
        text = (text + piece).slice(0, OUTPUT_MAX)
        // Some stay for more, such as a look for updates: the first line is all that is wanted.
        if (/\d+\.\d+\.\d+\S*\s/.test(text)) done()
      })
      child.stdout?.on('error', () => done())
      child.stdout?.once('close', () => done())
    })
    await Promise.race([Promise.all([read, exited]), read.then(() => delay(200)), delay(waitMs)])
    void endTree()
    return /\d+\.\d+\.\d+[\w.-]*/.exec(text)?.[0] ?? null
  } catch {
    return null
  }
}

/** Below zero where `a` is older than `b`; what cannot be read is older than all. */
export function compareVersions(a: string, b: string): number {
  const numbers = (version: string) => (/^v?(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1) ?? ['-1', '-1', '-1']).map(Number)
  const [x, y] = [numbers(a), numbers(b)]
  return x.map((part, index) => part - (y[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}

/** Where a program really lies, for what does not follow links. */
export async function realProgram(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}
