/** One reading of one log, in a process of its own so that its memory is its own. Reports by IPC and ends. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { dirname } from 'node:path'
import { createImports } from '../src/main/records/import/imports'
import type { FormatName } from '../src/main/records/import/format'

export interface ReadOrder {
  /** `bare`: split into lines, each parsed, and nothing else. `first-page`: until the end of the log could be shown. */
  readonly how: 'bare' | 'import' | 'first-page'
  readonly format: FormatName | null
  readonly root: string
  readonly path: string
}

export interface ReadReport {
  readonly ms: number
  /** Bytes above what the process had before. */
  readonly rssGrowth: number
  /** Entries or rows; for `first-page` those of the page. */
  readonly count: number
}

process.once('message', (order: ReadOrder) => {
  void read(order).then((report) => process.send?.(report, () => process.exit(0)))
})

async function read(order: ReadOrder): Promise<ReadReport> {
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
  const since = performance.now()
  const count = order.how === 'bare' ? await bare(order.path) : order.how === 'import' ? await whole(order) : await firstPage(order)
  const ms = performance.now() - since
  clearInterval(watch)
  return { ms, rssGrowth: Math.max(peak, process.memoryUsage.rss()) - before, count }
}

async function bare(path: string): Promise<number> {
  let rows = 0
  for await (const line of createInterface({ input: createReadStream(path, { highWaterMark: 256 * 1024 }), crlfDelay: Infinity })) {
    if (typeof JSON.parse(line) === 'object') rows += 1
  }
  return rows
}

async function whole({ root, format }: ReadOrder): Promise<number> {
  const imports = createImports({ roots: [{ format, path: root }], watch: false })
  try {
    const [run] = await imports.list()
    if (!run) throw new Error(`No run was found in ${dirname(root)}.`)
    let workers = await imports.workers(run.run_id)
    while (workers.reading !== null) workers = await imports.workers(run.run_id)
    const [worker] = workers.workers
    if (!worker) throw new Error('The run has no worker.')
    return (await imports.transcript(run.run_id, worker.workerId, 0, 1)).total
  } finally {
    imports.close()
  }
}

async function firstPage({ root, format }: ReadOrder): Promise<number> {
  const imports = createImports({ roots: [{ format, path: root }], watch: false })
  try {
    const [run] = await imports.list()
    if (!run) throw new Error('No run was found.')
    const { entries } = await imports.tail(run.run_id, 'main', 100)
    return entries.length
  } finally {
    imports.close()
  }
}
