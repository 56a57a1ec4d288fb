/** What a page has to do while something goes on: frames, long tasks, and how late its timers are; and what it holds. */
import type { CDPSession, Page } from '@playwright/test'

export interface PageWatched {
  /** Tasks of more than 50 ms, and how long the longest of them was, in ms; 0 where there was none. */
  readonly longTasks: number
  readonly longestMs: number
  /** How much too late a timer of 10 ms came, each time, in ms. */
  readonly drifts: readonly number[]
  readonly framesPerSecond: number
  /** The most elements that the page had. */
  readonly nodes: number
}

/** How far a reader scrolls in one frame, in px. */
const SCROLL_PX = 40

/** Begins to watch; the answer stops it. */
export async function watchPage(page: Page): Promise<() => Promise<PageWatched>> {
  const watching = await page.evaluateHandle(watch)
  return () => watching.evaluate((handle) => handle.stop())
}

/** Runs in the page, so it must stand alone. */
function watch(): { stop(): Promise<PageWatched> } {
  const long: number[] = []
  const drifts: number[] = []
  let [frames, nodes] = [0, 0]
  const began = performance.now()
  const take = (entries: PerformanceEntryList): void => void long.push(...entries.map(({ duration }) => duration))
  const tasks = new PerformanceObserver((list) => take(list.getEntries()))
  tasks.observe({ type: 'longtask' })
  let due = began + 10
  const timer = setInterval(() => {
    const now = performance.now()
    drifts.push(Math.max(0, now - due))
    due = now + 10
  }, 10)
  const count = (): void => {
    frames += 1
    nodes = Math.max(nodes, document.getElementsByTagName('*').length)
    frame = requestAnimationFrame(count)
  }
  let frame = requestAnimationFrame(count)
  return {
    async stop() {
      cancelAnimationFrame(frame)
      clearInterval(timer)
      // An entry is told a moment after its task.
      await new Promise((resolve) => setTimeout(resolve, 100))
      take(tasks.takeRecords())
      tasks.disconnect()
      return { longTasks: long.length, longestMs: Math.max(0, ...long), drifts, framesPerSecond: (frames / (performance.now() - began - 100)) * 1_000, nodes }
    }
  }
}

/** Reads upwards in the timeline for a while, by as many px in each frame as somebody who scrolls. */
export async function readUpwards(page: Page, forMs: number): Promise<void> {
  await page.locator('.timeline').evaluate(
    (view, [ms, px]) =>
      new Promise<void>((resolve) => {
        const until = performance.now() + ms
        const next = (): void => {
          view.scrollTop -= px
          if (performance.now() < until) requestAnimationFrame(next)
          else resolve()
        }
        next()
      }),
    [forMs, SCROLL_PX] as const
  )
}

/** What the page's heap holds once all that nobody needs is gone, in bytes. */
export async function heapOf(session: CDPSession): Promise<number> {
  // What is held weakly, or by a task that is still to come, goes with a later one.
  for (let round = 0; round < 3; round++) {
    await session.send('HeapProfiler.collectGarbage')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}
