import type { ReactNode } from 'react'
import type { WorkerView } from '../../shared/model'
import { UnreadMark, useUnread } from '../attention'
import { Glyph, langOf, useNow } from '../ui'
import { fromHost, useWords } from '../words'
import { useDeletion } from './deletions'
import { Countdown } from './DeletionStrips'
import { isQuiet, outcomeOf, statusOf } from './status.logic'
import { useStatus } from './use-status'
import { StatusWords } from './StatusWords'
import { statusWords, words } from './words'

interface RowBodyProps {
  worker: WorkerView
  /** What the count of messages that no turn holds is called. */
  waiting?: string
  /** What else there is to know about it, in a word or two. */
  remark?: ReactNode
}

/** What a row tells: glyph, name, what waits, and the line of its status. */
export function RowBody({ worker, waiting, remark }: RowBodyProps) {
  const say = useWords(words)
  const { deleting } = useWords(statusWords)
  const status = useStatus(worker)
  const deletion = useDeletion(worker.workerId)
  const held = deletion?.state === 'held' ? deletion : null
  return (
    <>
      <Glyph kind={held ? 'abort' : status.glyph} />
      <span className="name cut" lang={langOf(worker.name)}>
        {worker.name}
      </span>
      <span className="end num">
        {!held && worker.taskRef !== null && <span className="task-ref cut">{worker.taskRef}</span>}
        {!held && worker.pendingCount > 0 && (
          <span title={worker.parked ? say.aboutParked : say.aboutPending}>{`${worker.pendingCount} ${worker.parked ? say.parked : (waiting ?? say.pending)}`}</span>
        )}
        <UnreadMark workerId={worker.workerId} />
        {remark}
      </span>
      {held ? (
        <span className="status cut">
          <b>{deleting}</b> {say.inTime} <Countdown dueAt={held.dueAt} />
        </span>
      ) : (
        <StatusWords status={status} />
      )}
    </>
  )
}

/** The classes of a row: muted while nothing in it needs a human, its failure red until somebody has looked. */
export function useRowClass(worker: WorkerView | null): string {
  const now = useNow()
  const isUnread = useUnread(worker?.workerId ?? '')
  if (worker === null) return 'row worker'
  const classes = [
    'row worker',
    isUnread ? 'is-unread' : '',
    isUnread && statusOf(worker, now).failed ? 'is-unseen' : '',
    isQuiet(worker, now, isUnread) ? 'is-quiet' : ''
  ]
  return classes.filter(Boolean).join(' ')
}

/** The name, its task, and what went wrong: what a row may have to cut. Without an age, so that it stands still. */
export function rowTitle({ name, taskRef, hold, lastOutcome }: WorkerView): string {
  const outcome = lastOutcome && outcomeOf(lastOutcome, false)
  const lines = [name, taskRef ?? '', fromHost(hold ?? ''), outcome?.failed ? outcome.parts.map((part) => part.text).join(' ') : '']
  return lines.filter((line) => line !== '').join('\n')
}
