/** The reader of the stream benchmark: a process that follows one timeline as the window does, only slower. */
import { setTimeout as delay } from 'node:timers/promises'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { WebSocket } from 'ws'
import { fold, type Folded, type Held } from '../src/renderer/connection/observe.logic'
import type { Contract } from '../src/shared/contract'
import { applyTimelineOp, type TimelineState } from '../src/shared/timeline'
import { placeOf } from './played-pi'

export interface ReaderOrder {
  readonly port: number
  readonly token: string
  readonly sessionId: string
  readonly workerId: string
  /** `provider/model` names, for the endpoint that the worker's model belongs to. */
  readonly model: { readonly provider: string; readonly name: string }
  /** `snapshots` asks for one after each frame. */
  readonly mode: 'patches' | 'snapshots'
  readonly readerMs: number
  readonly warmUpMs: number
  readonly measureMs: number
}

export interface ReaderReport {
  /** The measured time, on the machine's monotonic clock, in ms. */
  readonly from: number
  readonly to: number
  /** Frames read in that time, how many of them were snapshots, and the bytes received on the wire. */
  readonly frames: number
  readonly snapshots: number
  readonly bytes: number
  /** Which event the state held, and since when; ascending. Goes on for a moment after `to`. */
  readonly seen: readonly { readonly place: number; readonly at: number }[]
}

/** How long it reads on, so that the last measured events arrive, in ms. */
const AFTER_MS = 1_000

process.once('message', (order: ReaderOrder) => void read(order).then((report) => process.send?.(report, () => process.exit(0))))

const now = () => Number(process.hrtime.bigint()) / 1e6

async function read(order: ReaderOrder): Promise<ReaderReport> {
  const socket = new WebSocket(`ws://127.0.0.1:${order.port}/rpc`, ['crewdeck.v1', `token.${order.token}`])
  let bytes = 0
  socket.on('upgrade', (response) => response.socket.on('data', (chunk: Buffer) => (bytes += chunk.length)))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }))
  await openTurn(client, order)

  const abort = new AbortController()
  const { sessionId, workerId } = order
  const frames = await client.projectMode.timeline({ sessionId, workerId, limit: 10 }, { signal: abort.signal })
  const seen: { place: number; at: number }[] = []
  let [count, snapshots] = [0, 0]
  const reading = (async () => {
    let held: Held<TimelineState> | null = null
    for await (const frame of frames) {
      const folded: Folded<TimelineState, unknown> = fold(held, frame, applyTimelineOp)
      if (folded.kind !== 'state') throw new Error(`The stream broke: ${folded.kind}.`)
      held = folded.held
      count++
      if (frame.kind === 'snapshot') snapshots++
      spend(order.readerMs)
      seen.push({ place: placeOf(held.state), at: now() })
      void client.streams.ack({ stream: held.stream, rev: held.rev })
      if (order.mode === 'snapshots') void client.streams.resync({ stream: held.stream })
    }
  })().catch((error: unknown) => {
    if (!abort.signal.aborted) throw error
  })

  await delay(order.warmUpMs)
  const before = { at: now(), count, snapshots, bytes }
  await delay(order.measureMs)
  const after = { at: now(), count, snapshots, bytes }
  await delay(AFTER_MS)
  abort.abort()
  await reading
  socket.close()
  return {
    from: before.at,
    to: after.at,
    frames: after.count - before.count,
    snapshots: after.snapshots - before.snapshots,
    bytes: after.bytes - before.bytes,
    seen
  }
}

/** Lets the worker begin its turn, if it has none yet. */
async function openTurn(client: ContractRouterClient<Contract>, { sessionId, workerId, model }: ReaderOrder): Promise<void> {
  await client.models.saveProvider({
    id: model.provider,
    name: 'Bench',
    api: 'openai-completions',
    baseUrl: 'http://127.0.0.1:9/v1',
    models: [model.name]
  })
  const { turn } = await client.workers.get({ sessionId, workerId })
  if (turn) return
  const text = `Go on with the list of last week, please. What the machine said over night:\n\n${'04:00:01 backup: 12 files, none of them changed\n'.repeat(90)}`
  await client.workers.send({ sessionId, workerId, messageId: 'go', text, delivery: 'queue' })
}

/** Is busy, as a window is that draws. */
function spend(ms: number): void {
  const until = now() + ms
  while (now() < until);
}
