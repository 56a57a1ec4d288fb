/**
 * Who may read our records, and where: the owner's token, kept where keys are kept so that it outlives the host; a
 * server of its own for the desktop, off until the operator turns it on; and the same API for the served host's server.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../shared/errors'
import type { ServingView } from '../../shared/records'
import type { HostOptions, KeyStore } from '../host-options'
import type { Report } from '../report'
import type { Database } from '../store/database'
import { createRecordsApi, type RecordsApi } from './api'
import type { Records } from './records'
import { startRecordsServer, type RecordsServer } from './server'

const KEY = 'records-token'
const Serving = z.object({ enabled: z.boolean(), port: z.number().int() })
const OFF: z.infer<typeof Serving> = { enabled: false, port: 0 }

export interface RecordsDoorSources {
  readonly records: Records
  readonly db: Database
  readonly keys: KeyStore
  readonly report: Report
  readonly version: string
  readonly mode: HostOptions['mode']
}

/** Where the records are served; null while they are not. */
export type ServedAt = { readonly url: string; readonly token: string } | null

export class RecordsDoor {
  #api: Promise<RecordsApi> | null = null
  #token = ''
  #server: RecordsServer | null = null
  #turn: Promise<unknown> = Promise.resolve()

  constructor(private readonly sources: RecordsDoorSources) {}

  /** The API for a server of the caller's, and the token that it takes. */
  async open(): Promise<{ api: RecordsApi; token: string }> {
    this.#api ??= this.#open()
    const api = await this.#api
    return { api, token: this.#token }
  }

  /** Serves again what was served before. Trouble is reported: nothing else waits for it. */
  async resume(): Promise<void> {
    if (!this.#serving().enabled) return
    await this.serve(true).catch(() => undefined)
  }

  servedAt(): ServedAt {
    return this.#server && { url: this.#server.url, token: this.#token }
  }

  /** The same for the window. */
  async serving(): Promise<ServingView> {
    if (this.sources.mode === 'served') return { state: 'always', url: null, token: (await this.open()).token }
    const served = this.servedAt()
    return served ? { state: 'on', ...served } : { state: 'off', url: null, token: null }
  }

  /**
   * Turns the desktop's own server on or off, and remembers it.
   * @throws Refusal CONFLICT for a served host, UNAVAILABLE when it cannot listen
   */
  serve(enabled: boolean): Promise<ServedAt> {
    if (this.sources.mode === 'served') throw new Refusal('CONFLICT', 'A served Crewdeck serves its records as long as it runs.')
    return this.#inTurn(async () => {
      if (enabled && !this.#server) {
        const { api } = await this.open()
        this.#server = await startRecordsServer(api, this.#serving().port).catch((error: unknown) => {
          this.sources.report('the worker records could not be served', error)
          throw new Refusal('UNAVAILABLE', 'No port of this machine could be opened.', 'The log says why.')
        })
      } else if (!enabled) {
        await this.#closeServer()
      }
      this.#put('records-served', JSON.stringify({ enabled, port: this.#server?.port ?? this.#serving().port }))
      return this.servedAt()
    })
  }

  /** A new token; the old one is refused at once. */
  async renewToken(): Promise<string> {
    await this.open()
    const token = newToken()
    await this.sources.keys.set(KEY, token)
    this.#token = token
    return token
  }

  close(): Promise<void> {
    return this.#inTurn(() => this.#closeServer())
  }

  async #open(): Promise<RecordsApi> {
    const { records, report, version, keys } = this.sources
    try {
      const kept = await keys.get(KEY)
      this.#token = kept ?? newToken()
      if (kept === null) await keys.set(KEY, this.#token)
    } catch (error) {
      report('the token of the worker records could not be kept; it holds until the host ends', error)
      this.#token ||= newToken()
    }
    return createRecordsApi({
      records,
      report,
      token: () => this.#token,
      identity: { service: 'crewdeck', version, instance_id: this.#instanceId() }
    })
  }

  #instanceId(): string {
    const known = this.#get('instance-id')
    if (known !== null) return known
    const id = randomUUID()
    this.#put('instance-id', id)
    return id
  }

  #serving(): z.infer<typeof Serving> {
    const text = this.#get('records-served')
    try {
      return text === null ? OFF : Serving.parse(JSON.parse(text))
    } catch {
      return OFF
    }
  }

  #get(key: string): string | null {
    return this.sources.db.get(z.object({ value: z.string() }), 'SELECT value FROM setting WHERE key = ?', key)?.value ?? null
  }

  #put(key: string, value: string): void {
    this.sources.db.run('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)', key, value)
  }

  async #closeServer(): Promise<void> {
    const server = this.#server
    this.#server = null
    await server?.close()
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}
