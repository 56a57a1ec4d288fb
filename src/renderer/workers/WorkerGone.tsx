import type { ReactNode } from 'react'
import { useView, useWorkers } from '../connection'
import { Button, langOf, openDialog } from '../ui'
import { useWords } from '../words'
import { nameOf } from './names'
import { words } from './words'

/** The worker on the screen was deleted meanwhile, or is unknown to this Project. `children` is what is left of it. */
export function WorkerGone({ children }: { children?: ReactNode }) {
  const say = useWords(words)
  const { sessionId, workerId, select } = useView()
  const workers = useWorkers((state) => state.workers) ?? []
  const name = workerId === null ? null : nameOf(workerId)
  const next = workers[0]
  return (
    <div className="blank">
      <h1>{name === null ? say.gone : <span lang={langOf(name)}>{say.wasDeleted(name)}</span>}</h1>
      <p>{say.goneAbout}</p>
      {children}
      <p className="acts">
        {next && (
          <Button kind="main" onClick={() => select(sessionId, next.workerId)}>
            <span className="cut">
              {say.show} <span lang={langOf(next.name)}>{next.name}</span>
            </span>
          </Button>
        )}
        <Button icon="plus" onClick={() => openDialog('new-worker')}>
          {say.newWorker}
        </Button>
      </p>
    </div>
  )
}
