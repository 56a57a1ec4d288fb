/**
 * The list of 500 workers, 40 of them at work with ten facts a second each, under the eyes of somebody who reads, scrolls
 * through it, searches and sorts: how long the page's main thread was ever held at a stretch, and how many rows are drawn.
 * Host, log, server and page are the real ones; only the pi process is played.
 */
import type { Browser, Page } from '@playwright/test'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { launchBrowser, VIEWPORT } from './browser'
import { connectTo } from './contract-client'
import { rounded, type Measured, type Stage } from './measured'
import { seedProject, type SeedWorker } from './seed'
import { makeFolders, type Folders } from './served-host'
import type { ListHostReady } from './worker-list.host'

const WORKERS = 500
const BUSY = 40
const EVENT_MS = 100
const MEASURE_MS = 6_000
const LONG_TASK_MS = 50
const ROWS_MAX = 60

export async function bench(stage: Stage): Promise<Measured> {
  const folders = await makeFolders()
  try {
    return await measure(stage, folders)
  } finally {
    await folders.remove()
  }
}

async function measure(stage: Stage, folders: Folders): Promise<Measured> {
  const workers = Array.from({ length: WORKERS }, (_, at): SeedWorker => ({ id: `w${at}`, name: `Worker ${at + 1}`, turns: 1 + (at % 3) }))
  const sessionId = seedProject(folders.data, folders.project, workers)
  const host = fork(join(stage.folder, 'worker-list.host.mjs'), [stage.root, folders.data, String(EVENT_MS)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] })
  const [ready] = (await once(host, 'message')) as [ListHostReady]
  const { client, close } = await connectTo(ready.url)
  const browser = await launchBrowser()
  try {
    await client.models.saveProvider({ id: 'bench', name: 'Bench', api: 'openai-completions', baseUrl: 'http://127.0.0.1:9/v1', models: ['model'] })
    await client.projects.setConduct({ sessionId, conduct: { maxBusy: BUSY } })
    for (const { id } of workers.slice(0, BUSY)) await client.workers.send({ sessionId, workerId: id, messageId: `${id}-go`, text: 'Go.', delivery: 'queue' })
    const page = await browser.newPage({ viewport: VIEWPORT })
    await page.goto(ready.url)
    await page.locator('.worker').nth(5).waitFor()
    await page.evaluate(watch)
    await delay(2_000)
    const acts = { reading: () => delay(MEASURE_MS), scrolling: () => scroll(page), searching: () => search(page), sorting: () => sort(page) }
    const found: Record<string, Held> = {}
    for (const [name, act] of Object.entries(acts)) {
      const tasks = await traceTasks(browser, page)
      await page.evaluate(begin)
      await act()
      const held = await page.evaluate(end)
      found[name] = { ...held, ...(await tasks()) }
      stage.note(`${name}: ${JSON.stringify(found[name])}`)
    }
    return summary(found, await page.locator('.worker-slot').count())
  } finally {
    await browser.close()
    close()
    host.kill('SIGKILL')
    await once(host, 'exit')
  }
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(150, 600)
  for (const by of [220, -220]) {
    for (let step = 0; step < 110; step++) {
      await page.mouse.wheel(0, by)
      await delay(16)
    }
  }
}

async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Find a worker/ }).click()
  for (const text of ['4', '42', '', 'worker 1']) {
    await page.getByRole('searchbox', { name: 'Find a worker' }).fill(text)
    await delay(300)
  }
  await page.getByRole('searchbox', { name: 'Find a worker' }).press('Escape')
}

async function sort(page: Page): Promise<void> {
  for (const by of ['Last activity', 'Name', 'Creation']) {
    await page.getByRole('button', { name: 'Sort and filter' }).click()
    await page.getByRole('menuitemradio', { name: by }).click()
    await delay(700)
  }
}

/**
 * Traces the tasks of the page's main thread. Their time is that of the processor: a clock would also count how long the
 * thread waited for one, on a machine that does other things too.
 */
async function traceTasks(browser: Browser, page: Page): Promise<() => Promise<Pick<Held, 'longestTaskMs' | 'cpuPercent'>>> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', '__metadata'] })
  const began = performance.now()
  return async () => {
    const took = performance.now() - began
    const { traceEvents } = Trace.parse(JSON.parse((await browser.stopTracing()).toString()))
    const mains = traceEvents.filter((event) => event.name === 'thread_name' && event.args?.['name'] === 'CrRendererMain')
    const byThread = mains.map(({ pid, tid }) => {
      const tasks = traceEvents.filter((event) => event.pid === pid && event.tid === tid && event.name.endsWith('RunTask'))
      return tasks.map((event) => (event.tdur ?? 0) / 1_000)
    })
    // The page's own is the one that did most; others belong to empty pages.
    const tasks = byThread.toSorted((one, other) => sum(other) - sum(one))[0] ?? []
    return { longestTaskMs: rounded(Math.max(0, ...tasks)), cpuPercent: rounded((sum(tasks) / took) * 100) }
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const Trace = z.object({
  traceEvents: z.array(
    z.object({ name: z.string(), pid: z.number(), tid: z.number(), tdur: z.number().optional(), args: z.record(z.string(), z.unknown()).optional() })
  )
})

/** What held the main thread. */
interface Held {
  /** The longest task, and the share of all of them, in time of the processor. */
  readonly longestTaskMs: number
  readonly cpuPercent: number
  /** By the clock: tasks of 50 ms and more, and the longest wait of a timer that was due each 8 ms. */
  readonly longTasks: number
  readonly driftMs: number
}

type Watching = typeof window & { held: { tasks: number[]; drift: number } }

/** Runs in the page, as do those below. */
function watch(): void {
  const held = { tasks: [] as number[], drift: 0 }
  Object.assign(window, { held })
  new PerformanceObserver((list) => held.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' })
  let last = performance.now()
  setInterval(() => {
    const now = performance.now()
    held.drift = Math.max(held.drift, now - last - 8)
    last = now
  }, 8)
}

function begin(): void {
  const { held } = window as Watching
  held.tasks.length = 0
  held.drift = 0
}

function end(): Pick<Held, 'longTasks' | 'driftMs'> {
  const { held } = window as Watching
  return { longTasks: held.tasks.length, driftMs: Math.round(held.drift) }
}

function summary(found: Readonly<Record<string, Held>>, rows: number): Measured {
  const longest = Math.max(...Object.values(found).map((held) => held.longestTaskMs))
  const missed = [
    ...(longest > LONG_TASK_MS ? [`A task took ${longest} ms; at most ${LONG_TASK_MS} ms are wanted.`] : []),
    ...(rows > ROWS_MAX ? [`${rows} rows are drawn; at most ${ROWS_MAX} are wanted.`] : [])
  ]
  return { result: { workers: WORKERS, busy: BUSY, longestTaskMs: longest, rows, ...found }, missed }
}
