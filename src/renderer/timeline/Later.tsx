import { Button } from '../ui'
import { useWords } from '../words'
import { loadLater } from './observer'
import { useTimeline } from './store'
import { isApart } from './window.logic'
import { words } from './words'

/** The line below turns that stand apart from the newest ones: the way on. Null where the last one is the newest. */
export function Later() {
  const say = useWords(words)
  const { state, shown, reading, stream } = useTimeline()
  const last = shown.at(-1)
  if (!state || !last || !isApart(shown, state)) return null
  return (
    <p className="earlier">
      <Button icon="down" aria-disabled={reading !== null || stream === null} onClick={() => void loadLater()}>
        {say.loadLater}
      </Button>
      <span>{reading === 'later' ? say.readingLater : say.laterCount(state.totalTurns - last.number)}</span>
    </p>
  )
}
