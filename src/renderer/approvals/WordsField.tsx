import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { ASK_TEXT_MAX_CHARS } from '../../shared/limits'
import { Button, isComposing } from '../ui'
import { useWords } from '../words'
import { words } from './words'

interface WordsFieldProps {
  askId: string
  label: string
  /** What its button is called. */
  act: string
  hasFocus?: boolean
  onSay(text: string): void
  onCancel?(): void
}

/** What was typed and not sent yet, by request: looking elsewhere loses nothing. */
const typed = new Map<string, string>()

/** Words to a request: an answer, or why not. Enter sends, Shift+Enter begins a new line. */
export function WordsField({ askId, label, act, hasFocus = false, onSay, onCancel }: WordsFieldProps) {
  const say = useWords(words)
  const [text, setText] = useState(() => typed.get(askId) ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useEffect(() => {
    if (hasFocus) field.current?.focus()
  }, [hasFocus])
  const change = (next: string): void => {
    setText(next)
    if (next === '') typed.delete(askId)
    else typed.set(askId, next)
  }
  const send = (): void => {
    if (text.trim() !== '') onSay(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape' && onCancel) {
      event.stopPropagation()
      onCancel()
    }
  }
  return (
    <div className="ask-words">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        className="input"
        rows={2}
        dir="auto"
        maxLength={ASK_TEXT_MAX_CHARS}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="ask-words-acts">
        <Button small needsHost aria-disabled={text.trim() === ''} onClick={send}>
          {act}
        </Button>
        {onCancel && (
          <Button small kind="plain" onClick={onCancel}>
            {say.cancel}
          </Button>
        )}
      </span>
    </div>
  )
}
