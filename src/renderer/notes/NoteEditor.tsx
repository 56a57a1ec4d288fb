import { useRef, useState, type KeyboardEvent } from 'react'
import type { NoteText } from '../../shared/model'
import { useConnection } from '../connection'
import { useAttempt } from '../settings/use-attempt'
import { copyText } from '../text/copy'
import { Button, formatKey, Icon, isComposing, isMod, langOf, Strip } from '../ui'
import { useWords } from '../words'
import { insertAside, isOverwritten, isUnsaved, keepMine, takeBoth, takeTheirs, type Editing } from './notes.logic'
import { endEdit, putEdit, saveEdit } from './store'
import { words } from './words'

interface NoteEditorProps {
  sessionId: string
  /** What is on disk now. */
  note: NoteText
  editing: Editing
}

/** Writes one file. While agents write it too, the operator chooses what becomes of either text. */
export function NoteEditor({ sessionId, note, editing }: NoteEditorProps) {
  const say = useWords(words)
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
        aria-label={say.text}
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
            : stateOf(isLive, overwritten, unsaved)}
        </p>
        <span className="is-last" />
        <Button onClick={() => endEdit(sessionId, file)}>{unsaved ? say.discard : say.close}</Button>
        <Button kind="main" shortcut={formatKey('Mod+S')} aria-disabled={!canSave} onClick={save}>
          {say.save}
        </Button>
      </div>
    </>
  )
}

function stateOf(isLive: boolean, overwritten: boolean, unsaved: boolean): string {
  if (!isLive) return words().notConnected
  if (overwritten) return words().chooseFirst
  return unsaved ? words().unsaved : ''
}

interface ChoosingProps {
  editing: Editing
  onChoose(editing: Editing): void
}

/** The file has changed on disk under the operator's hands. */
function Overwritten({ note, editing, onChoose }: ChoosingProps & { note: NoteText }) {
  const say = useWords(words)
  const [shown, setShown] = useState(false)
  return (
    <>
      <Strip
        role="alert"
        mark={<Icon name="alert" />}
        actions={
          <>
            <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? say.hideTheirs : say.showTheirs}
            </Button>
            <Button onClick={() => onChoose(takeTheirs(editing, note))}>{say.takeTheirs}</Button>
            <Button onClick={() => onChoose(keepMine(editing, note))}>{say.keepMine}</Button>
            <Button onClick={() => onChoose(takeBoth(editing, note))}>{say.both}</Button>
          </>
        }
      >
        <b>{say.overwritten}</b> {say.nothingLost}
      </Strip>
      {shown && (
        <pre
          className="note-theirs scrolls"
          tabIndex={0}
          role="region"
          aria-label={say.onDisk}
          dir="auto"
          lang={langOf(note.text.slice(0, 400))}
        >
          {note.text === '' ? say.emptyNow : note.text}
        </pre>
      )}
    </>
  )
}

/** The text that a choice has left out. */
function Aside({ editing, onChoose }: ChoosingProps) {
  const say = useWords(words)
  const [copied, setCopied] = useState(false)
  const { aside } = editing
  if (!aside) return null
  return (
    <Strip
      role="status"
      mark={<Icon name="undo" />}
      actions={
        <>
          <Button onClick={() => onChoose(insertAside(editing))}>{say.insertBelow}</Button>
          <Button icon="copy" onClick={() => void copyText(aside.text).then(setCopied)}>
            {copied ? say.copied : say.copy}
          </Button>
          <Button onClick={() => onChoose({ ...editing, aside: null })}>{say.letGo}</Button>
        </>
      }
    >
      <b>
        {say.aside[aside.whose]} {say.putAside}
      </b>{' '}
      {aside.whose === 'mine' ? say.fieldHolds : say.savingReplaces}
    </Strip>
  )
}
