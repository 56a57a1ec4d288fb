import { useLostSince } from '../connection'
import { formatClock } from '../ui'
import { useWords } from '../words'
import { Age } from './Age'
import { useTimeline } from './store'
import { useStale } from './TurnHead'
import { words } from './words'

/** When the engine of the open turn was last heard; until it was, that it has not been; without a connection, since when. */
export function Heard() {
  const { notHeardYet, heardBefore, heardAfter, noConnectionSince } = useWords(words)
  const lostSince = useLostSince()
  const stale = useStale()
  const told = useTimeline((view) => view.state?.heardAt ?? null)
  const heardAt = stale ? stale.heardAt : told
  if (lostSince !== null) return <span className="heard">{noConnectionSince(formatClock(lostSince, 'second'))}</span>
  if (heardAt === null) return <span className="heard">{notHeardYet}</span>
  return (
    <span className="heard">
      {heardBefore}
      <Age kind="heard" at={heardAt} />
      {heardAfter}
    </span>
  )
}
