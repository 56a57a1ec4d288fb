/**
 * Runs the commands of pi's bash tool, each in a process group of its own that ends with all its children: when the
 * turn is stopped, when the Session is disposed of, and when this process ends. What a command leaves running in the
 * background lives on until the Session is disposed of.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { getShellConfig, type BashOperations } from '@earendil-works/pi-coding-agent'
import { withoutSecrets } from '../environment'
import { groupLives, killGroup } from '../kill-group'

/** A command has ended, but what it started still holds its output: how long that may stay silent, in ms. */
const QUIET_MS = 100
/** How often groups that outlived their command are looked after, in ms. */
const LOOK_MS = 2_000
/** The longest time that a timer can wait, in ms. */
const TIMER_MAX_MS = 2_147_483_647

export interface Commands {
  readonly operations: BashOperations
  /** Ends everything that is left. Idempotent. */
  end(): void
}

const all = new Set<Commands>()

/** Ends the commands of all Sessions, at once. */
export function endAllCommands(): void {
  for (const commands of all) commands.end()
}

/** Commands of one Session. `onGroup` tells which groups live, so that the host can end them should we die. */
export function createCommands(onGroup: (leader: number, alive: boolean) => void): Commands {
  const groups = new Set<number>()
  const forget = (leader: number) => {
    if (groups.delete(leader)) onGroup(leader, false)
  }
  const forgetEnded = () => {
    for (const leader of groups) if (!groupLives(leader)) forget(leader)
  }
  // The number of a group is free for others once it is empty, so it must not be kept for long.
  const looking = setInterval(forgetEnded, LOOK_MS)
  looking.unref()

  const exec: BashOperations['exec'] = async (command, cwd, { onData, signal, timeout, env }) => {
    if (signal?.aborted) throw new Error('aborted')
    if (timeout !== undefined && !(timeout > 0)) throw new Error('Invalid timeout: give a positive number of seconds.')
    const child = start(command, cwd, withoutSecrets(env ?? process.env))
    const leader = child.pid
    const kill = () => leader !== undefined && killGroup(leader)
    if (leader !== undefined) {
      groups.add(leader)
      onGroup(leader, true)
    }
    let timedOut = false
    const limit = timeout === undefined ? undefined : setTimeout(() => {
      timedOut = true
      kill()
    }, Math.min(timeout * 1_000, TIMER_MAX_MS))
    signal?.addEventListener('abort', kill, { once: true })
    try {
      const exitCode = await ended(child, onData)
      if (signal?.aborted) throw new Error('aborted')
      // pi reads this form.
      if (timedOut) throw new Error(`timeout:${timeout}`)
      return { exitCode }
    } finally {
      clearTimeout(limit)
      signal?.removeEventListener('abort', kill)
      forgetEnded()
    }
  }

  const commands: Commands = {
    operations: { exec },
    end() {
      clearInterval(looking)
      all.delete(commands)
      for (const leader of groups) {
        killGroup(leader)
        forget(leader)
      }
    }
  }
  all.add(commands)
  return commands
}

function start(command: string, cwd: string, env: Record<string, string>): ChildProcess {
  const shell = getShellConfig()
  const byInput = shell.commandTransport === 'stdin'
  const child = spawn(shell.shell, byInput ? shell.args : [...shell.args, command], {
    cwd,
    env,
    detached: process.platform !== 'win32',
    stdio: [byInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    windowsHide: true
  })
  child.stdin?.on('error', () => {})
  child.stdin?.end(command)
  return child
}

/**
 * Resolves with the exit code when the command has ended and its output is complete: closed, or silent for a moment
 * where something in the background still holds it open.
 */
function ended(child: ChildProcess, onData: (data: Buffer) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    let exitCode: number | null = null
    let quiet: NodeJS.Timeout | undefined
    const settle = () => {
      clearTimeout(quiet)
      child.stdout?.off('data', hear).destroy()
      child.stderr?.off('data', hear).destroy()
      resolve(exitCode ?? 1)
    }
    const waitForQuiet = () => {
      clearTimeout(quiet)
      quiet = setTimeout(settle, QUIET_MS)
    }
    const hear = (data: Buffer) => {
      onData(data)
      if (exitCode !== null) waitForQuiet()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code, killedBy) => {
      exitCode = code ?? 128 + (killedBy ? constants.signals[killedBy] : 0)
      waitForQuiet()
    })
    child.once('close', settle)
    child.once('error', reject)
  })
}
