import { useAsks, useView } from '../connection'

/**
 * Shows the worker of the next open request, after the one that has the focus, and puts the focus on it. Returns whether
 * there was one.
 */
export function goToNextAsk(): boolean {
  const asks = useAsks.getState().asks ?? []
  const focused = document.activeElement?.closest<HTMLElement>('[data-ask]')?.dataset['ask']
  const next = asks[(asks.findIndex((ask) => ask.id === focused) + 1) % asks.length]
  if (!next) return false
  useView.getState().select(next.sessionId, next.workerId)
  focusWhenThere(`[data-ask="${CSS.escape(next.id)}"]`)
  return true
}

/** How many frames a box may take to be drawn: its worker may be of another Project, whose list has to come first. */
const MOST_FRAMES = 120

function focusWhenThere(selector: string, frames = MOST_FRAMES): void {
  const box = document.querySelector<HTMLElement>(`main ${selector}`)
  if (box) box.focus()
  else if (frames > 0) requestAnimationFrame(() => focusWhenThere(selector, frames - 1))
}
