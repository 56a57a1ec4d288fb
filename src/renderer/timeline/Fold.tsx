import { use } from 'react'
import { Icon } from '../ui'
import { useWords } from '../words'
import { switchFold } from './kept-view'
import { Pin } from './pin'
import { useTimeline } from './store'
import { words } from './words'

/** Folds a turn to its head and a line of what was said, or unfolds it. */
export function Fold({ turn, isFolded }: { turn: number; isFolded: boolean }) {
  const say = useWords(words)
  const workerId = useTimeline((view) => view.worker?.workerId ?? '')
  const pin = use(Pin)
  const label = isFolded ? say.unfold(turn) : say.fold(turn)
  const act = (): void => {
    pin(turn)
    switchFold(workerId, turn)
  }
  return (
    <button type="button" className="fold" aria-expanded={!isFolded} aria-label={label} title={label} onClick={act}>
      <Icon name="fold" />
    </button>
  )
}
