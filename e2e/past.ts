/** Long pasts, written into the data folder of a served host in a moment; and what a spec needs to read in them. */
import type { Page } from '@playwright/test'
import { seedProject, type SeedWorker } from '../bench/seed'
import type { Served } from './served'

/** Stops the host, gives its Project these workers, and opens the page anew. Their next messages are shell commands. */
export async function givePast(served: Served, workers: readonly Omit<SeedWorker, 'engine' | 'model'>[]): Promise<void> {
  await served.stop()
  seedProject(
    served.dataFolder,
    served.projectFolder,
    workers.map((worker) => ({ ...worker, engine: 'shell' }))
  )
  await served.start()
  await served.page.goto('about:blank')
  await served.open()
}

/** Goes to a turn by its number, as an operator does. Nothing may be typed in a field. */
export async function goToTurn(page: Page, turn: number): Promise<void> {
  await page.locator('[data-turn]').first().waitFor()
  await page.keyboard.press('Shift+G')
  await page.getByRole('textbox', { name: 'Turn' }).fill(String(turn))
  await page.keyboard.press('Enter')
  await page.locator(`.turn.is-current[data-turn="${turn}"]`).waitFor()
}

/** The first turn that begins in the view, and how far from the top of it, in whole px. */
export async function placeOf(page: Page): Promise<{ turn: number; top: number }> {
  return page.getByRole('region', { name: 'Timeline' }).evaluate((view) => {
    const { top } = view.getBoundingClientRect()
    const row = [...view.querySelectorAll<HTMLElement>('[data-turn]')].find((each) => each.getBoundingClientRect().top >= top - 1)
    return { turn: Number(row?.dataset['turn']), top: Math.round((row?.getBoundingClientRect().top ?? Number.NaN) - top) }
  })
}
