import { runAction } from '../actions'
import { findWorker, useView, useWorkers } from '../connection'

/**
 * Puts the focus where the next message to a worker is written, as soon as it is on the screen. Whoever goes to another
 * worker meanwhile is left alone.
 */
export function showComposerOf(workerId: string): void {
  let stops: (() => void)[] = []
  const end = (): void => stops.forEach((stop) => stop())
  const check = (): void => {
    if (useView.getState().workerId !== workerId) return end()
    if (!findWorker(workerId)) return
    end()
    // Its pane is drawn with the list that has just brought it.
    requestAnimationFrame(() => requestAnimationFrame(() => void (useView.getState().workerId === workerId && runAction('composer.focus'))))
  }
  stops = [useWorkers.subscribe(check), useView.subscribe(check)]
  check()
}
