import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../ui'

interface ConfirmProps {
  /** What would be done, and what would follow. */
  question: ReactNode
  /** What does it. */
  action: string
  keep: string
  busy?: boolean
  onAction(): void
  onKeep(): void
}

/** Asks in place before something is removed. The focus begins with the way that changes nothing. */
export function Confirm({ question, action, keep, busy = false, onAction, onKeep }: ConfirmProps) {
  const safe = useRef<HTMLButtonElement>(null)
  useEffect(() => safe.current?.focus(), [])
  return (
    <div
      className="confirm"
      role="alertdialog"
      aria-label={typeof question === 'string' ? question : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // The first one is for the question, not for the dialog.
        event.stopPropagation()
        onKeep()
      }}
    >
      <p>{question}</p>
      <span className="acts">
        <Button small disabled={busy} onClick={onAction}>
          {action}
        </Button>
        <Button small ref={safe} onClick={onKeep}>
          {keep}
        </Button>
      </span>
    </div>
  )
}
