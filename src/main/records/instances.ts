/** The instances that the operator has added: their addresses in the database, their tokens where keys are kept. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../shared/errors'
import type { InstanceState, InstanceView } from '../../shared/instances'
import type { RunSummary } from '../../shared/records'
import type { KeyStore } from '../host-options'
import { Listeners } from '../listeners'
import type { Database } from '../store/database'
import { jsonColumn } from '../store/json-column'
import { ANOTHER, RecordsClient } from './client'
import { DEFAULT_BOUNDS, InstanceFailure, parseAddress, type Bounds } from './transport'

const NAME_MAX = 120
const TOKEN_MAX = 4_096
const RUNS_MAX = 200
const FINGERPRINT = /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/

const Row = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    fingerprint: z.string().nullable(),
    instance_id: z.string().nullable(),
    runs: jsonColumn(z.array(z.string())),
    added_at: z.number()
  })
  .transform(({ instance_id, added_at, ...row }) => ({ ...row, instanceId: instance_id, addedAt: added_at }))
type Row = z.infer<typeof Row>

const COLUMNS = 'id, name, url, fingerprint, instance_id, runs, added_at'

export class Instances {
  readonly #clients = new Map<string, RecordsClient>()
  readonly #listeners = new Listeners()

  constructor(
    private readonly db: Database,
    private readonly keys: KeyStore,
    private readonly clock: () => number,
    private readonly bounds: Bounds = DEFAULT_BOUNDS
  ) {}

  /** Hears that the list has changed. Returns the disposer. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  list(): InstanceView[] {
    return this.db.all(Row, `SELECT ${COLUMNS} FROM instance ORDER BY added_at, id`).map(viewOf)
  }

  /** Asks nothing of it yet. @throws Refusal BAD_INPUT, CONFLICT (address known) */
  async add({ name, url: text, token }: { name: string; url: string; token: string }): Promise<InstanceView> {
    const url = parseAddress(text).href.replace(/\/$/, '')
    if (this.db.get(z.object({ id: z.string() }), 'SELECT id FROM instance WHERE url = ?', url)) {
      throw new Refusal('CONFLICT', 'That instance is in the list already.', 'Change its token there.')
    }
    const id = randomUUID()
    const named = name.trim().slice(0, NAME_MAX) || new URL(url).host
    await this.keys.set(keyName(id), checkedToken(token))
    this.db.run('INSERT INTO instance (id, name, url, added_at) VALUES (?, ?, ?, ?)', id, named, url, this.clock())
    this.#changed(id)
    return viewOf(this.#row(id))
  }

  /** @throws Refusal NOT_FOUND, BAD_INPUT */
  async setToken(id: string, token: string): Promise<void> {
    this.#row(id)
    await this.keys.set(keyName(id), checkedToken(token))
    this.#changed(id)
  }

  /**
   * The operator has compared the fingerprint of the certificate: from now on it is accepted for this host, and for no
   * other. Null takes that back.
   * @throws Refusal NOT_FOUND, BAD_INPUT
   */
  confirmCertificate(id: string, fingerprint: string | null): void {
    this.#row(id)
    if (fingerprint !== null && !FINGERPRINT.test(fingerprint)) {
      throw new Refusal('BAD_INPUT', 'That is no SHA-256 fingerprint of a certificate.', 'Confirm the one that was shown.')
    }
    this.db.run('UPDATE instance SET fingerprint = ? WHERE id = ?', fingerprint, id)
    this.#changed(id)
  }

  /** Takes what answers at the address now for this instance, after another one did. @throws Refusal NOT_FOUND */
  acceptIdentity(id: string): void {
    this.#row(id)
    this.db.run('UPDATE instance SET instance_id = NULL WHERE id = ?', id)
    this.#changed(id)
  }

  /** Names a run to be shown, for an instance that does not tell its runs. @throws Refusal NOT_FOUND, BAD_INPUT */
  addRun(id: string, runId: string): void {
    const { runs } = this.#row(id)
    const named = runId.trim()
    if (named === '' || named.length > 200) throw new Refusal('BAD_INPUT', 'That is no id of a run.', 'Enter the id that the instance shows.')
    if (runs.length >= RUNS_MAX) throw new Refusal('TOO_LARGE', `An instance has at most ${RUNS_MAX} named runs here.`, 'Take one off first.')
    this.#setRuns(id, [...runs.filter((run) => run !== named), named])
  }

  /** @throws Refusal NOT_FOUND */
  removeRun(id: string, runId: string): void {
    this.#setRuns(id, this.#row(id).runs.filter((run) => run !== runId))
  }

  /** Forgets an instance and its token. Repeating it succeeds. */
  async remove(id: string): Promise<void> {
    this.db.run('DELETE FROM instance WHERE id = ?', id)
    await this.keys.set(keyName(id), null)
    this.#changed(id)
  }

  /**
   * Asks who answers, and for its runs. The identity that is seen first is the one that the token goes to from then on.
   * @throws Refusal NOT_FOUND; the signal's reason
   */
  async check(id: string, signal?: AbortSignal): Promise<InstanceState> {
    const row = this.#row(id)
    try {
      const identity = await new RecordsClient({ url: new URL(row.url), fingerprint: row.fingerprint, token: null }, this.bounds).identity(signal)
      if (row.instanceId !== null && identity?.instance_id !== row.instanceId) {
        // The next question looks again, too.
        this.#clients.delete(id)
        return { kind: 'another', ...ANOTHER }
      }
      if (identity && row.instanceId === null) {
        this.db.run('UPDATE instance SET instance_id = ? WHERE id = ?', identity.instance_id, id)
        this.#clients.delete(id)
      }
      const client = await this.client(id)
      const told = (await client.runs(signal)) ?? []
      const named = row.runs.filter((run) => !told.some(({ run_id }) => run_id === run))
      return {
        kind: 'ok',
        service: identity && `${identity.service} ${identity.version}`,
        runs: [...told, ...named.map((run_id): RunSummary => ({ run_id, name: run_id, status: 'unknown', startedAt: 0 }))]
      }
    } catch (error) {
      if (!(error instanceof InstanceFailure)) throw error
      const { message, remedy, fingerprint } = error
      if (fingerprint !== null) return { kind: 'untrusted', fingerprint, message, remedy }
      return { kind: error.kind === 'another' ? 'another' : 'failed', message, remedy }
    }
  }

  /** What reads the records of an instance. @throws Refusal NOT_FOUND */
  async client(id: string): Promise<RecordsClient> {
    const { url, fingerprint, instanceId } = this.#row(id)
    const known = this.#clients.get(id)
    if (known) return known
    const token = await this.keys.get(keyName(id))
    const client = new RecordsClient({ url: new URL(url), fingerprint, instanceId, token }, this.bounds)
    this.#clients.set(id, client)
    return client
  }

  #row(id: string): Row {
    const row = this.db.get(Row, `SELECT ${COLUMNS} FROM instance WHERE id = ?`, id)
    if (!row) throw new Refusal('NOT_FOUND', 'There is no such instance.', 'Add it again.')
    return row
  }

  #setRuns(id: string, runs: readonly string[]): void {
    this.db.run('UPDATE instance SET runs = ? WHERE id = ?', JSON.stringify(runs), id)
    this.#changed(id)
  }

  #changed(id: string): void {
    this.#clients.delete(id)
    this.#listeners.tell()
  }
}

function viewOf({ id, name, url, fingerprint, addedAt }: Row): InstanceView {
  return { id, name, url, fingerprint, addedAt }
}

function keyName(id: string): string {
  return `instance:${id}`
}

function checkedToken(token: string): string {
  const text = token.trim()
  // What a header can carry.
  if (text === '' || text.length > TOKEN_MAX || !/^[\x21-\x7e]+$/.test(text)) {
    throw new Refusal('BAD_INPUT', 'That is no token.', 'Enter the token that the instance printed or shows.')
  }
  return text
}
