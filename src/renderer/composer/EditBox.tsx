import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Refusal } from '../../shared/errors'
import { client, lookAgain, notKnown, notThrough, refusalOf, useConnection, wasCutOff } from '../connection'
import { Sender } from '../timeline/Sender'
import { Button, formatClock, formatKey, isComposing, isMod, langOf } from '../ui'
import { useWords } from '../words'
import { changeEdit, dropEdit, useEdits, type Edit } from './edits'
import { focusRow } from './focus'
import type { Address } from './outbox'
import type { PendingRow } from './pending.logic'
import { isEmpty, textProblem } from './send.logic'
import { pendingWords, words } from './words'

interface EditBoxProps {
  address: Address
  row: PendingRow
  edit: Edit
  onSay(sentence: string): void
}

/** Changes the text of a pending message where it stands. A turn may take it meanwhile: then the text is still here. */
export function EditBox({ address, row, edit, onSay }: EditBoxProps) {
  const say = useWords(pendingWords)
  const { needsText } = useWords(words)
  const isLive = useConnection((connection) => connection.state === 'live')
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const { messageId } = row
  const overtaken = row.revision !== edit.base
  const problem = isEmpty(edit.text) && row.attachments.length === 0 ? needsText : textProblem(edit.text)
  const canSave = isLive && !saving && problem === null

  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
    current?.scrollIntoView({ block: 'nearest' })
  }, [])

  const close = (sentence: string): void => {
    onSay(sentence)
    focusRow(messageId)
  }
  const save = async (): Promise<void> => {
    if (!canSave) return
    if (edit.text === edit.before && !overtaken) return cancel()
    setSaving(true)
    setRefused('')
    try {
      await client.workers.editPending({ ...address, messageId, text: edit.text, base: row.revision }).catch(settle)
      const now = useEdits.getState().edits[messageId]
      if (now && now.text !== edit.text) {
        // What was typed while the host took it goes on from what it has.
        changeEdit(messageId, { before: edit.text, base: row.revision + 1 })
        onSay(say.saved)
        setSaving(false)
      } else {
        dropEdit(messageId)
        close(say.saved)
      }
    } catch (error) {
      const { message, remedy } = refusalOf(error)
      setRefused(`${message} ${remedy}`.trim())
      setSaving(false)
    }
  }
  /** The host may have it, or not: what it holds now says so. */
  const settle = async (error: unknown): Promise<void> => {
    if (!wasCutOff(error)) throw error
    setRefused(`${say.maybeSaved} ${notKnown().message}`)
    const { text } = await lookAgain(() => client.workers.pendingText({ ...address, messageId }))
    setRefused('')
    if (text !== edit.text) throw new Refusal('UNAVAILABLE', notThrough().message, notThrough().remedy)
  }
  const cancel = (): void => {
    dropEdit(messageId)
    close('')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      if (edit.text === edit.before) return cancel()
      changeEdit(messageId, { open: false })
      close(say.editKept)
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.repeat && (isMod(event) || !event.ctrlKey)) {
      event.preventDefault()
      void save()
    }
  }

  return (
    <li className="line pend is-edited" data-message={messageId}>
      <div className="who">
        <Sender source={row.source} />
        <time>{formatClock(row.at)}</time>
      </div>
      <div className="field">
        <textarea
          ref={field}
          className="draft"
          rows={1}
          dir="auto"
          lang={langOf(edit.text.slice(0, 400))}
          aria-label={say.editing}
          aria-invalid={problem !== null}
          value={edit.text}
          onChange={(event) => changeEdit(messageId, { text: event.target.value })}
          onKeyDown={onKeyDown}
        />
        <div className="bar">
          <span className="end">
            <Button small onClick={cancel}>
              {say.cancel}
            </Button>
            <Button small kind="main" shortcut={formatKey('Enter')} aria-disabled={!canSave} onClick={() => void save()}>
              {say.save}
            </Button>
          </span>
        </div>
      </div>
      <div className="note">
        <p role="status" className={refused !== '' || problem !== null ? 'is-problem' : undefined}>
          {refused !== '' ? refused : (problem ?? (overtaken ? say.changedElsewhere : say.keepsPlace))}
        </p>
      </div>
    </li>
  )
}
