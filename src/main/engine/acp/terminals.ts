/** Commands that an agent runs through us: inside the folder, with bounded output, ended with all their descendants. */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Exit, Supervised, Supervisor } from '../../process/supervisor'
import { cleanBytes } from '../shell/terminal-text'

/** Output that is kept of one command, in bytes; an agent may want less. */
export const TERMINAL_MAX_BYTES = 1_000_000
/** Commands that one session may have at once. */
const TERMINALS_MAX = 64

export interface TerminalOutput {
  readonly output: string
  readonly truncated: boolean
  readonly exit: Exit | null
}

export interface TerminalCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly maxBytes: number | null
}

class Terminal {
  #chunks: Buffer[] = []
  #bytes = 0
  #truncated = false
  exit: Exit | null = null
  readonly exited: Promise<Exit>

  constructor(
    private readonly process: Supervised,
    private readonly maxBytes: number
  ) {
    const { stdout, stderr } = process.child
    const reading = Promise.all([stdout, stderr].flatMap((stream) => (stream ? this.#read(stream) : [])))
    this.exited = process.exited.then(async (exit) => {
      // Its children may hold the pipes open: they end with it.
      await process.endTree()
      await reading
      this.exit = exit
      return exit
    })
  }

  get output(): TerminalOutput {
    return { output: cleanBytes(Buffer.concat(this.#chunks)), truncated: this.#truncated, exit: this.exit }
  }

  end(): Promise<unknown> {
    return this.process.endTree()
  }

  async #read(stream: Readable): Promise<void> {
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) this.#keep(chunk)
    } catch {
      // The pipe broke: what has come is what there is.
    }
  }

  /** The end of the output is kept. */
  #keep(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    while (this.#bytes > this.maxBytes) {
      const [first] = this.#chunks
      if (!first) return
      this.#truncated = true
      const excess = this.#bytes - this.maxBytes
      if (first.length <= excess) this.#chunks.shift()
      else this.#chunks[0] = first.subarray(excess + restOfCharacter(first, excess))
      this.#bytes = this.#chunks.reduce((sum, { length }) => sum + length, 0)
    }
  }
}

export class Terminals {
  readonly #terminals = new Map<string, Terminal>()

  constructor(private readonly supervisor: Supervisor) {}

  /** Rejects, for the agent, when it cannot be started. */
  async start({ command, args, env, cwd, maxBytes }: TerminalCommand): Promise<string> {
    if (this.#terminals.size >= TERMINALS_MAX) throw new Error(`There are ${TERMINALS_MAX} terminals already. Release some.`)
    // A whole command line in one string is what a shell understands.
    const line = args.length === 0 && /\s/.test(command.trim())
    const [file, given] = line ? shellFor(command) : [command, args]
    const process = await this.supervisor.spawn(file, given, { cwd, env: { ...env, PWD: cwd }, stdio: ['ignore', 'pipe', 'pipe'] })
    const id = randomUUID()
    this.#terminals.set(id, new Terminal(process, Math.min(maxBytes ?? TERMINAL_MAX_BYTES, TERMINAL_MAX_BYTES)))
    return id
  }

  output(id: string): TerminalOutput | null {
    return this.#terminals.get(id)?.output ?? null
  }

  /** Null for one that is not there. */
  async exit(id: string): Promise<Exit | null> {
    return (await this.#terminals.get(id)?.exited) ?? null
  }

  async kill(id: string): Promise<void> {
    await this.#terminals.get(id)?.end()
  }

  /** Ends it and forgets it; its calls have had its output. */
  async release(id: string): Promise<void> {
    const terminal = this.#terminals.get(id)
    await terminal?.end()
    this.#terminals.delete(id)
  }

  async releaseAll(): Promise<void> {
    await Promise.all([...this.#terminals.keys()].map((id) => this.release(id)))
  }
}

function shellFor(line: string): [string, readonly string[]] {
  return process.platform === 'win32' ? [process.env['ComSpec'] ?? 'cmd.exe', ['/d', '/s', '/c', line]] : ['/bin/sh', ['-c', line]]
}

/** Bytes to skip so that the text does not begin inside a character. */
function restOfCharacter(bytes: Buffer, from: number): number {
  let skip = 0
  while (skip < 4 && from + skip < bytes.length && ((bytes[from + skip] ?? 0) & 0xc0) === 0x80) skip += 1
  return skip
}
