/**
 * How long a worker's timeline takes to open, from the click on the worker to its last turn painted, for Sessions of
 * 10, 1,000 and 10,000 turns; and how long the browser alone takes for the same last ten turns as ready-made HTML, the
 * floor. The built host serves the built page to a headless Chromium.
 *
 * Every timed opening is the first one of that worker in its page: no text of it has been parsed before. The code is
 * warm: each round loads the page anew and opens other workers first.
 */
import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, chromiumPath } from '../e2e/chromium'
import { median, quantile, rounded, type Measured, type Stage } from './measured'
import { clickToPainted, type Awaited } from './paint-watch'
import { seedProject, type SeedWorker } from './seed'
import { makeFolders, startServedHost } from './served-host'
import { openStaticPage, takeStatic, type StaticTurns } from './static-turns'
import { endMark } from './texts'

const SAMPLES = 21
const RATIO_MAX = 1.5
const FLOORS_MAX = 6
const VIEWPORT = { width: 1440, height: 900 }

const SIZES = [10, 1_000, 10_000] as const
const MEASURED: readonly SeedWorker[] = SIZES.map((turns) => ({ id: `w${turns}`, name: `Worker with ${turns} turns`, turns }))
const WARM_UPS: readonly SeedWorker[] = Array.from({ length: 8 }, (_, index) => ({ id: `warm${index}`, name: `Warm-up ${index}`, turns: 10 }))
const FLOOR = 'static10'

export async function bench({ root, note }: Stage): Promise<Measured> {
  const folders = await makeFolders()
  try {
    const began = performance.now()
    seedProject(folders.data, folders.project, [...WARM_UPS, ...MEASURED])
    note(`Sessions written in ${rounded((performance.now() - began) / 1000)} s.`)
    const host = await startServedHost(root, folders)
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS })
    try {
      return summary(await measure(browser, host.url, note), note)
    } finally {
      await browser.close()
      await host.stop()
    }
  } finally {
    await folders.remove()
  }
}

type Times = ReadonlyMap<string, number[]>

async function measure(browser: Browser, url: string, note: Stage['note']): Promise<Times> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const largest = MEASURED.at(-1)
  if (!largest) throw new Error('There is no worker to measure.')
  const page = await context.newPage()
  await page.goto(url)
  await page.locator(rowOf(largest)).click()
  const turns = await takeStatic(page, lastTurnOf(largest))
  const names = [...MEASURED.map((worker) => worker.id), FLOOR]
  const times = new Map(names.map((name): [string, number[]] => [name, []]))
  for (let round = 0; round < SAMPLES; round++) {
    await freshPage(page)
    // Each comes first, second, third and last equally often.
    for (let place = 0; place < names.length; place++) {
      const name = names[(place + round) % names.length] ?? FLOOR
      times.get(name)?.push(await sample(page, name, turns))
    }
    note(`round ${round + 1} of ${SAMPLES}: ${names.map((name) => `${name} ${rounded(times.get(name)?.at(-1) ?? 0)} ms`).join(', ')}`)
  }
  await context.close()
  return times
}

/** Loads the page anew and opens workers that are not measured, until the code that opens them is warm. */
async function freshPage(page: Page): Promise<void> {
  await page.reload()
  for (const worker of WARM_UPS) await openWorker(page, worker)
}

async function sample(page: Page, name: string, turns: StaticTurns): Promise<number> {
  const worker = MEASURED.find(({ id }) => id === name)
  if (worker) return openWorker(page, worker)
  const floor = await openStaticPage(page.context(), turns)
  const time = await clickToPainted(floor, '#open', turns.awaited)
  await floor.close()
  await page.bringToFront()
  return time
}

function openWorker(page: Page, worker: SeedWorker): Promise<number> {
  return clickToPainted(page, rowOf(worker), lastTurnOf(worker))
}

function rowOf({ name }: SeedWorker): string {
  return `.worker:has(.name:text-is("${name}"))`
}

function lastTurnOf({ id, turns }: SeedWorker): Awaited {
  return { selector: `[data-turn="${turns}"]`, mark: endMark(id, turns) }
}

function summary(times: Times, note: Stage['note']): Measured {
  const middle = (name: string) => median(times.get(name) ?? [])
  for (const [name, values] of times) note(`${name}: quartiles ${[0.25, 0.5, 0.75].map((q) => rounded(quantile(values, q))).join(' / ')} ms`)
  const [turns10, turns1000, turns10000, static10] = ['w10', 'w1000', 'w10000', FLOOR].map(middle) as [number, number, number, number]
  const ratio = turns10000 / turns10
  const missed = []
  if (ratio > RATIO_MAX) missed.push(`10,000 turns take ${rounded(ratio, 2)} times as long as 10; at most ${RATIO_MAX} is wanted.`)
  if (turns10000 > FLOORS_MAX * static10) {
    missed.push(`10,000 turns take ${rounded(turns10000 / static10, 2)} times as long as static HTML; at most ${FLOORS_MAX} is wanted.`)
  }
  return {
    result: {
      turns10: rounded(turns10),
      turns1000: rounded(turns1000),
      turns10000: rounded(turns10000),
      ratio: rounded(ratio, 3),
      static10: rounded(static10)
    },
    missed
  }
}
