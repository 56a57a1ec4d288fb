/** What can be done about what needs the operator, by name and key. */
import type { Action } from '../../actions'
import { findWorker, useView } from '../../connection'
import { tomorrow } from '../counts.logic'
import { markAllRead, markRead, marks, markUnread, setMuted, snooze } from '../marks'
import { useQueue } from '../queue'
import { words } from '../words'
import { goToNext } from './next'

const MINUTE = 60_000

type Name = keyof ReturnType<typeof words>['actions']
const name = (key: Name) => () => words().actions[key]
const hasProject = (): boolean => useView.getState().sessionId !== null

/** The worker on the screen. */
function shown() {
  const { screen, workerId } = useView.getState()
  return screen === 'crew' ? findWorker(workerId) : null
}

const isShown = (): boolean => shown() !== null
const items = () => useQueue.getState().queue?.items ?? []
const shownItems = () => items().filter((item) => item.workerId === shown()?.workerId)

/** Read or not read: whichever it is not. */
export function switchRead(): boolean {
  const worker = shown()
  if (!worker) return false
  const { workerId, turn, turnCount } = worker
  if (useQueue.getState().unread.has(workerId)) markRead(workerId)
  else markUnread(workerId, turn === null ? turnCount : turnCount - 1)
  return true
}

function switchMuted(): void {
  const worker = shown()
  if (worker) setMuted(worker.workerId, !marks.isMuted(worker.workerId))
}

function putOff(until: (now: number) => number): void {
  const now = Date.now()
  for (const { workerId, key } of shownItems()) snooze(workerId, key, until(now))
}

const later = (key: Name, id: string, until: (now: number) => number): Action => ({
  id,
  group: 'attention',
  name: name(key),
  can: () => shownItems().length > 0,
  run: () => putOff(until)
})

export const ATTENTION_ACTIONS: readonly Action[] = [
  { id: 'ask.next', group: 'attention', name: name('next'), keys: { desktop: 'Ctrl+Tab', browser: 'Alt+R' }, can: () => items().length > 0, run: goToNext },
  { id: 'ask.all', group: 'attention', name: name('all'), keys: 'Alt+Shift+R', can: hasProject, run: () => useView.getState().showRequests() },
  { id: 'attention.read', group: 'attention', name: name('read'), keys: 'U', can: isShown, run: switchRead },
  { id: 'attention.read-all', group: 'attention', name: name('readAll'), keys: 'Shift+U', can: () => items().some(({ rank }) => rank === 'failed' || rank === 'unread'), run: markAllRead },
  { id: 'attention.mute', group: 'attention', name: name('mute'), keys: 'M', can: isShown, run: switchMuted },
  later('quarter', 'attention.snooze-15', (now) => now + 15 * MINUTE),
  { ...later('hour', 'attention.snooze-60', (now) => now + 60 * MINUTE), keys: 'H' },
  later('tomorrow', 'attention.snooze-tomorrow', tomorrow)
]
