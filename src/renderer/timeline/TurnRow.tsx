import { memo, useState } from 'react'
import type { Attachment, Turn, TurnInput } from '../../shared/model'
import { SeenMark } from '../attention'
import { Markdown } from '../text/Markdown'
import { copyText } from '../text/copy'
import { visible } from '../text/visible.logic'
import { Button, Glyph, Icon } from '../ui'
import { Age, Stamp } from './Age'
import { CameWith } from './CameWith'
import { Crew } from './Crew'
import { cutInput, NOTICE } from './cut.logic'
import { Files } from './Files'
import { Heard } from './Heard'
import { noticeOf } from './notice.logic'
import { Sender } from './Sender'
import { useTimeline } from './store'
import { TurnHead, useIsAsking, useStaleSince } from './TurnHead'
import { askedText, canSendAgain, faultOf, inputWords, silenceWords } from './words.logic'

/** Sends a text once more, as a new message, with what came along with it. */
export type SendAgainFn = (text: string, attachments: readonly Attachment[]) => void

interface TurnRowProps {
  turn: Turn
  onSendAgain: SendAgainFn
}

/** One turn as lines of the script. */
export const TurnRow = memo(function TurnRow({ turn, onSendAgain }: TurnRowProps) {
  return (
    <>
      <TurnHead turn={turn} />
      {turn.inputs.map((input) => (
        <Said key={input.messageId} input={input} isCommand={turn.engine === 'shell'} />
      ))}
      <Crew turn={turn} />
      {turn.outcome === null ? <NowLine turn={turn} /> : <Ended turn={turn} onSendAgain={onSendAgain} />}
      {turn.outcome !== null && <SeenEnd turn={turn.number} />}
    </>
  )
})

/** Where the end of the turn has been on the screen, it has been read. */
function SeenEnd({ turn }: { turn: number }) {
  const workerId = useTimeline((view) => view.worker?.workerId)
  return workerId !== undefined && <SeenMark workerId={workerId} turn={turn} />
}

/** A command is shown as it was typed: it is not Markdown. */
function Said({ input, isCommand }: { input: TurnInput; isCommand: boolean }) {
  const [whole, setWhole] = useState(false)
  const notice = noticeOf(input)
  const body = notice?.body ?? input.text
  const beginning = whole ? null : notice ? cutInput(body, NOTICE) : cutInput(body)
  const text = beginning ?? body
  const words = inputWords(input)
  return (
    <div className="line said">
      <div className="who">
        <Sender source={input.source} />
        <Stamp at={input.acceptedAt} />
      </div>
      <div className="text">
        {notice && (
          <p className="notice-line">
            <Glyph kind={notice.glyph} />
            <span>{notice.line}</span>
          </p>
        )}
        {notice && text === '' ? (
          <p className="none">No reply.</p>
        ) : isCommand ? (
          <pre className="command" dir="ltr">
            {visible(text)}
          </pre>
        ) : (
          text !== '' && <Markdown text={text} noun="message" />
        )}
        <CameWith input={input} />
        {beginning !== null && (
          <Button small kind="plain" onClick={() => setWhole(true)}>
            Show all {body.length.toLocaleString('en')} characters
          </Button>
        )}
      </div>
      <div className="note">
        <p>
          <Icon name={words.icon} />
          <span>
            <b>{words.state}</b> · {words.facts}
          </span>
        </p>
      </div>
    </div>
  )
}

/** What a running turn does, and how we know. */
function NowLine({ turn }: { turn: Turn }) {
  const staleSince = useStaleSince(turn)
  const isAsking = useIsAsking(turn)
  const { now } = turn
  if (isAsking && staleSince === null) return <AskingLine turn={turn} />
  return (
    <div className="line now">
      <div className="who">
        <b className="cut">Now</b>
      </div>
      <div className={staleSince === null ? 'evidence' : 'evidence is-stale'}>
        <b>
          {now?.what ?? (turn.steps === 0 ? 'before the first step' : 'between steps')}
          {now && (staleSince === null ? <> {<Age kind="for" at={now.since} />}</> : ', age not known')}
        </b>
        {now && now.detail !== '' && <code className="cut">{now.detail}</code>}
        <Heard />
      </div>
    </div>
  )
}

/** The turn waits for an answer: what it asks stands above the composer. */
function AskingLine({ turn: { now } }: { turn: Turn }) {
  return (
    <div className="line now">
      <div className="who">
        <b className="cut">Now</b>
      </div>
      <div className="evidence is-waiting">
        <b>{now === null || now.what === 'model' ? 'waits for your answer' : `${now.what} waits for your answer`}</b>
        <Heard />
      </div>
    </div>
  )
}

function Ended({ turn, onSendAgain }: TurnRowProps) {
  const fault = faultOf(turn.outcome)
  const silence = turn.reply || !turn.outcome ? null : silenceWords(turn.outcome)
  return (
    <>
      {fault && <Fault turn={turn} fault={fault} onSendAgain={onSendAgain} />}
      {(turn.reply || silence || turn.artifacts.length > 0) && (
        <div className="line reply">
          <div className="who">
            <b className="cut">Reply</b>
            {turn.reply && <Stamp at={turn.reply.at} />}
          </div>
          {turn.reply ? (
            <Markdown text={turn.reply.text} noun="reply" />
          ) : (
            <div className="md">
              <p className="none">{silence ?? 'None. The turn ended without a message.'}</p>
            </div>
          )}
          <div className="note became">
            <Files artifacts={turn.artifacts} />
            {!fault && canSendAgain(turn.outcome) && (
              <div className="acts">
                <SendAgain turn={turn} onSendAgain={onSendAgain} />
              </div>
            )}
          </div>
        </div>
      )}
    </>
  )
}

interface FaultProps extends TurnRowProps {
  fault: NonNullable<ReturnType<typeof faultOf>>
}

function Fault({ turn, fault, onSendAgain }: FaultProps) {
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => setCopied(await copyText(fault.code === '' ? fault.message : `${fault.message}\n${fault.code}`))
  return (
    <div className="line fault">
      <div className="who">
        <b className="cut">{fault.title}</b>
      </div>
      <p className="text" dir="auto">
        {fault.message} {!fault.message.includes(fault.code) && <code>{fault.code}</code>}
      </p>
      <div className="note acts">
        <SendAgain turn={turn} onSendAgain={onSendAgain} />
        <Button small icon={copied ? 'answered' : 'copy'} onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy the error'}
        </Button>
      </div>
    </div>
  )
}

function SendAgain({ turn, onSendAgain }: TurnRowProps) {
  const text = askedText(turn)
  if (text.trim() === '') return null
  return (
    <Button small icon="retry" onClick={() => onSendAgain(text, turn.inputs.flatMap(({ attachments = [] }) => attachments))}>
      Send again
    </Button>
  )
}
