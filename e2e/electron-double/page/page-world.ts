/** What is done to the page's own world before any script of the page runs. This function runs there, as its source. */
import type { addPortClose as AddPortClose } from './port-close.ts'
import type { linkWorlds as LinkWorlds, Visibility } from './world-link.ts'

export interface PageWorldParts {
  linkWorlds: typeof LinkWorlds
  addPortClose: typeof AddPortClose
}

export function pageWorld(secret: string, parts: PageWorldParts): void {
  if (window !== window.top) return
  const freeze = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    Object.values(value).forEach(freeze)
    return Object.freeze(value)
  }

  const watchPort = parts.addPortClose(secret)
  window.addEventListener('message', ({ source, ports }) => {
    if (source === window) ports.forEach(watchPort)
  })

  // A hidden window says so, and draws no frames: callbacks for the next frame wait until it is shown.
  let visibility: Visibility = 'visible'
  const waiting = new Map<number, FrameRequestCallback>()
  let lastWaiting = 0
  const { requestAnimationFrame, cancelAnimationFrame } = window
  window.requestAnimationFrame = (callback) => {
    if (visibility === 'visible') return requestAnimationFrame.call(window, callback)
    waiting.set((lastWaiting -= 1), callback)
    return lastWaiting
  }
  window.cancelAnimationFrame = (id) => {
    if (!waiting.delete(id)) cancelAnimationFrame.call(window, id)
  }
  Object.defineProperties(document, {
    visibilityState: { configurable: true, get: () => visibility },
    hidden: { configurable: true, get: () => visibility === 'hidden' }
  })

  parts.linkWorlds(secret, 'page', {
    expose(name, api) {
      if (name in window) throw new Error('Cannot bind an API on top of an existing property on the window object')
      Object.defineProperty(window, name, { value: freeze(api), enumerable: true, configurable: false, writable: false })
    },
    visibility(state) {
      if (state === visibility) return
      visibility = state
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      if (state === 'hidden') return
      for (const callback of waiting.values()) requestAnimationFrame.call(window, callback)
      waiting.clear()
    }
  })
}

/** Tells a new document, before any script of the page runs, that its window is hidden. */
export function hidePage(secret: string): void {
  document.dispatchEvent(new CustomEvent(`${secret}page`, { detail: { kind: 'visibility', state: 'hidden' } }))
}
