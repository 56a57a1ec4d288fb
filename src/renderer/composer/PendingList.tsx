import { useEffect, useRef } from 'react'
import { useWords } from '../words'
import { EditBox } from './EditBox'
import { useEdits } from './edits'
import type { Address } from './outbox'
import type { PendingRow } from './pending.logic'
import { PendingLine } from './PendingLine'
import { pendingWords } from './words'

export interface PendingActions {
  edit(row: PendingRow): void
  move(row: PendingRow, by: -1 | 1): void
  sendNow(row: PendingRow): void
  /** Takes it back; it can be brought back for a while. */
  remove(row: PendingRow): void
  sendAgain(row: PendingRow): void
  copy(row: PendingRow): void
  /** Lets a message go that did not get through. */
  discard(row: PendingRow): void
}

interface PendingListProps {
  address: Address
  rows: readonly PendingRow[]
  actions: PendingActions
  /** Says what came of something, in a sentence. */
  onSay(sentence: string): void
}

/** What no turn holds yet: the next lines of the script. Many of them scroll inside their own bound. */
export function PendingList({ address, rows, actions, onSay }: PendingListProps) {
  const say = useWords(pendingWords)
  const edits = useEdits((state) => state.edits)
  const list = useRef<HTMLOListElement>(null)
  const known = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const fresh = rows.findLastIndex((row) => !known.current.has(row.messageId))
    known.current = new Set(rows.map((row) => row.messageId))
    // A new one comes into view; what is moved stays under the pointer.
    list.current?.children[fresh]?.scrollIntoView({ block: 'nearest' })
  }, [rows])
  if (rows.length === 0) return null
  return (
    <ol className="pends" ref={list} aria-label={say.list}>
      {rows.map((row) => {
        const edit = edits[row.messageId]
        return edit?.open && row.can.edit ? (
          <EditBox key={row.messageId} address={address} row={row} edit={edit} onSay={onSay} />
        ) : (
          <PendingLine key={row.messageId} address={address} row={row} rows={rows} actions={actions} />
        )
      })}
    </ol>
  )
}
