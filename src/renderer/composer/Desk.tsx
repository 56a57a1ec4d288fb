import { useMemo, useState } from 'react'
import type { WorkerView } from '../../shared/model'
import { useHandler } from '../actions'
import { AskBox } from '../approvals/AskBox'
import { client, refusalOf, useAsks, useProject } from '../connection'
import { copyText } from '../text/copy'
import { Stamp } from '../timeline/Age'
import { useTimeline } from '../timeline/store'
import { Button, Icon, Strip } from '../ui'
import { Composer } from './Composer'
import { returnToField, useDrafts } from './drafts'
import { expectedHold } from './landing.logic'
import { discardMessage, retryMessage, sendMessage, useOutbox } from './outbox'
import { pendingRows, type PendingRow } from './pending.logic'
import { PendingList, type PendingActions } from './PendingList'
import './desk.css'

const NOTHING: never[] = []

interface DeskProps {
  sessionId: string
  worker: WorkerView
}

/** Pending messages and the composer of one worker: the next lines of its script. Keyed by worker. */
export function Desk({ sessionId, worker }: DeskProps) {
  const { workerId } = worker
  const address = useMemo(() => ({ sessionId, workerId }), [sessionId, workerId])
  const pending = useTimeline((view) => (view.worker?.workerId === workerId ? view.state?.pending : undefined)) ?? NOTHING
  const allUnsent = useOutbox((state) => state.unsent)
  const unsent = allUnsent.filter((message) => message.workerId === workerId)
  const rows = pendingRows(worker, pending, unsent)
  const hold = expectedHold(worker, useProject(sessionId))
  const [said, setSaid] = useState('')

  /** Runs one call; what it refuses is said below the composer. */
  const attempt = async (act: () => Promise<string>): Promise<void> => {
    try {
      setSaid(await act())
    } catch (error) {
      const { message, remedy } = refusalOf(error)
      setSaid(`${message} ${remedy}`.trim())
    }
  }
  const withdraw = async ({ messageId }: PendingRow): Promise<void> => {
    try {
      await client.workers.withdraw({ ...address, messageId })
    } catch (error) {
      if (refusalOf(error).code !== 'NOT_FOUND') throw error
    }
    discardMessage(messageId)
  }
  const wholeText = async ({ isCut, messageId, text }: PendingRow): Promise<string> =>
    isCut ? (await client.workers.pendingText({ ...address, messageId })).text : text
  const actions: PendingActions = {
    takeBack: (row) =>
      void attempt(async () => {
        const text = await wholeText(row)
        await withdraw(row)
        if (returnToField(address, text)) return 'The message is back in the field.'
        return (await copyText(text)) ? 'The message is on the clipboard, because the field is not empty.' : `Taken back: ${text}`
      }),
    sendAgain: (row) => {
      if (!row.isHeld) return retryMessage(row.messageId)
      void attempt(async () => {
        const text = await wholeText(row)
        await withdraw(row)
        sendMessage(address, text, row.delivery)
        return ''
      })
    },
    copy: (row) => void attempt(async () => ((await copyText(await wholeText(row))) ? 'Copied.' : 'The clipboard cannot be written.')),
    discard: (row) => {
      if (!row.isHeld) return discardMessage(row.messageId)
      void attempt(async () => {
        await withdraw(row)
        return ''
      })
    }
  }
  const parked = rows.filter((row) => row.parked).length
  const goOn = (): void =>
    void attempt(async () => {
      await client.workers.continue(address)
      return ''
    })

  useHandler('worker.continue', goOn, parked > 0)

  return (
    <section className="desk" aria-label="Pending messages and composer">
      <Asking workerId={workerId} />
      <PendingList rows={rows} actions={actions} />
      {parked > 0 && (
        <div className="line">
          <div className="who" />
          <Strip actions={<Button onClick={goOn}>Continue now</Button>}>
            <b>{parked === 1 ? '1 message is parked.' : `${parked} messages are parked.`}</b>{' '}
            {parked === 1 ? 'It goes' : 'They go'} out with your next message.
          </Strip>
        </div>
      )}
      {worker.lifecycle === 'deleting' || worker.lifecycle === 'deleted' ? (
        <NothingToSend workerId={workerId} word={worker.lifecycle === 'deleting' ? 'is being' : 'was'} />
      ) : (
        <Composer
          address={address}
          worker={hold === worker.hold ? worker : { ...worker, hold }}
          ahead={rows.filter((row) => row.delivery === 'queue' && (row.state === 'accepted' || row.state === 'sending')).length}
          said={said}
          onSay={setSaid}
        />
      )}
    </section>
  )
}

/** What the worker asks now: seen from every tab, wherever its timeline is scrolled. */
function Asking({ workerId }: { workerId: string }) {
  const asks = useAsks((state) => state.asks) ?? NOTHING
  const own = asks.filter((ask) => ask.workerId === workerId)
  if (own.length === 0) return null
  return (
    <ol className="asking" aria-label="Requests of this worker">
      {own.map((ask) => (
        <li key={ask.id} className="line">
          <div className="who">
            <b className="cut">Asks</b>
            <Stamp at={ask.askedAt} />
          </div>
          <AskBox ask={ask} />
        </li>
      ))}
    </ol>
  )
}

function NothingToSend({ workerId, word }: { workerId: string; word: string }) {
  const draft = useDrafts((state) => state.texts[workerId] ?? '')
  return (
    <div className="line">
      <div className="who" />
      <Strip
        mark={<Icon name="alert" />}
        actions={
          draft !== '' && (
            <Button icon="copy" onClick={() => void copyText(draft)}>
              Copy the draft
            </Button>
          )
        }
      >
        <b>This worker {word} deleted.</b> {draft === '' ? 'Nothing can be sent to it.' : 'Your draft is kept here.'}
      </Strip>
    </div>
  )
}
