/** The built host over a Project of seeded workers with a browser beside it, and how such a worker is opened on its page. */
import type { Browser, Page } from '@playwright/test'
import { launchBrowser } from './browser'
import { rounded, type Stage } from './measured'
import { clickToPainted, type Awaited } from './paint-watch'
import { seedProject, type SeedWorker } from './seed'
import { makeFolders, startServedHost } from './served-host'
import { endMark } from './texts'

/** Measures with the address of the page and a browser; nothing of them is left afterwards. */
export async function withSeededWindow<T>(
  { root, note }: Pick<Stage, 'root' | 'note'>,
  workers: readonly SeedWorker[],
  measure: (url: string, browser: Browser) => Promise<T>
): Promise<T> {
  const folders = await makeFolders()
  try {
    const began = performance.now()
    seedProject(folders.data, folders.project, workers)
    note(`Sessions written in ${rounded((performance.now() - began) / 1_000)} s.`)
    const host = await startServedHost(root, folders)
    const browser = await launchBrowser()
    try {
      return await measure(host.url, browser)
    } finally {
      await browser.close()
      await host.stop()
    }
  } finally {
    await folders.remove()
  }
}

/** Chooses a worker that is in view in the list; resolves with the time in ms until its last turn is painted. */
export function openWorker(page: Page, worker: SeedWorker): Promise<number> {
  return clickToPainted(page, rowOf(worker), lastTurnOf(worker))
}

export function rowOf({ name }: SeedWorker): string {
  return `.worker:has(.name:text-is("${name}"))`
}

export function lastTurnOf({ id, turns }: SeedWorker): Awaited {
  return { selector: `[data-turn="${turns}"]`, mark: endMark(id, turns) }
}
