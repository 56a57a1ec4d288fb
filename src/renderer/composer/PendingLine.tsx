import { Chips } from '../attached/Chips'
import { visible } from '../text/visible.logic'
import { isNotice, noticeOf } from '../timeline/notice.logic'
import { Sender } from '../timeline/Sender'
import { Button, formatAge, formatClock, Icon, IconButton, langOf, useLocalNow } from '../ui'
import { useWords } from '../words'
import type { Address } from './outbox'
import { placeAfterMove, type PendingRow } from './pending.logic'
import type { PendingActions } from './PendingList'
import { pendingWords } from './words'

/** Longest part of a message that a row holds, in characters: it shows one line. */
const ROW_CHARS = 400

interface PendingLineProps {
  address: Address
  row: PendingRow
  rows: readonly PendingRow[]
  actions: PendingActions
}

/** One message that no turn holds yet. */
export function PendingLine({ address, row, rows, actions }: PendingLineProps) {
  const say = useWords(pendingWords)
  const needsYou = row.state === 'failed' || row.state === 'withdrawn' || row.state === 'returned'
  const classes = ['line pend', `is-${row.delivery}`, row.state === 'failed' ? 'is-failed' : '', needsYou ? 'needs-you' : '']
  const line = visible(lineOf(row, say.noReply).slice(0, ROW_CHARS))
  return (
    <li className={classes.filter(Boolean).join(' ')} data-message={row.messageId}>
      <div className="who">
        <Sender source={row.source} />
        <time>{formatClock(row.at)}</time>
      </div>
      <div className="text">
        <Icon name={row.delivery} />
        {row.attachments.length > 0 && <Chips of={address} attachments={row.attachments} />}
        {line.trim() !== '' && (
          <span className="cut" dir="auto" lang={langOf(line)} title={line}>
            {line}
          </span>
        )}
        <span className="tools">
          {needsYou ? <LostTools row={row} actions={actions} /> : row.isHeld && <HeldTools row={row} rows={rows} actions={actions} />}
        </span>
      </div>
      <div className="note">
        <p role={row.state === 'failed' ? 'alert' : undefined}>
          <Icon name={row.icon} />
          <span>
            <b title={row.state === 'accepted' ? say.about[row.parked ? 'parked' : 'accepted'] : undefined}>{say.state[row.parked && row.state === 'accepted' ? 'parked' : row.state]}</b>
            {row.state === 'sending' && (
              <>
                {' '}
                <Sending since={row.at} />
              </>
            )}{' '}
            · {row.facts}
          </span>
        </p>
      </div>
    </li>
  )
}

function LostTools({ row, actions }: Pick<PendingLineProps, 'row' | 'actions'>) {
  const say = useWords(pendingWords)
  return (
    <>
      <Button kind="plain" icon="retry" needsHost onClick={() => actions.sendAgain(row)}>
        {say.sendAgain}
      </Button>
      <IconButton small icon="copy" label={say.copy} onClick={() => actions.copy(row)} />
      <IconButton small icon="trash" label={row.isHeld ? say.dismiss : say.discard} onClick={() => actions.discard(row)} />
    </>
  )
}

function HeldTools({ row, rows, actions }: Omit<PendingLineProps, 'address'>) {
  const say = useWords(pendingWords)
  const up = placeAfterMove(rows, row.messageId, -1) !== undefined
  const down = placeAfterMove(rows, row.messageId, 1) !== undefined
  return (
    <>
      {row.can.sendNow && (
        <Button kind="plain" icon="steer" needsHost onClick={() => actions.sendNow(row)}>
          {say.sendNow}
        </Button>
      )}
      {row.can.edit && <IconButton small icon="edit" label={say.edit} needsHost onClick={() => actions.edit(row)} />}
      {(up || down) && (
        <>
          <IconButton small icon="up" label={say.up} needsHost aria-disabled={!up} onClick={() => up && actions.move(row, -1)} />
          <IconButton small icon="down" label={say.down} needsHost aria-disabled={!down} onClick={() => down && actions.move(row, 1)} />
        </>
      )}
      {row.can.remove && <IconButton small icon="trash" label={say.remove} needsHost onClick={() => actions.remove(row)} />}
    </>
  )
}

function lineOf(row: PendingRow, noReply: string): string {
  const notice = isNotice(row.source) ? noticeOf(row) : null
  return notice ? `${notice.line} · ${notice.body === '' ? noReply : notice.body}` : row.text
}

/** Counted by this window alone: the host may not be there. */
function Sending({ since }: { since: number }) {
  return <time>{formatAge(useLocalNow() - since)}</time>
}
