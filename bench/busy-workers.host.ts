/** The host of the benchmark: the served one, in a process of its own that also watches its event loop and counts events. */
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { createFileKeyStore } from '../src/main/models/file-key-store'
import { createFork } from '../src/main/serve/fork'
import { startInsideHost } from './inside-host'

export interface HostOrder {
  readonly root: string
  readonly data: string
  readonly project: string
}
export interface HostReady {
  /** The address of the page, token included. */
  readonly url: string
  readonly sessionId: string
  readonly pid: number
}
export interface LoopReport {
  /** Events that were written to logs since the last report, and in which time. */
  readonly events: number
  readonly ms: number
  readonly delayP99Ms: number
  readonly rss: number
}

/** How often the event loop is looked at, in ms. */
const RESOLUTION_MS = 5

process.once('message', (order: HostOrder) => void serve(order))

async function serve({ root, data, project }: HostOrder): Promise<void> {
  const { host, url, close } = await startInsideHost({ root, data, fork: createFork(join(root, 'out/main')), keys: createFileKeyStore(join(data, 'keys.json')) })
  const { sessionId } = await host.openProject(project)
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const database = new DatabaseSync(join(data, 'crewdeck.db'), { readOnly: true })
  const count = () => Number(database.prepare('SELECT coalesce(sum(next_seq), 0) AS count FROM session').get()?.['count'] ?? 0)
  let [since, seen] = [performance.now(), count()]
  process.on('message', (message) => {
    if (message === 'report') {
      // What it measures is what lay between two questions; counting is not part of it.
      // It tells how long each of its own waits took, which an idle loop ends after the resolution.
      const delayP99Ms = Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS)
      const [now, events] = [performance.now(), count()]
      process.send?.({ events: events - seen, ms: now - since, delayP99Ms, rss: process.memoryUsage.rss() } satisfies LoopReport)
      since = performance.now()
      seen = events
      delays.reset()
    } else if (message === 'close') {
      void close().then(() => process.exit(0))
    }
  })
  process.send?.({ url, sessionId, pid: process.pid } satisfies HostReady)
}
