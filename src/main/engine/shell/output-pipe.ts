/**
 * The pipe that a command prints into. One named pipe for both standard output and error keeps their order and lets
 * `/dev/stdout` and `/dev/stderr` be opened, which Node's own pipes (sockets) do not. Where no named pipe can be made,
 * Node's pipes must do.
 */
import { execFile, type ChildProcess, type StdioOptions } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

export interface OutputPipe {
  /** For `spawn`. Standard input is empty. */
  readonly stdio: StdioOptions
  /** Call it once, right after the spawn: gives up our own writing end, so that the pipe ends with its last writer. */
  sources(child: ChildProcess): Readable[]
  /** Instead of `sources`, when the command could not be started. */
  discard(): void
}

/** @param folder where the pipe has a name for a moment; nobody else may write there */
export async function openOutputPipe(folder: string): Promise<OutputPipe> {
  const path = join(folder, `.output-${randomUUID()}`)
  try {
    await promisify(execFile)('mkfifo', ['-m', '600', path], { timeout: 5_000 })
    // In this order neither waits for the other; the command's end is a blocking one, as it expects.
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    return namedPipe(reader, openSync(path, constants.O_WRONLY))
  } catch {
    return nodePipes()
  } finally {
    await rm(path, { force: true })
  }
}

function namedPipe(reader: number, writer: number): OutputPipe {
  return {
    stdio: ['ignore', writer, writer],
    sources: () => {
      closeSync(writer)
      return [new Socket({ fd: reader, readable: true, writable: false })]
    },
    discard: () => {
      closeSync(writer)
      closeSync(reader)
    }
  }
}

/** Exported for its test. */
export function nodePipes(): OutputPipe {
  return {
    stdio: ['ignore', 'pipe', 'pipe'],
    sources: ({ stdout, stderr }) => [stdout, stderr].filter((stream) => stream !== null),
    discard: () => {}
  }
}
