import { useMemo, useState } from 'react'
import type { DeletedWorker } from '../../shared/records-deleted'
import { client, useObserved } from '../connection'
import { Button, formatMoment } from '../ui'
import { useWords } from '../words'
import { followDeleted, useDeleted } from './deleted'
import { runsOn } from './DeletedList'
import { Question } from './Question'
import { openRun } from './records-view'
import { RunHead } from './RunHead'
import { ownSource } from './sources'
import { TranscriptView } from './TranscriptView'
import { sourceWords } from './source-words'
import { words } from './words'

/** The record of a worker that was deleted: read only, and the way to let it go. */
export function DeletedRun({ sessionId, workerId }: { sessionId: string; workerId: string }) {
  const say = useWords(words)
  const from = useWords(sourceWords)
  useObserved('deleted', followDeleted)
  const { list } = useDeleted()
  const worker = list?.workers.find((one) => one.workerId === workerId)
  const source = useMemo(() => ownSource(sessionId, workerId), [sessionId, workerId])
  const [isAsking, setAsking] = useState(false)
  if (list && !worker && !isAsking) {
    return (
      <div className="blank run-gone">
        <h2>{from.deleted.gone}</h2>
        <div className="acts">
          <Button onClick={() => openRun(null)}>{say.place.back}</Button>
        </div>
      </div>
    )
  }
  return (
    <>
      <RunHead
        name={worker?.name ?? ''}
        status={null}
        actions={
          <Button icon="trash" disabled={!worker} onClick={() => setAsking(true)}>
            {from.deleted.discard}
          </Button>
        }
      />
      <p className="run-about">
        {worker && (
          <>
            <span className="cut">{worker.projectName}</span>
            <span className="cut">{runsOn(worker)}</span>
            <span>{from.deleted.turns(worker.turns)}</span>
            <span>{from.deleted.was(worker.deletedAt === null ? null : formatMoment(worker.deletedAt))}</span>
          </>
        )}
        <span>{say.readOnly}</span>
      </p>
      <div className="run-body">
        <section className="run-record" aria-label={worker?.name ?? say.transcript}>
          <h2 className="out">{say.transcript}</h2>
          <TranscriptView source={source} isShell={worker?.engine === 'shell'} />
        </section>
      </div>
      {isAsking && worker && <DiscardDialog worker={worker} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Asks before a record goes for good, and says what goes and what stays. */
function DiscardDialog({ worker, onClose }: { worker: DeletedWorker; onClose(): void }) {
  const { deleted } = useWords(sourceWords)
  const { sessionId, workerId, name } = worker
  return (
    <Question
      title={deleted.title}
      about={deleted.about(name)}
      goes={deleted.goes}
      stays={deleted.stays}
      confirm={deleted.confirm}
      act={() => client.records.discard({ sessionId, workerId })}
      onDone={() => openRun(null)}
      onClose={onClose}
    />
  )
}
