/** Whether what is on the screen keeps anybody out, as far as axe can tell. */
import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Of all rules, those whose answer depends on the theme. */
const OF_COLOUR: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Fails with every fault that axe finds, in light and in dark; leaves the page in dark.
 *
 * @param name Of the screen, for whoever reads the failure.
 * @param within A selector: only this part, where the rest was looked at elsewhere.
 */
export async function expectAccessible(page: Page, name = 'the screen', within = ':root'): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  expect([...(await faults(page, within)), ...(await inDark(page, within))], name).toEqual([])
}

async function inDark(page: Page, within: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  return (await faults(page, within, OF_COLOUR)).map((fault) => `dark: ${fault}`)
}

async function faults(page: Page, within: string, runOnly?: RunOptions['runOnly']): Promise<string[]> {
  // By the debugger, which the page's policy does not bind.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ within, runOnly }) => {
      // What was closed fades from the next frame on, and is over everything until it is gone.
      while (document.querySelector(':is(.backdrop, .dialog, .menu)[data-closed]')) await new Promise(requestAnimationFrame)
      // What is still fading has not its colours yet.
      const fading = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(fading.map((animation) => animation.finished))
      const results = await window.axe?.run(within, { resultTypes: ['violations'], iframes: false, ...(runOnly && { runOnly }) })
      if (!results) throw new Error('axe is not in the page.')
      return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
    { within, ...(runOnly && { runOnly }) }
  )
}
