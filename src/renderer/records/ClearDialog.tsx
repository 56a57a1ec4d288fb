import { useRef } from 'react'
import type { WorkerView } from '../../shared/model'
import { client } from '../connection'
import { useAttempt } from '../settings/use-attempt'
import { Button, Dialog } from '../ui'
import { useWords } from '../words'
import { words } from './words'

interface ClearDialogProps {
  sessionId: string
  worker: WorkerView
  onClose(): void
}

/** Asks before a conversation is cleared, and says what goes and what stays. */
export function ClearDialog({ sessionId, worker, onClose }: ClearDialogProps) {
  const say = useWords(words)
  const attempt = useAttempt()
  const cancel = useRef<HTMLButtonElement>(null)
  const { workerId, name, turn } = worker
  const clear = (): void => void attempt.run(async () => void (await client.records.clear({ sessionId, workerId })), onClose)
  return (
    <Dialog open title={say.clear.title} description={say.clear.about(name)} onClose={onClose} initialFocus={cancel}>
      <section className="clear-question">
        <p>{say.clear.goes}</p>
        <p>{say.clear.stays}</p>
        <p className="form-problem" role="alert">
          {turn !== null ? say.clear.busy(turn.number) : attempt.refusal && `${attempt.refusal.message} ${attempt.refusal.remedy}`}
        </p>
        <div className="form-end">
          <span className="is-last" />
          <Button ref={cancel} onClick={onClose}>
            {say.clear.cancel}
          </Button>
          <Button kind="main" disabled={attempt.busy || turn !== null} onClick={clear}>
            {say.clear.confirm}
          </Button>
        </div>
      </section>
    </Dialog>
  )
}
