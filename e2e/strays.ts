/** Finds every process that a spec has started, directly or not, by a variable that all of them inherit. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** Not one of ours by name, so that the host hands it on to what it starts. */
const VARIABLE = 'E2E_RUN'
/** How long processes may take to end after the one that they belong to, in ms. */
const END_MS = 10_000

export interface Stray {
  readonly pid: number
  readonly command: string
}

export class Run {
  readonly #id = randomUUID()

  /** What to add to the environment of whatever is started for this run. */
  get env(): Record<string, string> {
    return { [VARIABLE]: this.#id }
  }

  /** Processes of this run that live now. Only Linux can tell; elsewhere there are none to see. */
  alive(): Stray[] {
    if (process.platform !== 'linux') return []
    const mark = `${VARIABLE}=${this.#id}`
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((name) => read(`/proc/${name}/environ`).split('\0').includes(mark))
      .map((name) => ({ pid: Number(name), command: read(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim() }))
  }

  /** Waits until nothing of this run lives. Kills what still does after ten seconds, and throws to say what it was. */
  async ended(): Promise<void> {
    const deadline = Date.now() + END_MS
    while (this.alive().length > 0 && Date.now() < deadline) await setTimeout(50)
    const left = this.alive()
    for (const { pid } of left) kill(pid)
    if (left.length > 0) throw new Error(`Left running:\n${left.map(({ pid, command }) => `  ${pid} ${command}`).join('\n')}`)
  }
}

/** Empty for a process that has gone meanwhile, or belongs to someone else. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
