/** Lets a crew come to its end: nothing parked, nothing pending, nobody busy. */
import { setTimeout as delay } from 'node:timers/promises'
import { timelineOf, type Crew } from './crew.ts'
import type { Findings } from './findings.ts'
import type { Client } from './host.ts'

/** How long that may take, in ms. */
const DRAIN_MS = 90_000
/** A turn that has run for longer is stopped, in ms. */
const PATIENCE_MS = 700

export interface DrainOptions {
  readonly client: Client
  readonly crew: Crew
  readonly sessionId: string
  readonly findings: Findings
}

export async function drain({ client, crew, sessionId, findings }: DrainOptions): Promise<void> {
  const deadline = performance.now() + DRAIN_MS
  for (;;) {
    const coordinator = await timelineOf(client, sessionId, sessionId)
    const isCoordinating = coordinator.pending.length > 0 || coordinator.turns.at(-1)?.outcome === null
    const working = crew.all().filter((worker) => worker.turn !== null || worker.pendingCount > 0)
    if (!isCoordinating && working.length === 0) return
    if (performance.now() > deadline) {
      findings.add('wrongStatus', `after ${DRAIN_MS} ms ${working.map((worker) => `${worker.workerId} (${worker.phase}, ${worker.pendingCount} pending)`).join()}${isCoordinating ? ' and the Coordinator' : ''} have not come to an end`)
      return
    }
    if (coordinator.pending.some((message) => message.parked)) await client.workers.continue({ sessionId, workerId: sessionId })
    for (const { workerId, parked, turn, lifecycle } of working) {
      if (lifecycle !== 'member') continue
      if (parked) await client.workers.continue({ sessionId, workerId })
      // It may have ended meanwhile, which is as good.
      if (turn && Date.now() - turn.startedAt > PATIENCE_MS) await client.workers.interrupt({ sessionId, workerId, turn: turn.number }).catch(() => {})
    }
    await delay(100)
  }
}
