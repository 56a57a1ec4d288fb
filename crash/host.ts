/** The built host as a process that can be killed, and a client of it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { z } from 'zod'
import type { Contract } from '../src/shared/contract'
import { LIFE_VARIABLE } from './strays.ts'

export type Client = ContractRouterClient<Contract>

/** How long a start may take, in ms. */
const START_MS = 60_000
const STOP_MS = 20_000

export interface Folders {
  readonly root: string
  readonly data: string
  readonly project: string
}

const FirstLine = z.object({ url: z.string(), token: z.string() })

/** One life of the host, from its start to its death. */
export class Host {
  readonly life: string
  /** What it wrote to standard error. */
  output = ''
  readonly #child: ChildProcess
  readonly #exit: Promise<unknown>
  readonly #address: Promise<z.infer<typeof FirstLine>>

  /** Starts it; `life` marks the process and all that it starts. */
  constructor({ root, data, project }: Folders, life: string) {
    this.life = life
    const child = spawn(process.execPath, ['out/main/serve.js', '--project', project, '--data', data, '--port', '0', '--json'], {
      cwd: root,
      env: { ...process.env, [LIFE_VARIABLE]: life },
      stdio: ['ignore', 'pipe', 'pipe']
    })
    this.#child = child
    child.stderr.on('data', (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-20_000)))
    this.#exit = once(child, 'exit')
    const ended = this.#exit.then(() => {
      throw new Error(`The host ended before it served. It wrote:\n${this.output}`)
    })
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The host did not start.')), START_MS).unref())
    this.#address = Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended, late]).then(([line]) => FirstLine.parse(JSON.parse(String(line))))
    this.#address.catch(() => {})
  }

  /** A connection, once the host serves. Rejects when it ends before that. */
  async connect(): Promise<Client> {
    const { url, token } = await this.#address
    const address = new URL('/rpc', url)
    address.protocol = 'ws:'
    address.hash = ''
    const socket = new WebSocket(address, ['crewdeck.v1', `token.${token}`])
    const broken = new Promise<never>((_, reject) => socket.addEventListener('close', () => reject(new Disconnected())))
    broken.catch(() => {})
    await Promise.race([once(socket, 'open'), broken])
    const link = new RPCLink({ websocket: socket })
    // Whatever the wire does: what has not been answered when it breaks will not be, and after that nothing can be asked.
    return createORPCClient({
      call: (path, input, options) =>
        Promise.race([link.call(path, input, options), broken]).catch((error: unknown) => {
          throw socket.readyState === WebSocket.OPEN ? error : new Disconnected()
        })
    })
  }

  /**
   * Ends it in the middle of whatever it does; resolves when it is dead. With `hangMs` it hangs before that: what it has
   * started goes on, and is not heard any more.
   */
  async kill(hangMs = 0): Promise<void> {
    if (hangMs > 0) {
      this.#child.kill('SIGSTOP')
      await delay(hangMs)
    }
    this.#child.kill('SIGKILL')
    await this.#exit
  }

  /** Asks it to end; throws when it takes too long or ends with an error. */
  async stop(): Promise<void> {
    const late = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS)
    this.#child.kill('SIGTERM')
    await this.#exit
    clearTimeout(late)
    if (this.#child.exitCode !== 0) throw new Error(`The host ended with ${this.#child.signalCode ?? this.#child.exitCode}. It wrote:\n${this.output}`)
  }
}

/** The connection is gone, so there will be no answer. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected'
}
