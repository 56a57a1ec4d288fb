import { Age } from './Age'
import { useTimeline } from './store'

/** When the engine of the open turn was last heard; until it was, that it has not been. */
export function Heard() {
  const heardAt = useTimeline((view) => view.state?.heardAt ?? null)
  if (heardAt === null) return <span className="heard">not heard yet</span>
  return (
    <span className="heard">
      heard <Age kind="heard" at={heardAt} /> ago
    </span>
  )
}
