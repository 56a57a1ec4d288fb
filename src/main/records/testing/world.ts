/** Workers that a test plays, their records, and the API over real HTTP as somebody outside sees it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { Outcome } from '../../../shared/model'
import { RunView, TranscriptPage, type TranscriptEntry, type WorkerRecordView } from '../../../shared/records'
import { startServer, type RunningServer } from '../../serve/server'
import { Crew } from '../../testing/crew'
import type { FakeTurn } from '../../testing/fake-engine'
import { createRecordsApi, type RecordsApi } from '../api'
import { DEFAULT_RECORD_LIMITS, type RecordLimits } from '../limits'
import { Records } from '../records'

export const TOKEN = 'token-of-the-owner-0123456789'
export const INSTANCE = { service: 'crewdeck', version: '0.0.0', instance_id: 'instance-of-the-test' }

export interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

export class World {
  records: Records
  api: RecordsApi
  server: RunningServer

  private constructor(
    public crew: Crew,
    private readonly limits: RecordLimits,
    started: { records: Records; api: RecordsApi; server: RunningServer }
  ) {
    this.records = started.records
    this.api = started.api
    this.server = started.server
  }

  static async open(limits: Partial<RecordLimits> = {}): Promise<World> {
    const crew = new Crew()
    const all = { ...DEFAULT_RECORD_LIMITS, ...limits }
    const world = new World(crew, all, await start(crew, all))
    await world.records.start()
    return world
  }

  get runId(): string {
    return this.crew.sessionId
  }

  get url(): string {
    return this.server.origin
  }

  /** The host dies and comes back on the same data; its records are ready unless `isReady` is false. */
  async restart({ repairs = true, isReady = true } = {}): Promise<void> {
    await this.server.close()
    this.records.close()
    this.crew.die()
    this.crew = new Crew(this.crew.folder)
    Object.assign(this, await start(this.crew, this.limits))
    if (repairs) this.crew.sessions.repair()
    if (isReady) await this.records.start()
  }

  /** Only the recording dies and begins again, from what it finds on disk. The API has nothing to read any more. */
  async resume(): Promise<void> {
    this.records.close()
    this.records = recordsOf(this.crew, this.limits)
    await this.records.start()
  }

  async close(): Promise<void> {
    await this.server.close()
    this.records.close()
    await this.crew.close()
  }

  /** A request with its path exactly as given. */
  ask(path: string, { method = 'GET', token = TOKEN, headers = {} }: { method?: string; token?: string | null; headers?: Record<string, string> } = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const all = { ...(token === null ? {} : { 'X-Agent-Service-Token': token }), ...headers }
      const sent = request({ host: '127.0.0.1', port: this.server.port, path, method, headers: all }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (piece: string) => (text += piece))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      })
      sent.on('error', reject)
      sent.end()
    })
  }

  async workers(runId = this.runId): Promise<WorkerRecordView[]> {
    const answer = await this.ask(`/api/runs/${runId}/workers`)
    expect(answer.status).toBe(200)
    const view = RunView.strict().parse(JSON.parse(answer.text))
    expect(view.run_id).toBe(runId)
    return view.workers
  }

  async listed(workerId: string): Promise<WorkerRecordView | undefined> {
    return (await this.workers()).find((worker) => worker.workerId === workerId)
  }

  async page(workerId: string, query = ''): Promise<TranscriptPage> {
    const answer = await this.ask(`/api/runs/${this.runId}/workers/${workerId}/transcript${query}`)
    expect(answer.status, answer.text).toBe(200)
    return TranscriptPage.strict().parse(JSON.parse(answer.text))
  }

  async entries(workerId: string): Promise<TranscriptEntry[]> {
    return (await this.page(workerId, '?limit=2000')).entries
  }

  /** The worker's turn with that number, open. */
  turn(workerId: string, count = 1): Promise<FakeTurn> {
    return this.crew.steering.turnOf(workerId, count)
  }

  /** Ends the turn and resolves once that is in the log. */
  async end(workerId: string, turn: FakeTurn, outcome?: Outcome): Promise<void> {
    const ended = this.crew.outcomes(workerId).length
    turn.end(outcome)
    while (this.crew.outcomes(workerId).length === ended) await new Promise((resolve) => setImmediate(resolve))
  }

  /** What a turn has reported so far is in the log once this resolves. */
  async settled(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }

  /** A worker whose first turn has ended. */
  async ended(workerId: string, outcome?: Outcome, reply = `reply of ${workerId}`): Promise<void> {
    this.crew.worker(workerId)
    const turn = await this.turn(workerId)
    turn.sink.step(1)
    turn.reply(reply)
    await this.end(workerId, turn, outcome)
  }

  /** A worker that has called one tool and got its result. */
  async called(
    workerId: string,
    call: { name: string; arguments: string; text: string; isError?: boolean; resultName?: string },
    changes: Parameters<FakeTurn['sink']['toolResult']>[0]['changes'] = []
  ): Promise<FakeTurn> {
    this.crew.worker(workerId)
    const turn = await this.turn(workerId)
    turn.sink.step(1)
    turn.sink.toolCall({ callId: 'c1', name: call.name, arguments: call.arguments })
    turn.sink.toolResult({ callId: 'c1', name: call.resultName ?? call.name, text: call.text, isError: call.isError ?? false, changes })
    await this.settled()
    return turn
  }

  file(workerId: string, runId = this.runId): string {
    return join(this.crew.folder, 'data', 'records', runId, `${workerId}.jsonl`)
  }

  /** Puts a record there that this host has not written: its worker is in no index. */
  place(workerId: string, lines: readonly (string | object)[], runId = this.runId): void {
    mkdirSync(dirname(this.file(workerId, runId)), { recursive: true })
    writeFileSync(this.file(workerId, runId), lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  }

  written(workerId: string): string {
    return readFileSync(this.file(workerId), 'utf8')
  }
}

async function start(crew: Crew, limits: RecordLimits): Promise<{ records: Records; api: RecordsApi; server: RunningServer }> {
  const report = (message: string) => void crew.reports.push(message)
  const records = recordsOf(crew, limits)
  const api = createRecordsApi({ records, token: () => TOKEN, identity: INSTANCE, report })
  const server = await startServer({
    host: { attachSocket: () => () => undefined },
    files: new Map(),
    records: api,
    address: '127.0.0.1',
    port: 0,
    token: 'the-token-of-the-page-0123456789',
    log: report
  })
  return { records, api, server }
}

function recordsOf(crew: Crew, limits: RecordLimits): Records {
  const report = (message: string) => void crew.reports.push(message)
  const { db, log, sessions, projects } = crew
  return new Records({ db, log, sessions, projects, root: join(crew.folder, 'data', 'records'), limits, report })
}
