import { useId, useMemo, useState, type ReactNode } from 'react'
import { copyText } from '../text/copy'
import { Button } from '../ui'
import { useWords } from '../words'
import { setDraft, useDrafts } from './drafts'
import { dropEdit, useEdits } from './edits'
import { leftTexts, type LeftText } from './left-texts.logic'
import { discardMessage, useOutbox, type Address } from './outbox'
import { leftWords } from './words'
import './left-writing.css'

interface LeftWritingProps {
  address: Address
  /** What is on the screen, with the texts; they are null where nothing was being written. */
  children(texts: ReactNode): ReactNode
}

/** What was being written to a worker that is gone. It stays until the operator lets it go, or has gone elsewhere. */
export function LeftWriting({ address, children }: LeftWritingProps) {
  const say = useWords(leftWords)
  const { workerId } = address
  const draft = useDrafts((state) => state.texts[workerId] ?? '')
  const unsent = useOutbox((state) => state.unsent)
  const edits = useEdits((state) => state.edits)
  const texts = useMemo(() => leftTexts(workerId, draft, unsent, edits), [workerId, draft, unsent, edits])
  const letGo = ({ kind, id }: LeftText): void => {
    if (kind === 'draft') setDraft(address, '')
    else if (kind === 'unsent') discardMessage(id)
    else dropEdit(id)
  }
  if (texts.length === 0) return children(null)
  return children(
    <section className="left-writing" aria-label={say.title}>
      {texts.map((left) => (
        <Left key={`${left.kind} ${left.id}`} left={left} onLetGo={() => letGo(left)} />
      ))}
    </section>
  )
}

function Left({ left, onLetGo }: { left: LeftText; onLetGo(): void }) {
  const say = useWords(leftWords)
  const id = useId()
  const [said, setSaid] = useState('')
  const copy = async (): Promise<void> => setSaid((await copyText(left.text)) ? say.copied : say.notCopied)
  return (
    <div>
      <label htmlFor={id}>{say[left.kind]}</label>
      <textarea id={id} className="input is-reading" readOnly dir="auto" value={left.text} />
      <p className="acts">
        <Button icon="copy" onClick={() => void copy()}>
          {say.copy}
        </Button>
        <Button onClick={onLetGo}>{say.letGo}</Button>
        <span role="status">{said}</span>
      </p>
    </div>
  )
}
