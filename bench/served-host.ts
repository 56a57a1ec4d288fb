/** The built served host as a process of its own, and the folders that it works on. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

export interface Folders {
  readonly data: string
  readonly project: string
  remove(): Promise<void>
}

/** Two new folders, empty. */
export async function makeFolders(): Promise<Folders> {
  const make = async (name: string) => realpath(await mkdtemp(join(tmpdir(), `crewdeck-bench-${name}-`)))
  const [data, project] = await Promise.all([make('data'), make('project')])
  return {
    data,
    project,
    remove: async () => {
      await Promise.all([data, project].map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 })))
    }
  }
}

export interface ServedHost {
  /** The address of the page, token included. */
  readonly url: string
  /** Asks it to stop; resolves when it has. */
  stop(): Promise<void>
}

const FirstLine = z.object({ url: z.string() })

/** Starts the host of `root`'s build. Resolves when it serves. */
export async function startServedHost(root: string, folders: Folders): Promise<ServedHost> {
  const args = [join(root, 'out/main/serve.js'), '--project', folders.project, '--data', folders.data, '--port', '0', '--json']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  const failed = exit.then(([code]) => {
    throw new Error(`The host ended with ${String(code)} before it served.`)
  })
  failed.catch(() => {})
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), failed])
  return {
    url: FirstLine.parse(JSON.parse(String(line))).url,
    stop: async () => {
      child.kill('SIGTERM')
      await exit
    }
  }
}
