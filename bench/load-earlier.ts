/**
 * "Load earlier", a hundred times over a worker with 10,000 turns of very different heights: how far what is read moves,
 * how long a page takes from the click until its turns are painted, and how many elements the page has.
 *
 * Meanwhile the newest turn runs, pictures arrive late, a turn above the view grows, and every sixth time the window gets
 * another width. Every second time the reader scrolls near the top and clicks nothing. The built host serves the built
 * page to a headless Chromium.
 */
import type { Page } from '@playwright/test'
import { disturb, watchAnchor } from './anchor-watch'
import { median, quantile, rounded, type Measured, type Stage } from './measured'
import type { SeedWorker } from './seed'
import { withSeededWindow } from './seeded-window'
import { mixedText } from './texts'

const PREPENDS = 100
const WARM_UPS = 6
const TURNS = 10_000
const WIDTHS = [1440, 1240, 1500, 900, 1380]
const HEIGHT = 900
const ERROR_MAX_PX = 1
const PAGE_MAX_MS = 50
const NODES_MAX = 1_500
/** How often the last pages may take as long as the first ones; single pages differ. */
const LAST_MAX = 1.5

const WORKER: SeedWorker = { id: 'long', name: 'Long past', turns: TURNS, engine: 'shell', replyOf: (turn) => mixedText('long', turn) }

export async function bench(stage: Stage): Promise<Measured> {
  return withSeededWindow(stage, [WORKER], async (url, browser) => {
    const page = await browser.newPage({ viewport: { width: WIDTHS[0] ?? 0, height: HEIGHT } })
    await page.goto(url)
    await runTurn(page)
    await disturb(page)
    return measure(page, stage.note)
  })
}

/** The newest turn goes on as long as the measure lasts. */
async function runTurn(page: Page): Promise<void> {
  await page.locator('.worker', { hasText: WORKER.name }).click()
  await page.getByRole('textbox', { name: /^Message to / }).fill('while true; do echo working; sleep 0.05; done')
  await page.keyboard.press('Enter')
  await page.locator(`[data-turn="${TURNS + 1}"] .now`).waitFor()
}

async function measure(page: Page, note: Stage['note']): Promise<Measured> {
  const times: number[] = []
  let [worst, nodes, frames] = [0, 0, 0]
  for (let turn = -WARM_UPS; turn < PREPENDS; turn++) {
    const byScroll = turn % 2 !== 0
    await readAt(page, 900)
    const watching = await watchAnchor(page, byScroll ? { scrollTo: 520 } : { click: '.earlier button' })
    await page.evaluate(() => (window as typeof window & { grow(): Promise<void> }).grow())
    if (turn % 6 === 0) await page.setViewportSize({ width: WIDTHS[((turn + WARM_UPS) / 6) % WIDTHS.length] ?? 0, height: HEIGHT })
    const took = await watching.loaded
    await settle(page)
    const seen = await watching.stop()
    if (turn < 0) continue
    // A width that changes is a task of its own.
    if (turn % 6 !== 0) times.push(took)
    worst = Math.max(worst, seen.worstPx)
    nodes = Math.max(nodes, seen.nodes)
    frames += seen.frames
    if (turn % 20 === 19) note(`${turn + 1} pages: worst ${rounded(worst, 2)} px in ${frames} frames, last page ${rounded(took)} ms, ${nodes} elements at most`)
  }
  const [first, last] = [median(times.slice(0, 16)), median(times.slice(-16))]
  note(`a page: quartiles ${[0.25, 0.5, 0.75, 0.95].map((q) => rounded(quantile(times, q))).join(' / ')} ms; the first sixteen ${rounded(first)} ms, the last ${rounded(last)} ms`)
  const missed = [
    ...(worst > ERROR_MAX_PX ? [`What is read moves by ${rounded(worst, 2)} px; at most ${ERROR_MAX_PX} is wanted.`] : []),
    ...(median(times) > PAGE_MAX_MS ? [`A page takes ${rounded(median(times))} ms; at most ${PAGE_MAX_MS} are wanted.`] : []),
    ...(last > first * LAST_MAX ? [`The last pages take ${rounded(last)} ms, the first ones ${rounded(first)} ms.`] : []),
    ...(nodes > NODES_MAX ? [`The page has ${nodes} elements; at most ${NODES_MAX} are wanted.`] : [])
  ]
  const result = { prepends: PREPENDS, worstAnchorErrorPx: rounded(worst, 2), pageMsMedian: rounded(median(times)), pageMsLast: rounded(last), domNodesMax: nodes }
  return { result, missed }
}

/** Goes to a place, in px below the oldest turn that is loaded, that is not yet near it, and lets all there be drawn. */
async function readAt(page: Page, place: number): Promise<void> {
  await page.locator('.timeline').evaluate((view, top) => view.scrollTo({ top }), place)
  await settle(page)
}

/** Until pictures have arrived and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(300)
}
