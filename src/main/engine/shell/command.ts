/**
 * Runs one command to its end and tells what became of it. What it has left running in the background is ended with
 * it; what holds its output open does not keep the turn up.
 */
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Exit, Supervised, Supervisor } from '../../process/supervisor'
import { END_PLAN, isGoing, type Stage } from '../../process/tree'
import { Capture, CAPTURE_LIMITS, type CaptureLimits } from './capture'
import { excerptOf } from './excerpt'
import { openOutputPipe } from './output-pipe'
import type { CommandEnd, CommandReport } from './reply'
import { userShell } from './user-shell'

/** When the shell has ended, its output may go on for this long before what it has left running is ended, in ms. */
const OUTPUT_GRACE_MS = 250
/** The latest line is told at most this often, in ms. */
const LINE_EVERY_MS = 200
const LINE_MAX_CHARS = 200
/** Well within the two seconds that a turn may be silent for. */
const HEARD_EVERY_MS = 1_500

/** What a stop does: within a second the command and all of its children are gone. */
const STOP_PLAN: readonly Stage[] = [
  { signal: 'SIGINT', wait: 250 },
  { signal: 'SIGTERM', wait: 250 },
  { signal: 'SIGKILL', wait: 5_000 }
]
/** After the shell's own end: what is just about to end by itself is not called a leftover. */
const LEFTOVER_PLAN: readonly Stage[] = [{ signal: null, wait: 100 }, ...END_PLAN]

export interface CommandOptions {
  readonly supervisor: Supervisor
  readonly command: string
  /** Added to its environment. */
  readonly variables?: Readonly<Record<string, string>>
  /** Where it runs. */
  readonly folder: string
  readonly stateFolder: string
  /** The file for its whole output (`outputFile`); must not exist. */
  readonly file: string
  /** How many characters of its output are shown. */
  readonly budget: number
  readonly limits?: CaptureLimits
  /** Aborted with the reason `user` or `disposed`. */
  readonly stop: AbortSignal
  readonly onLine: (line: string) => void
  readonly onHeard: () => void
}

/** Never rejects for what goes wrong with the command: that is in the report. */
export async function runCommand(options: CommandOptions): Promise<CommandReport> {
  const { supervisor, command, folder, stateFolder, file: path, stop } = options
  const shell = await userShell()
  if (shell === null) return failed(command, 'NO_SHELL', 'No shell was found: set SHELL to one that can be run, then send the message again.')
  const problem = await folderProblem(folder)
  if (problem !== null) return failed(command, 'NO_FOLDER', problem)

  const pipe = await openOutputPipe(stateFolder)
  if (stop.aborted) {
    pipe.discard()
    return { ...failed(command, '', ''), end: stopped(stop) }
  }
  let shellProcess: Supervised
  try {
    const stdio = { stdio: pipe.stdio, verbatim: true }
    shellProcess = await supervisor.spawn(shell.path, shell.args(command), { cwd: folder, env: { PWD: folder, ...options.variables }, ...stdio })
  } catch (error) {
    pipe.discard()
    return failed(command, 'NOT_STARTED', whyNotStarted(error, shell.path))
  }
  const capture = new Capture(path, options.limits ?? CAPTURE_LIMITS)
  const report = await follow(options, shellProcess, capture, pipe.sources(shellProcess.child))
  await capture.close()
  return {
    ...report,
    command,
    excerpt: excerptOf({ head: capture.head(), tail: capture.tail(), gap: capture.gap }, options.budget),
    printed: capture.total,
    file: capture.total === 0 ? null : { path, bytes: capture.written, problem: capture.fileProblem },
    ...(stop.aborted ? { end: stopped(stop) } : {})
  }
}

type Followed = Pick<CommandReport, 'end' | 'duration' | 'leftovers' | 'survivors'>

async function follow(options: CommandOptions, shell: Supervised, capture: Capture, sources: readonly Readable[]): Promise<Followed> {
  const { stop, onHeard } = options
  const began = performance.now()
  const halt = () => void shell.endTree(STOP_PLAN)
  stop.addEventListener('abort', halt, { once: true })
  if (stop.aborted) halt()
  const lines = tellLines(capture, options.onLine)
  const heard = setInterval(() => {
    if (isGoing(shell.pid)) onHeard()
  }, HEARD_EVERY_MS)
  try {
    onHeard()
    const reading = Promise.all(sources.map((source) => capture.read(source)))
    const exit = await shell.exited
    const duration = performance.now() - began
    if (!stop.aborted) await Promise.race([reading, delay(OUTPUT_GRACE_MS)])
    const { ended, survivors } = await shell.endTree(LEFTOVER_PLAN)
    // With the last writer gone the pipe ends, once what is in it has been read.
    await Promise.race([reading, delay(OUTPUT_GRACE_MS)])
    for (const source of sources) source.destroy()
    await reading
    return { end: endOf(exit), duration, leftovers: stop.aborted ? 0 : ended, survivors }
  } finally {
    void shell.endTree()
    clearInterval(heard)
    lines.stop()
    stop.removeEventListener('abort', halt)
  }
}

function stopped(stop: AbortSignal): CommandEnd {
  return { kind: 'stopped', by: stop.reason === 'disposed' ? 'disposed' : 'user' }
}

function endOf({ code, signal }: Exit): CommandEnd {
  return signal === null ? { kind: 'exit', code: code ?? 0 } : { kind: 'signal', signal }
}

/** Tells the latest line while it changes. */
function tellLines(capture: Capture, onLine: (line: string) => void): { stop(): void } {
  let seen = 0
  let told = ''
  const timer = setInterval(() => {
    if (capture.total === seen) return
    seen = capture.total
    const line = capture.latestLine().slice(0, LINE_MAX_CHARS)
    if (line === told) return
    told = line
    onLine(line)
  }, LINE_EVERY_MS)
  return { stop: () => clearInterval(timer) }
}

async function folderProblem(folder: string): Promise<string | null> {
  try {
    if ((await stat(folder)).isDirectory()) return null
  } catch {
    // Said below.
  }
  return 'The folder of this Project is not there. Put it back, or open the Project where it is now, then send the message again.'
}

function whyNotStarted(error: unknown, shell: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'E2BIG') return 'The command is too long for this system: save it as a script in the folder and run that.'
  if (code === 'ERR_INVALID_ARG_VALUE') return 'The command holds a NUL character, which no command can: remove it and send the message again.'
  if (code === 'EACCES') return `The folder or the shell (${shell}) may not be used by this user: check their permissions, then send the message again.`
  if (code === 'EAGAIN' || code === 'ENOMEM') return 'The system has no room for another process: end some, then send the message again.'
  return `The shell (${shell}) could not be started: ${error instanceof Error ? error.message : String(error)}. Set SHELL to one that can be run.`
}

function failed(command: string, code: string, message: string): CommandReport {
  const excerpt = { head: '', tail: null, leftOut: 0 }
  return { command, end: { kind: 'failed', code, message }, duration: 0, excerpt, printed: 0, file: null, leftovers: 0, survivors: 0 }
}
