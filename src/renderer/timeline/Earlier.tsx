import { useActionKey } from '../actions'
import { useWorker } from '../connection'
import { Button, formatClock, formatDay } from '../ui'
import { useWords } from '../words'
import { clearedWords } from './cleared-words'
import { loadEarlier } from './observer'
import { useTimeline } from './store'
import { clearedOf } from './window.logic'
import { words } from './words'

/** The line above the oldest turn on the screen: the way to earlier ones, or that there are none. */
export function Earlier() {
  const say = useWords(words)
  const { state, shown, reading, problem } = useTimeline()
  const first = shown[0]?.number ?? 1
  if (!state) return null
  if (first <= 1) return <FirstTurn />
  const cleared = clearedOf(state)
  if (first <= cleared + 1) return <p className="earlier">{clearedWords().before(first)}</p>
  return (
    <p className="earlier">
      <LoadEarlier />
      {reading === 'earlier' ? (
        <span>{say.readingEarlier}</span>
      ) : problem ? (
        <span role="alert">
          {problem.message} {problem.remedy}
        </span>
      ) : (
        <span>{say.earlierCount(first - 1 - cleared)}</span>
      )}
    </p>
  )
}

function FirstTurn() {
  const say = useWords(words)
  const shown = useTimeline((view) => view.worker)
  const made = useWorker(shown?.workerId ?? null)?.createdAt
  // The Coordinator has the id of its Project, and is made with it.
  const isCoordinator = shown?.workerId === shown?.sessionId
  return (
    <p className="earlier">
      {say.firstTurn} {made !== undefined && !isCoordinator && say.madeOn(formatDay(made), formatClock(made))}
    </p>
  )
}

/** Null where there is nothing earlier to load. */
export function LoadEarlier({ quiet = false }: { quiet?: boolean }) {
  const say = useWords(words)
  const hasEarlier = useTimeline(({ shown, state }) => (shown[0]?.number ?? 1) > clearedOf(state) + 1)
  const isReading = useTimeline((view) => view.reading !== null)
  const isOpen = useTimeline((view) => view.stream !== null)
  const shortcut = useActionKey('timeline.earlier')
  if (!hasEarlier) return null
  return (
    <Button
      icon="older"
      small={quiet}
      kind={quiet ? 'plain' : 'normal'}
      aria-disabled={isReading || !isOpen}
      shortcut={shortcut}
      onClick={() => void loadEarlier()}
    >
      {say.loadEarlier}
    </Button>
  )
}
