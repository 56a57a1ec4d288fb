/**
 * What a reader sees of a timeline while other things happen to it, frame by frame, from inside of the page. What is
 * read is the first block of text that begins in the view; its error is how far it is from where it was, in any frame
 * that was painted. This is an own definition: nothing of the product decides what counts.
 */
import type { Page } from '@playwright/test'

export interface Watched {
  /** The largest distance of what is read from where it was, in px. */
  readonly worstPx: number
  readonly frames: number
  /** The most elements that the page had. */
  readonly nodes: number
}

/** What asks for earlier turns: the button, or coming near the top. */
export type Ask = { readonly click: string } | { readonly scrollTo: number }

export interface Watching {
  /** Resolves with the time in ms from the asking until the page that came was painted. */
  readonly loaded: Promise<number>
  /** Ends it. */
  stop(): Promise<Watched>
}

/** Watches what is read from the moment in which earlier turns are asked for. */
export async function watchAnchor(page: Page, ask: Ask): Promise<Watching> {
  const watching = await page.evaluateHandle(watch, ask)
  return {
    loaded: watching.evaluate((handle) => handle.loaded),
    stop: () => watching.evaluate((handle) => handle.stop())
  }
}

/** Runs in the page, so it must stand alone. */
function watch(ask: Ask): { loaded: Promise<number>; stop(): Watched } {
  const view = document.querySelector('.timeline')
  if (!view) throw new Error('The page shows no timeline.')
  const oldest = (): number => Number(/(\d+)–\d+/.exec(document.querySelector('.tabs')?.textContent ?? '')?.[1])
  const wasOldest = oldest()
  const began = performance.now()
  if ('scrollTo' in ask) view.scrollTop = ask.scrollTo
  const { top, bottom } = view.getBoundingClientRect()
  const texts = [...view.querySelectorAll('[data-turn] :is(p, li, pre, tr, h3, h4, h5)')].filter((element) => !element.closest('header, .note'))
  const begins = (element: Element): number => element.getBoundingClientRect().top
  const read = texts.find((element) => begins(element) >= top && begins(element) < bottom) ?? texts.findLast((element) => begins(element) < top)
  if (!read) throw new Error('Nothing is read.')
  const placeOf = (): number => read.getBoundingClientRect().top - view.getBoundingClientRect().top
  const was = placeOf()
  if ('click' in ask) document.querySelector<HTMLElement>(ask.click)?.click()
  let [worstPx, frames, nodes] = [0, 0, 0]
  let hasLoaded: (ms: number) => void = () => {}
  const loaded = new Promise<number>((resolve) => (hasLoaded = resolve))
  // Hears of every frame as its last, once everything is laid out and all others have been heard: what it sees is painted.
  const frameEnd = new ResizeObserver(() => {
    frames += 1
    worstPx = Math.max(worstPx, read.isConnected ? Math.abs(placeOf() - was) : Infinity)
  })
  const painted = new MessageChannel()
  painted.port1.onmessage = () => {
    if (oldest() < wasOldest) hasLoaded(performance.now() - began)
    nodes = Math.max(nodes, document.querySelectorAll('*').length)
    frame = requestAnimationFrame(next)
  }
  const next = (): void => {
    frameEnd.unobserve(view)
    frameEnd.observe(view)
    // Arrives after the frame is painted.
    painted.port2.postMessage(null)
  }
  let frame = requestAnimationFrame(next)
  return {
    loaded,
    stop() {
      cancelAnimationFrame(frame)
      frameEnd.disconnect()
      painted.port1.close()
      return { worstPx, frames, nodes }
    }
  }
}

/**
 * Lets pictures arrive late in the turns that are drawn from now on, each 20 to 220 ms after its turn, and the turn above
 * what is read grow by a line every few frames for a while whenever `grow` is called.
 */
export async function disturb(page: Page): Promise<void> {
  await page.evaluate(() => {
    const picture = (height: number): HTMLImageElement => {
      const image = new Image()
      image.src = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="320" height="${height}"/>`)}`
      image.style.display = 'block'
      return image
    }
    let count = 0
    const seen = new WeakSet<Element>()
    const look = (): void => {
      for (const row of document.querySelectorAll('.timeline [data-turn]')) {
        if (seen.has(row)) continue
        seen.add(row)
        count += 1
        if (count % 3 === 0) setTimeout(() => row.querySelector('.reply')?.append(picture(40 + (count % 5) * 60)), 20 + (count % 11) * 20)
      }
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true })
    look()
    /** Once what is read was painted. */
    const grow = async (): Promise<void> => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const top = document.querySelector('.timeline')?.getBoundingClientRect().top ?? 0
      const above = [...document.querySelectorAll('.timeline [data-turn]')].findLast((row) => row.getBoundingClientRect().bottom < top)
      let left = 12
      const next = (): void => {
        const line = document.createElement('p')
        line.textContent = 'One more line of a turn that goes on.'
        above?.querySelector('.turn-head')?.after(line)
        left -= 1
        if (left > 0) requestAnimationFrame(() => requestAnimationFrame(next))
      }
      next()
    }
    Object.assign(window, { grow })
  })
}
