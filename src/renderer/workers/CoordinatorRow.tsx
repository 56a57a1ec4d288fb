import type { ProjectView, WorkerView } from '../../shared/model'
import { useView, useWorkers } from '../connection'
import { Glyph } from '../ui'
import { useWords } from '../words'
import { RowBody, rowTitle, useRowClass } from './RowBody'
import { words } from './words'

/** Who gives the workers their tasks, apart from them: an agent with a state of its own, or the operator. */
export function CoordinatorRow({ project }: { project: ProjectView }) {
  const say = useWords(words)
  const { sessionId, conduct } = project
  const coordinator = useWorkers((state) => (state.sessionId === sessionId ? state.coordinator : null))
  const isShown = useView((view) => view.screen === 'crew' && view.workerId === sessionId)
  return (
    <section className="coordinator" aria-label={say.coordinator}>
      {coordinator ? (
        <AgentRow worker={coordinator} isShown={isShown} isOff={!conduct.coordinator.enabled} />
      ) : (
        <button type="button" className="row worker" aria-current={isShown ? 'true' : undefined} onClick={() => show(sessionId)}>
          <Glyph kind="idle" />
          <span className="name cut">{say.youCoordinate}</span>
          <span className="status cut">{say.noAgent}</span>
        </button>
      )}
    </section>
  )
}

function AgentRow({ worker, isShown, isOff }: { worker: WorkerView; isShown: boolean; isOff: boolean }) {
  const say = useWords(words)
  return (
    <button
      type="button"
      className={useRowClass(worker)}
      aria-current={isShown ? 'true' : undefined}
      title={rowTitle(worker)}
      onClick={() => show(worker.workerId)}
    >
      <RowBody worker={worker} waiting={say.inInbox} remark={isOff ? <span>{say.switchedOff}</span> : null} />
    </button>
  )
}

/** The Coordinator has the id of its Project. */
function show(sessionId: string): void {
  useView.getState().select(sessionId, sessionId)
}
