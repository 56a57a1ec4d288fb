import type { ProjectView } from '../../shared/model'
import { useView, useWorkers } from '../connection'
import { Glyph } from '../ui'
import { WorkerRow } from './WorkerRow'

/** Who gives the workers their tasks, apart from them: an agent with a state of its own, or the operator. */
export function CoordinatorRow({ project }: { project: ProjectView }) {
  const { sessionId, conduct } = project
  const controls = conduct.coordinator.enabled
  const coordinator = useWorkers((state) => (state.sessionId === sessionId ? state.coordinator : null))
  const isShown = useView((view) => view.screen === 'crew' && view.workerId === sessionId)
  return (
    <section className="coordinator" aria-label="Coordinator">
      {coordinator ? (
        <WorkerRow worker={coordinator} isShown={isShown} isTabStop waiting="in inbox" remark={controls ? null : 'switched off'} />
      ) : (
        <button
          type="button"
          className="row worker"
          aria-current={isShown ? 'true' : undefined}
          onClick={() => useView.getState().select(sessionId, sessionId)}
        >
          <Glyph kind="idle" />
          <span className="name cut">You coordinate</span>
          <span className="status cut">no agent</span>
        </button>
      )}
    </section>
  )
}
