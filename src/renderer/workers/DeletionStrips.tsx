import { useActionKey } from '../actions'
import { Button, formatAge, Glyph, Strip, useLocalNow } from '../ui'
import { useWords } from '../words'
import { dismissDelete, requestDelete, undoDelete, useDeletions } from './deletions'
import type { Deletion } from './deletions.logic'
import { words } from './words'

/** The deletes of this window: those that can be undone, and those that did not work. */
export function DeletionStrips() {
  const deletions = useDeletions((state) => state.deletions)
  return deletions.map((deletion) => <DeletionStrip key={deletion.workerId} deletion={deletion} />)
}

function DeletionStrip({ deletion }: { deletion: Deletion }) {
  const say = useWords(words)
  const { sessionId, workerId, name, state, refusal } = deletion
  const shortcut = useActionKey('worker.undo-delete')
  if (state === 'asked') return null
  if (state === 'held') {
    return (
      <Strip
        role="status"
        mark={<Glyph kind="abort" />}
        actions={
          <Button icon="undo" shortcut={shortcut} onClick={() => undoDelete(workerId)}>
            {say.undo}
          </Button>
        }
      >
        <b>{say.deletingNow(name)}</b> <span aria-hidden="true">{say.inTime} <Countdown dueAt={deletion.dueAt} /></span>
      </Strip>
    )
  }
  return (
    <Strip
      role="alert"
      tone="fail"
      mark={<Glyph kind="error" />}
      actions={
        <>
          <Button icon="retry" onClick={() => requestDelete(sessionId, workerId, name)}>
            {say.tryAgain}
          </Button>
          <Button onClick={() => dismissDelete(workerId)}>{say.close}</Button>
        </>
      }
    >
      <b>{say.notDeleted(name)}</b> {refusal?.message} {refusal?.remedy}
    </Strip>
  )
}

/** The seconds that are left, rounded up. */
export function Countdown({ dueAt }: { dueAt: number }) {
  const now = useLocalNow()
  return <time>{formatAge(Math.ceil(Math.max(0, dueAt - now) / 1_000) * 1_000)}</time>
}
