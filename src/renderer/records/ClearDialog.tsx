import type { WorkerView } from '../../shared/model'
import { client } from '../connection'
import { useWords } from '../words'
import { Question } from './Question'
import { words } from './words'

interface ClearDialogProps {
  sessionId: string
  worker: WorkerView
  onClose(): void
}

/** Asks before a conversation is cleared, and says what goes and what stays. */
export function ClearDialog({ sessionId, worker, onClose }: ClearDialogProps) {
  const { clear } = useWords(words)
  const { workerId, name, turn } = worker
  return (
    <Question
      title={clear.title}
      about={clear.about(name)}
      goes={clear.goes}
      stays={clear.stays}
      confirm={clear.confirm}
      obstacle={turn === null ? null : clear.busy(turn.number)}
      act={() => client.records.clear({ sessionId, workerId })}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
