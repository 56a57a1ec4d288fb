import type { ProjectView } from '../../shared/model'
import { useView, useWorkers } from '../connection'
import { Glyph } from '../ui'
import { useWords } from '../words'
import { WorkerRow } from './WorkerRow'
import { words } from './words'

/** Who gives the workers their tasks, apart from them: an agent with a state of its own, or the operator. */
export function CoordinatorRow({ project }: { project: ProjectView }) {
  const { sessionId, conduct } = project
  const say = useWords(words)
  const controls = conduct.coordinator.enabled
  const coordinator = useWorkers((state) => (state.sessionId === sessionId ? state.coordinator : null))
  const isShown = useView((view) => view.screen === 'crew' && view.workerId === sessionId)
  return (
    <section className="coordinator" aria-label={say.coordinator}>
      {coordinator ? (
        <WorkerRow worker={coordinator} isShown={isShown} isTabStop waiting={say.inInbox} remark={controls ? null : say.switchedOff} />
      ) : (
        <button
          type="button"
          className="row worker"
          aria-current={isShown ? 'true' : undefined}
          onClick={() => useView.getState().select(sessionId, sessionId)}
        >
          <Glyph kind="idle" />
          <span className="name cut">{say.youCoordinate}</span>
          <span className="status cut">{say.noAgent}</span>
        </button>
      )}
    </section>
  )
}
