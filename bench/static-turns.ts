/** The floor: the turns that the page itself has drawn, as one piece of HTML with its styles, and a page that shows it on a click. */
import type { Page } from '@playwright/test'
import type { Awaited } from './paint-watch'

export interface StaticTurns {
  readonly html: string
  readonly css: string
  /** What `html`, `body` and the place of the turns need so that the same rules apply. */
  readonly rootAttributes: string
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly awaited: Awaited
}

/** Turns in the window of a timeline that has just been opened. */
const TURNS = 10
/** High enough that all of them are drawn. */
const TALL = 30_000

/** Takes what the page shows now: its timeline, all of whose turns are drawn in a window that is high enough. */
export async function takeStatic(page: Page, awaited: Awaited): Promise<StaticTurns> {
  const size = page.viewportSize()
  const box = await page.locator('.timeline').boundingBox()
  if (!size || !box) throw new Error('The page shows no timeline.')
  await page.setViewportSize({ ...size, height: TALL })
  await page.waitForFunction(
    ({ turns, selector, mark }) =>
      document.querySelectorAll('.timeline [data-turn]').length === turns && document.querySelector(selector)?.textContent.includes(mark),
    { turns: TURNS, ...awaited }
  )
  const taken = await page.evaluate(() => {
    const list = document.querySelector('.timeline ol')?.cloneNode(true)
    if (!(list instanceof HTMLElement)) throw new Error('The page shows no turns.')
    // All turns are there: nothing stands for others above or below them.
    list.removeAttribute('style')
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
    const attributes = [...document.documentElement.attributes].map(({ name, value }) => `${name}="${value}"`)
    return { html: list.outerHTML, css: rules.join('\n'), rootAttributes: attributes.join(' ') }
  })
  await page.setViewportSize(size)
  return { ...taken, box, awaited }
}

/** Fills the page with a button `#open` that puts the turns in and shows the end of them, in a place of the timeline's size. */
export async function fillStaticPage(page: Page, { html, css, rootAttributes, box }: StaticTurns): Promise<void> {
  const place = `position: absolute; left: ${box.x}px; top: ${box.y}px; width: ${box.width}px; height: ${box.height}px`
  await page.setContent(`<!doctype html>
<html ${rootAttributes}>
<head><style>${css}</style></head>
<body><button id="open">Open</button><div class="timeline" style="${place}"></div></body>
</html>`)
  await page.evaluate((turns) => {
    document.querySelector('#open')?.addEventListener('click', () => {
      const timeline = document.querySelector('.timeline')
      if (!timeline) return
      timeline.innerHTML = turns
      timeline.scrollTop = timeline.scrollHeight
    })
  }, html)
}

/** Takes the turns out again, and lets the page draw that. */
export async function emptyStaticPage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.querySelector('.timeline')?.replaceChildren()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  })
}
