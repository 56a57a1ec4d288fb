import { useEffect, useState } from 'react'
import { NoteFile, type NoteText } from '../../shared/model'
import { useObserved } from '../connection'
import { Button, Icon, Segments, Strip } from '../ui'
import { useWords } from '../words'
import { fileOfTask } from './notes.logic'
import { NoteEditor } from './NoteEditor'
import { NoteView } from './NoteView'
import { beginEdit, dropDiscarded, editKey, observeNotes, useEdits, useNotes } from './store'
import { words } from './words'
import './notes.css'

interface NotesTabProps {
  sessionId: string
  /** The task of the worker on the screen, whose line is marked; null for none. */
  taskRef: string | null
}

const PATHS: Readonly<Record<NoteFile, string>> = {
  notes: '.crewdeck/notes.md',
  archived: '.crewdeck/archived.md',
  context: '.crewdeck/context/context.md'
}

/** The notes of a Project: files in its folder that agents and the operator both write. */
export function NotesTab({ sessionId, taskRef }: NotesTabProps) {
  const say = useWords(words)
  const notes = useNotes((state) => (state.sessionId === sessionId ? state.notes : null))
  const refusal = useNotes((state) => state.refusal)
  const [opening, setOpening] = useState(0)
  useObserved(`${sessionId} ${opening}`, () => observeNotes(sessionId))
  const [chosen, setChosen] = useState<NoteFile | null>(null)
  const withTask = notes && taskRef !== null ? fileOfTask(notes, taskRef) : null
  // At first the file with the task; it stays when an agent moves the line.
  if (notes && chosen === null) setChosen(withTask ?? 'notes')
  const file = chosen ?? 'notes'

  return (
    <div className="notes">
      <h2 className="out">{say.title}</h2>
      <div className="notes-bar">
        <Segments<NoteFile>
          label={say.file}
          value={file}
          options={NoteFile.options.map((value) => ({ value, label: say[value], title: say.none[value].about }))}
          onChoose={setChosen}
        />
        <code className="notes-path cut">{PATHS[file]}</code>
        {notes && taskRef !== null && withTask === null && <span className="notes-path cut">{say.noLine(taskRef)}</span>}
        {notes && <EditButton sessionId={sessionId} note={notes[file]} />}
      </div>
      {refusal && (
        <Strip
          tone="fail"
          role="alert"
          mark={<Icon name="alert" />}
          actions={
            <Button icon="retry" onClick={() => setOpening(opening + 1)}>
              {say.readAgain}
            </Button>
          }
        >
          <b>{say.unreadable}</b> {refusal.message} {refusal.remedy}
        </Strip>
      )}
      {notes && <File key={file} sessionId={sessionId} note={notes[file]} taskRef={withTask === file ? taskRef : null} />}
      {!notes && !refusal && <p className="is-late">{say.reading}</p>}
    </div>
  )
}

function EditButton({ sessionId, note }: { sessionId: string; note: NoteText }) {
  const say = useWords(words)
  const isEdited = useEdits(({ edits }) => editKey(sessionId, note.file) in edits)
  if (isEdited) return null
  return (
    <span className="end">
      <Button icon="edit" onClick={() => beginEdit(sessionId, note)}>
        {say.edit}
      </Button>
    </span>
  )
}

function File({ sessionId, note, taskRef }: { sessionId: string; note: NoteText; taskRef: string | null }) {
  const say = useWords(words)
  const key = editKey(sessionId, note.file)
  const editing = useEdits(({ edits }) => edits[key])
  const discarded = useEdits((state) => state.discarded[key])
  // What was discarded can only come back where it was.
  useEffect(() => () => dropDiscarded(sessionId, note.file), [sessionId, note.file])
  if (editing) return <NoteEditor sessionId={sessionId} note={note} editing={editing} />
  return (
    <>
      {discarded && (
        <Strip
          role="status"
          mark={<Icon name="undo" />}
          actions={
            <>
              <Button onClick={() => beginEdit(sessionId, note, discarded)}>{say.bringBack}</Button>
              <Button onClick={() => dropDiscarded(sessionId, note.file)}>{say.close}</Button>
            </>
          }
        >
          <b>{say.discarded}</b> {say.asItWas}
        </Strip>
      )}
      <NoteView note={note} taskRef={taskRef} onEdit={() => beginEdit(sessionId, note)} />
    </>
  )
}
