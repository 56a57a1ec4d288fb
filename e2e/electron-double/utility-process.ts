/** `utilityProcess`: a forked Node child with Electron's side of the conversation. */
import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

interface ForkOptions {
  env?: NodeJS.ProcessEnv
  cwd?: string
  stdio?: 'pipe' | 'ignore' | 'inherit' | ('pipe' | 'ignore' | 'inherit')[]
  serviceName?: string
}

class UtilityProcess extends EventEmitter {
  readonly stdout: Readable | null
  readonly stderr: Readable | null
  readonly #child: ChildProcess

  constructor(script: string, args: readonly string[], { env, cwd, stdio = 'inherit' }: ForkOptions) {
    super()
    const [input, output, errors] = typeof stdio === 'string' ? ['ignore' as const, stdio, stdio] : stdio
    this.#child = fork(join(import.meta.dirname, 'utility-child.ts'), [script, ...args], {
      ...(env && { env }),
      ...(cwd && { cwd }),
      execArgv: [],
      serialization: 'advanced',
      stdio: [input ?? 'ignore', output ?? 'inherit', errors ?? 'inherit', 'ipc']
    })
    this.stdout = this.#child.stdout
    this.stderr = this.#child.stderr
    this.#child.once('spawn', () => this.emit('spawn'))
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.once('exit', (code, signal) => this.emit('exit', code ?? (signal === null ? 0 : 1)))
    this.#child.on('error', () => {})
  }

  /** As in Electron: not there before `spawn`, and gone after `exit`. */
  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined
  }
  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    if (transfer.length > 0) throw new Error('electron double: ports to a utility process are not imitated')
    if (this.#child.connected) this.#child.send(message as object, () => {})
  }
  kill(): boolean {
    return this.#child.kill('SIGTERM')
  }
}

export const utilityProcess = {
  fork(script: string, args: readonly string[] = [], options: ForkOptions = {}): UtilityProcess {
    return new UtilityProcess(script, args, options)
  }
}
