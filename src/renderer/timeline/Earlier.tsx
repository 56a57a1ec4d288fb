import { useActionKey } from '../actions'
import { Button } from '../ui'
import { loadEarlier } from './observer'
import { useTimeline } from './store'
import { earlierLimit, TIMELINE_MAX_TURNS } from './window.logic'

/** The line above the oldest turn on the screen: the way to earlier ones, or that there are none. */
export function Earlier() {
  const { state, shown, reading, problem } = useTimeline()
  const first = shown[0]?.number ?? 1
  if (!state) return null
  if (first <= 1) return <p className="earlier">Turn 1 is the first.</p>
  if (earlierLimit(shown, state.totalTurns) === null) {
    return (
      <p className="earlier">
        {first - 1} earlier turns are not shown: a window has {TIMELINE_MAX_TURNS} at most.
      </p>
    )
  }
  return (
    <p className="earlier">
      <LoadEarlier />
      {reading !== null ? (
        <span>reading earlier turns</span>
      ) : problem ? (
        <span role="alert">
          {problem.message} {problem.remedy}
        </span>
      ) : (
        <span>{first === 2 ? '1 earlier turn' : `${first - 1} earlier turns`}</span>
      )}
    </p>
  )
}

/** Null where there is nothing earlier to load. */
export function LoadEarlier({ quiet = false }: { quiet?: boolean }) {
  const limit = useTimeline(({ shown, state }) => (state ? earlierLimit(shown, state.totalTurns) : null))
  const isReading = useTimeline((view) => view.reading !== null)
  const isOpen = useTimeline((view) => view.stream !== null)
  const shortcut = useActionKey('timeline.earlier')
  if (limit === null) return null
  return (
    <Button
      icon="older"
      small={quiet}
      kind={quiet ? 'plain' : 'normal'}
      aria-disabled={isReading || !isOpen}
      shortcut={shortcut}
      onClick={() => void loadEarlier()}
    >
      Load earlier
    </Button>
  )
}
