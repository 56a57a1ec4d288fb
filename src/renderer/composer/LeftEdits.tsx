import { useEffect, useState } from 'react'
import type { MessageState } from '../../shared/model'
import { lookAtMessage } from '../connection'
import { useTimeline } from '../timeline/store'
import { copyText } from '../text/copy'
import { Button, Icon, Strip } from '../ui'
import { useWords } from '../words'
import { returnToField } from './drafts'
import { dropEdit, useEdits } from './edits'
import { focusField } from './focus'
import type { Address } from './outbox'
import type { PendingRow } from './pending.logic'
import { pendingWords } from './words'

const NOTHING: never[] = []

/** Changes of messages that left while they were edited: what was typed is still here. */
export function LeftEdits({ address, rows }: { address: Address; rows: readonly PendingRow[] }) {
  const say = useWords(pendingWords)
  const edits = useEdits((state) => state.edits)
  const isShown = useTimeline((view) => view.worker?.workerId === address.workerId && view.state !== null)
  const waiting = new Set(rows.map(({ messageId }) => messageId))
  const left = Object.entries(edits).filter(
    ([messageId, edit]) => edit.workerId === address.workerId && !waiting.has(messageId) && edit.text !== edit.before
  )
  const became = useMessageStates(address, isShown ? left.map(([messageId]) => messageId) : NOTHING)
  return left.map(([messageId, edit]) => {
    const kind = became[messageId]
    // What still waits is not in the timeline yet.
    if (!isShown || kind === undefined || kind === 'pending') return null
    return (
      <div className="line" key={messageId}>
        <div className="who" />
        <Strip
          role="status"
          mark={<Icon name="alert" />}
          actions={
            <>
              <Button
                onClick={() => {
                  returnToField(address, edit.text)
                  dropEdit(messageId)
                  focusField()
                }}
              >
                {say.toField}
              </Button>
              <Button icon="copy" onClick={() => void copyText(edit.text)}>
                {say.copy}
              </Button>
              <Button
                onClick={() => {
                  dropEdit(messageId)
                  focusField()
                }}
              >
                {say.letGo}
              </Button>
            </>
          }
        >
          <b>{kind === 'turn' ? say.takenMeanwhile : say.goneMeanwhile}</b> {say.editIsHere}
        </Strip>
      </div>
    )
  })
}

/** What became of messages, by what the host knows: what a timeline has loaded is only the end of it. */
function useMessageStates({ sessionId, workerId }: Address, messageIds: readonly string[]): Readonly<Record<string, MessageState['kind']>> {
  const [states, setStates] = useState<Readonly<Record<string, MessageState['kind']>>>({})
  const wanted = messageIds.join(' ')
  useEffect(() => {
    let isWanted = true
    for (const messageId of wanted.split(' ').filter((id) => id !== '')) {
      lookAtMessage({ sessionId, workerId, messageId }).then(
        ({ kind }) => isWanted && setStates((known) => ({ ...known, [messageId]: kind })),
        // The worker is gone, and what waited with it.
        () => isWanted && setStates((known) => ({ ...known, [messageId]: 'withdrawn' }))
      )
    }
    return () => {
      isWanted = false
    }
  }, [sessionId, workerId, wanted])
  return states
}
