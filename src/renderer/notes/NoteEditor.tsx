import { useRef, useState, type KeyboardEvent } from 'react'
import type { NoteText } from '../../shared/model'
import { useConnection } from '../connection'
import { useAttempt } from '../settings/use-attempt'
import { copyText } from '../text/copy'
import { Button, formatKey, Icon, isComposing, isMod, langOf, Strip } from '../ui'
import { insertAside, isOverwritten, isUnsaved, keepMine, takeBoth, takeTheirs, type Editing } from './notes.logic'
import { endEdit, putEdit, saveEdit } from './store'

interface NoteEditorProps {
  sessionId: string
  /** What is on disk now. */
  note: NoteText
  editing: Editing
}

/** Writes one file. While agents write it too, the operator chooses what becomes of either text. */
export function NoteEditor({ sessionId, note, editing }: NoteEditorProps) {
  const { file } = note
  const attempt = useAttempt()
  const isLive = useConnection((connection) => connection.state === 'live')
  const field = useRef<HTMLTextAreaElement>(null)
  const overwritten = isOverwritten(editing, note)
  const unsaved = isUnsaved(editing)
  const canSave = isLive && !attempt.busy && !overwritten

  const put = (next: Editing): void => {
    putEdit(sessionId, file, next)
    field.current?.focus()
  }
  const save = (): void => {
    if (canSave) void attempt.run(() => saveEdit(sessionId, file))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') event.currentTarget.blur()
    if (!isMod(event) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    save()
  }

  return (
    <>
      {overwritten && <Overwritten note={note} editing={editing} onChoose={put} />}
      {editing.aside && <Aside editing={editing} onChoose={put} />}
      <textarea
        ref={field}
        className="note-field scrolls"
        aria-label="Text of the file"
        autoFocus
        spellCheck={false}
        dir="auto"
        lang={langOf(editing.text.slice(0, 400))}
        value={editing.text}
        onChange={(event) => putEdit(sessionId, file, { ...editing, text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <div className="notes-end">
        <p className={attempt.refusal ? 'form-problem' : 'form-hint'} role="status">
          {attempt.refusal && !(attempt.refusal.code === 'CONFLICT' && overwritten)
            ? `${attempt.refusal.message} ${attempt.refusal.remedy}`
            : words(isLive, overwritten, unsaved)}
        </p>
        <span className="is-last" />
        <Button onClick={() => endEdit(sessionId, file)}>{unsaved ? 'Discard' : 'Close'}</Button>
        <Button kind="main" shortcut={formatKey('Mod+S')} aria-disabled={!canSave} onClick={save}>
          Save
        </Button>
      </div>
    </>
  )
}

function words(isLive: boolean, overwritten: boolean, unsaved: boolean): string {
  if (!isLive) return 'Not connected: it cannot be saved now. What you type is kept here.'
  if (overwritten) return 'Choose first what becomes of the text on disk.'
  return unsaved ? 'Not saved yet. It is kept here until you save or discard it.' : ''
}

interface ChoosingProps {
  editing: Editing
  onChoose(editing: Editing): void
}

/** The file has changed on disk under the operator's hands. */
function Overwritten({ note, editing, onChoose }: ChoosingProps & { note: NoteText }) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <Strip
        role="alert"
        mark={<Icon name="alert" />}
        actions={
          <>
            <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? 'Hide theirs' : 'Show theirs'}
            </Button>
            <Button onClick={() => onChoose(takeTheirs(editing, note))}>Take theirs</Button>
            <Button onClick={() => onChoose(keepMine(editing, note))}>Keep mine</Button>
            <Button onClick={() => onChoose(takeBoth(editing, note))}>Both</Button>
          </>
        }
      >
        <b>The file changed on disk</b> while you wrote. Nothing is lost.
      </Strip>
      {shown && (
        <pre
          className="note-theirs scrolls"
          tabIndex={0}
          role="region"
          aria-label="Text on disk"
          dir="auto"
          lang={langOf(note.text.slice(0, 400))}
        >
          {note.text === '' ? 'The file is empty now.' : note.text}
        </pre>
      )}
    </>
  )
}

/** The text that a choice has left out. */
function Aside({ editing, onChoose }: ChoosingProps) {
  const [copied, setCopied] = useState(false)
  const { aside } = editing
  if (!aside) return null
  return (
    <Strip
      role="status"
      mark={<Icon name="undo" />}
      actions={
        <>
          <Button onClick={() => onChoose(insertAside(editing))}>Insert below</Button>
          <Button icon="copy" onClick={() => void copyText(aside.text).then(setCopied)}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
          <Button onClick={() => onChoose({ ...editing, aside: null })}>Let it go</Button>
        </>
      }
    >
      <b>{aside.whose === 'mine' ? 'Your text' : 'Their text'} was put aside.</b>{' '}
      {aside.whose === 'mine' ? 'The field holds what is on disk.' : 'Saving replaces it on disk.'}
    </Strip>
  )
}
