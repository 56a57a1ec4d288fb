import type { ReactNode } from 'react'
import type { ProjectView, WorkerView } from '../../shared/model'
import { useView, useWorkers } from '../connection'
import { Glyph } from '../ui'
import { useWords } from '../words'
import { RowBody, rowTitle, useRowClass } from './RowBody'
import { useNamed } from './use-named'
import { words } from './words'

/** Who gives the workers of one Project their tasks, apart from them: an agent with a state of its own, or the operator. */
export function CoordinatorRow({ project }: { project: ProjectView }) {
  const say = useWords(words)
  const { sessionId, conduct } = project
  const coordinator = useNamed(sessionId, useWorkers((state) => (state.sessionId === sessionId ? state.coordinator : null)))
  const isShown = useView((view) => view.screen === 'crew' && view.workerId === sessionId)
  return (
    <section className="coordinator" aria-label={say.coordinator}>
      {coordinator ? (
        <AgentRow worker={coordinator} isShown={isShown} isOff={!conduct.coordinator.enabled} />
      ) : (
        <button type="button" className="row worker" title={say.aboutOperator} aria-current={isShown ? 'true' : undefined} onClick={() => show(sessionId)}>
          <OperatorBody />
        </button>
      )}
    </section>
  )
}

function AgentRow({ worker, isShown, isOff }: { worker: WorkerView; isShown: boolean; isOff: boolean }) {
  return (
    <button
      type="button"
      className={useRowClass(worker)}
      aria-current={isShown ? 'true' : undefined}
      title={rowTitle(worker)}
      onClick={() => show(worker.workerId)}
    >
      <AgentBody worker={worker} isOff={isOff} />
    </button>
  )
}

/** What a row tells of an agent that coordinates. */
export function AgentBody({ worker, isOff, remark }: { worker: WorkerView; isOff: boolean; remark?: ReactNode }) {
  const say = useWords(words)
  return (
    <RowBody
      worker={worker}
      waiting={say.inInbox}
      remark={
        <>
          {isOff && <span>{say.switchedOff}</span>}
          {remark}
        </>
      }
    />
  )
}

/** The same while the operator coordinates. */
export function OperatorBody({ remark }: { remark?: ReactNode }) {
  const say = useWords(words)
  return (
    <>
      <Glyph kind="idle" />
      <span className="name cut">{say.youCoordinate}</span>
      {remark && <span className="end num">{remark}</span>}
      <span className="status cut">{say.noAgent}</span>
    </>
  )
}

/** The Coordinator has the id of its Project. */
function show(sessionId: string): void {
  useView.getState().select(sessionId, sessionId)
}
