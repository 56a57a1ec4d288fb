import type { Source } from '../../shared/model'
import { findWorker, useView, useWorker } from '../connection'
import { langOf } from '../ui'
import { useWords } from '../words'
import { words } from './words'
import { senderOf } from './words.logic'

/** Who sent an input: a link where there is somebody else to look at. */
export function Sender({ source }: { source: Source }) {
  const projectId = useView((view) => view.sessionId)
  useWords(words)
  const { workerId, name } = senderOf(source, projectId)
  const worker = useWorker(workerId)
  const shown = worker?.name ?? name
  if (!worker) {
    return (
      <b className="cut" lang={langOf(shown)}>
        {shown}
      </b>
    )
  }
  return <WorkerLink workerId={worker.workerId} name={shown} />
}

/** The name of a worker of the Project on the screen, which leads to it. */
export function WorkerLink({ workerId, name }: { workerId: string; name: string }) {
  const { showWorker } = useWords(words)
  return (
    <button type="button" className="name-link" title={showWorker(name)} onClick={() => goToWorker(workerId)}>
      <span className="cut" lang={langOf(name)}>
        {name}
      </span>
    </button>
  )
}

function goToWorker(workerId: string): void {
  const { sessionId, select } = useView.getState()
  if (findWorker(workerId)) select(sessionId, workerId)
}
