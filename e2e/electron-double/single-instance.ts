/** One running app for each user data folder. The second one tells the first that it was started, and must end. */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type OnSecond = (argv: string[], folder: string) => void

export class SingleInstance {
  readonly isFirst: boolean
  readonly #file: string
  readonly #socket: string
  #server: Server | null = null
  #told: Promise<void> = Promise.resolve()

  constructor(folder: string, onSecond: OnSecond) {
    this.#file = join(folder, 'electron-double.pid')
    // A socket's path must be short, which the folder's may not be.
    this.#socket = join(tmpdir(), `electron-double-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}.sock`)
    this.isFirst = !isRunning(this.#file)
    if (this.isFirst) this.#listen(onSecond)
    else this.#told = this.#tellFirst()
  }

  /** Lets the next start be the first; waits until a second one has said that it was here. */
  async close(): Promise<void> {
    await this.#told
    if (!this.isFirst) return
    this.#server?.close()
    rmSync(this.#socket, { force: true })
    rmSync(this.#file, { force: true })
  }

  #listen(onSecond: OnSecond): void {
    writeFileSync(this.#file, String(process.pid))
    rmSync(this.#socket, { force: true })
    this.#server = createServer((client) => {
      let text = ''
      client.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      client.on('end', () => {
        const { argv, folder } = JSON.parse(text) as { argv: string[]; folder: string }
        onSecond(argv, folder)
      })
    })
    this.#server.listen(this.#socket).unref()
  }

  #tellFirst(): Promise<void> {
    return new Promise((done) => {
      const client = connect(this.#socket)
      client.on('error', () => done()).on('close', () => done())
      client.end(JSON.stringify({ argv: process.argv, folder: process.cwd() }))
    })
  }
}

function isRunning(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return true
  } catch {
    return false
  }
}
