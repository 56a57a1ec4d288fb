/**
 * Runs the commands of pi's bash tool. Each is a marked process group of its own, and ends with all its descendants:
 * when the turn is stopped, when the Session is disposed of, and, by the host, when this process dies. What a command
 * leaves running in the background lives on until the Session is disposed of.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import { getShellConfig, type BashOperations } from '@earendil-works/pi-coding-agent'
import { userEnvironment } from '../../../process/environment'
import { HOST_MARKER, TASK_MARKER } from '../../../process/markers'
import { startOf } from '../../../process/table'
import { send } from '../../../process/tree'
import { endCommands } from '../end-commands'
import { withoutSecrets } from '../environment'
import type { RunningCommand } from '../protocol'

/** A command has ended, but what it started still holds its output: how long that may stay silent, in ms. */
const QUIET_MS = 100
/** The longest time that a timer can wait, in ms. */
const TIMER_MAX_MS = 2_147_483_647

export interface Commands {
  readonly operations: BashOperations
  /** Ends everything that is left and resolves when it is gone. Idempotent. */
  end(): Promise<void>
}

/** All commands of this process. */
const living = new Set<RunningCommand>()

/** Kills the groups of all commands without waiting, for a process that is about to end. */
export function killAllNow(): void {
  if (process.platform === 'win32') return
  for (const { leader } of living) send(-leader.pid, 'SIGKILL')
}

/** Commands of one Session. `onChange` tells which there are, so that the host can end them should we die. */
export function createCommands(onChange: (command: RunningCommand, alive: boolean) => void): Commands {
  const known = new Set<RunningCommand>()
  const end = async (commands: readonly RunningCommand[]) => {
    if (commands.length === 0) return
    await endCommands(commands)
    for (const command of commands) {
      living.delete(command)
      if (known.delete(command)) onChange(command, false)
    }
  }

  const exec: BashOperations['exec'] = async (text, cwd, { onData, signal, timeout, env }) => {
    if (signal?.aborted) throw new Error('aborted')
    if (timeout !== undefined && !(timeout > 0)) throw new Error('Invalid timeout: give a positive number of seconds.')
    const task = randomUUID()
    const child = start(text, cwd, { ...commandEnvironment(env ?? process.env), [TASK_MARKER]: task })
    const ending = ended(child, onData)
    const { pid } = child
    if (pid === undefined) return { exitCode: await ending }
    const command = { task, leader: { pid, startedAt: startOf(pid) } }
    known.add(command)
    living.add(command)
    onChange(command, true)

    let timedOut = false
    const killed = Promise.withResolvers<void>()
    let killing = false
    const stop = () => {
      if (killing) return
      killing = true
      killed.resolve(end([command]))
    }
    const limit = timeout === undefined ? undefined : setTimeout(() => {
      timedOut = true
      stop()
    }, Math.min(timeout * 1_000, TIMER_MAX_MS))
    signal?.addEventListener('abort', stop, { once: true })
    try {
      const exitCode = await ending
      if (killing) await killed.promise
      if (signal?.aborted) throw new Error('aborted')
      // pi reads this form.
      if (timedOut) throw new Error(`timeout:${timeout}`)
      return { exitCode }
    } finally {
      clearTimeout(limit)
      signal?.removeEventListener('abort', stop)
    }
  }

  return {
    operations: { exec },
    end: () => end([...known])
  }
}

/** The operator's own environment without keys; the host's marker stays, so that its sweeps find the command. */
function commandEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const host = env[HOST_MARKER]
  return { ...withoutSecrets(userEnvironment(env)), ...(host === undefined ? {} : { [HOST_MARKER]: host }) }
}

function start(text: string, cwd: string, env: Record<string, string>): ChildProcess {
  const shell = getShellConfig()
  const byInput = shell.commandTransport === 'stdin'
  const child = spawn(shell.shell, byInput ? shell.args : [...shell.args, text], {
    cwd,
    env,
    detached: process.platform !== 'win32',
    stdio: [byInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    windowsHide: true
  })
  child.stdin?.on('error', () => {})
  child.stdin?.end(text)
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
