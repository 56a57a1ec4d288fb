/**
 * Reading workers of 100, 1,000 and 10,000 turns: how long from the click until the last turn is painted, how smoothly
 * they scroll while earlier turns come, what the page holds; what it has to do while a reply of 100 kB streams; and
 * whether its heap is what it was after a hundred workers were opened and left.
 *
 * The floor is the browser alone with the same last ten turns as ready-made HTML, in the same run. The built host serves
 * the built page to a headless Chromium; pi is real, its model streams a text over HTTP.
 */
import type { Browser, CDPSession, Page } from '@playwright/test'
import { launchBrowser, VIEWPORT } from './browser'
import { connectTo } from './contract-client'
import { median, quantile, rounded, type Measured, type Stage } from './measured'
import { heapOf, readUpwards, watchPage } from './page-watch'
import { clickToPainted } from './paint-watch'
import type { SeedWorker } from './seed'
import { lastTurnOf, openWorker, withSeededWindow } from './seeded-window'
import { emptyStaticPage, fillStaticPage, takeStatic } from './static-turns'
import { startStreamingModel } from './streaming-model'
import { endMark, mixedText } from './texts'

const SIZES = [100, 1_000, 10_000] as const
const ROUNDS = 12
const SCROLL_MS = 3_000
const LEFT_WORKERS = 100
/** Before them, until what is kept has reached its bounds. */
const USED_WORKERS = 40
const REPLY_CHARS = 100_000
const LIMITS = { ratio: 1.3, floors: 5, heapPercent: 5 }

