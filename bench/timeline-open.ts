/**
 * How long a worker's timeline takes to open, from the click on the worker to its last turn painted, for Sessions of
 * 10, 1,000 and 10,000 turns; and how long the browser alone takes for the same last ten turns as ready-made HTML, the
 * floor. The built host serves the built page to a headless Chromium.
 *
 * Every timed opening is the first one of that worker in its page: no text of it has been parsed before. The code is
 * warm: each round loads the page anew and opens other workers first.
 */
import type { Browser, Page } from '@playwright/test'
import { VIEWPORT } from './browser'
import { median, quantile, rounded, type Measured, type Stage } from './measured'
import { clickToPainted } from './paint-watch'
import type { SeedWorker } from './seed'
import { lastTurnOf, openWorker, rowOf, withSeededWindow } from './seeded-window'
import { emptyStaticPage, fillStaticPage, takeStatic } from './static-turns'

const SAMPLES = 24
const RATIO_MAX = 1.5
const FLOORS_MAX = 6

const workerOf = (turns: number): SeedWorker => ({ id: `turns${turns}`, name: `Worker with ${turns} turns`, turns })
const LARGEST = workerOf(10_000)
const MEASURED = [workerOf(10), workerOf(1_000), LARGEST]
const WARM_UPS: readonly SeedWorker[] = Array.from({ length: 8 }, (_, index) => ({ id: `warm${index}`, name: `Warm-up ${index}`, turns: 10 }))
const FLOOR = 'static10'

export async function bench(stage: Stage): Promise<Measured> {
  return withSeededWindow(stage, [...WARM_UPS, ...MEASURED], async (url, browser) => summary(await measure(browser, url, stage.note), stage.note))
}

type Times = ReadonlyMap<string, number[]>

async function measure(browser: Browser, url: string, note: Stage['note']): Promise<Times> {
  // Two windows, so that neither is ever hidden.
  const [page, floor] = await Promise.all([browser.newPage({ viewport: VIEWPORT }), browser.newPage({ viewport: VIEWPORT })])
  await page.goto(url)
  await page.locator(rowOf(LARGEST)).click()
  const turns = await takeStatic(page, lastTurnOf(LARGEST))
  await fillStaticPage(floor, turns)
  const openFloor = () => clickToPainted(floor, '#open', turns.awaited)
  const kinds = new Map<string, () => Promise<number>>([
    ...MEASURED.map((worker): [string, () => Promise<number>] => [worker.id, () => openWorker(page, worker)]),
    [FLOOR, openFloor]
  ])
  const times = new Map([...kinds.keys()].map((kind): [string, number[]] => [kind, []]))
  for (let round = 1; round <= SAMPLES; round++) {
    await warmUp(page)
    for (let times = 0; times < 2; times++) {
      await openFloor()
      await emptyStaticPage(floor)
    }
    // Each comes in each place equally often, and as often before its neighbours as after them.
    const turned = [...kinds].map((_, place) => [...kinds][(place + round) % kinds.size])
    for (const kind of round % (2 * kinds.size) < kinds.size ? turned : turned.toReversed()) if (kind) times.get(kind[0])?.push(await kind[1]())
    await emptyStaticPage(floor)
    note(`round ${round} of ${SAMPLES}: ${[...times].map(([kind, values]) => `${kind} ${rounded(values.at(-1) ?? 0)} ms`).join(', ')}`)
  }
  return times
}

/** Loads the page anew and opens workers that are not measured, until the code that opens them is warm. */
async function warmUp(page: Page): Promise<void> {
  await page.reload()
  for (const worker of WARM_UPS) await openWorker(page, worker)
}

function summary(times: Times, note: Stage['note']): Measured {
  for (const [kind, values] of times) note(`${kind}: quartiles ${[0.25, 0.5, 0.75].map((q) => rounded(quantile(values, q))).join(' / ')} ms`)
  const middle = (kind: string) => median(times.get(kind) ?? [])
  const [turns10, turns1000, turns10000, static10] = [middle('turns10'), middle('turns1000'), middle('turns10000'), middle(FLOOR)]
  const ratio = turns10000 / turns10
  const floors = turns10000 / static10
  const missed = [
    ...(ratio > RATIO_MAX ? [`10,000 turns take ${rounded(ratio, 2)} times as long as 10; at most ${RATIO_MAX} is wanted.`] : []),
    ...(floors > FLOORS_MAX ? [`10,000 turns take ${rounded(floors, 2)} times as long as static HTML; at most ${FLOORS_MAX} is wanted.`] : [])
  ]
  const result = { turns10: rounded(turns10), turns1000: rounded(turns1000), turns10000: rounded(turns10000), ratio: rounded(ratio, 3), static10: rounded(static10) }
  return { result, missed }
}
