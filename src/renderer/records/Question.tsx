import { useRef } from 'react'
import { useAttempt } from '../settings/use-attempt'
import { Button, Dialog } from '../ui'
import { useWords } from '../words'
import { words } from './words'

interface QuestionProps {
  title: string
  about: string
  /** What goes, and what stays. */
  goes: string
  stays: string
  confirm: string
  /** Why it cannot be done now; null when it can. */
  obstacle?: string | null
  /** Rejects like any call. */
  act(): Promise<unknown>
  onDone(): void
  onClose(): void
}

/** Asks before something of a record goes for good. */
export function Question({ title, about, goes, stays, confirm, obstacle = null, act, onDone, onClose }: QuestionProps) {
  const say = useWords(words)
  const attempt = useAttempt()
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog open title={title} description={about} onClose={onClose} initialFocus={cancel}>
      <section className="clear-question">
        <p>{goes}</p>
        <p>{stays}</p>
        <p className="form-problem" role="alert">
          {obstacle ?? (attempt.refusal && `${attempt.refusal.message} ${attempt.refusal.remedy}`)}
        </p>
        <div className="form-end">
          <span className="is-last" />
          <Button ref={cancel} onClick={onClose}>
            {say.clear.cancel}
          </Button>
          <Button kind="main" disabled={attempt.busy || obstacle !== null} onClick={() => void attempt.run(async () => void (await act()), onDone)}>
            {confirm}
          </Button>
        </div>
      </section>
    </Dialog>
  )
}
