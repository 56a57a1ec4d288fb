import { useLayoutEffect, useRef } from 'react'
import type { NoteFile, NoteText } from '../../shared/model'
import { Markdown } from '../text/Markdown'
import { Button } from '../ui'
import { markTask } from './mark'

interface NoteViewProps {
  note: NoteText
  /** The task whose line is marked and brought into view; null for none. */
  taskRef: string | null
  onEdit(): void
}

const EMPTY: Record<NoteFile, { title: string; about: string }> = {
  notes: { title: 'No notes yet', about: 'The open tasks of this Project, one a line. You and the Coordinator both write here.' },
  archived: { title: 'Nothing is archived', about: 'Tasks that are done go here, so that the notes stay short.' },
  context: { title: 'No context yet', about: 'What every worker of this Project should know.' }
}

export function NoteView({ note, taskRef, onEdit }: NoteViewProps) {
  const view = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (view.current && taskRef !== null) return markTask(view.current, taskRef)
  }, [taskRef, note.text])
  if (note.text.trim() === '') {
    const { title, about } = EMPTY[note.file]
    return (
      <div className="blank">
        <h3>{title}</h3>
        <p>{about}</p>
        <p className="acts">
          <Button icon="edit" onClick={onEdit}>
            Write
          </Button>
        </p>
      </div>
    )
  }
  return (
    <div className="note-view scrolls" ref={view} tabIndex={0} role="region" aria-label="Text of the file">
      <Markdown text={note.text} noun="note" />
    </div>
  )
}
