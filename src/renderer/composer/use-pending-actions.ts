import { Refusal } from '../../shared/errors'
import { client, lookAtMessage, notKnown, notThrough, refusalOf, wasCutOff } from '../connection'
import { copyText } from '../text/copy'
import { removeAttaching } from './attachments'
import { putEdit, changeEdit, useEdits } from './edits'
import { focusRow, focusTool } from './focus'
import { discardMessage, retryMessage, sendMessage, type Address } from './outbox'
import { placeAfterMove, placeOf, rowBehind, type PendingRow } from './pending.logic'
import type { PendingActions } from './PendingList'
import { noteRemoved } from './removed'
import { pendingWords } from './words'

/** What can be done with the rows of one worker. What is refused is said in a sentence, as is what came of it. */
export function usePendingActions(address: Address, rows: readonly PendingRow[], onSay: (sentence: string) => void): PendingActions {
  const attempt = async (act: () => Promise<string>): Promise<void> => {
    try {
      onSay(await act())
    } catch (error) {
      const { message, remedy } = refusalOf(error)
      onSay(`${message} ${remedy}`.trim())
    }
  }
  const withdraw = async ({ messageId }: PendingRow): Promise<void> => {
    try {
      await client.workers.withdraw({ ...address, messageId })
    } catch (error) {
      if (wasCutOff(error)) {
        onSay(`${pendingWords().maybeRemoved} ${notKnown().message}`)
        const { kind } = await lookAtMessage({ ...address, messageId })
        if (kind === 'pending') throw new Refusal('UNAVAILABLE', notThrough().message, notThrough().remedy)
        if (kind === 'turn') throw new Refusal('CONFLICT', pendingWords().tookIt)
      } else if (refusalOf(error).code !== 'NOT_FOUND') throw error
    }
    discardMessage(messageId)
  }
  const wholeText = async ({ isCut, messageId, text }: PendingRow): Promise<string> =>
    isCut ? (await client.workers.pendingText({ ...address, messageId })).text : text

  return {
    edit: (row) =>
      void attempt(async () => {
        const { messageId, revision } = row
        const isBegun = (): boolean => useEdits.getState().edits[messageId] !== undefined
        if (!isBegun() && row.isCut) onSay(pendingWords().readingWhole)
        const text = isBegun() ? '' : await wholeText(row)
        // It may have been begun while the text was read.
        if (isBegun()) changeEdit(messageId, { open: true })
        else putEdit(messageId, { workerId: address.workerId, text, before: text, base: revision, open: true })
        return ''
      }),
    move: (row, by) =>
      void attempt(async () => {
        const before = placeAfterMove(rows, row.messageId, by)
        if (before === undefined) return ''
        const { place, count } = placeOf(rows, row.messageId)
        await client.workers.reorderPending({ ...address, messageId: row.messageId, before })
        focusTool(row.messageId, by === -1 ? pendingWords().up : pendingWords().down)
        return pendingWords().movedTo(place + by, count)
      }),
    sendNow: (row) =>
      void attempt(async () => {
        await client.workers.sendNow({ ...address, messageId: row.messageId })
        focusRow(row.messageId)
        return row.parked ? '' : pendingWords().sentNow
      }),
    remove: (row) =>
      void attempt(async () => {
        const text = await wholeText(row)
        const before = rowBehind(rows, row.messageId)
        await withdraw(row)
        noteRemoved(address, { text, delivery: row.delivery, attachments: row.attachments, before })
        focusRow(before)
        return ''
      }),
    sendAgain: (row) => {
      focusRow(null)
      if (row.state === 'withdrawn') {
        // Under its old id the host would not take it again.
        discardMessage(row.messageId)
        return void sendMessage(address, row.text, row.delivery, row.attachments)
      }
      if (!row.isHeld) return void retryMessage(row.messageId)
      void attempt(async () => {
        const text = await wholeText(row)
        await withdraw(row)
        void sendMessage(address, text, row.delivery, row.attachments)
        return ''
      })
    },
    copy: (row) =>
      void attempt(async () => ((await copyText(await wholeText(row))) ? pendingWords().copied : pendingWords().notCopied)),
    discard: (row) => {
      focusRow(null)
      if (row.isHeld) return void attempt(async () => (await withdraw(row), ''))
      discardMessage(row.messageId)
      for (const { id } of row.attachments) removeAttaching(address, id)
    }
  }
}
