import { memo, type ReactNode } from 'react'
import { Markdown } from '../text/Markdown'
import { visible } from '../text/visible.logic'
import { formatBytes, formatClock, formatMoment, Glyph, Icon, type IconName } from '../ui'
import { fromHost, useWords } from '../words'
import { Call } from './Call'
import { CopyButton } from './CopyButton'
import { LongText } from './LongText'
import { statusOf } from './status.logic'
import { copyOf, type Row } from './rows.logic'
import { words } from './words'

interface EntryProps {
  row: Row
  /** Who the `user` of the record is: the operator, or the agent that started this worker. */
  user: 'you' | 'parent'
  /** What is asked are commands, and no Markdown. */
  isShell: boolean
  /** Shows the turn in the timeline; null where there is none. */
  onShowTurn: ((turn: number) => void) | null
}

/** One entry as lines of the script: who and when, what was said, and what can be done with it. */
export const Entry = memo(function Entry({ row, user, isShell, onShowTurn }: EntryProps) {
  const { item } = row
  const say = useWords(words)
  switch (item.kind) {
    case 'route':
      return (
        <Line row={row} who={item.turn === undefined ? say.who.begins : say.who.turn(item.turn)} className="route" onShowTurn={onShowTurn}>
          <p className="entry-facts">{[item.routeDecision.engine, item.routeDecision.model].filter(Boolean).join(' · ')}</p>
        </Line>
      )
    case 'prompt':
      return (
        <Line row={row} who={senderOf(item.from, user, say)} className="prompt" isStrong onShowTurn={onShowTurn}>
          <LongText id={row.key} text={item.text} lines={40} {...(isShell ? {} : { noun: 'message' })} />
          {item.attachments !== undefined && item.attachments.length > 0 && (
            <ul className="file-line entry-attached" aria-label={say.entry.attached}>
              {item.attachments.map(({ name, bytes }, index) => (
                <li key={index}>
                  <Icon name="clip" />
                  <span dir="auto">{visible(name)}</span> <span className="entry-facts">{formatBytes(bytes)}</span>
                </li>
              ))}
            </ul>
          )}
        </Line>
      )
    case 'text':
      return (
        <Line row={row} who={say.who.reply} className="reply-text" isStrong>
          <Markdown text={item.text} noun="reply" />
        </Line>
      )
    case 'thinking':
      return (
        <Line row={row} who={say.who.thinking} className="thought">
          <LongText id={row.key} text={item.text} lines={6} noun="message" />
        </Line>
      )
    case 'call':
      return (
        <Line row={row} who={say.who.tool} className="call">
          <Call row={row} call={item} />
        </Line>
      )
    case 'artifact':
      return (
        <Line row={row} who={say.who.file} className="file">
          <p className="file-line">
            <Icon name={FILE_ICONS[item.how ?? 'presented']} />
            <span>
              {say.how[item.how ?? 'named']} <code>{item.path}</code>
              {item.description !== undefined && <span className="entry-about">{item.description}</span>}
            </span>
          </p>
        </Line>
      )
    case 'truncated':
      return (
        <Line row={row} who={say.who.mark} className="mark">
          <p className="entry-facts is-strong">{say.entry.truncated[item.cap ?? 'any']}</p>
        </Line>
      )
    case 'end': {
      const { glyph, word } = statusOf(item.status)
      return (
        <Line row={row} who={say.who.end} className="end-mark">
          <div className="entry-end">
            <Glyph kind={glyph} />
            <b>{word}</b>
            {item.error !== undefined && (
              <p className="entry-error" dir="auto">
                {fromHost(item.error)}
              </p>
            )}
          </div>
        </Line>
      )
    }
    case 'other':
      return (
        <Line row={row} who={item.original === '' ? say.who.mark : item.original} className="other">
          <p className="entry-facts">{item.original === '' ? say.entry.noEntry : say.entry.unknownKind(item.original)}</p>
          <LongText id={row.key} text={JSON.stringify(item.value, null, 2)} lines={12} />
        </Line>
      )
    default:
      return item satisfies never
  }
})

const FILE_ICONS: Readonly<Record<'created' | 'changed' | 'presented', IconName>> = { created: 'created', changed: 'changed', presented: 'presented' }

interface LineProps {
  row: Row
  who: string
  className: string
  /** What is said, not what belongs to it. */
  isStrong?: boolean
  onShowTurn?: EntryProps['onShowTurn']
  children: ReactNode
}

function Line({ row, who, className, isStrong = false, onShowTurn = null, children }: LineProps) {
  const say = useWords(words)
  const { item } = row
  const turn = 'turn' in item && typeof item.turn === 'number' ? item.turn : null
  return (
    <div className={`entry entry-${className}`}>
      <div className="entry-who" data-unsearched="">
        {turn !== null && onShowTurn ? (
          <button type="button" className="name-link cut" title={say.entry.showTurn} onClick={() => onShowTurn(turn)}>
            {isStrong ? <b className="cut">{who}</b> : who}
          </button>
        ) : (
          <span className="cut" title={who}>
            {isStrong ? <b>{who}</b> : who}
          </span>
        )}
        {item.at > 0 && <time title={formatMoment(item.at)}>{formatClock(item.at)}</time>}
      </div>
      <div className="entry-body">{children}</div>
      <div className="entry-acts" data-unsearched="">
        {item.kind !== 'truncated' && <CopyButton text={() => copyOf(item)} />}
      </div>
    </div>
  )
}

function senderOf(from: string | undefined, user: EntryProps['user'], say: ReturnType<typeof words>): string {
  switch (from) {
    case undefined:
    case 'user':
      return user === 'you' ? say.who.you : say.who.parent
    case 'coordinator':
      return say.who.coordinator
    case 'worker-completed':
    case 'subagent-settled':
      return say.who.notice
    default:
      return from
  }
}
