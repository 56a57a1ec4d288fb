import { memo } from 'react'
import type { WorkerView } from '../../shared/model'
import { useView } from '../connection'
import { Button, Glyph, langOf, useNow } from '../ui'
import { undoDelete, useDeletion } from './deletions'
import { Countdown } from './DeletionStrips'
import { isUnseenFailure, useSeen } from './seen'
import { isQuiet, outcomeOf, statusOf } from './status.logic'
import { StatusWords } from './StatusWords'

interface WorkerRowProps {
  worker: WorkerView
  isShown: boolean
  isTabStop: boolean
}

export const WorkerRow = memo(function WorkerRow({ worker, isShown, isTabStop }: WorkerRowProps) {
  const now = useNow()
  const status = statusOf(worker, now)
  const seen = useSeen((state) => state.turns[worker.workerId] ?? 0)
  const unseen = isUnseenFailure(worker, seen)
  const deletion = useDeletion(worker.workerId)
  const held = deletion?.state === 'held' ? deletion : null
  const classes = ['row worker', unseen ? 'is-unseen' : '', isQuiet(worker, now, unseen) ? 'is-quiet' : '']
  return (
    <>
      <button
        type="button"
        className={classes.filter(Boolean).join(' ')}
        aria-current={isShown ? 'true' : undefined}
        tabIndex={isTabStop ? 0 : -1}
        title={titleOf(worker)}
        onClick={() => useView.getState().select(useView.getState().sessionId, worker.workerId)}
      >
        <Glyph kind={held ? 'abort' : status.glyph} />
        <span className="name cut" lang={langOf(worker.name)}>
          {worker.name}
        </span>
        {worker.pendingCount > 0 && !held && (
          <span className="end num">
            {worker.pendingCount} {worker.parked ? 'parked' : 'pending'}
          </span>
        )}
        {held ? (
          <span className="status cut">
            <b>deleting</b> in <Countdown dueAt={held.dueAt} />
          </span>
        ) : (
          <StatusWords status={status} />
        )}
      </button>
      {held && (
        <Button small tabIndex={isTabStop ? 0 : -1} onClick={() => undoDelete(worker.workerId)}>
          Undo
        </Button>
      )}
    </>
  )
})

/** The name, and what went wrong: what a row may have to cut. Without an age, so that it stands still. */
function titleOf(worker: WorkerView): string {
  const outcome = worker.lastOutcome && outcomeOf(worker.lastOutcome)
  return outcome?.failed ? `${worker.name}\n${outcome.parts.map((part) => part.text).join(' ')}` : worker.name
}
