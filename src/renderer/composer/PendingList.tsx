import { useEffect, useRef } from 'react'
import { Button, formatAge, formatClock, Icon, IconButton, langOf, useLocalNow } from '../ui'
import { isNotice, noticeOf } from '../timeline/notice.logic'
import { Sender } from '../timeline/Sender'
import type { PendingRow } from './pending.logic'

/** Longest part of a message that a row holds, in characters: it shows one line. */
const ROW_CHARS = 400

export interface PendingActions {
  takeBack(row: PendingRow): void
  sendAgain(row: PendingRow): void
  copy(row: PendingRow): void
  /** Lets a message go that did not get through. */
  discard(row: PendingRow): void
}

/** What no turn holds yet: the next lines of the script. Many of them scroll inside their own bound. */
export function PendingList({ rows, actions }: { rows: readonly PendingRow[]; actions: PendingActions }) {
  const list = useRef<HTMLOListElement>(null)
  const last = rows.at(-1)?.messageId
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [last])
  if (rows.length === 0) return null
  return (
    <ol className="pends" ref={list} aria-label="Pending messages">
      {rows.map((row) => (
        <Pending key={row.messageId} row={row} actions={actions} />
      ))}
    </ol>
  )
}

function Pending({ row, actions }: { row: PendingRow; actions: PendingActions }) {
  const needsYou = row.state === 'failed' || row.state === 'returned'
  const classes = ['line pend', `is-${row.delivery}`, row.state === 'failed' ? 'is-failed' : '', needsYou ? 'needs-you' : '']
  const line = lineOf(row).slice(0, ROW_CHARS)
  return (
    <li className={classes.filter(Boolean).join(' ')} data-message={row.messageId}>
      <div className="who">
        <Sender source={row.source} />
        <time>{formatClock(row.at)}</time>
      </div>
      <div className="text">
        <Icon name={row.delivery} />
        <span className="cut" dir="auto" lang={langOf(line)} title={line}>
          {line}
        </span>
        <span className="tools">
          {needsYou ? (
            <>
              <Button kind="plain" icon="retry" onClick={() => actions.sendAgain(row)}>
                Send again
              </Button>
              <IconButton small icon="copy" label="Copy" onClick={() => actions.copy(row)} />
              <IconButton small icon="trash" label={row.isHeld ? 'Dismiss' : 'Discard'} onClick={() => actions.discard(row)} />
            </>
          ) : (
            row.isHeld &&
            !isNotice(row.source) && (
              <Button kind="plain" icon="undo" onClick={() => actions.takeBack(row)}>
                Take back
              </Button>
            )
          )}
        </span>
      </div>
      <div className="note">
        <p role={row.state === 'failed' ? 'alert' : undefined}>
          <Icon name={row.icon} />
          <span>
            <b>{row.parked && row.state === 'accepted' ? 'parked' : row.state}</b>
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

function lineOf(row: PendingRow): string {
  const notice = noticeOf(row)
  return notice ? `${notice.line} · ${notice.body === '' ? 'no reply' : notice.body}` : row.text
}

/** Counted by this window alone: the host may not be there. */
function Sending({ since }: { since: number }) {
  return <time>{formatAge(useLocalNow() - since)}</time>
}