const workerOf = (turns: number): SeedWorker => ({ id: `turns${turns}`, name: `Worker with ${turns} turns`, turns })
const numbered = (id: string, name: string, count: number, turns: number): SeedWorker[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${id}${index}`, name: `${name} ${index}`, turns }))
const MEASURED = SIZES.map(workerOf)
const WARM_UPS = numbered('warm', 'Warm-up', 6, 10)
const LEFT = numbered('left', 'Left', LEFT_WORKERS, 12)
const STREAMING: SeedWorker = { id: 'streaming', name: 'Streaming', turns: 3, model: 'stream/model' }

interface Size {
  readonly firstPaintMs: number
  readonly scrollFps: number
  readonly longTasks: number
  readonly driftP99Ms: number
  readonly domNodes: number
  readonly heapMb: number
}

export async function bench(stage: Stage): Promise<Measured> {
  const long = Array.from({ length: 60 }, (_, turn) => mixedText('streaming', turn)).join('\n\n')
  const model = await startStreamingModel(`${long.slice(0, REPLY_CHARS)}\n\n${endMark('streaming', 4)}.`, 512, 10)
  try {
    // In the order of the list: its first rows are in view, to be clicked.
    return await withSeededWindow(stage, [...MEASURED, STREAMING, ...WARM_UPS, ...LEFT], (url, browser) => measure(browser, url, model.url, stage.note))
  } finally {
    model.close()
  }
}

async function measure(browser: Browser, url: string, modelUrl: string, note: Stage['note']): Promise<Measured> {
  const [page, floor] = await Promise.all([browser.newPage({ viewport: VIEWPORT }), browser.newPage({ viewport: VIEWPORT })])
  await addModel(url, modelUrl)
  await page.goto(url)
  const paints = await measurePaints(page, floor, note)
  await floor.close()
  const session = await page.context().newCDPSession(page)
  const sizes: Record<string, Size> = {}
  for (const worker of MEASURED) sizes[String(worker.turns)] = await measureReading(page, session, worker, median(paints.get(worker.id) ?? []))
  const streaming = await measureStreaming(page, note)
  const heapGrowthPercent = await measureHeap(url, note)
  return summary({ sizes, staticMs: median(paints.get('static') ?? []), heapGrowthPercent, ...streaming }, note)
}

/** From the click to the last turn, for each size and for the floor, turn and turn about. */
async function measurePaints(page: Page, floor: Page, note: Stage['note']): Promise<ReadonlyMap<string, number[]>> {
  const largest = workerOf(SIZES[2])
  await openWorker(page, largest)
  const turns = await takeStatic(page, lastTurnOf(largest))
  await fillStaticPage(floor, turns)
  const openFloor = () => clickToPainted(floor, '#open', turns.awaited)
  const kinds: [string, () => Promise<number>][] = [...MEASURED.map((worker): [string, () => Promise<number>] => [worker.id, () => openWorker(page, worker)]), ['static', openFloor]]
  const times = new Map(kinds.map(([kind]): [string, number[]] => [kind, []]))
  for (let round = 0; round < ROUNDS; round++) {
    await page.reload()
    for (const worker of WARM_UPS) await openWorker(page, worker)
    for (let time = 0; time < 2; time++) {
      await openFloor()
      await emptyStaticPage(floor)
    }
    const turned = kinds.map((_, place) => kinds[(place + round) % kinds.length] ?? kinds[0])
    for (const kind of round % 2 === 0 ? turned : turned.toReversed()) if (kind) times.get(kind[0])?.push(await kind[1]())
    await emptyStaticPage(floor)
  }
  for (const [kind, values] of times) note(`${kind}: quartiles ${[0.25, 0.5, 0.75].map((q) => rounded(quantile(values, q))).join(' / ')} ms`)
  return times
}

/**
 * How much more the heap holds after a hundred workers, in percent. The page has been in use before, and the browser of
 * its own makes no machine code, which it would put into the same heap.
 */
async function measureHeap(url: string, note: Stage['note']): Promise<number> {
  const browser = await launchBrowser('--js-flags=--no-opt --no-maglev --no-sparkplug')
  const page = await browser.newPage({ viewport: VIEWPORT })
  const session = await page.context().newCDPSession(page)
  await page.goto(url)
  const by = async (keys: string, worker: SeedWorker | undefined): Promise<void> => {
    await page.keyboard.press(keys)
    if (worker) await isShown(page, worker)
  }
  /** Rests at the first warm-up, the fifth in the list. */
  const rest = async (): Promise<number> => {
    await by('Alt+5', WARM_UPS[0])
    return heapOf(session)
  }
  for (const worker of WARM_UPS) await openWorker(page, worker)
  // Each is the next row; the list draws only those in view.
  const leave = async (workers: readonly SeedWorker[]): Promise<void> => {
    for (const worker of workers) await by('Alt+ArrowDown', worker)
  }
  await leave(LEFT.slice(0, USED_WORKERS))
  const before = await rest()
  await leave([...WARM_UPS.slice(1), ...LEFT.slice(0, LEFT_WORKERS - WARM_UPS.length + 1)])
  const after = await rest()
  await browser.close()
  note(`heap: ${rounded(before / 1e6, 2)} MB before, ${rounded(after / 1e6, 2)} MB after ${LEFT_WORKERS} workers`)
  return (after / before - 1) * 100
}

/** Reads upwards for a while. */
async function measureReading(page: Page, session: CDPSession, worker: SeedWorker, firstPaintMs: number): Promise<Size> {
  await page.reload()
  // The one that was shown last is shown again.
  for (const other of WARM_UPS.slice(1)) await openWorker(page, other)
  await openWorker(page, worker)
  const stop = await watchPage(page)
  await readUpwards(page, SCROLL_MS)
  const seen = await stop()
  return {
    firstPaintMs: rounded(firstPaintMs),
    scrollFps: rounded(seen.framesPerSecond),
    longTasks: seen.longTasks,
    driftP99Ms: rounded(quantile(seen.drifts, 0.99)),
    domNodes: seen.nodes,
    heapMb: rounded((await heapOf(session)) / 1e6)
  }
}

/** The window while a long reply streams, until it is there. */
async function measureStreaming(page: Page, note: Stage['note']): Promise<{ streamLongTasks: number; streamLongestMs: number }> {
  await openWorker(page, STREAMING)
  const stop = await watchPage(page)
  await page.getByRole('textbox', { name: /^Message to / }).fill('Write the long report, please.')
  await page.keyboard.press('Enter')
  await isShown(page, { ...STREAMING, turns: STREAMING.turns + 1 })
  await page.waitForTimeout(1_000)
  const { longTasks, longestMs, nodes } = await stop()
  note(`a reply of ${REPLY_CHARS} characters: ${longTasks} long tasks, the longest ${rounded(longestMs)} ms, ${nodes} elements`)
  return { streamLongTasks: longTasks, streamLongestMs: rounded(longestMs) }
}

/** Lets pi reach the model. */
async function addModel(hostUrl: string, modelUrl: string): Promise<void> {
  const { client, close } = await connectTo(hostUrl)
  await client.models.saveProvider({ id: 'stream', name: 'Stream', api: 'openai-completions', baseUrl: `${modelUrl}/v1`, models: ['model'] })
  await client.models.setKey({ id: 'stream', key: 'sk-bench' })
  close()
}

function summary(all: { sizes: Record<string, Size>; staticMs: number; heapGrowthPercent: number; streamLongTasks: number; streamLongestMs: number }, note: Stage['note']): Measured {
  const { sizes, staticMs, heapGrowthPercent, streamLongTasks, streamLongestMs } = all
  const paint = (turns: number) => sizes[String(turns)]?.firstPaintMs ?? Number.NaN
  const [ratio, floors] = [paint(10_000) / paint(100), paint(10_000) / staticMs]
  note(`10,000 turns: ${rounded(ratio, 2)} times 100 turns, ${rounded(floors, 2)} times static HTML`)
  const missed = [
    ...(ratio > LIMITS.ratio ? [`10,000 turns take ${rounded(ratio, 2)} times as long to open as 100; at most ${LIMITS.ratio} is wanted.`] : []),
    ...(floors > LIMITS.floors ? [`10,000 turns take ${rounded(floors, 2)} times as long as static HTML; at most ${LIMITS.floors} is wanted.`] : []),
    ...(streamLongTasks > 0 ? [`${streamLongTasks} tasks took over 50 ms while a reply streamed, the longest ${streamLongestMs} ms.`] : []),
    ...(heapGrowthPercent > LIMITS.heapPercent ? [`The heap has grown by ${rounded(heapGrowthPercent)} %; at most ${LIMITS.heapPercent} % are wanted.`] : [])
  ]
  return { result: { sizes, heapGrowthPercent: rounded(heapGrowthPercent, 2), static10Ms: rounded(staticMs), streamLongTasks, streamLongestMs }, missed }
}

async function isShown(page: Page, worker: SeedWorker): Promise<void> {
  await page.waitForFunction(({ selector, mark }) => document.querySelector(selector)?.textContent.includes(mark), lastTurnOf(worker))
}
