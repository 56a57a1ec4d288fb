import type { AskView } from '../../shared/model'
import { useAsks, useProject, useView } from '../connection'
import { Glyph, langOf } from '../ui'
import { AskBox } from './AskBox'
import { countWords } from './asks.logic'
import { Decided } from './Decided'
import './approvals.css'

const NONE: readonly AskView[] = []

/** Everything that agents of all Projects ask now, the oldest first, and what was decided lately. */
export function RequestsPane() {
  const asks = useAsks((state) => state.asks) ?? NONE
  const refusal = useAsks((state) => state.refusal)
  return (
    <>
      <header className="head">
        <h1>Needs you</h1>
        <p className="status-line">
          <Glyph kind={asks.length > 0 ? 'wait' : 'idle'} />
          <span className="status cut">
            {asks.length > 0 ? <b className="is-wait">{countWords(asks)}</b> : 'no request is open'}
          </span>
        </p>
      </header>
      <div className="requests scrolls" role="region" aria-label="Requests" tabIndex={0}>
        {refusal && (
          <p className="form-problem" role="alert">
            {refusal.message} {refusal.remedy}
          </p>
        )}
        {asks.length === 0 ? (
          <div className="blank">
            <h2>No request is open</h2>
            <p>When an agent of any Project asks for a permission or has a question, it is listed here until it is answered.</p>
          </div>
        ) : (
          <ol aria-label="Open requests">
            {asks.map((ask) => (
              <li key={ask.id} className="request">
                <From ask={ask} />
                <AskBox ask={ask} />
              </li>
            ))}
          </ol>
        )}
        <Decided asks={asks} />
      </div>
    </>
  )
}

/** Who asks, and the way there. */
function From({ ask }: { ask: AskView }) {
  const project = useProject(ask.sessionId)
  return (
    <p className="request-from">
      <button type="button" className="name-link" onClick={() => useView.getState().select(ask.sessionId, ask.workerId)}>
        <span className="cut" lang={langOf(ask.workerName)}>
          {ask.workerName}
        </span>
      </button>
      <span className="cut">
        {project && <span lang={langOf(project.name)}>{project.name}</span>} · turn {ask.turn}
      </span>
    </p>
  )
}
