import { useEffect, useMemo, useState } from 'react'
import type { WorkerView } from '../../shared/model'
import { useHandler } from '../actions'
import { AskBox } from '../approvals/AskBox'
import { client, refusalOf, useAsks, useProject } from '../connection'
import { copyText } from '../text/copy'
import { Stamp } from '../timeline/Age'
import { usePendingPlace } from '../timeline/pending-place'
import { useTimeline } from '../timeline/store'
import { Button, Icon, IconButton, Strip } from '../ui'
import { useWords } from '../words'
import { Composer } from './Composer'
import { useDrafts } from './drafts'
import { focusField, showRow } from './focus'
import { expectedHold, turnsOfParked } from './landing.logic'
import { LeftEdits } from './LeftEdits'
import { useOutbox, type Address } from './outbox'
import { pendingRows } from './pending.logic'
import { PendingList } from './PendingList'
import { bringBack, forgetRemoved, returnRemoved, useRemoved } from './removed'
import { SendingStrip } from './SendingStrip'
import { usePendingActions } from './use-pending-actions'
import { pendingWords } from './words'
import './desk.css'

const NOTHING: never[] = []

interface DeskProps {
  sessionId: string
  worker: WorkerView
}

/** Pending messages and the composer of one worker: the next lines of its script. Keyed by worker. */
export function Desk({ sessionId, worker }: DeskProps) {
  const say = useWords(pendingWords)
  const { workerId } = worker
  const address = useMemo(() => ({ sessionId, workerId }), [sessionId, workerId])
  const pending = useTimeline((view) => (view.worker?.workerId === workerId ? view.state?.pending : undefined)) ?? NOTHING
  const allUnsent = useOutbox((state) => state.unsent)
  const unsent = allUnsent.filter((message) => message.workerId === workerId)
  const rows = pendingRows(worker, pending, unsent)
  const hold = expectedHold(worker, useProject(sessionId))
  const [said, setSaid] = useState('')
  const actions = usePendingActions(address, rows, setSaid)
  const parkedRows = rows.filter((row) => row.parked)
  const parked = parkedRows.length
  const waiting = rows.filter((row) => row.state === 'accepted' || row.state === 'sending')
  const goOn = (): void => {
    focusField()
    client.workers.continue(address).then(
      () => setSaid(''),
      (error: unknown) => setSaid(`${refusalOf(error).message} ${refusalOf(error).remedy}`.trim())
    )
  }
  usePendingPlace(workerId, showRow)
  useHandler('worker.continue', goOn, parked > 0)

  return (
    <section className="desk" aria-label={say.desk}>
      <Asking workerId={workerId} />
      <PendingList address={address} rows={rows} actions={actions} onSay={setSaid} />
      <RemovedStrip address={address} />
      <LeftEdits address={address} rows={rows} />
      <SendingStrip workerId={workerId} />
      {parked > 0 && (
        <div className="line">
          <div className="who" />
          <Strip actions={<Button needsHost onClick={goOn}>{say.goOn}</Button>}>
            <b>{say.parkedCount(parked)}</b> {say.parkedGo(parked, turnsOfParked(parkedRows))}
          </Strip>
        </div>
      )}
      {worker.lifecycle === 'deleting' || worker.lifecycle === 'deleted' ? (
        <NothingToSend workerId={workerId} isGone={worker.lifecycle === 'deleted'} />
      ) : (
        <Composer
          address={address}
          worker={hold === worker.hold ? worker : { ...worker, hold }}
          ahead={waiting.filter((row) => row.delivery === 'queue').length}
          steers={waiting.filter((row) => row.delivery === 'steer').length}
          said={said}
          onSay={setSaid}
        />
      )}
    </section>
  )
}

/** What the worker asks now: seen from every tab, wherever its timeline is scrolled. */
function Asking({ workerId }: { workerId: string }) {
  const say = useWords(pendingWords)
  const asks = useAsks((state) => state.asks) ?? NOTHING
  const own = asks.filter((ask) => ask.workerId === workerId)
  if (own.length === 0) return null
  return (
    <ol className="asking" aria-label={say.asking}>
      {own.map((ask) => (
        <li key={ask.id} className="line">
          <div className="who">
            <b className="cut">{say.asks}</b>
            <Stamp at={ask.askedAt} />
          </div>
          <AskBox ask={ask} />
        </li>
      ))}
    </ol>
  )
}

/** A pending message that was just deleted can come back. */
function RemovedStrip({ address }: { address: Address }) {
  const say = useWords(pendingWords)
  const removed = useRemoved((state) => state.removed[address.workerId])
  // Whoever goes to another worker has seen that it is gone.
  useEffect(() => () => forgetRemoved(address), [address])
  if (!removed) return null
  const then = (act: () => unknown) => () => {
    act()
    focusField()
  }
  return (
    <div className="line">
      <div className="who" />
      <Strip
        role="status"
        mark={<Icon name="trash" />}
        actions={
          <>
            <Button icon="undo" onClick={then(() => void bringBack(address))}>
              {say.undo}
            </Button>
            <Button onClick={then(() => returnRemoved(address))}>{say.toField}</Button>
            <IconButton small icon="close" label={say.close} onClick={then(() => forgetRemoved(address))} />
          </>
        }
      >
        <b>{say.removed}</b>
      </Strip>
    </div>
  )
}

function NothingToSend({ workerId, isGone }: { workerId: string; isGone: boolean }) {
  const say = useWords(pendingWords)
  const draft = useDrafts((state) => state.texts[workerId] ?? '')
  return (
    <div className="line">
      <div className="who" />
      <Strip
        mark={<Icon name="alert" />}
        actions={
          draft !== '' && (
            <Button icon="copy" onClick={() => void copyText(draft)}>
              {say.copyDraft}
            </Button>
          )
        }
      >
        <b>{isGone ? say.wasDeleted : say.beingDeleted}</b> {draft === '' ? say.nothingToSend : say.draftKept}
      </Strip>
    </div>
  )
}
