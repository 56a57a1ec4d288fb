import { useRef, useState, type ComponentProps } from 'react'
import { isComposing } from '../ui'
import { useWords } from '../words'
import { Confirm } from './Confirm'
import { words } from './words'

interface InnerFormProps extends ComponentProps<'form'> {
  onDone(): void
}

/** A form within the settings. Escape leaves the form alone, and asks first where something was typed. */
export function InnerForm({ onDone, children, ...rest }: InnerFormProps) {
  const say = useWords(words)
  const hasTyped = useRef(false)
  /** What had the focus when it was asked; null while it is not. */
  const [asked, setAsked] = useState<HTMLElement | null>(null)
  const keep = (): void => {
    setAsked(null)
    asked?.focus()
  }
  return (
    <form
      className="form model-form"
      {...rest}
      onInput={() => {
        hasTyped.current = true
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
        event.stopPropagation()
        if (hasTyped.current) return setAsked(event.target instanceof HTMLElement ? event.target : event.currentTarget)
        // What has the focus goes: the next Escape is for the dialog.
        event.currentTarget.closest<HTMLElement>('[role="tabpanel"]')?.focus()
        onDone()
      }}
    >
      {children}
      {asked && <Confirm question={say.dropTyped} action={say.drop} keep={say.goOnTyping} onAction={onDone} onKeep={keep} />}
    </form>
  )
}
