import { memo } from 'react'
import type { WorkerView } from '../../shared/model'
import { useView } from '../connection'
import { Button, Glyph, langOf, useNow } from '../ui'
import { useWords } from '../words'
import { undoDelete, useDeletion } from './deletions'
import { Countdown } from './DeletionStrips'
import { isUnseenFailure, useSeen } from './seen'
import { isQuiet, outcomeOf, statusOf } from './status.logic'
import { StatusWords } from './StatusWords'
import { levelOf } from './tree.logic'
import { statusWords, words } from './words'

interface WorkerRowProps {
  worker: WorkerView
  isShown: boolean
  isTabStop: boolean
  /** 0 for a worker of the Project itself, 1 for a child of one, and so on. */
  depth?: number
  /** What the count of messages that no turn holds is called. */
  waiting?: string
  /** What else there is to know about it, in a word or two. */
  remark?: string | null
}

export const WorkerRow = memo(function WorkerRow(props: WorkerRowProps) {
  const { worker, isShown, isTabStop, depth = 0, waiting, remark = null } = props
  const say = useWords(words)
  const saidStatus = useWords(statusWords)
  const now = useNow()
  const status = statusOf(worker, now)
  const seen = useSeen((state) => state.turns[worker.workerId] ?? 0)
  const unseen = isUnseenFailure(worker, seen)
  const deletion = useDeletion(worker.workerId)
  const held = deletion?.state === 'held' ? deletion : null
  const classes = [
    'row worker',
    depth > 0 ? `is-child depth-${levelOf(depth)}` : '',
    unseen ? 'is-unseen' : '',
    isQuiet(worker, now, unseen) ? 'is-quiet' : ''
  ]
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
        {!held && (
          <span className="end num">
            {remark}
            {worker.taskRef !== null && <span className="task-ref cut">{worker.taskRef}</span>}
            {worker.pendingCount > 0 && <span>{`${worker.pendingCount} ${worker.parked ? say.parked : (waiting ?? say.pending)}`}</span>}
          </span>
        )}
        {held ? (
          <span className="status cut">
            <b>{saidStatus.deleting}</b> {say.inTime} <Countdown dueAt={held.dueAt} />
          </span>
        ) : (
          <StatusWords status={status} />
        )}
      </button>
      {held && (
        <Button small tabIndex={isTabStop ? 0 : -1} onClick={() => undoDelete(worker.workerId)}>
          {say.undo}
        </Button>
      )}
    </>
  )
})

/** The name, its task, and what went wrong: what a row may have to cut. Without an age, so that it stands still. */
function titleOf({ name, taskRef, hold, lastOutcome }: WorkerView): string {
  const outcome = lastOutcome && outcomeOf(lastOutcome, false)
  const lines = [name, taskRef ?? '', hold ?? '', outcome?.failed ? outcome.parts.map((part) => part.text).join(' ') : '']
  return lines.filter((line) => line !== '').join('\n')
}
