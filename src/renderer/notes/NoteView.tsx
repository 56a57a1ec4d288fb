import { useLayoutEffect, useRef } from 'react'
import type { NoteText } from '../../shared/model'
import { Markdown } from '../text/Markdown'
import { Button } from '../ui'
import { useWords } from '../words'
import { markTask } from './mark'
import { words } from './words'

interface NoteViewProps {
  note: NoteText
  /** The task whose line is marked and brought into view; null for none. */
  taskRef: string | null
  onEdit(): void
}

export function NoteView({ note, taskRef, onEdit }: NoteViewProps) {
  const say = useWords(words)
  const view = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (view.current && taskRef !== null) return markTask(view.current, taskRef)
  }, [taskRef, note.text])
  if (note.text.trim() === '') {
    const { title, about } = say.none[note.file]
    return (
      <div className="blank">
        <h3>{title}</h3>
        <p>{about}</p>
        <p className="acts">
          <Button icon="edit" onClick={onEdit}>
            {say.write}
          </Button>
        </p>
      </div>
    )
  }
  return (
    <div className="note-view scrolls" ref={view} tabIndex={0} role="region" aria-label={say.text}>
      <Markdown text={note.text} noun="note" />
    </div>
  )
}
