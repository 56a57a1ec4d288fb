/** The agent's own transcripts, one file a session, so that another process of it can take a session up. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Said {
  readonly role: 'user' | 'agent'
  readonly text: string
}

export class Store {
  private readonly folder: string

  constructor(folder: string) {
    this.folder = folder
    if (folder !== '') mkdirSync(folder, { recursive: true })
  }

  /** Null where nothing is stored. */
  read(id: string): Said[] | null {
    const path = this.#path(id)
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Said[]) : null
  }

  write(id: string, said: readonly Said[]): void {
    if (this.folder !== '') writeFileSync(this.#path(id), JSON.stringify(said))
  }

  remove(id: string): void {
    rmSync(this.#path(id), { force: true })
  }

  #path(id: string): string {
    return join(this.folder, `${id}.json`)
  }
}
