/**
 * The same 1,000 turns in our timeline and in one that draws all of them with plain react-markdown and no window, in the
 * same browser, turn and turn about: how long from the click until the last turn is painted, how many elements and how
 * much heap the page has then, how smoothly it scrolls, and how long it takes to another width. Ours is measured once
 * more with all 1,000 turns loaded.
 */
import type { Browser, Page } from '@playwright/test'
import { join } from 'node:path'
import { build } from 'vite'
import { readFile } from 'node:fs/promises'
import { VIEWPORT } from './browser'
import { median, rounded, type Measured, type Stage } from './measured'
import { heapOf, readUpwards, watchPage } from './page-watch'
import { clickToPainted } from './paint-watch'
import type { PlainTurn } from './plain-timeline'
import type { SeedWorker } from './seed'
import { lastTurnOf, openWorker, withSeededWindow } from './seeded-window'
import { askText, replyText } from './texts'

const TURNS = 1_000
const ROUNDS = 5
const SCROLL_MS = 2_000
const NARROW = { width: 1000, height: 900 }

const WORKER: SeedWorker = { id: 'both', name: 'Both', turns: TURNS }
const OTHER: SeedWorker = { id: 'other', name: 'Other', turns: 10 }
const LAST = lastTurnOf(WORKER)

interface Side {
  readonly openMs: number
  readonly elements: number
  readonly heapMb: number
  readonly scrollFps: number
  readonly longestTaskMs: number
  readonly resizeMs: number
}

export async function bench({ root, folder, note }: Stage): Promise<Measured> {
  return withSeededWindow({ root, note }, [OTHER, WORKER], async (url, browser) => {
    const plain = await buildPlain(root, join(folder, 'plain'))
    const rounds: { ours: Side; loaded: Side; plain: Side }[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const [ours, loaded] = await measureOurs(browser, url)
      rounds.push({ ours, loaded, plain: await measurePlain(browser, plain) })
      note(`round ${round} of ${ROUNDS}: opens in ${ours.openMs} ms against ${rounds.at(-1)?.plain.openMs} ms`)
    }
    const middle = (kind: 'ours' | 'loaded' | 'plain'): Side => {
      const of = (field: keyof Side) => rounded(median(rounds.map((round) => round[kind][field])))
      return { openMs: of('openMs'), elements: of('elements'), heapMb: of('heapMb'), scrollFps: of('scrollFps'), longestTaskMs: of('longestTaskMs'), resizeMs: of('resizeMs') }
    }
    const [ours, loaded, plainly] = [middle('ours'), middle('loaded'), middle('plain')]
    return { result: { turns: TURNS, ours, oursAllLoaded: loaded, plain: plainly, openRatio: rounded(plainly.openMs / ours.openMs) }, missed: [] }
  })
}

/** The script of the plain page. */
async function buildPlain(root: string, outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir, lib: { entry: join(root, 'bench/plain-timeline.tsx'), formats: ['iife'], name: 'plain', fileName: () => 'plain.js' } }
  })
  return readFile(join(outDir, 'plain.js'), 'utf8')
}

async function measureOurs(browser: Browser, url: string): Promise<[ours: Side, loaded: Side]> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.goto(url)
  const other = `.worker[data-worker="${OTHER.id}"]`
  await page.locator(other).click()
  await page.locator(`[data-turn="${OTHER.turns}"]`).waitFor()
  const openMs = await openWorker(page, WORKER)
  const ours = await measureSide(page, openMs)
  for (let first = TURNS - 9; first > 1; first = await firstLoaded(page)) {
    await page.keyboard.press('e')
    await page.waitForFunction((before) => !document.querySelector('.tabs')?.textContent.includes(` ${before}–`), first)
  }
  const loaded = await measureSide(page, openMs)
  // The next round begins at the end again: the place of a reader is kept.
  await page.keyboard.press('g')
  await page.locator(LAST.selector).waitFor()
  await page.waitForTimeout(1_000)
  await page.close()
  return [ours, loaded]
}

async function firstLoaded(page: Page): Promise<number> {
  return Number(/(\d+)–\d+/.exec((await page.locator('.tabs').textContent()) ?? '')?.[1] ?? 1)
}

async function measurePlain(browser: Browser, script: string): Promise<Side> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.setContent('<!doctype html><style>.timeline { position: absolute; inset: 84px 0 108px 304px; overflow: auto } [data-turn] { max-width: 50% } pre { overflow: auto }</style><main></main>')
  await page.addScriptTag({ content: script })
  const turns = Array.from({ length: TURNS }, (_, index): PlainTurn => ({ number: index + 1, asked: askText('both', index + 1), replied: replyText('both', index + 1) }))
  await page.evaluate((all) => window.showPlain(all), turns)
  await page.locator('#open').waitFor()
  const openMs = await clickToPainted(page, '#open', LAST)
  const side = await measureSide(page, openMs)
  await page.close()
  return side
}

async function measureSide(page: Page, openMs: number): Promise<Side> {
  const session = await page.context().newCDPSession(page)
  const heapMb = rounded((await heapOf(session)) / 1e6)
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  const stop = await watchPage(page)
  await readUpwards(page, SCROLL_MS)
  const { framesPerSecond, longestMs } = await stop()
  const resizeMs = rounded(await resize(page))
  await page.setViewportSize(VIEWPORT)
  await page.waitForTimeout(200)
  return { openMs: rounded(openMs), elements, heapMb, scrollFps: rounded(framesPerSecond), longestTaskMs: rounded(longestMs), resizeMs }
}

/** The longest time between two frames while the page gets another width, in ms: 17 where none is lost. */
async function resize(page: Page): Promise<number> {
  const watched = await page.evaluateHandle((width) => {
    let [longest, since, after] = [0, performance.now(), 0]
    const settled = new Promise<number>((resolve) => {
      const next = (): void => {
        const now = performance.now()
        longest = Math.max(longest, now - since)
        since = now
        if (innerWidth === width) after += 1
        if (after > 10) resolve(longest)
        else requestAnimationFrame(next)
      }
      requestAnimationFrame(next)
    })
    return { settled }
  }, NARROW.width)
  await page.setViewportSize(NARROW)
  return watched.evaluate(({ settled }) => settled)
}
