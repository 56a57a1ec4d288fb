import { useView, useWorkers } from '../connection'
import { Button, langOf, openDialog } from '../ui'
import { nameOf } from './names'

/** The worker on the screen was deleted meanwhile, or is unknown to this Project. */
export function WorkerGone() {
  const { sessionId, workerId, select } = useView()
  const workers = useWorkers((state) => state.workers) ?? []
  const name = workerId === null ? null : nameOf(workerId)
  const next = workers[0]
  return (
    <div className="blank">
      <h1>{name === null ? 'This worker is not here any more' : <span lang={langOf(name)}>{name} was deleted</span>}</h1>
      <p>Its timeline has ended. The files that it made stay in the folder.</p>
      <p className="acts">
        {next && (
          <Button kind="main" onClick={() => select(sessionId, next.workerId)}>
            <span className="cut">
              Show <span lang={langOf(next.name)}>{next.name}</span>
            </span>
          </Button>
        )}
        <Button icon="plus" onClick={() => openDialog('new-worker')}>
          New worker
        </Button>
      </p>
    </div>
  )
}
