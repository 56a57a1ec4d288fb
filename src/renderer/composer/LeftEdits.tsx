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

/** Changes of messages that left while they were edited: what was typed is still here. */
export function LeftEdits({ address, rows }: { address: Address; rows: readonly PendingRow[] }) {
  const say = useWords(pendingWords)
  const edits = useEdits((state) => state.edits)
  const turns = useTimeline((view) => (view.worker?.workerId === address.workerId ? view.state?.turns : undefined))
  if (!turns) return null
  const waiting = new Set(rows.map(({ messageId }) => messageId))
  const left = Object.entries(edits).filter(
    ([messageId, edit]) => edit.workerId === address.workerId && !waiting.has(messageId) && edit.text !== edit.before
  )
  const wasTaken = (messageId: string): boolean => turns.some((turn) => turn.inputs.some((input) => input.messageId === messageId))
  return left.map(([messageId, edit]) => (
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
        <b>{wasTaken(messageId) ? say.takenMeanwhile : say.goneMeanwhile}</b> {say.editIsHere}
      </Strip>
    </div>
  ))
}
