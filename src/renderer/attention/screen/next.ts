/** Goes where the operator is needed. */
import type { QueueItem } from '../../../shared/attention'
import type { Notice } from '../../../shared/notice'
import { useView } from '../../connection'
import { goToTurn } from '../../timeline/go-to'
import { useQueue } from '../queue'
import { nextOf, roundKey } from './next.logic'

/** Where the key led in this round: what is new comes first, and nothing twice before all were shown. */
const shown = new Set<string>()

/**
 * Shows the most urgent item of the queue that it has not shown yet, and puts the focus on it. After the last one it begins
 * anew. Returns whether there was one.
 */
export function goToNext(): boolean {
  const items = useQueue.getState().queue?.items ?? []
  const focused = document.activeElement?.closest<HTMLElement>('[data-ask]')?.dataset['ask']
  const next = nextOf(items, shown, focused === undefined ? null : `ask:${focused}`)
  if (!next) return false
  goToItem(next)
  return true
}

/** Shows a worker where it needs the operator: its request, or the turn that ended. */
export function goToItem(item: QueueItem): void {
  shown.add(roundKey(item))
  const { sessionId, workerId } = item
  if (item.rank === 'ask') {
    useView.getState().select(sessionId, workerId)
    focusWhenThere(`[data-ask="${CSS.escape(item.ask.id)}"]`)
  } else {
    if (item.rank === 'unknown' || item.turn === null) useView.getState().select(sessionId, workerId)
    else goToTurn(sessionId, workerId, item.turn)
    focusWhenThere('.timeline')
  }
}

/** Shows what a notification is about: a worker where it needs the operator now, or the queue. */
export function goToPlace(place: Notice['place']): void {
  if (place === null) return useView.getState().showRequests()
  const item = useQueue.getState().queue?.items.find(({ workerId }) => workerId === place.workerId)
  if (item) goToItem(item)
  else useView.getState().select(place.sessionId, place.workerId)
}

/** How many frames it may take to be drawn: its worker may be of another Project, whose list has to come first. */
const MOST_FRAMES = 120

function focusWhenThere(selector: string, frames = MOST_FRAMES): void {
  const target = document.querySelector<HTMLElement>(`main ${selector}`)
  if (target) target.focus()
  else if (frames > 0) requestAnimationFrame(() => focusWhenThere(selector, frames - 1))
}
