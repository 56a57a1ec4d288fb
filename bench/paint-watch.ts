/**
 * How long from a click until a text is painted, seen from inside of a page. The clock starts at the time stamp that
 * the browser gave to the click itself. The text counts as painted in the first task after a frame in which it was in
 * the document, and its end in view, when the frame was drawn: a MutationObserver sees it come (in the same turn of the
 * event loop), requestAnimationFrame waits for the frame, and a message posted from there is handled only after the
 * frame's style, layout and paint. If rows were measured and moved by that frame, the next one is waited for.
 */
import type { Page } from '@playwright/test'

export interface Awaited {
  /** Selects the element that holds the text. */
  readonly selector: string
  /** The last words of the text. */
  readonly mark: string
}

/** Clicks in the middle of `button` and resolves with the time in ms until the text is painted. */
export async function clickToPainted(page: Page, button: string, awaited: Awaited): Promise<number> {
  const box = await page.locator(button).boundingBox()
  if (!box) throw new Error(`There is nothing to click at ${button}.`)
  const painted = await page.evaluateHandle(watch, awaited)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  return painted.evaluate(({ time }) => time)
}

/** Runs in the page, so it must stand alone. */
function watch({ selector, mark }: Awaited): { time: Promise<number> } {
  const time = new Promise<number>((resolve, reject) => {
    if (document.visibilityState !== 'visible') throw new Error('A page that nobody sees is never painted.')
    let clickedAt = 0
    let isWaiting = false
    const late = setTimeout(() => reject(new Error(`"${mark}" was not painted within a minute.`)), 60_000)
    const isThere = (): boolean => document.querySelector(selector)?.textContent.includes(mark) ?? false
    const isInView = (): boolean => {
      const box = document.querySelector(`${selector} .reply .md > :last-child`)?.getBoundingClientRect()
      return box !== undefined && box.height > 0 && box.bottom > 0 && box.bottom <= innerHeight
    }
    const afterFrame = new MessageChannel()
    const waitForFrame = (): void => {
      isWaiting = true
      requestAnimationFrame(() => afterFrame.port2.postMessage(null))
    }
    afterFrame.port1.onmessage = () => {
      const now = performance.now()
      isWaiting = false
      if (!isThere() || !isInView()) return waitForFrame()
      clearTimeout(late)
      observer.disconnect()
      afterFrame.port1.close()
      resolve(now - clickedAt)
    }
    const observer = new MutationObserver(() => {
      if (clickedAt > 0 && !isWaiting && isThere()) waitForFrame()
    })
    addEventListener(
      'click',
      (event) => {
        clickedAt = event.timeStamp
        observer.observe(document, { subtree: true, childList: true, characterData: true })
      },
      { capture: true, once: true }
    )
  })
  return { time }
}
