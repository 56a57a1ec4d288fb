/** For tests: a whole host over a real data folder, with the small agent of `e2e/acp-agent` as agents of the operator's own. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../../shared/contract'
import type { WorkerView } from '../../shared/model'
import { applyTimelineOp, type TimelineState } from '../../shared/timeline'
import { createHost, type Host } from '../host'
import { createFileKeyStore } from '../models/file-key-store'
import { buildScript, REAPER_ENTRY } from '../process/testing/build'

export type Client = ContractRouterClient<Contract>

const ROOT = join(import.meta.dirname, '../../..')
export const NODE = join(ROOT, 'node_modules/.bin/node')
export const AGENT = join(ROOT, 'e2e/acp-agent/main.ts')

/** A folder with the built `reaper.js`; removed by `dirname` of it. */
export async function buildReaper(): Promise<string> {
  const script = await buildScript(REAPER_ENTRY)
  renameSync(script, join(dirname(script), 'reaper.js'))
  writeFileSync(join(dirname(script), 'package.json'), '{"type":"module"}')
  return dirname(script)
}

export class HostWorld {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'crewdeck-host-')))
  readonly folder = join(this.root, 'project')
  readonly data = join(this.root, 'data')
  readonly store = join(this.root, 'store')
  host!: Host
  client!: Client
  sessionId = ''
  #hangUp = () => {}
  #made = 0

  constructor(private readonly scripts: string) {
    mkdirSync(this.folder)
    mkdirSync(this.data)
  }

  /** Names agents of the operator's own by the flags of the test agent; before the host starts. */
  agents(agents: Readonly<Record<string, readonly string[]>>): void {
    const all = Object.entries(agents).map(([id, flags]) => this.agent(id, flags))
    writeFileSync(join(this.data, 'agents.json'), JSON.stringify({ agents: all }))
  }

  agent(id: string, flags: readonly string[]) {
    return { id, label: `Agent ${id}`, command: NODE, args: [AGENT, '--store', this.store, ...flags], shared: true }
  }

  async start(): Promise<this> {
    this.host = await createHost({
      dataFolder: this.data,
      mode: 'served',
      version: '0.0.0',
      keys: createFileKeyStore(join(this.data, 'keys.json')),
      desktop: null,
      fork: () => {
        throw new Error('No pi process in this test.')
      },
      scripts: this.scripts
    })
    const { port1, port2 } = new MessageChannel()
    this.#hangUp = this.host.attachPort({
      postMessage: (message) => port1.postMessage(message),
      on: (event: 'message' | 'close', listener: (event: { data: unknown }) => void) =>
        event === 'message' ? port1.on('message', (data: unknown) => listener({ data })) : port1.on('close', () => listener({ data: null })),
      start: () => port1.start(),
      close: () => port1.close()
    })
    this.client = createORPCClient(new RPCLink({ port: port2 }))
    port2.start()
    this.sessionId = (await this.client.projects.open({ folder: this.folder })).sessionId
    await this.client.projects.setPolicy({ sessionId: this.sessionId, policy: 'run' })
    return this
  }

  async worker(model: string, task: string, engine: WorkerView['engine'] = 'acp'): Promise<string> {
    const workerId = `w${(this.#made += 1)}`
    await this.client.workers.create({ sessionId: this.sessionId, workerId, messageId: `${workerId}-task`, name: workerId, task, engine, model })
    return workerId
  }

  send(workerId: string, messageId: string, text: string, delivery: 'steer' | 'queue' = 'queue') {
    return this.client.workers.send({ sessionId: this.sessionId, workerId, messageId, text, delivery })
  }

  view(workerId: string): Promise<WorkerView> {
    return this.client.workers.get({ sessionId: this.sessionId, workerId })
  }

  /** The timeline of a worker once it fits; fails after 15 s with what it was last. */
  async timeline(workerId: string, fits: (state: TimelineState) => boolean): Promise<TimelineState> {
    const stop = new AbortController()
    const late = setTimeout(() => stop.abort(), 15_000)
    let state: TimelineState | null = null
    try {
      const frames = await this.client.projectMode.timeline({ sessionId: this.sessionId, workerId, limit: 20 }, { signal: stop.signal })
      let stream = ''
      for await (const frame of frames) {
        if (frame.kind === 'snapshot') {
          stream = frame.stream
          state = frame.state
        } else if (frame.kind === 'patch' && state) state = frame.ops.reduce(applyTimelineOp, state)
        if (state && fits(state)) return state
        if ('rev' in frame) await this.client.streams.ack({ stream, rev: frame.rev })
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error
    } finally {
      clearTimeout(late)
      stop.abort()
    }
    throw new Error(`The timeline never fitted. It was last:\n${JSON.stringify(state, null, 1)}`)
  }

  /** The timeline once turn `number` has ended. */
  async ended(workerId: string, number = 1) {
    const state = await this.timeline(workerId, ({ turns }) => turns.some((turn) => turn.number === number && turn.outcome !== null))
    const turn = state.turns.find((known) => known.number === number)
    if (!turn) throw new Error('unreachable')
    return turn
  }

  async close(): Promise<void> {
    this.#hangUp()
    await this.host.close()
    rmSync(this.root, { recursive: true, force: true })
  }
}
