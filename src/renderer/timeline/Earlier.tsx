import { useActionKey } from '../actions'
import { Button } from '../ui'
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
  if (first <= 1) return <p className="earlier">{say.firstTurn}</p>
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
