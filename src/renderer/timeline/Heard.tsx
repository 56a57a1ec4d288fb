import { useWords } from '../words'
import { Age } from './Age'
import { useTimeline } from './store'
import { words } from './words'

/** When the engine of the open turn was last heard; until it was, that it has not been. */
export function Heard() {
  const { notHeardYet, heardBefore, heardAfter } = useWords(words)
  const heardAt = useTimeline((view) => view.state?.heardAt ?? null)
  if (heardAt === null) return <span className="heard">{notHeardYet}</span>
  return (
    <span className="heard">
      {heardBefore}
      <Age kind="heard" at={heardAt} />
      {heardAfter}
    </span>
  )
}
